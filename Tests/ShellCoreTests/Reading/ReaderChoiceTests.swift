import ShellCore
import Testing

@Suite struct ReaderChoiceTests {
  @Test(
    arguments: [
      (true, true, "xterm", .editor), (true, true, "dumb", .plain), (true, true, nil, .plain),
      (true, true, "", .plain), (true, true, "emacs", .plain), (true, true, "no-such", .plain),
      (true, false, "xterm", .nobody), (false, true, "xterm", .stream),
      (false, false, nil, .stream),
    ] as [(Bool, Bool, String?, ReaderChoice)])
  func fitsTheStreams(input: Bool, output: Bool, term: String?, expected: ReaderChoice) {
    let choice = ReaderChoice.choose(
      inputIsTerminal: input, outputIsTerminal: output, term: term,
      knowsTerminal: { $0 == "xterm" })
    #expect(choice == expected)
  }

  @Test func errorsSpeakTheHouseLanguage() {
    let errors: [ReadError] = [
      .invalidUTF8(file: "a", line: 1, byte: 2), .nulByte(file: nil, line: 1, byte: 2),
      .unclosed("'", file: "a", line: 1, column: 2), .tooLong(file: "a", line: 1, limit: 1 << 24),
      .unreadable(file: "a", reason: "is a directory"), .unreadable(file: nil, reason: "no"),
    ]
    for error in errors {
      #expect(!error.description.hasSuffix("."))
      #expect(error.description.first?.isLowercase == true)
    }
    #expect(errors[2].hint == "close it with \"'\"")
    #expect(errors[2].location == "a:1:2")
  }
}
