package import Arranging
package import CommandLanguage
import PredicateLanguage
package import TableModel

/// Shapes that are said in a command line.
extension Shape {
  private static let sectionsOption = CommandOption(
    "sections", Parameter("PATH", .key), "the key path of the sections, from the root")
  private static let rowsOption = CommandOption(
    "rows", Parameter("PATH", .key), "the key path of the rows, relative to a section")
  private static let itemsOption = CommandOption(
    "items", Parameter("PATH", .key), "the key path of the items, relative to a row")
  private static let titleOption = CommandOption(
    "title", Parameter("KEY", .key), "the key that titles sections and rows")

  /// The options that say a shape.
  package static let options = [sectionsOption, rowsOption, itemsOption, titleOption]

  /// The options that say a shape, as they are typed.
  ///
  /// - Parameter shown: the shape that is on: what only adds items to it says these alone.
  package func spelled(besides shown: Shape) -> String {
    let addsItems = shown.items == nil && (shown.sections, shown.rows) == (sections, rows)
    let above = [(Self.sectionsOption, self.sections), (Self.rowsOption, self.rows)]
    let paths = (addsItems ? [] : above) + [(Self.itemsOption, self.items)]
    return paths.compactMap { option, path in path.map { "--\(option.name) \($0)" } }
      .joined(separator: " ")
  }

  /// The shape that a command's options say; nil where they say none.
  package init?(statedIn call: Invocation) throws(CommandError) {
    let shape = Shape(
      sections: try call.keyPath(Self.sectionsOption), rows: try call.keyPath(Self.rowsOption),
      items: try call.keyPath(Self.itemsOption), title: try call.keyPath(Self.titleOption))
    if shape == Shape() { return nil }
    self = shape
  }
}

extension CommandOption {
  /// The option that says which table of a database is meant.
  package static let table = CommandOption(
    "table", Parameter("NAME", .text), "the table or view of a database")
}

extension Invocation {
  /// The key path that an option names; nil without the option.
  package func keyPath(_ option: CommandOption) throws(CommandError) -> FieldPath? {
    try self.option(option).map { word throws(CommandError) in try FieldPath(typed: word) }
  }
}

extension FieldPath {
  /// A key path as it was typed.
  package init(typed word: Word) throws(CommandError) {
    guard let path = FieldPath(parsing: word.text) else {
      throw CommandError(
        .badValue(word.text, argument: "key path", expected: "a.b, tags[0] or `odd key`"),
        at: word.range)
    }
    self = path
  }
}

extension ShapedTable {
  /// The commands that would show the document in another way; empty where there are none.
  package var otherWays: String {
    if alternatives.isEmpty { return "" }
    let commands = alternatives.map { "shape \($0.spelled(besides: shape))" }
    return " (or: \(commands.joined(separator: ", ")))"
  }
}

// MARK: - What narrows and orders a table, as the commands that say so

extension Arrangement {
  /// All of it: `filter Views > 20000`, `sort by Title`.
  package var statements: [String] {
    filters.map(\.statement)
      + [sortStatement, sectionOrder?.description, groupingStatement].compactMap(\.self)
  }

  /// `sort by price desc, name`; nil where records are in the data's order.
  package var sortStatement: String? {
    sortKeys.isEmpty ? nil : "sort by " + sortKeys.map(\.description).joined(separator: ", ")
  }

  /// `group by level`; nil where sections are as in the data.
  package var groupingStatement: String? {
    switch grouping {
    case nil: nil
    case .flat: "flatten"
    case .byValue(let path, _, _): "group by \(path)"
    case .byLetter(let path): "index by \(path)"
    }
  }
}

extension RecordFilter {
  /// The command that says it: `filter Views > 20000`.
  package var statement: String { "\(kind.rawValue) \(text)" }
}

extension RecordFilter.Kind {
  /// The command that ends it.
  package var ending: String { "\(rawValue) off" }
}
