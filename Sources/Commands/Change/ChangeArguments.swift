import Arranging
import Rendering
import Saving
import TableModel

/// What several commands that change the data take.
extension CommandOption {
  static let onlyData = CommandOption(
    "only-data", nil, "change the data and do not tell the table")

  static let onlyTable = CommandOption(
    "only-table", nil, "tell the table and do not change the data")

  static let halves = [onlyData, onlyTable]
}

/// Which halves of a change are made: the data, the table view, or both, so that a lesson
/// can leave one of them out.
struct ChangeHalves: Sendable {
  /// A half as it is written among the words of a change, where all that follows is text.
  enum Lone: String, Keyword {
    case data = "--only-data"
    case table = "--only-table"
  }

  let onlyData: Bool
  let onlyTable: Bool

  /// - Parameter behind: the halves that the rest of the line names.
  init(_ call: Invocation, behind: Set<Lone> = []) throws(CommandError) {
    onlyData = call.has(.onlyData) || behind.contains(.data)
    onlyTable = call.has(.onlyTable) || behind.contains(.table)
    guard !(onlyData && onlyTable) else {
      throw CommandError(
        .impossible("--only-data and --only-table leave nothing to do", hint: nil), at: call.range)
    }
  }

  /// Takes the options off a text that is a value: those before it as well as those behind it.
  static func split(_ text: String) -> (named: Set<Lone>, rest: String) {
    var named: Set<Lone> = []
    var rest = text[...]
    while let half = Lone.allCases.first(where: { rest.hasPrefix($0.rawValue) }) {
      named.insert(half)
      rest = rest.dropFirst(half.rawValue.count).drop(while: \.isWhitespace)
    }
    while let half = Lone.allCases.first(where: { rest.hasSuffix($0.rawValue) }),
      rest.dropLast(half.rawValue.count).last?.isWhitespace != false
    {
      named.insert(half)
      rest = rest.dropLast(half.rawValue.count)
      while rest.last?.isWhitespace == true { rest.removeLast() }
    }
    return (named, String(rest))
  }

  /// Makes changes, or adds them to the batch that is open.
  ///
  /// - Parameter verb: what was done, for the answer: `inserted`.
  func make(
    _ changes: [DataChange], verb: String, in workspace: inout Workspace
  ) throws(CommandError) -> Output {
    let limited = changes.map { $0.limited(onlyData: onlyData, onlyTable: onlyTable) }
    if workspace.history.batch != nil {
      workspace.history.batch?.changes += limited
      let count = workspace.history.batch?.changes.count ?? 0
      return Output(
        "\(limited.words)\(Mark.dot)\(Words.number(count, "change")) in the batch")
    }
    try workspace.perform(limited)
    let level = try workspace.current()
    let names = changes.names + (onlyTable ? "" : try level.keyWords(changes))
    if onlyTable { return Output("told the table: \(limited.words)") }
    let counts = Words.counts(level.shown.counts())
    let untold = onlyData ? "\(Mark.dot)the table was not told" : ""
    return Output("\(verb) \(names)\(Mark.dot)\(counts)\(untold)")
  }
}

/// A place that a change names.
struct ChangePlace: Sendable {
  private let word: Word

  init(_ word: Word) { self.word = word }

  /// The place after an insertion or a move: the last part may be one beyond the end.
  func goal(in workspace: Workspace) throws(CommandError) -> Address {
    if let plain = try plainAddress { return plain }
    if try AddressResolver.pattern(word).isFocus { return try workspace.place(nil) }
    guard let point = word.raw.lastIndex(of: "."),
      let last = Int(word.raw[word.raw.index(after: point)...]), last >= 0
    else { return try workspace.resolver().address(word) }
    let raw = String(word.raw[..<point])
    let parent = Word(text: raw, raw: raw, range: word.range, isQuoted: false, isOpen: false)
    let address = try workspace.resolver().address(parent)
    return address.row == nil ? Address(address.section, last) : address.with(item: last)
  }

  /// The places before a change. In a batch, and when only the table view learns of it, plain numbers are
  /// taken as they are: checking them is up to the table.
  func places(_ halves: ChangeHalves, in workspace: Workspace) throws(CommandError) -> [Address] {
    if workspace.history.batch != nil || halves.onlyTable, let plain = try plainAddress {
      return [plain]
    }
    return try workspace.resolver().addresses(word)
  }

  /// An address of nothing but numbers from 0 up.
  private var plainAddress: Address? {
    get throws(CommandError) {
      var numbers: [Int] = []
      for part in try AddressResolver.pattern(word).parts {
        guard case .number(let number) = part, number >= 0 else { return nil }
        numbers.append(number)
      }
      return Address(
        numbers[0], numbers.count > 1 ? numbers[1] : nil, numbers.count > 2 ? numbers[2] : nil)
    }
  }
}

// MARK: - Words

extension [DataChange] {
  fileprivate var words: String {
    let few = prefix(3).map(\.words).joined(separator: ", ")
    return count > 3 ? few + " and \(count - 3) more" : few
  }

  fileprivate var names: String {
    let places = flatMap(\.edits).map(\.place)
    guard places.count == 1, let place = places.first else {
      return Words.number(places.count, "place")
    }
    return "\(place.kind) \(place)"
  }
}

extension Level {
  /// The key that a row was given which was put into a dictionary.
  fileprivate func keyWords(_ changes: [DataChange]) throws(CommandError) -> String {
    guard changes.count == 1, case .insert(let place, .row)? = changes[0].edits.first,
      let row = place.row
    else { return "" }
    let source = shaped.source
    let key = try reading { () throws(DataError) in
      // A place beyond the end means the end.
      let count = try source.sections(place.section..<place.section + 1).first?.rows.known ?? 0
      let index = Swift.min(row, count - 1)
      return try source.rows(index..<index + 1, inSection: place.section).first?.key
    }
    return key.map { " as '\($0)'" } ?? ""
  }
}

extension DataEdit {
  fileprivate var place: Address {
    switch self {
    case .insert(let place, _), .delete(let place), .update(let place, _): place
    case .move(_, let to): to
    }
  }
}

extension Address {
  /// How many numbers follow the section's.
  var depth: Int { row == nil ? 0 : item == nil ? 1 : 2 }

  var kind: String { ["section", "row", "item"][depth] }
}
