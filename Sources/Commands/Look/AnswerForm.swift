import Arranging
import CommandLanguage
import Rendering
import Results
import TableEngine
import TableModel
import Workspaces

extension CommandOption {
  /// How much of an answer is printed.
  static let limit = CommandOption(
    "limit", Parameter("N", .choice(of: NoneWord.self)),
    "print so many lines, or all with 'none'; a terminal gets a screenful")

  static let bars = CommandOption("bars", nil, "draw a bar beside each line")
}

/// The room for an answer, where there is not any.
struct AnswerRoom {
  /// In columns.
  let width: Int?
  let lines: Int?
}

/// How the answer to a question about all records is to be given.
struct AnswerForm: Sendable {
  let isForMachines: Bool
  let hasBars: Bool
  private let limit: Limit
  private let line: Statement

  private enum Limit {
    case screen
    case lines(Int)
    case none
  }

  init(_ call: Invocation) throws(CommandError) {
    (isForMachines, hasBars, line) = (call.has(.json), call.has(.bars), call.statement)
    guard let word = call.option(.limit) else {
      limit = .screen
      return
    }
    if NoneWord(rawValue: word.raw) != nil {
      limit = .none
    } else if let number = Int(word.text), number > 0 {
      limit = .lines(number)
    } else {
      throw CommandError(
        .badValue(word.text, argument: "limit", expected: "1 or more, or none"), at: word.range)
    }
  }

  /// How many lines are printed below the first one; nil for all.
  private func most(in workspace: Workspace) -> Int? {
    switch limit {
    case .none: nil
    case .lines(let number): number
    case .screen:
      // The line that says what is left out, and the prompt below it, take room as well.
      workspace.environment.printsToTerminal ? max(1, workspace.preferences.window.height - 3) : nil
    }
  }

  /// The room that the answer has.
  func room(in workspace: Workspace) -> AnswerRoom {
    AnswerRoom(
      width: workspace.reportWidth, lines: isForMachines ? 0 : most(in: workspace))
  }

  private func cut(_ output: Output, in workspace: Workspace) -> Output {
    var output = output
    if isForMachines { output.lines = [] }
    let count = output.lines.count - 1 + output.unmadeLines
    guard let most = most(in: workspace), count > most else { return output }
    let words =
      "\(Words.grouped(most)) of \(Words.number(count, "line"))\(Mark.dot)'results' opens them as a"
      + " table\(Mark.dot)'--limit none' prints all"
    output.lines =
      output.lines.prefix(1 + most) + [StyledLine(words, TextStyle(.secondary, .dim))]
    output.fields = output.fields.map { Array($0.prefix(most)) }
    return output
  }

  /// Gives an answer, and keeps it for `results`.
  func give(
    _ output: Output, _ table: ResultTable, of asked: AskedRecords, in workspace: inout Workspace
  ) -> Output {
    workspace.memory[ResultsCommand.Memory.self].answer = Answer(
      table: table, asked: asked, line: line)
    return cut(output, in: workspace)
  }
}

extension Workspace {
  /// The columns to which reports are cut; nil where they are not shown on a terminal.
  var reportWidth: Int? {
    environment.printsToTerminal ? preferences.window.width : nil
  }
}

extension Output {
  /// The output with what programs get.
  func with(json value: @autoclosure @escaping @Sendable () -> Value) -> Output {
    var output = Output(
      lines: lines, json: [JSONWriter.text(of: value(), layout: .spaced)])
    output.fields = fields
    output.notices = notices
    output.isMessage = isMessage
    output.unmadeLines = unmadeLines
    return output
  }

  /// A result as text for people and as fields for programs.
  ///
  /// - Parameter bars: the column whose values are drawn, too.
  init(_ table: ResultTable, bars: String?, in room: AnswerRoom) {
    let drawn = bars.map(table.bars)
    let figures = table.columns.indices.filter { table.columns[$0].style != .value }
    var grid = TextGrid(
      table.columns.map(\.name) + (drawn == nil ? [] : [""]), numeric: Set(figures), widest: 80,
      most: room.lines)
    let shown = min(table.count, room.lines ?? .max)
    let texts = table.texts(first: shown, Words.grouped)
    for line in 0..<shown {
      let cells = table.columns.indices.map { column -> TextGrid.Cell in
        let text = texts[column][line]
        return table.columns[column].style == .value ? .text(text) : .whole(text)
      }
      let fields = table.columns.map { $0.values(line)?.plainText ?? "" }
      grid.add(cells + (drawn.map { [.whole($0[line])] } ?? []), fields: fields)
    }
    self.init(grid, width: room.width)
    unmadeLines = table.count - shown
  }
}
