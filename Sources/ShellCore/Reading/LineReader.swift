import CommandLanguage
import Documents
import Files
import Foundation

/// What came of asking for the next command.
package enum LineEvent: Sendable, Hashable {
  case line(SourceLine)
  /// The script is read to its end, or Ctrl-D was pressed on an empty line.
  case endOfInput
  /// Ctrl-C: what was being typed is gone, the shell goes on.
  case interrupted
  /// The terminal was closed, or a signal asks the program to end (`SignalState.exitStatus`).
  case terminalGone
  /// The input is broken here; the next call goes on with what follows.
  case failure(ReadError)
}

/// Where commands come from: a script, a pipe, a plain terminal or a line editor.
package protocol LineReader: AnyObject {
  /// Waits for the next command, which may span several lines.
  ///
  /// - Parameter prompt: plain text, printed only by readers that talk to a person.
  func next(prompt: String) -> LineEvent

  /// Forgets commands that were handed in together but have not run, because one of them failed.
  func dropPending()
}

extension LineReader {
  package func dropPending() {}
}

/// The prompt of a command's second and further lines.
package let continuationPrompt = "...> "

/// Which reader fits the streams that the program was started with.
package enum ReaderChoice: Sendable, Hashable {
  /// A line editor on the terminal.
  case editor
  /// A prompt on a terminal that cannot edit lines.
  case plain
  /// Commands from a pipe, without prompts.
  case stream
  /// Nobody who could read a prompt: results go to a file or a pipe, and keys come from a terminal.
  case nobody

  /// True for a reader that prompts somebody at a terminal.
  package var isPrompt: Bool { self == .editor || self == .plain }

  /// - Parameters:
  ///   - inputIsTerminal: whether commands come from a terminal, which is `/dev/tty` when data is
  ///     piped into standard input.
  ///   - outputIsTerminal: whether what is printed reaches a terminal.
  ///   - term: the value of `TERM`.
  ///   - knowsTerminal: whether the system describes a terminal of this name.
  package static func choose(
    inputIsTerminal: Bool, outputIsTerminal: Bool, term: String?, knowsTerminal: (String) -> Bool
  ) -> ReaderChoice {
    guard inputIsTerminal else { return .stream }
    guard outputIsTerminal else { return .nobody }
    guard let term, !["", "dumb", "emacs", "unknown"].contains(term),
      knowsTerminal(term)
    else { return .plain }
    return .editor
  }
}

/// A command and where it came from.
package struct SourceLine: Sendable, Hashable {
  /// The command to run, with stars for passwords. Comments and the backslashes that join lines are blanked out; everything
  /// else stands at the byte offset it has in `source`.
  package var text: String
  /// The command as it was written, for diagnostics, echoes and the history.
  package var source: String
  /// The file's name as it was given; nil when somebody typed the command.
  package var file: String?
  /// The number of the command's first line, from 1.
  package var line: Int
  /// True for what came through a pipe: nobody sees the lines before it, so that errors say where it stands.
  package var isPiped = false
  /// True for the command of a key: nobody has written it, so that errors need not quote it.
  package var isPressed = false

  package init(text: String, source: String? = nil, file: String? = nil, line: Int = 1) {
    self.text = PostgresAddress.hidingPasswords(in: text)
    self.source = source.map { PostgresAddress.hidingPasswords(in: $0) } ?? self.text
    self.file = file
    self.line = line
  }

  /// True when there is nothing to run: an empty line or a comment.
  package var isBlank: Bool { text.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A } }

  /// Where a character of `text` stands in its file.
  ///
  /// - Parameter offset: a character offset, clamped to the text's length.
  /// - Returns: line and column from 1, the column counted in characters.
  package func place(at offset: Int) -> (line: Int, column: Int) {
    place(atUTF8: text.prefix(max(0, offset)).utf8.count)
  }

  /// Where a byte of the command stands in its file.
  ///
  /// - Parameter utf8Offset: an offset into `text` or `source`, clamped to its length.
  /// - Returns: line and column from 1, the column counted in characters.
  package func place(atUTF8 utf8Offset: Int) -> (line: Int, column: Int) {
    let utf8 = source.utf8
    let offset = min(max(utf8Offset, 0), utf8.count)
    let before = source[..<utf8.index(utf8.startIndex, offsetBy: offset)]
    let breaks = before.utf8.reduce(into: 0) { $0 += $1 == 0x0A ? 1 : 0 }
    let lineStart = before.lastIndex(of: "\n").map(before.index(after:)) ?? before.startIndex
    return (line + breaks, before.distance(from: lineStart, to: before.endIndex) + 1)
  }
}

/// Why commands could not be read.
package enum ReadError: Error, Sendable, Hashable {
  /// - Parameter byte: offset from the start of the input, from 0.
  case invalidUTF8(file: String?, line: Int, byte: Int)
  case nulByte(file: String?, line: Int, byte: Int)
  /// A quote or a bracket is still open where the input ends.
  case unclosed(Character, file: String?, line: Int, column: Int)
  case tooLong(file: String?, line: Int, limit: Int)
  /// The system refuses; `reason` is its own message.
  case unreadable(file: String?, reason: String)
}

