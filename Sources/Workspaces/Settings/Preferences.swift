package import Rendering
package import TableEngine
package import TableModel

/// What the user set: it applies to the open table and to those opened next.
package struct Preferences: Sendable, Equatable {
  package var device = Device.terminal
  /// The window in characters, of which the viewport takes what chrome leaves.
  package var window = Size(width: 80, height: 24)
  /// The table's viewport in points, when it was given.
  package var viewport: Size?
  package var rowHeight: Int?
  package var cellSize: Size?
  package var cellSpacing: Int?
  package var rowPadding: Int?
  package var headerHeight: Int?
  package var footerHeight: Int?
  package var searchBar: Int?
  package var insetTop: Int?
  package var insetBottom: Int?
  package var insetLeft: Int?
  package var insetRight: Int?
  package var engine = EngineConfiguration()
  /// The key by which records are known when their places change.
  package var identity: FieldPath?
  /// Whether plain rows begin as a grid of columns.
  package var showsColumns = false
  /// How tables that are opened next are dressed.
  @Boxed package var look = Look()
  package var charset = Charset.unicode
  /// How cells are named in the trace, in explanations and by the overlay.
  package var cellNames = CellNaming.ordinal
  package var overlay = ViewChrome.Overlay.none
  package var showsViewAfterChanges = true
  /// Whether the shell says how long each command took.
  package var showsTimes = false
  /// Whether `| COMMAND` may hand results to commands of the system's shell.
  package var usesShell = false
  package var pager = PagerUse.auto
  package var suggests = true
  /// Whether Enter on an empty line repeats a scroll.
  package var repeatsWithEnter = false
  /// Whether the terminal learns where prompts and results begin, and gets a title.
  package var marksTerminal = true
  /// Whether `browse` shows the focused record, and what the last frame did.
  package var showsDetail = false
  package var showsTrace = false
  /// Whether the mouse acts on the whole screen of `browse`.
  package var usesMouse = true
  package var editMode: EditMode?
  /// The mode in which keys edit where the user has not set one.
  package var usualEditMode = EditMode.emacs
  /// Whether images are shown as pictures on the whole screen.
  package var showsPictures = false
  /// How long a cell waits for its picture at least, in milliseconds.
  package var pictureDelay = 0
  package var labelBackground = LabelBackground.none
  package var showsSelection = true
  package var showsSeparators = false
  package var showsIndicators = false
  package var onSelect = SelectionAction.keep
  package var isStrict = false
  /// How long a server is kept at the moment that its rows were read at.
  package var snapshotHold = SnapshotHold.standard
  /// The memory that the columns of one table may take, in bytes.
  package var memoryBudget = ByteSize.standardBudget.count

  package enum EditMode: String, Sendable, Hashable, CaseIterable {
    case emacs
    case vi
  }

  /// When long results go through a pager.
  package enum PagerUse: String, Sendable, Hashable, CaseIterable {
    /// Where they have more lines than the screen.
    case auto
    case off, always
  }

  /// The lines around the viewport: the title, two reuse lines and one for a notice.
  package static let chromeLines = 4

  package init() {}

  /// The geometry of a table.
  ///
  /// - Parameter hasRowTitles: true when strips have titles, which take a line above the cells.
  package func metrics(hasRowTitles: Bool) -> TableMetrics {
    let room = Size(
      width: max(1, window.width), height: max(1, window.height - Self.chromeLines))
    var metrics = device.metrics(window: room, hasRowTitles: hasRowTitles)
    if let viewport { metrics.viewport = viewport }
    if engine.lacks(.heightForRow) {
      metrics.rowHeight = EngineConfiguration.scrollViewRowHeight
    } else if let rowHeight {
      metrics.rowHeight = rowHeight
    }
    if let cellSize { metrics.cellSize = cellSize }
    if let cellSpacing { metrics.cellSpacing = cellSpacing }
    if let rowPadding { metrics.rowPadding = rowPadding }
    if let headerHeight { metrics.headerHeight = headerHeight }
    if let footerHeight { metrics.footerHeight = footerHeight }
    if let searchBar { metrics.searchBar = searchBar }
    if let insetTop { metrics.insetTop = insetTop }
    if let insetBottom { metrics.insetBottom = insetBottom }
    if let insetLeft { metrics.insetLeft = insetLeft }
    if let insetRight { metrics.insetRight = insetRight }
    return metrics
  }
}

extension Preferences {
  /// The settings that differ from their defaults, as names and values.
  package func changedSettings() -> [(name: String, value: String)] {
    var standard = Preferences()
    standard.window = window
    standard.device = device
    standard.usualEditMode = usualEditMode
    // What a policy brings along is not changed beside it.
    var underPolicy = standard
    underPolicy.engine.policy = engine.policy
    return Setting.all.compactMap { setting in
      let usual = setting.name == Setting.policy.name ? standard : underPolicy
      let value = setting.get(self)
      return value == setting.get(usual) ? nil : (setting.name, value)
    }
  }

  /// The commands that make the settings of a fresh session these, but for those that only a person
  /// can give.
  package var settingCommands: [String] {
    changedSettings().filter { $0.name != Setting.shell.name }.map { "set \($0.name) \($0.value)" }
  }
}

/// What follows when a tap has selected a row or an item.
package enum SelectionAction: String, Sendable, Hashable, CaseIterable {
  /// It stays selected.
  case keep
  /// It is deselected at once, so that a tap is an event and leaves no state.
  case deselect
  /// Its page is pushed.
  case push
  /// A notification carries it to the outer controller, which pushes its page.
  case notify
}

/// A value of many parts behind one reference: a level, which every command copies for `undo`, is copied
/// more quickly by far. It changes as any value does, so that two copies have nothing to do with each other.
@propertyWrapper
package struct Boxed<Value> {
  private final class Box {
    var value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  package init(wrappedValue: Value) { box = Box(wrappedValue) }

  package var wrappedValue: Value {
    get { box.value }
    set {
      if isKnownUniquelyReferenced(&box) { box.value = newValue } else { box = Box(newValue) }
    }
  }
}

/// A box that more than one copy has is never written to.
extension Boxed: @unchecked Sendable where Value: Sendable {}

extension Boxed: Equatable where Value: Equatable {
  package static func == (a: Boxed, b: Boxed) -> Bool {
    a.box === b.box || a.box.value == b.box.value
  }
}
