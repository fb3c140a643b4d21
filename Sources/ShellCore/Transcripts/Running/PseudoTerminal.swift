import DataSources
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program on a terminal of its own, and what is on its screen.
final class PseudoTerminal {
  private(set) var screen: TerminalScreen
  /// The end that keys are written to and output is read from.
  private let terminal: Int32
  /// The program's end, held open so that the screen stays when the program ends.
  private let line: Int32
  private var child: ChildProgram?
  private var undecoded: [UInt8] = []

  /// - Returns: nil when the system has no terminal left.
  init?(columns: Int, rows: Int) {
    screen = TerminalScreen(columns: columns, rows: rows)
    var (controlling, controlled): (Int32, Int32) = (-1, -1)
    guard openpty(&controlling, &controlled, nil, nil, nil) == 0 else { return nil }
    (terminal, line) = (controlling, controlled)
    for descriptor in [terminal, line] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    tellSize(columns: columns, rows: rows)
  }

  deinit {
    child?.end()
    close(line)
    close(terminal)
  }

  func start(
    executable: String, arguments: [String], environment: [String: String], folder: String
  ) throws(ChildProgram.Failure) {
    guard let name = ttyname(line) else { throw .system("a terminal without a name") }
    child = try ChildProgram(
      executable: executable, arguments: arguments, environment: environment, folder: folder,
      streams: [.terminal(String(cString: name)), .same(0), .same(0)])
  }

  func resize(columns: Int, rows: Int) {
    screen.resize(columns: columns, rows: rows)
    tellSize(columns: columns, rows: rows)
  }

  private func tellSize(columns: Int, rows: Int) {
    var size = winsize()
    size.ws_col = UInt16(clamping: columns)
    size.ws_row = UInt16(clamping: rows)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
  }

  func type(_ text: String) { DescriptorOutput.write(text, to: terminal) }

  /// Reads what the program prints within a time.
  ///
  /// - Returns: false when nothing came.
  func read(milliseconds: Int32) -> Bool {
    var watched = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    guard poll(&watched, 1, milliseconds) > 0,
      case .bytes(let bytes) = DescriptorInput.readNow(terminal)
    else { return false }
    undecoded += bytes
    screen.feed(takeWholeCharacters())
    return true
  }

  /// Leaves the start of a character whose rest has not arrived.
  private func takeWholeCharacters() -> String {
    for held in 0..<min(4, undecoded.count) {
      if let text = String(validating: undecoded.dropLast(held), as: UTF8.self) {
        undecoded = Array(undecoded.suffix(held))
        return text
      }
    }
    defer { undecoded = [] }
    return String(decoding: undecoded, as: UTF8.self)
  }
}
