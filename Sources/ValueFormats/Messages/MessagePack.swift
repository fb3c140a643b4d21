import Files
import TableModel

/// MessagePack: a first byte that is a small value, or the kind and the size of what follows.
struct MessagePack: MessageNotation {
  var remarks: [String] { [] }

  mutating func item(_ bytes: inout MessageBytes) throws(DataError) -> MessageItem {
    let start = bytes.position
    let byte = try bytes.byte(of: "a value")
    switch byte {
    case 0x00...0x7F: return .value(.integer(Int(byte)))
    case 0x80...0x8F: return try container(UInt64(byte & 0x0F), isRecord: true, bytes, start)
    case 0x90...0x9F: return try container(UInt64(byte & 0x0F), isRecord: false, bytes, start)
    case 0xA0...0xBF: return .value(try string(Int(byte & 0x1F), &bytes))
    case 0xC0: return .value(.null)
    case 0xC2, 0xC3: return .value(.bool(byte == 0xC3))
    case 0xC4...0xC6: return .value(.data(Array(try run(byte - 0xC4, "data", &bytes))))
    case 0xC7...0xC9:
      let length = try length(byte - 0xC7, &bytes)
      return .value(try extended(length, &bytes))
    case 0xCA...0xD3: return .value(.number(try number(byte, &bytes)))
    case 0xD4...0xD8: return .value(try extended(1 << Int(byte - 0xD4), &bytes))
    case 0xD9...0xDB: return .value(try string(try length(byte - 0xD9, &bytes), &bytes))
    case 0xDC, 0xDD:
      let count = try bytes.bigEndian(byte == 0xDC ? 2 : 4, of: "a length")
      return try container(count, isRecord: false, bytes, start)
    case 0xDE, 0xDF:
      let count = try bytes.bigEndian(byte == 0xDE ? 2 : 4, of: "a length")
      return try container(count, isRecord: true, bytes, start)
    case 0xE0...0xFF: return .value(.integer(Int(Int8(bitPattern: byte))))
    default: throw bytes.damaged(at: start, "unknown value \(SourceText.hexadecimal(byte))")
    }
  }

  private func container(_ count: UInt64, isRecord: Bool, _ bytes: MessageBytes, _ start: Int)
    throws(DataError) -> MessageItem
  {
    let count = try bytes.count(count, each: isRecord ? 2 : 1, from: start)
    return isRecord ? .record(count: count) : .list(count: count)
  }

  /// A length of 1, 2 or 4 bytes.
  private func length(_ size: UInt8, _ bytes: inout MessageBytes) throws(DataError) -> Int {
    Int(try bytes.bigEndian(1 << Int(size), of: "a length"))
  }

  private func run(_ size: UInt8, _ what: String, _ bytes: inout MessageBytes)
    throws(DataError) -> ArraySlice<UInt8>
  {
    try bytes.run(try length(size, &bytes), of: what)
  }

  /// A text; data where it is not UTF-8, which older writers put into texts.
  private func string(_ length: Int, _ bytes: inout MessageBytes) throws(DataError) -> Value {
    let run = Array(try bytes.run(length, of: "a text"))
    if UTF8Check.firstInvalidByte(in: run) != nil { return .data(run) }
    return .string(String(decoding: run, as: UTF8.self))
  }

  private func number(_ byte: UInt8, _ bytes: inout MessageBytes) throws(DataError) -> NumberText {
    switch byte {
    case 0xCA: return NumberText(Float(bitPattern: UInt32(try bytes.bigEndian(4, of: "a number"))))
    case 0xCB: return NumberText(Double(bitPattern: try bytes.bigEndian(8, of: "a number")))
    case 0xCC...0xCF:
      return NumberText(text: String(try bytes.bigEndian(1 << Int(byte - 0xCC), of: "a number")))
    default:
      let width = 1 << Int(byte - 0xD0)
      let unused = 64 - 8 * width
      let bits = try bytes.bigEndian(width, of: "a number") << unused
      return NumberText(Int(Int64(bitPattern: bits) >> unused))
    }
  }

  /// A moment, or data of a kind that only its writer knows.
  private func extended(_ length: Int, _ bytes: inout MessageBytes) throws(DataError) -> Value {
    let kind = Int8(bitPattern: try bytes.byte(of: "the kind of data"))
    let data = try bytes.run(length, of: "data")
    if kind == -1, let moment = moment(data) { return .date(moment) }
    return .record(Record([("type", .integer(Int(kind))), ("data", .data(Array(data)))]))
  }

  /// Seconds since 1970; with nanoseconds in 30 bits before them, or in four bytes of their own.
  private func moment(_ data: ArraySlice<UInt8>) -> Instant? {
    func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    let (seconds, nanoseconds): (Double, UInt64)
    switch data.count {
    case 4: (seconds, nanoseconds) = (Double(number(data)), 0)
    case 8: (seconds, nanoseconds) = (Double(number(data) & 0x3_FFFF_FFFF), number(data) >> 34)
    case 12:
      seconds = Double(Int64(bitPattern: number(data.suffix(8))))
      nanoseconds = number(data.prefix(4))
    default: return nil
    }
    return Instant(secondsSince1970: seconds + Double(nanoseconds) / 1e9)
  }
}
