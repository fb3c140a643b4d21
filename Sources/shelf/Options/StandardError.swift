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

/// What the program itself says on standard error, without a session.
///
/// Messages quote arguments and names of files, so nothing that acts on a terminal is handed over:
/// this is the only way for plain text to standard error. A session's messages are made safe by its
/// `Console`.
enum StandardError {
  /// Writes a text of one or more lines.
  static func write(_ text: String) {
    DescriptorOutput.write(visible(text), to: 2)
  }

  /// The lines of a text with everything made visible that acts or hides.
  static func visible(_ text: String) -> String {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { DisplaySafe.line(String($0)) }.joined(separator: "\n")
  }

  /// A message of the argument parser, in which the line breaks of arguments are blanks: they would
  /// begin lines that look like messages of their own.
  static func message(_ text: String, about arguments: [String]) -> String {
    arguments.reduce(text) { text, argument in
      guard argument.unicodeScalars.contains(where: { $0 == "\n" || $0 == "\r" }) else {
        return text
      }
      let value = argument.drop { $0 != "=" }.dropFirst()
      let quoted = [argument, String(value)].filter { !$0.isEmpty }
      return quoted.reduce(text) { $0.replacing($1, with: DisplaySafe.line($1)) }
    }
  }
}

/// The three descriptors that every program is given, or should be.
enum StandardDescriptors {
  /// Puts the null device in place of a closed one, so that the next file that is opened is not
  /// taken for input or output. Call it first.
  ///
  /// - Returns: those that were closed.
  static func occupy() -> [Int32] {
    let closed = (0...2).filter { fcntl($0, F_GETFD) < 0 }
    for descriptor in closed {
      _ = open("/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY)
    }
    return closed
  }
}

/// What cannot be done with the arguments, the variables and the streams that the program was
/// given.
struct UsageError: Error, Equatable {
  var message: String
  var hint: String

  init(_ message: String, hint: String) {
    self.message = message
    self.hint = hint
  }

  /// The lines for standard error.
  var text: String { "error: \(message)\n  hint: \(hint)\n" }
}
