import Glibc

/// Progress and complaints. Standard output holds the result alone.
enum StandardError {
  static func print(_ text: String) {
    let line = Array("\(text)\n".utf8)
    var rest = line[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      guard written > 0 else { return }
      rest = rest.dropFirst(written)
    }
  }
}
