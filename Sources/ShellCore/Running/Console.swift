import Documents
import Files
package import Rendering
import Workspaces

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where the shell writes: results to one stream, messages about them to another.
///
/// Two functions and two choices of colour, so that a test can collect what a terminal would show.
package struct Console {
  package var writeResult: (String) -> Void
  package var writeMessage: (String) -> Void
  /// Hands over what was written, before the program waits.
  package var flush: () -> Void
  /// Clears the terminal, where there is one that can.
  package var clearScreen: () -> Void = {}
  package var colorsResults: Bool
  package var colorsMessages: Bool
  /// The columns of the terminal, at which messages are broken between words; nil where the lines
  /// of messages stay whole, as in pipes and files.
  package var columns: Int?
  /// False for pages of sessions, whose lines all end in the same way.
  package var keepsLineEnds = true
  /// Takes results, without colours, in place of the stream.
  package var divert: ((String) -> Void)?
  /// Gets everything that is printed, without colours, as well.
  package var listen: ((String) -> Void)?
  /// Takes what would be printed while the table is on the whole screen.
  package var screen: ((Printed) -> Void)?

  /// What a screen shows in its own way.
  package enum Printed: Sendable, Hashable {
    case result([StyledLine])
    case message([StyledLine])
  }

  package init(
    writeResult: @escaping (String) -> Void, writeMessage: @escaping (String) -> Void,
    flush: @escaping () -> Void = {}, colorsResults: Bool = false, colorsMessages: Bool = false
  ) {
    self.writeResult = writeResult
    self.writeMessage = writeMessage
    self.flush = flush
    self.colorsResults = colorsResults
    self.colorsMessages = colorsMessages
  }

  /// - Parameters:
  ///   - isMessage: whether lines may be broken to fit the terminal.
  ///   - isCut: whether they are cut to fit it otherwise.
  package func result(_ lines: [StyledLine], isMessage: Bool = false, isCut: Bool = false) {
    if lines.isEmpty { return }
    let text = Self.encode(lines, colors: false)
    if let divert { return divert(text) }
    listen?(text)
    if let screen { return screen(.result(lines)) }
    if columns == nil, !colorsResults { return writeResult(text) }
    let shown = isMessage ? fitted(lines) : isCut ? cut(lines) : lines
    writeResult(Self.encode(shown, colors: colorsResults))
  }

  private func cut(_ lines: [StyledLine]) -> [StyledLine] {
    guard let columns else { return lines }
    return lines.map { $0.truncated(to: columns) }
  }

  private func fitted(_ lines: [StyledLine]) -> [StyledLine] {
    guard let columns else { return lines }
    return lines.flatMap { $0.wrapped(to: columns) }
  }

  /// Prints words about a result. Like all messages they are made safe here, once for all.
  package func notice(_ line: StyledLine) {
    let line = line.displaySafe()
    listen?(Self.encode([line], colors: false))
    if let screen { return screen(.message([line])) }
    writeMessage(Self.encode(fitted([line]), colors: colorsMessages))
  }

  /// - Parameter shown: the lines for a terminal whose width they fit; nil to break these between
  ///   words.
  package func message(_ lines: [StyledLine], shown: [StyledLine]? = nil) {
    if lines.isEmpty { return }
    let lines = lines.map { $0.displaySafe() }
    listen?(Self.encode(lines, colors: false))
    if let screen { return screen(.message(lines)) }
    let fitting = shown.map { $0.map { $0.displaySafe() } } ?? fitted(lines)
    writeMessage(Self.encode(fitting, colors: colorsMessages))
  }

  /// Prints a result that has lines of its own already.
  package func result(text: String) {
    if let divert { return divert(text) }
    listen?(text)
    if let screen { return screen(.result(Self.lines(of: text))) }
    writeResult(text)
  }

  /// The lines of a text, safe to be drawn.
  private static func lines(of text: String) -> [StyledLine] {
    let ended = text.utf8.last == 0x0A ? text.dropLast() : text[...]
    return ended.split(separator: "\n", omittingEmptySubsequences: false)
      .map { StyledLine(DisplaySafe.line(String($0))) }
  }

  /// Prints a text that other programs read.
  package func document(_ text: String) {
    if let divert { return divert(text) }
    let isUnusual = text.utf8.contains(0x0D) && (listen != nil || !keepsLineEnds)
    let page = isUnusual ? text.replacing("\r\n", with: "\n") : text
    listen?(page)
    if let screen { return screen(.result(Self.lines(of: page))) }
    writeResult(keepsLineEnds ? text : page)
  }

  private static func encode(_ lines: [StyledLine], colors: Bool) -> String {
    ViewEncoder.text(of: lines, palette: colors ? .standard : nil)
  }
}

/// A buffered way to a file descriptor. A closed pipe is noted, not reported: a reader that has
/// left wants no more.
package final class ResultWriter {
  private let descriptor: Int32
  private var buffer = ""
  /// True when nothing more can be written.
  package private(set) var isClosed = false
  /// Why writing failed, unless the reader at the other end merely left.
  package private(set) var failure: String?
  /// True when somebody watches: then nothing waits until the command that follows is done.
  package var isWatched = false
  private static let capacity = 1 << 16

  package init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  package func write(_ text: String) {
    if isClosed { return }
    buffer += text
    if isWatched || buffer.utf8.count >= Self.capacity { flush() }
  }

  /// Hands everything over; call it before a prompt, before a message, and at the end.
  package func flush() {
    if buffer.isEmpty || isClosed { return }
    let isWritten = DescriptorOutput.write(buffer, to: descriptor) { SignalState.shouldStop }
    if !isWritten {
      let code = errno
      isClosed = true
      if code != EPIPE { failure = SystemMessage.text(code) }
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
