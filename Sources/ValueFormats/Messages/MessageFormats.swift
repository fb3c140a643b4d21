package import Documents
import Files
import TableModel

/// Binary messages. They are known by the names of their files, since nearly all bytes are values.
extension FileFormat {
  /// CBOR, RFC 8949, and sequences of it, RFC 8742.
  package static let cbor = FileFormat(
    name: "cbor", title: "CBOR", one: "CBOR", endings: ["cbor", "cborseq"],
    reading: .text(
      TextReading(
        mayBeEmpty: true, isBinary: true,
        signature: { $0.bytes.starts(with: CBOR.signature) ? .cbor : nil }, forms: { _ in [.cbor] })
    ))

  package static let messagePack = FileFormat(
    name: "msgpack", title: "MessagePack", one: "MessagePack", endings: ["msgpack", "mpk"],
    reading: .text(
      TextReading(mayBeEmpty: true, isBinary: true) { _ in
        [.messages("MessagePack", in: MessagePack.self)]
      }))

  /// Documents of MongoDB, and dumps of collections: one document behind another.
  package static let bson = FileFormat(
    name: "bson", title: "BSON", one: "BSON", endings: ["bson"],
    reading: .text(
      TextReading(mayBeEmpty: true, isBinary: true) { _ in [.messages("BSON", in: BSON.self)] }))
}

extension FileForm {
  fileprivate static let cbor = FileForm.messages("CBOR", in: CBOR.self)
}

/// How values are written in bytes: what `MessageReader` asks of CBOR, MessagePack and BSON.
protocol MessageNotation: Sendable {
  init()

  /// Reads what stands here; of a container no more than its beginning.
  mutating func item(_ bytes: inout MessageBytes) throws(DataError) -> MessageItem

  /// Reads the key of the element that stands here.
  mutating func key(_ bytes: inout MessageBytes) throws(DataError) -> String

  /// Whether a container of unknown length ends here, and goes over its end.
  mutating func ends(_ bytes: inout MessageBytes) throws(DataError) -> Bool

  /// What was left out, in whole sentences.
  var remarks: [String] { get }
}

/// What stands at a place. Containers of a known length have that many elements.
enum MessageItem {
  case value(Value)
  case list(count: Int?)
  case record(count: Int?)
}

/// Reads values one after another, without recursion. A file of one value is that value; one of several,
/// which each of the three formats allows, is their list.
struct MessageReader<Notation: MessageNotation> {
  private var bytes: MessageBytes
  private var notation = Notation()
  private var builder = ValueBuilder()
  private var open: [Container] = []

  private struct Container {
    /// How many elements are to come; nil where that shows at the end.
    var left: Int?
    var isRecord: Bool
  }

  /// - Throws: `DataError.damaged` with the byte where the damage shows, or `.tooDeep`.
  /// - Complexity: O(bytes).
  static func read(_ text: SourceText) throws(DataError) -> (value: Value, remarks: [String]) {
    var reader = MessageReader(bytes: MessageBytes(text))
    var values: [Value] = []
    while !reader.bytes.isAtEnd { values.append(try reader.readValue()) }
    let value = values.count == 1 ? values[0] : .array(values)
    return (value, reader.notation.remarks + reader.repeatedKeys)
  }

  private init(bytes: MessageBytes) { self.bytes = bytes }

  private mutating func readValue() throws(DataError) -> Value {
    repeat {
      if try closesContainer() { continue }
      if open.last?.isRecord ?? false {
        let place = bytes.position
        builder.add(key: try notation.key(&bytes), at: place)
      }
      switch try notation.item(&bytes) {
      case .value(let value): builder.add(value)
      case .list(let count): try begin(isRecord: false, count)
      case .record(let count): try begin(isRecord: true, count)
      }
    } while !open.isEmpty
    return builder.take() ?? .null
  }

  private mutating func begin(isRecord: Bool, _ count: Int?) throws(DataError) {
    if builder.isFull {
      throw .tooDeep(file: bytes.text.file, at: nil, limit: ValueBuilder.depthLimit)
    }
    isRecord ? builder.beginRecord() : builder.beginArray()
    open.append(Container(left: count, isRecord: isRecord))
  }

