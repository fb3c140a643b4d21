import Arranging
import CommandLanguage
import PredicateLanguage
import TableModel

/// Fields that an export writes before those of the records: their keys, and what stands around
/// them.
struct AddedFields {
  /// Where the value of a field comes from.
  fileprivate enum Origin {
    /// The key that a record has in its dictionary.
    case key
    /// A field of the row, the section or the document around a record.
    case around(FieldPath)
    /// What the screen shows of the row or section.
    case title(OuterLevel)
    case index(OuterLevel)
  }

  private(set) var names: [String] = []
  private var origins: [Origin] = []
  /// What is to be said of the fields.
  private(set) var notices: [String] = []

  /// - Parameters:
  ///   - keyName: a name for a field with the keys of the records; nil for none.
  ///   - list: the keys of outer levels, separated by commas; nil for none.
  init(keyName: String?, list: Word?, in workspace: Workspace) throws(CommandError) {
    if let keyName { add(keyName, .key) }
    guard let list else { return }
    for piece in list.text.pieces(between: ",") {
      let name = piece.filter { !$0.isWhitespace || piece.contains("`") }
      guard !name.isEmpty else {
        throw CommandError(
          .badValue(list.text, argument: "list of keys", expected: "KEY,KEY without gaps"),
          at: list.range)
      }
      try add(Word(plain: String(name), at: list.range), in: workspace)
    }
  }

  private mutating func add(_ origin: String, _ from: Origin) {
    names.append(origin)
    origins.append(from)
  }

  private mutating func add(_ word: Word, in workspace: Workspace) throws(CommandError) {
    if let asked = try workspace.questions.outerField(word) {
      notices += asked.notices
      return add(word.text, .around(asked.path))
    }
    if let path = FieldPath(parsing: word.text), let level = OuterLevel(at: path),
      path.steps.count == 2, case .key(let key) = path.steps[1], level.showsOnScreen(key)
    {
      return add(word.text, key == "title" ? .title(level) : .index(level))
    }
    let field = try workspace.questions.field(word)
    notices += field.notices + ["\(field.path) is a field of the records, which have it anyway"]
  }

  /// The values of the fields for the records of a table.
  func reader(of table: ArrangedTable) -> Reader {
    let paths = origins.compactMap { if case .around(let path) = $0 { path } else { nil } }
    return Reader(
      origins: origins, table: table, keys: RecordKeyReader(table),
      around: Surroundings(of: table, for: paths))
  }

  /// Reads fields of one record after the other; what stands around many is read once.
  struct Reader {
    fileprivate let origins: [Origin]
    fileprivate let table: ArrangedTable
    fileprivate var keys: RecordKeyReader
    fileprivate var around: Surroundings?
    private var titles: [OuterLevel: (place: Address, title: String?)] = [:]

    fileprivate init(
      origins: [Origin], table: ArrangedTable, keys: RecordKeyReader, around: Surroundings?
    ) {
      (self.origins, self.table, self.keys, self.around) = (origins, table, keys, around)
    }

    mutating func values(at address: Address) throws(DataError) -> [Value] {
      let scope = try around?.scoped(.null, at: address)
      var values: [Value] = []
      for origin in origins {
        switch origin {
        case .key: values.append(try keys.key(of: address).map(Value.string) ?? .null)
        case .around(let path): values.append(scope?[path: path] ?? .null)
        case .title(let level):
          values.append(try title(level, around: address).map(Value.string) ?? .null)
        case .index(let level):
          let index = level == .section ? address.section : address.row
          values.append(index.map { .number(NumberText($0)) } ?? .null)
        }
      }
      return values
    }

    private mutating func title(_ level: OuterLevel, around address: Address)
      throws(DataError) -> String?
    {
      let place = level == .section ? Address(address.section) : address.rowAddress
      if let known = titles[level], known.place == place { return known.title }
      let title: String?
      if let row = place.row {
        title = try table.rows(row..<row + 1, inSection: place.section).first?.title
      } else {
        title = try table.sections(place.section..<place.section + 1).first?.title
      }
      titles[level] = (place, title)
      return title
    }
  }
}
