import Documents
import Files
import Rendering
import Workspaces

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A text page by page, where no other program shows it: space for the next page, Enter for a line, q
/// for the end.
struct ScreenPages {
  /// Where keys are read; nil to show everything at once.
  let keys: Int32?
  let output: Int32

  /// How many rows of a screen a line takes. What only acts on the terminal, such as colours, takes
  /// none.
  static func rows(of line: Substring, columns: Int) -> Int {
    var shown = String(line)
    if line.utf8.contains(0x1B) { shown = shown.replacing(/\u{1B}\[[0-9;]*m/, with: "") }
    return max(1, (DisplayWidth.of(shown) + columns - 1) / max(1, columns))
  }

  func show(_ text: String, on screen: (columns: Int, lines: Int)) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    if lines.last?.isEmpty == true { lines.removeLast() }
    guard let keys, screen.lines > 2, let modes = KeyModes(of: keys) else { return write(text) }
    defer { modes.end() }
    let count = lines.count
    var room = screen.lines - 1
    while true {
      print(&lines, rows: room, screen.columns)
      if lines.isEmpty { return }
      let question = "-- \(count - lines.count) of \(count) lines; space, Enter or q --"
      switch ask(String(question.prefix(max(0, screen.columns - 1))), keys) {
      case .page: room = screen.lines - 1
      case .line: room = 1
      case .end: return
      }
    }
  }

  /// Prints lines until no row is left, one line at least.
  private func print(_ lines: inout ArraySlice<Substring>, rows: Int, _ columns: Int) {
    var (used, shown) = (0, "")
    while let line = lines.first {
      let more = Self.rows(of: line, columns: columns)
      if used > 0, used + more > rows { break }
      used += more
      shown += line + "\n"
      lines.removeFirst()
    }
    write(shown)
  }

  private enum Answer { case page, line, end }

  private func ask(_ question: String, _ keys: Int32) -> Answer {
    write(question)
    defer { write("\r\u{1B}[K") }
    while true {
      switch DescriptorInput.read(keys, limit: 1) {
      case .bytes([UInt8(ascii: " ")]), .bytes([UInt8(ascii: "f")]): return .page
      case .bytes([0x0A]), .bytes([0x0D]), .bytes([UInt8(ascii: "j")]): return .line
      case .bytes([UInt8(ascii: "q")]), .bytes([UInt8(ascii: "n")]), .bytes([0x04]), .end, .failed:
        return .end
      case .bytes: continue
      case .woken:
        if SignalState.takeInterrupt() || SignalState.exitStatus != nil { return .end }
      }
    }
  }

  private func write(_ text: String) { DescriptorOutput.write(text, to: output) }
}

/// A terminal that hands over each key at once and does not show it.
private struct KeyModes {
  private let terminal: Int32
  private let before: termios

  /// - Returns: nil for what is no terminal.
  init?(of terminal: Int32) {
    var modes = termios()
    guard tcgetattr(terminal, &modes) == 0 else { return nil }
    (self.terminal, before) = (terminal, modes)
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(terminal, TCSADRAIN, &modes)
  }

  func end() {
    var modes = before
    tcsetattr(terminal, TCSADRAIN, &modes)
  }
}
