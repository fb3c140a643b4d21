import ShellCore
import Testing

@Suite struct CommandScannerTests {
  /// What a script is cut into, `line number: text` for each command, `!` before an error.
  private static func commands(_ bytes: [UInt8], file: String? = "a.shelf") -> [String] {
    let reader = ScriptReader(bytes: bytes, file: file)
    var found: [String] = []
    while found.count < 50 {
      switch reader.next(prompt: "") {
      case .line(let line): found.append("\(line.line): \(line.text)")
      case .failure(let error): found.append("! \(error.location ?? "-"): \(error)")
      default: return found
      }
    }
    return found
  }

  @Test(arguments: [
    ("", []),
    ("view", ["1: view"]),
    ("view\n", ["1: view"]),
    ("a\nb\n\nc", ["1: a", "2: b", "3: ", "4: c"]),
    ("a\r\nb\r\n", ["1: a", "2: b"]),
    ("\u{FEFF}a\nb", ["1: a", "2: b"]),
    ("a\n\u{FEFF}b", ["1: a", "2: \u{FEFF}b"]),
    ("größe 日本語\nx", ["1: größe 日本語", "2: x"]),
    ("a \\\nb\nc", ["1: a  \nb", "3: c"]),
    ("a \\\r\nb", ["1: a  \nb"]),
    ("a \\", ["1: a  "]),
    ("a \\\\\nb", ["1: a \\\\", "2: b"]),
    ("f (\n a > 1)\nb", ["1: f (\n a > 1)", "3: b"]),
    ("insert {\"a\": [1,\n2]}\nb", ["1: insert {\"a\": [1,\n2]}", "3: b"]),
    ("echo 'one\ntwo'\nb", ["1: echo 'one\ntwo'", "3: b"]),
    ("goto 'a\nb", ["1: goto 'a", "2: b"]),
    ("goto 'a; goto 'b top\nb", ["1: goto 'a; goto 'b top", "2: b"]),
    ("find 'a b'\nb", ["1: find 'a b'", "2: b"]), ("f 'a b\nc'\nd", ["1: f 'a b\nc'", "3: d"]),
    ("echo 'ab\nc'\nb", ["1: echo 'ab\nc'", "3: b"]),
    ("echo don't\nb", ["1: echo don't", "2: b"]),
    ("echo \"it's (\"\nb", ["1: echo \"it's (\"", "2: b"]),
    ("f name == \"a\\\"b\"\nb", ["1: f name == \"a\\\"b\"", "2: b"]),
    ("f `a\\\\` = 1\nb", ["1: f `a\\\\` = 1", "2: b"]),
    ("echo \\(\nb", ["1: echo \\(", "2: b"]),
    ("echo )\nb", ["1: echo )", "2: b"]),
    ("# don't (\nb", ["1: ", "2: b"]),
    ("#!/usr/bin/env shelf\nb", ["1: ", "2: b"]),
    ("view # the start (\nb", ["1: view ", "2: b"]),
    ("f (#in > 1)\nb", ["1: f (#in > 1)", "2: b"]),
    ("f (a > 1 # é (\n AND b)\nc", ["1: f (a > 1       \n AND b)", "3: c"]),
    ("echo \"a # b\"", ["1: echo \"a # b\""]),
  ])
  func cutsCommands(script: String, expected: [String]) {
    #expect(Self.commands(Array(script.utf8)) == expected)
  }

  @Test(
    arguments: [
      ([0x61, 0x0A, 0x62, 0xFF, 0x0A, 0x63], "! a.shelf:2: the text is not valid UTF-8 at byte 3"),
      ([0x61, 0x0A, 0xE6, 0x97, 0x0A, 0x63], "! a.shelf:2: the text is not valid UTF-8 at byte 2"),
      (
        [0x61, 0x0A, 0xC3, 0xA9, 0x00, 0x0A, 0x63],
        "! a.shelf:2: a NUL character at byte 4 is not text"
      ),
      (
        [0x61, 0x0A, 0xED, 0xA0, 0x80, 0x0A, 0x63],
        "! a.shelf:2: the text is not valid UTF-8 at byte 2"
      ),
    ] as [([UInt8], String)])
  func damagedLinesAreNamedAndPassedOver(bytes: [UInt8], expected: String) {
    #expect(Self.commands(bytes) == ["1: a", expected, "3: c"])
  }

