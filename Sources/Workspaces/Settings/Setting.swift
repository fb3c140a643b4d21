import CommandLanguage
import Rendering
import TableEngine
import TableModel

/// A named value that `set` shows and changes.
package struct Setting: Sendable {
  package var name: String
  package var summary: String
  /// What values are allowed, in words; completion offers those of `choices`.
  package var expected: String
  package var choices: [String] = []
  package var scope: Scope
  package var get: @Sendable (Preferences) -> String
  /// Returns false when the value is not allowed.
  package var set: @Sendable (inout Preferences, String) -> Bool
  /// True for what a script or a page can't turn on.
  package var isForPersons = false
  /// Goes back to a default that no value can be spelled for: what the device says, or the policy.
  package var setDefault: (@Sendable (inout Preferences) -> Void)?

  /// What has to be brought up to date after a change.
  package enum Scope: Sendable {
    case geometry
    case engine
    case identity
    case columns
    case screen
  }
}

extension Setting {
  package static let all: [Setting] = geometry + engine + control + screen

  /// Makes the setting what it is in preferences that nobody has changed.
  package func reset(_ preferences: inout Preferences, to standard: Preferences) {
    if let setDefault {
      setDefault(&preferences)
    } else {
      _ = set(&preferences, get(standard))
    }
  }

  package static func named(_ name: String) -> Setting? {
    guard let place = places[name] else { return nil }
    return all[place]
  }

  private static let places = Dictionary(
    uniqueKeysWithValues: zip(all.map(\.name), all.indices))

  private static let insets = 0...10_000
  private static let geometry: [Setting] = [
    size("viewport", "the table's viewport", \.viewport) { $0.viewport },
    points("row-height", "the height of a plain row", \.rowHeight, 1...10_000) { $0.rowHeight },
    size("cell-size", "the size of an item in a strip", \.cellSize) { $0.cellSize },
    points("cell-spacing", "the space between items", \.cellSpacing, 0...10_000) {
      $0.cellSpacing
    },
    points("row-padding", "the space above the cells of a strip", \.rowPadding, 0...10_000) {
      $0.rowPadding
    },
    points("header-height", "the height of a section header", \.headerHeight, 0...10_000) {
      $0.headerHeight
    },
    points("footer-height", "the height of a section footer", \.footerHeight, 0...10_000) {
      $0.footerHeight
    },
    points("search-bar", "the search bar above the rows", \.searchBar, insets) { $0.searchBar },
    points("inset-top", "the room above the first row, to scroll into", \.insetTop, insets) {
      $0.insetTop
    },
    points("inset-bottom", "the room below the last row", \.insetBottom, insets) {
      $0.insetBottom
    },
    points("inset-left", "the room before the first item of a strip", \.insetLeft, insets) {
      $0.insetLeft
    },
    points("inset-right", "the room after the last item of a strip", \.insetRight, insets) {
      $0.insetRight
    },
  ]

  private static func points(
    _ name: String, _ summary: String,
    _ path: any WritableKeyPath<Preferences, Int?> & Sendable, _ range: ClosedRange<Int>,
    _ effective: @escaping @Sendable (TableMetrics) -> Int
  ) -> Setting {
    Setting(
      name: name, summary: summary + ", in points",
      expected: "a number of points, \(range.lowerBound) to \(range.upperBound)",
      scope: .geometry,
      get: { String(effective($0.metrics(hasRowTitles: false))) },
      set: { preferences, text in
        guard let value = Int(text), range.contains(value) else { return false }
        preferences[keyPath: path] = value
        return true
      }, setDefault: { $0[keyPath: path] = nil })
  }

  private static func size(
    _ name: String, _ summary: String,
    _ path: any WritableKeyPath<Preferences, Size?> & Sendable,
    _ effective: @escaping @Sendable (TableMetrics) -> Size
  ) -> Setting {
    Setting(
      name: name, summary: summary + ", in points", expected: "WIDTHxHEIGHT in points",
      scope: .geometry,
      get: { preferences in
        let size = effective(preferences.metrics(hasRowTitles: false))
        return "\(size.width)x\(size.height)"
      },
      set: { preferences, text in
        guard let size = Size(parsing: text) else { return false }
        preferences[keyPath: path] = size
        return true
      }, setDefault: { $0[keyPath: path] = nil })
  }

