import Arranging
import CommandLanguage
import PredicateLanguage
import Rendering
import Saving
import TableModel
import Workspaces

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
    let before = onlyTable ? nil : try workspace.current().key(movedBy: changes)
    let taken = onlyTable ? nil : try workspace.current().takenKey(changes)
    try workspace.perform(limited)
    let level = try workspace.current()
    let names = changes.names + (onlyTable ? "" : try level.keyWords(changes, before: before))
    if onlyTable { return Output("told the table: \(limited.words)") }
    let counts = Words.counts(level.shown.counts())
    let untold = onlyData ? "\(Mark.dot)the table was not told" : ""
    return Output("\(verb) \(names)\(Mark.dot)\(counts)\(untold)").with(
      (taken.map {
        ["the key '\($0)' is taken: it is saved with a number behind it, as '\($0) 2' is"]
      } ?? []) + workspace.homelessEdits)
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
    let parent = Word(plain: String(word.raw[..<point]), at: word.range)
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
  /// The key that a row was given which was put into a dictionary, unless it had it before.
  fileprivate func keyWords(
    _ changes: [DataChange], before: String?
  ) throws(CommandError) -> String {
    guard changes.count == 1, let place = changes[0].edits.first?.entering else { return "" }
    let key = try key(at: place)
    return key == before ? "" : key.map { " as '\($0)'" } ?? ""
  }

  /// The key of the row that is moved, before that.
  fileprivate func key(movedBy changes: [DataChange]) throws(CommandError) -> String? {
    guard changes.count == 1, case .move(let from, _)? = changes[0].edits.first else { return nil }
    return try key(at: from)
  }

  private func key(at place: Address) throws(CommandError) -> String? {
    guard let row = place.row, place.item == nil else { return nil }
    let source = data
    return try reading { () throws(DataError) in
      // A place beyond the end means the end.
      let count = try source.sections(place.section..<place.section + 1).first?.rows.known ?? 0
      let index = Swift.min(row, count - 1)
      return index < 0
        ? nil : try source.rows(index..<index + 1, inSection: place.section).first?.key
    }
  }

  /// The key that a section or a row of items can't get with its new title: others have it.
  ///
  /// - Complexity: O(the things beside it), for a title only.
  fileprivate func takenKey(_ changes: [DataChange]) throws(CommandError) -> String? {
    guard shown.isIdentity, changes.count == 1,
      case .update(let place, let value)? = changes[0].edits.first, place.item == nil
    else { return nil }
    let (source, title) = (data, value.plainText)
    return try reading { () throws(DataError) in
      guard let row = place.row else {
        guard try source.sectionsAreKeyed() else { return nil }
        let titles = try source.sections(0..<source.counts().sections.known).map(\.title)
        let isTaken = titles.enumerated().contains { $0 != place.section && $1 == title }
        return isTaken ? title : nil
      }
      let count = try source.sections(place.section..<place.section + 1).first?.rows.known ?? 0
      guard presenter.itemCount(inRow: place) != nil,
        let own = try source.rows(row..<row + 1, inSection: place.section).first?.key, own != title
      else { return nil }
      let rows = try source.rows(0..<count, inSection: place.section)
      return rows.enumerated().contains { $0 != row && $1.key == title } ? title : nil
    }
  }
}

extension DataEdit {
  /// Where a row comes to stand that was somewhere else before, or nowhere.
  fileprivate var entering: Address? {
    switch self {
    case .insert(let place, .row): place
    case .move(_, let to) where to.row != nil && to.item == nil: to
    default: nil
    }
  }

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
