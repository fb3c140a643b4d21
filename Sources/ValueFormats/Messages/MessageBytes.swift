import Files
import TableModel

/// The bytes of a message, and a place in them. Lengths are checked before anything is made of them.
struct MessageBytes {
  let text: SourceText
  var position = 0

  init(_ text: SourceText) { self.text = text }

  private var bytes: [UInt8] { text.bytes }
  var isAtEnd: Bool { position >= bytes.count }
  /// How many bytes are left.
  var rest: Int { bytes.count - position }

  func damaged(at byte: Int, _ message: String) -> DataError {
    .damaged(file: text.file, byte: byte, message: message)
  }

  /// The byte that comes next, without going over it; nil at the end.
  var next: UInt8? { isAtEnd ? nil : bytes[position] }

  /// Goes over some bytes.
  ///
  /// - Parameter what: what they are, for the error where the file ends before them.
  mutating func run(_ count: Int, of what: String) throws(DataError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= rest else {
      throw damaged(at: position, "\(what) of \(count) bytes that does not fit in the file")
    }
    defer { position += count }
    return bytes[position..<position + count]
  }

  mutating func byte(of what: String) throws(DataError) -> UInt8 {
    guard let byte = next else { throw damaged(at: position, "the file ends before \(what)") }
    position += 1
    return byte
  }

  mutating func bigEndian(_ width: Int, of what: String) throws(DataError) -> UInt64 {
    try run(width, of: what).reduce(0) { $0 << 8 | UInt64($1) }
  }

  mutating func littleEndian(_ width: Int, of what: String) throws(DataError) -> UInt64 {
    try run(width, of: what).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// A text with its length in bytes.
  mutating func string(_ count: Int) throws(DataError) -> String {
    let start = position
    let run = Array(try run(count, of: "a text"))
    if let invalid = UTF8Check.firstInvalidByte(in: run) {
      throw damaged(at: start + invalid, "a text that is not UTF-8")
    }
    return String(decoding: run, as: UTF8.self)
  }

  /// The number of elements of a container, each of which takes some bytes at least.
  ///
  /// - Parameter start: where the container begins, for the error.
  func count(_ count: UInt64, each size: Int, from start: Int) throws(DataError) -> Int {
    guard count <= UInt64(rest / size) else {
      throw damaged(at: start, "a container of \(count) elements that does not fit in the file")
    }
    return Int(count)
  }

  /// A length in bytes, which is checked where they are read.
  static func length(_ length: UInt64) -> Int { Int(clamping: length) }
}

extension Sequence<UInt8> {
  /// Two digits for each byte.
  var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
