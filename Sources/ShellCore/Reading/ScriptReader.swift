/// Reads the commands of a script that is in memory as a whole.
///
/// It never waits, so signals are the business of whoever runs the commands.
package final class ScriptReader: LineReader {
  private var scanner: CommandScanner

  /// - Parameters:
  ///   - bytes: the script as it stands in its file.
  ///   - file: the name for positions.
  package init(bytes: [UInt8], file: String? = nil) {
    scanner = CommandScanner(bytes: bytes, file: file, isWhole: true)
  }

  package convenience init(text: String, file: String? = nil) {
    self.init(bytes: Array(text.utf8), file: file)
  }

  package func next(prompt: String) -> LineEvent {
    switch scanner.next() {
    case .command(let line): return .line(line)
    case .failure(let error): return .failure(error)
    case .needsBytes, .end: return .endOfInput
    }
  }
}