  private static let engine: [Setting] = [
    Setting(
      name: "pool-order", summary: "which cell of a pool is taken next",
      expected: "lifo, fifo, oldest or set:SEED", choices: ["lifo", "fifo", "oldest", "set:1"],
      scope: .engine, get: { $0.engine.effectiveOrder.word },
      set: { preferences, text in
        guard let order = PoolOrder(parsing: text) else { return false }
        preferences.engine.poolOrder = order
        return true
      }, setDefault: { $0.engine.poolOrder = nil }),
    Setting(
      name: "pool-cap", summary: "how many cells a pool takes", expected: "a number or none",
      choices: NoneWord.words, scope: .engine, get: { PoolCap.of($0.engine).word },
      set: { preferences, text in
        guard let cap = PoolCap(parsing: text) else { return false }
        preferences.engine.poolCap = cap
        return true
      }, setDefault: { $0.engine.poolCap = .policyDefault }),
    named("initial-fill", "the order in which an empty screen is filled", \.engine.initialFill),
    ofPolicy(
      "kept-cells", "how many cells that left stay bound to their row", \.engine.keptCells,
      0...100_000, \.effectiveKept),
  ]

  private static let screen: [Setting] = [
    Setting(
      name: "charset", summary: "which characters borders and marks use",
      expected: "unicode or ascii", choices: Charset.allCases.map(\.rawValue), scope: .screen,
      get: { $0.charset.rawValue },
      set: { preferences, text in
        guard let charset = Charset(rawValue: text) else { return false }
        preferences.charset = charset
        return true
      }),
    Setting(
      name: "edit-mode", summary: "how keys edit at the prompt", expected: "emacs or vi",
      choices: Preferences.EditMode.allCases.map(\.rawValue), scope: .screen,
      get: { ($0.editMode ?? $0.usualEditMode).rawValue },
      set: { preferences, text in
        guard let mode = Preferences.EditMode(rawValue: text) else { return false }
        preferences.editMode = mode
        return true
      }),
    onOff("columns", "show plain rows as a grid from the start", \.showsColumns, .columns),
    onOff("pictures", "show the pictures that images name, in 'browse'", \.showsPictures),
    Setting(
      name: "picture-delay",
      summary: "how long pictures take at least where 'images' come later, in milliseconds",
      expected: "a number of milliseconds, 0 to 10000", scope: .screen,
      get: { String($0.pictureDelay) },
      set: { preferences, text in
        guard let delay = Int(text), (0...10_000).contains(delay) else { return false }
        preferences.pictureDelay = delay
        return true
      }),
    overlay, cellNames, labelBackground, selectionStyle, onSelect,
    onOff(
      "separators", "draw lines below plain rows that have a line to spare", \.showsSeparators),
    onOff(
      "scroll-indicators", "draw how far the list and its strips are scrolled",
      \.showsIndicators),
    onOff("auto-view", "show the viewport after a change at the prompt", \.showsViewAfterChanges),
    pager, shell,
    onOff("suggest", "suggest lines from the history at the prompt", \.suggests),
    onOff(
      "repeat-with-enter", "repeat a scroll or 'next' by Enter on an empty line",
      \.repeatsWithEnter),
    onOff("terminal-marks", "mark prompts and title the terminal's window", \.marksTerminal),
    detail, onOff("trace-panel", "show in browse what the last frame did", \.showsTrace),
    onOff("mouse", "let the mouse act on the whole screen of browse", \.usesMouse),
    onOff("timer", "say how long each command took", \.showsTimes),
    onOff("strict", "refuse predicates with unknown keys or values of a wrong type", \.isStrict),
    Setting(
      name: "snapshot", summary: "how long a server is kept at the moment its rows were read at",
      expected: "seconds without a read, hold or none", choices: ["60", "hold", "none"],
      scope: .screen, get: { $0.snapshotHold.word },
      set: { preferences, text in
        guard let hold = SnapshotHold(parsing: text) else { return false }
        preferences.snapshotHold = hold
        return true
      }),
    Setting(
      name: "memory-budget", summary: "what the columns of a table may take, for fast filters",
      expected: "a size like 512M or 2G; 0 keeps no columns", choices: ["512M", "2G", "0"],
      scope: .screen, get: { ByteSize(count: $0.memoryBudget).description },
      set: { preferences, text in
        guard let size = ByteSize(parsing: text) else { return false }
        preferences.memoryBudget = size.count
        return true
      }),
  ]

  package static let detail = onOff(
    "detail", "show the focused record beside the table of browse", \.showsDetail)

  package static func onOff(
    _ name: String, _ summary: String, _ path: any WritableKeyPath<Preferences, Bool> & Sendable,
    _ scope: Scope = .screen
  ) -> Setting {
    Setting(
      name: name, summary: summary, expected: Words.choice(SwitchWord.words),
      choices: SwitchWord.words, scope: scope,
      get: { ($0[keyPath: path] ? SwitchWord.on : .off).rawValue },
      set: { preferences, text in
        guard let word = SwitchWord(rawValue: text) else { return false }
        preferences[keyPath: path] = word == .on
        return true
      })
  }
}
