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
    func path(_ option: CommandOption) throws(CommandError) -> FieldPath? {
      guard let word = call.option(option) else { return nil }
      guard let path = FieldPath(parsing: word.text) else {
        throw CommandError(
          .badValue(word.text, argument: "key path", expected: "a.b, tags[0] or `odd key`"),
          at: word.range)
      }
      return path
    }
    let shape = Shape(
      sections: try path(Self.sections), rows: try path(Self.rows), items: try path(Self.items),
      title: try path(Self.title))
    if shape == Shape() { return nil }
    self = shape
  }
}
