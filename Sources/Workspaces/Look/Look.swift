package import PredicateLanguage
package import Rendering
package import TableEngine
package import TableModel

/// How the cells of a table are dressed: rules for style and accessory, the fields that fill
/// cells, and the parts that are shown.
package struct Look: Sendable, Equatable {
  package var styles: [Rule<CellStyle>] = []
  package var accessories: [Rule<Accessory>] = []
  package var indentations: [Rule<Int>] = []
  package var backgrounds: [Rule<CellColour?>] = []
  package var fields = FieldChoice()
  /// The columns of plain rows that are shown as a grid, and of items that are small tables; nil
  /// where cells are dressed otherwise.
  package var columns: GridColumns?
  package var hidden: Set<Part> = []
  /// The layouts of cells that files describe, as they were loaded.
  package var layouts: [LoadedLayout] = []

  package init() {}

  /// The parts that `toggle` shows and hides.
  package enum Part: String, Sendable, Hashable, CaseIterable {
    case header
    case footer
    case index
    case style
    case accessory
    case image
    case title
    case reuse
  }

  package func shows(_ part: Part) -> Bool { !hidden.contains(part) }

  /// True where cells show, or are dressed by, their places or what stands around their records: a change
  /// of one cell is then a change of others as well.
  package var readsPlaces: Bool {
    let chosen = FieldChoice.Role.allCases.compactMap { fields[$0]?.path }
    let shown = chosen + (columns?.columns.map(\.path) ?? []) + layoutFields
    return shown.contains { OuterLevel(at: $0) != nil }
      || styles.contains(where: \.readsPlaces) || accessories.contains(where: \.readsPlaces)
      || indentations.contains(where: \.readsPlaces) || backgrounds.contains(where: \.readsPlaces)
  }
}

/// A value for the cells of some addresses or some records; the last rule that fits wins.
package struct Rule<Value: Sendable>: Sendable {
  package var value: Value
  package var places: PlaceRange?
  package var condition: Condition?

  package init(_ value: Value, places: PlaceRange? = nil, condition: Condition? = nil) {
    self.value = value
    self.places = places
    self.condition = condition
  }

  /// True when the rule is for every cell: rules before it no longer matter.
  package var isUnconditional: Bool { places == nil && condition == nil }

  fileprivate var readsPlaces: Bool { places != nil || condition?.readsPlaces == true }
}

extension Array {
  /// Adds a rule; one for every cell replaces all before it.
  package mutating func add<Value>(_ rule: Element) where Element == Rule<Value> {
    if rule.isUnconditional { removeAll() }
    append(rule)
  }
}

extension Rule: Equatable where Value: Equatable {}

/// The addresses that a pattern covers: everything below what it names.
package struct PlaceRange: Sendable, Hashable {
  package var sections: ClosedRange<Int>
  package var rows: ClosedRange<Int>?
  package var items: ClosedRange<Int>?

  package init(_ addresses: [Address]) {
    let sections = addresses.map(\.section)
    let rows = addresses.compactMap(\.row)
    let items = addresses.compactMap(\.item)
    self.sections = (sections.min() ?? 0)...(sections.max() ?? 0)
    self.rows = rows.min().map { $0...(rows.max() ?? $0) }
    self.items = items.min().map { $0...(items.max() ?? $0) }
  }

  package func contains(_ address: Address) -> Bool {
    guard sections.contains(address.section) else { return false }
    if let rows, !rows.contains(address.row ?? 0) { return false }
    if let items, !items.contains(address.item ?? 0) { return false }
    return true
  }
}

/// Which keys fill a cell, where the user chose them.
package struct FieldChoice: Sendable, Hashable {
  package enum Role: String, Sendable, Hashable, CaseIterable {
    case text
    case detail
    case image
    case identifier
    /// The height of a plain row in points, for tables whose rows differ.
    case height
  }

  package enum Source: Sendable, Hashable {
    case none
    case path(FieldPath)

    fileprivate var path: FieldPath? { if case .path(let path) = self { path } else { nil } }
  }

  private var chosen: [Role: Source] = [:]

  package init() {}

  package subscript(role: Role) -> Source? {
    get { chosen[role] }
    set { chosen[role] = newValue }
  }

  package var isEmpty: Bool { chosen.isEmpty }
}

/// A layout, and the file it was read from.
package struct LoadedLayout: Sendable, Hashable {
  package var layout: CellLayout
  package var path: String
  /// True for one of those that come with the program.
  package var isBundled: Bool

  package init(layout: CellLayout, path: String, isBundled: Bool) {
    (self.layout, self.path, self.isBundled) = (layout, path, isBundled)
  }
}

extension Look {
  /// The layout of a style's name.
  package func layout(named name: String) -> CellLayout? {
    layouts.first { $0.layout.identifier == name }?.layout
  }

  /// True when a rule asks for a style that is not built in.
  package var usesLayouts: Bool {
    styles.contains { if case .custom = $0.value { true } else { false } }
  }

  /// The names of styles that are not built in, as rules ask for them.
  package var layoutsAskedFor: [String] {
    styles.compactMap { if case .custom(let name) = $0.value { name } else { nil } }
  }

  /// The fields that cells show by their layouts, each once.
  package var layoutFields: [FieldPath] {
    var paths: [FieldPath] = []
    for name in layoutsAskedFor {
      for path in layout(named: name)?.fields ?? [] where !paths.contains(path) {
        paths.append(path)
      }
    }
    return paths
  }

  /// Adds a layout; one of the same name gives way.
  package mutating func add(_ loaded: LoadedLayout) {
    let name = loaded.layout.identifier
    if let index = layouts.firstIndex(where: { $0.layout.identifier == name }) {
      layouts[index] = loaded
    } else {
      layouts.append(loaded)
    }
  }
}
