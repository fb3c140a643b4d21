import Commands
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

/// Shows results that are longer than the screen: by the user's pager, `less`, or pages of its own.
package struct Pager {
  /// A command of the system's shell; nil where there is none.
  let command: String?
  private let variables: [String]
  private let screen: () -> (columns: Int, lines: Int)
  private let pages: ScreenPages
  private let flush: () -> Void

  /// - Parameters:
  ///   - variables: the environment, which may name a pager.
  ///   - screen: how large the screen is now.
  ///   - keys: where keys are read that turn pages; nil where there are none.
  ///   - flush: hands over what was printed before.
  package init(
    variables: [String: String], screen: @escaping () -> (columns: Int, lines: Int),
    keys: Int32?, output: Int32 = 1, flush: @escaping () -> Void = {}
  ) {
    (self.screen, self.flush) = (screen, flush)
    pages = ScreenPages(keys: keys, output: output)
    let named = ["SHELF_PAGER", "PAGER"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
    let folders = (variables["PATH"] ?? "").split(separator: ":")
    let hasLess = folders.contains { access("\($0)/less", X_OK) == 0 }
    command = named ?? (hasLess ? "less -R" : nil)
    // As others do: leave at once where all fits, keep colours, leave the text on the screen.
    self.variables = variables["LESS"] == nil ? ["LESS=FRX"] : []
  }

  /// True for a text that takes more lines than the screen has.
  func isLong(_ text: String) -> Bool {
    let (columns, lines) = screen()
    var count = 0
    for line in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
      count += ScreenPages.rows(of: Substring(line), columns: columns)
      if count >= lines { return true }
    }
    return false
  }

  /// Shows a text. Whatever becomes of the pager, the text is shown: a pager that is missing or fails
  /// is replaced; one that somebody leaves or ends by a signal has shown it.
  func show(_ text: String) {
    flush()
    guard let command else { return pages.show(text, on: screen()) }
    var pager = PipedCommand(command)
    pager.variables = variables
    switch pager.run(reading: text) {
    case .exited(0), .signal: return
    case .exited, .notStarted: pages.show(text, on: screen())
    }
  }
}

extension Interpreter {
  /// Prints something, through the pager where it is long and somebody at the prompt reads it.
  func paged(_ work: () -> Void) {
    guard let pager, usesPager else { return work() }
    let write = console.writeResult
    var text = ""
    console.writeResult = { text += $0 }
    work()
    console.writeResult = write
    let isPaged = session.preferences.pager == .always || pager.isLong(text)
    if isPaged, !text.isEmpty { pager.show(text) } else { write(text) }
  }

  /// Never in scripts, pipes and files, for machines, and while what is printed is recorded.
  private var usesPager: Bool {
    mode.isInteractive && !isBrowsing && !mode.json && sources.isEmpty && console.divert == nil
      && session.preferences.pager != .off && !parts.contains { $0.isKeepingOutput }
  }
}

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
