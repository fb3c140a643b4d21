/// Tells whether a command goes on in the next line, and where its comments are.
///
/// A command goes on while a quote or a bracket is open or when its line ends in a backslash.
/// - `"..."`, `'...'` and `` `...` `` are quotes; one opens only where no word is in progress, so
///   that `don't` needs no care. A backslash takes the meaning from the character behind it.
/// - `(` and `{` open, any of their partners closes. `[` does not: options are in brackets, and an
///   open one is a mistake to be shown at once.
/// - A `#` that begins a command starts a comment, and so does a `#` with a blank on both sides:
///   `#in` inside a command is a key of the predicate language.
///
/// Lines are fed one after the other, so a command costs its length, however many lines it has.
package struct Continuation: Sendable {
  /// What is open, with its byte offset into the command.
  package private(set) var opener: (byte: UInt8, offset: Int)?
  private var quote: UInt8?
  private var depth = 0
  private var isJoined = false
  private var fed = 0
  private var isFirstLine = true

  package init() {}

  /// True when the command needs another line.
  package var isOpen: Bool { quote != nil || depth > 0 || isJoined }

  /// Examines the next line of the command.
  ///
  /// - Parameter line: the line without its line break.
  /// - Returns: the number of bytes before a comment or a joining backslash.
  /// - Complexity: O(bytes of the line).
  package mutating func feed(_ line: some RandomAccessCollection<UInt8>) -> Int {
    var code: Int?
    code = line.withContiguousStorageIfAvailable { feed(bytes: $0) }
    return code ?? Array(line).withUnsafeBufferPointer { feed(bytes: $0) }
  }

  private mutating func feed(bytes: UnsafeBufferPointer<UInt8>) -> Int {
    defer {
      fed += bytes.count + 1
      isFirstLine = false
    }
    isJoined = false
    var isAtStart = isFirstLine
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if let quote {
        index += feedQuoted(byte, closing: quote)
        continue
      }
      if byte == UInt8(ascii: "#"), isAtStart || Self.isComment(bytes, at: index) { return index }
      if byte == UInt8(ascii: "\\") {
        isJoined = index + 1 == bytes.count
        if isJoined { return index }
        index += 1
      } else {
        feedPlain(byte, after: index == 0 ? nil : bytes[index - 1], at: fed + index)
      }
      if !Self.isBlank(byte) { isAtStart = false }
      index += 1
    }
    return bytes.count
  }

  /// Takes a byte between quotes; returns how many bytes are done with.
  private mutating func feedQuoted(_ byte: UInt8, closing mark: UInt8) -> Int {
    if byte == UInt8(ascii: "\\") { return 2 }
    if byte == mark {
      quote = nil
      if depth == 0 { opener = nil }
    }
    return 1
  }

  private mutating func feedPlain(_ byte: UInt8, after previous: UInt8?, at offset: Int) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
      guard !Self.isWord(previous) else { return }
      quote = byte
      if depth == 0 { opener = (byte, offset) }
    case UInt8(ascii: "("), UInt8(ascii: "{"):
      if depth == 0 { opener = (byte, offset) }
      depth += 1
    case UInt8(ascii: ")"), UInt8(ascii: "}"):
      depth = max(0, depth - 1)
      if depth == 0 { opener = nil }
    default: break
    }
  }

  private static func isComment(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    (index == 0 || isBlank(bytes[index - 1]))
      && index + 1 < bytes.count && isBlank(bytes[index + 1])
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Letters, digits and the bytes of everything outside ASCII.
  private static func isWord(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...: return true
    default: return false
    }
  }
}

extension Continuation {
  /// True when what was typed so far needs another line.
  package static func needsMore(_ text: String) -> Bool {
    var scanner = CommandScanner(bytes: Array(text.utf8), isWhole: false)
    scanner.append([0x0A])
    while case .command = scanner.next() {}
    return scanner.isInsideCommand
  }
}
