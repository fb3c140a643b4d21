import Rendering
import Testing

@testable import ShellCore

@Suite struct ConsoleTests {
  /// What a terminal of a width gets, and what a recording beside it gets.
  private func print(_ text: String, columns: Int?, isMessage: Bool) -> (String, String) {
    var (written, heard) = ("", "")
    withoutActuallyEscaping(
      { written += $0 },
      do: { write in
        var console = Console(writeResult: write, writeMessage: write)
        console.columns = columns
        withoutActuallyEscaping({ heard += $0 }) { listen in
          console.listen = listen
          console.result([StyledLine(text)], isMessage: isMessage)
          console.notice(StyledLine(text))
          console.listen = nil
        }
      })
    return (written, heard)
  }

  @Test func messagesAreBrokenBetweenWordsOnATerminalOnly() {
    let (text, broken) = ("opened it: 4 sections", "opened it: 4\n  sections\n")
    #expect(print(text, columns: 12, isMessage: true) == (broken + broken, "\(text)\n\(text)\n"))
    #expect(print(text, columns: nil, isMessage: true).0 == "\(text)\n\(text)\n")
  }

  @Test func dataStayInTheirLines() {
    let text = #"{"a": "four words in it"}"#
    #expect(print(text, columns: 12, isMessage: false).0.hasPrefix(text + "\n"))
  }
}