extension ReadError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .invalidUTF8(_, _, let byte): "the text is not valid UTF-8 at byte \(byte)"
    case .nulByte(_, _, let byte): "a NUL character at byte \(byte) is not text"
    case .unclosed(let opener, _, _, _): "this \(Self.name(of: opener)) is never closed"
    case .tooLong(_, _, let limit): "a command is longer than \(limit / 1024 / 1024) MiB"
    case .unreadable(let file?, let reason): "cannot read '\(file)': \(reason)"
    case .unreadable(nil, let reason): "cannot read the input: \(reason)"
    }
  }

  /// `file:line:column` or `file:line`, as far as it is known.
  package var location: String? {
    switch self {
    case .invalidUTF8(let file?, let line, _), .nulByte(let file?, let line, _),
      .tooLong(let file?, let line, _):
      "\(file):\(line)"
    case .unclosed(_, let file?, let line, let column): "\(file):\(line):\(column)"
    default: nil
    }
  }

  /// What to do next, when there is something.
  package var hint: String? {
    switch self {
    case .invalidUTF8: "save the file as UTF-8"
    case .unclosed(let opener, _, _, _): "close it with \(Self.closer(of: opener))"
    default: nil
    }
  }

  private static func name(of opener: Character) -> String {
    switch opener {
    case "\"", "'": "quote"
    case "`": "back-quote"
    case "(": "parenthesis"
    default: "'\(opener)'"
    }
  }

  private static func closer(of opener: Character) -> String {
    switch opener {
    case "(": "')'"
    case "[": "']'"
    case "{": "'}'"
    case "'": "\"'\""
    default: "'\(opener)'"
    }
  }
}

/// Reads commands from a terminal that cannot edit lines: a prompt, a line, nothing else.
///
/// Used when `TERM` is `dumb`, unset or unknown. Not one escape sequence is written.
package final class PlainReader: LineReader {
  private let input: Int32
  private let output: Int32
  private let history: History?
  private var scanner = CommandScanner(isWhole: false)

  /// - Parameters:
  ///   - input: the terminal to read from.
  ///   - output: where the prompt goes.
  ///   - history: where commands are remembered; nil for nowhere.
  package init(input: Int32 = 0, output: Int32 = 1, history: History? = nil) {
    self.input = input
    self.output = output
    self.history = history
  }

  package func next(prompt: String) -> LineEvent {
    while true {
      switch scanner.next() {
      case .command(let line):
        history?.record(line.source)
        return .line(line)
      case .failure(let error): return .failure(error)
      case .end: return .endOfInput
      case .needsBytes:
        // Ctrl-D in the middle of a line hands its start over; the line itself goes on.
        if !scanner.isInsideLine {
          DescriptorOutput.write(
            scanner.isInsideCommand ? continuationPrompt : prompt, to: output)
        }
        if let event = fill() { return event }
      }
    }
  }

  package func dropPending() { scanner.reset() }

  private func fill() -> LineEvent? {
    while true {
      switch DescriptorInput.read(input) {
      case .bytes(let bytes):
        scanner.append(bytes)
        return nil
      case .end: return end()
      case .failed: return .terminalGone
      case .woken:
        if SignalState.exitStatus != nil { return .terminalGone }
        guard SignalState.takeInterrupt() else { continue }
        scanner.reset()
        DescriptorOutput.write("\n", to: output)
        return .interrupted
      }
    }
  }

  /// Ctrl-D: inside a command it gives the command up, else it is the end.
  private func end() -> LineEvent? {
    DescriptorOutput.write("\n", to: output)
    guard scanner.isInsideCommand else { return .endOfInput }
    scanner.reset()
    return .interrupted
  }
}

/// Text from the clipboard, made fit for a line that is being edited.
package enum PastedText {
  /// Line breaks become `\n`, prompts at the start of lines go, letters are composed.
  ///
  /// Tabs become blanks; other control characters are dropped, so that a paste can neither press
  /// keys nor send escape sequences. Line breaks at the end go: a paste never runs by itself.
  package static func clean(_ pasted: String) -> String {
    var scalars = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in pasted.unicodeScalars {
      switch scalar {
      case "\r": scalars.append("\n")
      case "\n": if previous != "\r" { scalars.append("\n") }
      case "\t": scalars.append(" ")
      case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value): break
      default: scalars.append(scalar)
      }
      previous = scalar
    }
    let lines = String(scalars).split(separator: "\n", omittingEmptySubsequences: false)
    let text = lines.map(withoutPrompt).joined(separator: "\n")
    let body = text.prefix(text.count - text.reversed().prefix { $0 == "\n" }.count)
    return composed(String(body))
  }

  private static func withoutPrompt(_ line: Substring) -> Substring {
    for prompt in ["shelf> ", "shelf*> ", continuationPrompt] where line.hasPrefix(prompt) {
      return line.dropFirst(prompt.count)
    }
    return ["shelf>", "shelf*>", "...>"].contains(line) ? "" : line
  }

  /// The text in Unicode's composed form (NFC).
  package static func composed(_ text: String) -> String {
    text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping
  }
}
