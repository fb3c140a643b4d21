import CommandLanguage
import Rendering
import TableEngine
import TableModel
import Workspaces

/// `bookmark`: gives the focused place a letter.
struct BookmarkCommand: ShelfCommand {
  static let declaration = Command(
    "bookmark", .move, "give the focused place a letter, to come back to",
    parameters: [Parameter("LETTER", .choice([]), optional: true)],
    discussion: """
      `goto 'a` returns to what `bookmark a` was given to, and `'a` is an address wherever one may \
      stand. A bookmark stays with its record when the table is filtered, sorted or edited; every \
      table that was pushed has its own. Without a letter the bookmarks are listed. `mark` is \
      another thing: a check mark of the model's.
      """,
    examples: [
      .init("bookmark a; bottom; goto 'a", "there and back"),
      .init("bookmark a; sort by Title; bookmark", "list them"),
    ],
    related: ["goto", "jump"], effect: .change)

  private let letter: Character?

  init(_ call: Invocation) throws(CommandError) {
    guard let word = call[0] else {
      letter = nil
      return
    }
    guard word.text.count == 1, let letter = word.text.first, letter.isBookmark else {
      throw CommandError(
        .badValue(word.text, argument: "bookmark", expected: "a letter from a to z or A to Z"),
        at: word.range)
    }
    self.letter = letter
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    guard let letter else { return Self.list(try workspace.current()) }
    let place = try workspace.place(nil)
    var level = try workspace.current()
    let before = level.bookmarks[letter]
    level.bookmarks[letter] = level.kept(place)
    workspace.levels[workspace.levels.count - 1] = level
    let moved =
      before.map { level.place(of: $0).map { $0 == place ? "" : ", before at \($0)" } ?? ", moved" }
    return Output("bookmark '\(letter)\(moved ?? "")\(Mark.dot)\(level.positionLine)")
  }

  /// All bookmarks, each with its place and the text of its cell.
  private static func list(_ level: Level) -> Output {
    let lines = level.bookmarks.sorted { $0.key < $1.key }.map { letter, kept in
      guard let place = level.place(of: kept) else { return ["'\(letter)", "not shown now"] }
      return ["'\(letter)", "\(place)", level.presenter.content(for: place).text.inOneLine]
    }
    if lines.isEmpty { return Output("there are no bookmarks") }
    var output = Output(
      lines.map { $0.joined(separator: "  ") }.joined(separator: "\n"))
    output.tell(fields: lines)
    return output
  }
}
