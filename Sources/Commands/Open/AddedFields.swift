import Arranging
import CommandLanguage
import TableModel
import Workspaces

/// Fields that an export writes before those of the records: their keys, and what stands around
/// them.
struct AddedFields {
  /// The names of all of them, the one for keys first.
  private(set) var names: [String] = []
  /// True where the first name is one for the keys of the records.
  private let hasKeys: Bool
  /// The fields around the records, in the order of their names.
  private var paths: [FieldPath] = []
  /// What is to be said of the fields.
  private(set) var notices: [String] = []

  /// - Parameters:
  ///   - keyName: a name for a field with the keys of the records; nil for none.
  ///   - list: the keys of outer levels, separated by commas; nil for none.
  /// - Throws: `unknownKey` for a key that no level has.
  init(keyName: String?, list: Word?, in workspace: Workspace) throws(CommandError) {
    hasKeys = keyName != nil
    names = [keyName].compactMap(\.self)
    guard let list else { return }
    for piece in list.text.pieces(between: ",") {
      let name = piece.drop { $0.isWhitespace }
      guard !name.isEmpty else {
        throw CommandError(
          .badValue(list.text, argument: "list of keys", expected: "KEY,KEY"), at: list.range)
      }
      let asked = try workspace.questions.shownField(Word(plain: String(name), at: list.range))
      notices += asked.notices
      guard asked.level != nil else {
        notices.append("\(asked.path) is a field of the records, which have it anyway")
        continue
      }
      names.append(String(name))
      paths.append(asked.path)
    }
  }

  /// Reads the fields of one record after the other; what stands around many is read once.
  func reader(of table: ArrangedTable) -> Reader {
    Reader(
      keys: hasKeys ? RecordKeyReader(table) : nil,
      around: ShownSurroundings(of: table, for: paths))
  }

  struct Reader {
    fileprivate var keys: RecordKeyReader?
    fileprivate var around: ShownSurroundings

    mutating func values(at address: Address) throws(DataError) -> [Value] {
      let outer = try around.values(at: address).map { $0 ?? .null }
      guard keys != nil else { return outer }
      return [try keys?.key(of: address).map(Value.string) ?? .null] + outer
    }
  }
}
