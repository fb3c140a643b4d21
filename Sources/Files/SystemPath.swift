import Foundation
import TableModel

/// Names of files as the system has them: bytes, which need not be UTF-8.
///
/// In a text each byte that is not part of a character stands as a private character from U+10FE80
/// on; people see and type it as `\xE9`.
package enum SystemPath {
  /// What stands for the bytes 0x80 to 0xFF.
  private static let stands: ClosedRange<UInt32> = 0x10FE80...0x10FEFF
  private static let base: UInt32 = 0x10FE00

  /// The text for a name.
  ///
  /// - Complexity: O(bytes).
  package static func text(of name: some Sequence<UInt8>) -> String {
    let bytes = Array(name)
    // A character that would be taken for such a byte is taken apart.
    if let text = String(validating: bytes, as: UTF8.self), !hasBytes(text) { return text }
    var text = String.UnicodeScalarView()
    var index = 0
    while index < bytes.count {
      let length = bytes.withUnsafeBytes { bytes in
        bytes[index] < 0x80 ? 1 : UTF8Check.length(of: bytes, at: index) ?? 0
      }
      let scalar = String(decoding: bytes[index..<index + length], as: UTF8.self).unicodeScalars
        .first
      if let scalar, length > 0, !stands.contains(scalar.value) {
        text.append(scalar)
        index += length
      } else {
        text.append(Unicode.Scalar(base + UInt32(bytes[index])) ?? "\u{FFFD}")
        index += 1
      }
    }
    return String(text)
  }

  /// True when a name is not UTF-8.
  package static func hasBytes(_ path: String) -> Bool {
    path.utf8.contains(0xF4) && path.unicodeScalars.contains { stands.contains($0.value) }
  }

  /// The bytes of a name.
  package static func bytes(of path: String) -> [UInt8] {
    guard hasBytes(path) else { return Array(path.utf8) }
    return path.unicodeScalars.flatMap { scalar in
      stands.contains(scalar.value)
        ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
    }
  }

  /// Calls the system with a name.
  package static func with<Result>(
    _ path: String, _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result {
    guard hasBytes(path) else { return path.withCString(body) }
    return (bytes(of: path) + [0]).map(CChar.init(bitPattern:)).withUnsafeBufferPointer { name in
      // There is the zero at least.
      name.baseAddress.map(body) ?? path.withCString(body)
    }
  }

  /// A name with its odd bytes as people type them.
  ///
  /// - Parameter escapesBlanks: whether blanks get a backslash too, as in a word without quotes.
  package static func spelled(_ path: String, escapesBlanks: Bool = false) -> String {
    var text = String.UnicodeScalarView()
    for scalar in path.unicodeScalars {
      if stands.contains(scalar.value) {
        text.append(contentsOf: "\\x".unicodeScalars)
        let code = String(scalar.value & 0xFF, radix: 16, uppercase: true)
        text.append(contentsOf: code.unicodeScalars)
      } else {
        if escapesBlanks, scalar.properties.isWhitespace { text.append("\\") }
        text.append(scalar)
      }
    }
    return String(text)
  }

  /// What a typed name means: `\xE9` is the byte 0xE9. Bytes below 0x80 are characters, which are
  /// typed as themselves.
  package static func read(_ typed: String) -> String {
    guard typed.contains("\\x") else { return typed }
    let scalars = Array(typed.unicodeScalars)
    var text = String.UnicodeScalarView()
    var index = 0
    while index < scalars.count {
      if scalars[index...].starts(with: ["\\", "x"]), index + 4 <= scalars.count,
        let byte = UInt32(
          String(String.UnicodeScalarView(scalars[index + 2..<index + 4])), radix: 16),
        let scalar = Unicode.Scalar(base + byte), stands.contains(scalar.value)
      {
        text.append(scalar)
        index += 4
      } else {
        text.append(scalars[index])
        index += 1
      }
    }
    return String(text)
  }
}

/// Calls of the system that a signal may interrupt before they have done anything.
package enum SystemCall {
  /// Makes a call, and makes it again for as long as signals interrupt it.
  ///
  /// - Returns: its answer; below 0 where it has failed, and `errno` says why.
  package static func uninterrupted(_ call: () -> Int32) -> Int32 {
    while true {
      let answer = call()
      if answer >= 0 || errno != EINTR { return answer }
    }
  }
}

/// The system's words for what went wrong with a file.
package enum SystemMessage {
  /// `no such file or directory` and the like for an error number, to be quoted in a message.
  package static func text(_ code: Int32) -> String {
    guard let words = strerror(code) else { return "error \(code)" }
    let message = String(cString: words)
    return message.prefix(1).lowercased() + message.dropFirst()
  }

  /// What kept a file from being read or written: the system's own words where it has any.
  package static func text(of error: any Error) -> String {
    switch error as? FileReplacement.Failure {
    case .system(let code): return text(code)
    case .outside: return "it lies outside of the folder that may be written to"
    case .database: return "it is a database, and databases are never written"
    case .exists, nil: break
    }
    switch error as? DataError {
    case .unreadable(_, let reason): return reason
    case .notFound: return text(ENOENT)
    default: break
    }
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    if let underlying, underlying.domain == NSPOSIXErrorDomain {
      return text(Int32(underlying.code))
    }
    // Foundation does not always say which system error it has met.
    switch (error as? CocoaError)?.code {
    case .fileNoSuchFile, .fileReadNoSuchFile: return text(ENOENT)
    case .fileWriteNoPermission, .fileReadNoPermission: return text(EACCES)
    default: break
    }
    return (error as NSError).localizedDescription
  }
}