  /// Closes the innermost container where nothing more is to come, else counts the next element.
  private mutating func closesContainer() throws(DataError) -> Bool {
    guard let container = open.last else { return false }
    let isOver = if let left = container.left { left == 0 } else { try notation.ends(&bytes) }
    if isOver {
      open.removeLast()
      builder.end()
    } else if let left = container.left {
      open[open.count - 1].left = left - 1
    }
    return isOver
  }

  private var repeatedKeys: [String] {
    builder.repeats.map { [$0.remark(at: "byte \($0.offset)")] } ?? []
  }
}

extension MessageNotation {
  mutating func ends(_ bytes: inout MessageBytes) throws(DataError) -> Bool { false }

  /// A key that may be any value but a container.
  mutating func key(_ bytes: inout MessageBytes) throws(DataError) -> String {
    let start = bytes.position
    switch try item(&bytes) {
    case .value(.string(let text)): return text
    case .value(.data(let data)): return data.hexadecimal
    case .value(.date(let date)):
      return JSONWriter.text(of: .date(date)).filter { $0 != "\"" }
    case .value(let value): return JSONWriter.text(of: value)
    case .list, .record: throw bytes.damaged(at: start, "a key that is a list or a record")
    }
  }
}

extension FileForm {
  /// A form of messages in a notation.
  static func messages<Notation: MessageNotation>(_ title: String, in notation: Notation.Type)
    -> FileForm
  {
    FileForm(title, noting: { text throws(DataError) in try MessageReader<Notation>.read(text) })
  }
}

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

/// A whole number of any size, in digits of a thousand millions each, the last one first.
struct WholeNumber {
  private static let base: UInt64 = 1_000_000_000
  private var parts: [UInt64] = []

  /// - Complexity: O(bytes²).
  init(bigEndian bytes: [UInt8], adding summand: UInt64 = 0) {
    for byte in bytes { multiply(by: 256, adding: UInt64(byte)) }
    multiply(by: 1, adding: summand)
  }

  private mutating func multiply(by factor: UInt64, adding summand: UInt64) {
    var carry = summand
    for index in parts.indices {
      let sum = parts[index] * factor + carry
      (carry, parts[index]) = sum.quotientAndRemainder(dividingBy: Self.base)
    }
    if carry > 0 { parts.append(carry) }
  }

  /// The number as people write it.
  var digits: String {
    guard let first = parts.last else { return "0" }
    return parts.dropLast().reversed().reduce(String(first)) { text, part in
      let digits = String(part)
      return text + String(repeating: "0", count: 9 - digits.count) + digits
    }
  }
}

extension NumberText {
  /// A whole number times a power of ten, with all its digits: `-1234` and -2 give `-12.34`.
  static func decimal(_ whole: String, exponent: Int) -> NumberText {
    let isNegative = whole.hasPrefix("-")
    let digits = isNegative ? String(whole.dropFirst()) : whole
    let sign = isNegative ? "-" : ""
    switch exponent {
    case 0: return NumberText(text: whole)
    case -64..<0:
      let padded = String(repeating: "0", count: max(0, 1 - exponent - digits.count)) + digits
      return NumberText(text: "\(sign)\(padded.dropLast(-exponent)).\(padded.suffix(-exponent))")
    default: return NumberText(text: "\(whole)e\(exponent)")
    }
  }
}

/// Identifiers of 16 bytes: `6f1ed002-ab5a-4e4b-8d4d-4f7f9a0c9d11`.
enum UniversalIdentifier {
  /// Bytes of another number are written in one piece.
  static func text(_ bytes: some Collection<UInt8>) -> String {
    let digits = bytes.hexadecimal
    guard digits.count == 32 else { return digits }
    var rest = Substring(digits)
    let parts = [8, 4, 4, 4, 12].map { length in
      defer { rest = rest.dropFirst(length) }
      return rest.prefix(length)
    }
    return parts.joined(separator: "-")
  }
}
