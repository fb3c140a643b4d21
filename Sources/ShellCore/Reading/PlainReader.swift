import Documents
import Files
import Foundation

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
