import Commands
import Rendering
import TableModel

/// Lines that were typed, or run where none are typed.
extension Interpreter {
  /// Carries `history` out.
  func follow(_ request: Output.HistoryRequest, of line: SourceLine) -> Verdict {
    do {
      switch request {
      case .transcript: console.result(try transcriptOfSession().map { StyledLine($0) })
      case .list(let count, let text):
        list((typed ?? lines).numbered(count, holding: text))
      case .clear:
        try clearHistory()
        answer("history", ["the history is empty"])
      }
      return .carryOn
    } catch {
      return fail(error, line)
    }
  }

  private func list(_ entries: [(number: Int, text: String)]) {
    guard mode.json else {
      console.result(entries.map { StyledLine(DisplaySafe.line("\($0.number)  \($0.text)")) })
      return
    }
    var record = Record()
    record["schema"] = .string("shelf.history.1")
    record["entries"] = .array(
      entries.map {
        .record(Record([("number", .integer($0.number)), ("command", .string($0.text))]))
      })
    writeValue(.record(record))
  }

  /// A script forgets nothing of what somebody has typed.
  private func clearHistory() throws(CommandError) {
    guard let typed else {
      throw CommandError(
        .impossible(
          "only a prompt has a history to clear",
          hint: "without a prompt 'history' lists the lines of this run"))
    }
    do {
      try typed.clear()
    } catch {
      throw CommandError(.impossible(error.description, hint: nil))
    }
  }
}
