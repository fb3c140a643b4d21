import CommandLanguage
import PredicateLanguage
import TableModel

/// Shapes that are said in a command line.
extension Shape {
  private static let sections = CommandOption(
    "sections", Parameter("PATH", .key), "the key path of the sections, from the root")
  private static let rows = CommandOption(
    "rows", Parameter("PATH", .key), "the key path of the rows, relative to a section")
  private static let items = CommandOption(
    "items", Parameter("PATH", .key), "the key path of the items, relative to a row")
  private static let title = CommandOption(
    "title", Parameter("KEY", .key), "the key that titles sections and rows")

  /// The options that say a shape.
  static let options = [sections, rows, items, title]

  /// The shape that a command's options say; nil where they say none.
  init?(statedIn call: Invocation) throws(CommandError) {
    let shape = Shape(
      sections: try call.keyPath(Self.sections), rows: try call.keyPath(Self.rows),
      items: try call.keyPath(Self.items),
      title: try call.keyPath(Self.title))
    if shape == Shape() { return nil }
    self = shape
  }
}

extension Invocation {
  /// The key path that an option names; nil without the option.
  func keyPath(_ option: CommandOption) throws(CommandError) -> FieldPath? {
    try self.option(option).map { word throws(CommandError) in try FieldPath(typed: word) }
  }
}

extension FieldPath {
  /// A key path as it was typed.
  init(typed word: Word) throws(CommandError) {
    guard let path = FieldPath(parsing: word.text) else {
      throw CommandError(
        .badValue(word.text, argument: "key path", expected: "a.b, tags[0] or `odd key`"),
        at: word.range)
    }
    self = path
  }
}