  @Test(arguments: [
    ("a\nf (b", "! a.shelf:2:3: this parenthesis is never closed"),
    ("a\nf ((b)\n\nc", "! a.shelf:2:3: this parenthesis is never closed"),
    ("a\nécho 'bé\nc", "! a.shelf:2:6: this quote is never closed"),
    ("a\nf (\n'x' = \"y", "! a.shelf:2:3: this parenthesis is never closed"),
    ("a\n{\"k\": 1", "! a.shelf:2:1: this '{' is never closed"),
  ])
  func openBracketsAtTheEndAreErrors(script: String, expected: String) {
    #expect(Self.commands(Array(script.utf8)) == ["1: a", expected])
  }

  @Test func sourceKeepsWhatWasWritten() {
    let reader = ScriptReader(text: "# c\nfilter a \\\n  > 1 # why\n")
    _ = reader.next(prompt: "")
    let expected = SourceLine(
      text: "filter a  \n  > 1 ", source: "filter a \\\n  > 1 # why", line: 2)
    #expect(reader.next(prompt: "") == .line(expected))
    #expect(expected.place(atUTF8: 14) == (3, 4))
    #expect(expected.place(atUTF8: 0) == (2, 1))
    #expect(SourceLine(text: "é日x", line: 7).place(atUTF8: 5) == (7, 3))
  }

  @Test func piecesGiveTheSameAsTheWhole() {
    let script = Array("\u{FEFF}a (é\r\n日)\r\n# x\r\nlast 'q'\r\n \\\nz".utf8)
    let whole = Self.commands(script, file: nil)
    #expect(whole.count == 4)
    for size in 1...7 {
      var scanner = CommandScanner(isWhole: false)
      var found: [String] = []
      for start in stride(from: 0, to: script.count, by: size) {
        scanner.append(script[start..<min(start + size, script.count)])
        while case .command(let line) = scanner.next() {
          found.append("\(line.line): \(line.text)")
        }
      }
      scanner.finish()
      while case .command(let line) = scanner.next() { found.append("\(line.line): \(line.text)") }
      #expect(found == whole, "in pieces of \(size) bytes")
    }
  }

  @Test func endlessLinesAreRefused() {
    var scanner = CommandScanner(isWhole: false)
    scanner.append([UInt8](repeating: 0x61, count: CommandScanner.limit + 1))
    #expect(
      scanner.next() == .failure(.tooLong(file: nil, line: 1, limit: CommandScanner.limit)))
    scanner.append([0x61, 0x61])
    #expect(scanner.next() == .needsBytes)
    scanner.append([0x61, 0x0A, 0x62, 0x0A])
    #expect(scanner.next() == .command(SourceLine(text: "b", line: 2)))
  }

  @Test(arguments: [
    ("", false), ("view", false), ("view \\", true), ("a\nb (", true), ("a (\nb)", false),
    ("echo 'x y", true), ("goto 'x", false), ("goto 'x top", false), ("# (", false),
    ("a\n# \\", false),
  ])
  func knowsWhatNeedsMore(text: String, expected: Bool) {
    #expect(Continuation.needsMore(text) == expected)
  }

  /// Eight times as many lines take about eight times as long; with a quadratic reader it would be
  /// sixty-four times. The best of three counts, because a machine may have more to do.
  @Test func manyLinesTakeTimeInProportion() {
    func time(of lines: Int) -> Duration {
      let line = "filter price > 10 AND name BEGINSWITH \"S\"\n"
      let script = String(repeating: line, count: lines)
      let times = (0..<3).map { _ in
        let reader = ScriptReader(text: script)
        var count = 0
        let time = ContinuousClock().measure {
          while case .line = reader.next(prompt: "") { count += 1 }
        }
        #expect(count == lines)
        return time
      }
      return times.min() ?? .zero
    }
    let (few, many) = (time(of: 2500), time(of: 20_000))
    #expect(many < few * 30)
  }
}
