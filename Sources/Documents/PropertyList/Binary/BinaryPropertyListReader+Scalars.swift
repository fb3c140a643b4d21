import Files
import TableModel

extension BinaryPropertyListReader {
  /// Seconds from 1970 to 2001, where the format's dates begin.
  private static let epoch: Double = 978_307_200

  /// Reads the scalar whose marker stands at an offset among the file's objects.
  func scalar(at offset: Int) throws(DataError) -> Value {
    let marker = bytes[offset]
    let low = Int(marker & 0x0F)
    switch marker {
    case 0x00: return .null
    case 0x08: return .bool(false)
    case 0x09: return .bool(true)
    case 0x10...0x14: return .number(try integer(at: offset + 1, width: 1 << low))
    case 0x22: return .number(try single(at: offset + 1))
    case 0x23: return .number(NumberText(try double(at: offset + 1)))
    case 0x33: return .date(Instant(secondsSince1970: try double(at: offset + 1) + Self.epoch))
    case 0x40...0x4F: return .data(Array(try run(at: offset, width: 1, of: "data")))
    case 0x50...0x5F:
      return .string(String(decoding: try run(at: offset, width: 1, of: "a string"), as: UTF8.self))
    case 0x60...0x6F: return .string(try wideText(at: offset))
    case 0x80...0x8F:
      // As XML property lists write it, so that it can be written back.
      let number = try identifier(at: offset + 1, width: low + 1)
      return .record(Record([("CF$UID", .number(number))]))
    default:
      throw damaged(at: offset, "unknown object type \(SourceText.hexadecimal(marker))")
    }
  }

  /// Makes the checks of `scalar(at:)` without the value of a text or of data.
  func checkScalar(at offset: Int) throws(DataError) {
    switch bytes[offset] {
    case 0x40...0x4F: try checkRun(at: offset, width: 1, of: "data")
    case 0x50...0x5F: try checkRun(at: offset, width: 1, of: "a string")
    case 0x60...0x6F: try checkRun(at: offset, width: 2, of: "a string")
    default: _ = try scalar(at: offset)
    }
  }

  /// Where an object's content begins and how many elements it has.
  func length(at offset: Int) throws(DataError) -> (content: Int, count: Int) {
    let low = Int(bytes[offset] & 0x0F)
    guard low == 0x0F else { return (offset + 1, low) }
    // Lengths of 15 and more follow as a whole number with a marker of its own.
    try check(offset + 1, 1, 1, of: "a length")
    let marker = bytes[offset + 1]
    guard (0x10...0x13).contains(marker) else {
      throw damaged(at: offset + 1, "a length that is not a whole number")
    }
    let width = 1 << Int(marker & 0x0F)
    try check(offset + 2, width, 1, of: "a length")
    let count = bigEndian(at: offset + 2, width)
    guard count <= UInt64(bytes.count) else {
      throw damaged(at: offset + 1, "a length of \(count) that does not fit in the file")
    }
    return (offset + 2 + width, Int(count))
  }

  @discardableResult
  private func checkRun(at offset: Int, width: Int, of what: String)
    throws(DataError) -> Range<Int>
  {
    let (content, count) = try length(at: offset)
    try check(content, count, width, of: what)
    return content..<content + count * width
  }

  private func run(at offset: Int, width: Int, of what: String)
    throws(DataError) -> ArraySlice<UInt8>
  {
    bytes.slice(try checkRun(at: offset, width: width, of: what))
  }

  private func wideText(at offset: Int) throws(DataError) -> String {
    let pairs = try run(at: offset, width: 2, of: "a string")
    let units = stride(from: pairs.startIndex, to: pairs.endIndex, by: 2).map {
      UInt16(pairs[$0]) << 8 | UInt16(pairs[$0 + 1])
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// One, two and four bytes are unsigned, eight and sixteen are signed.
  private func integer(at offset: Int, width: Int) throws(DataError) -> NumberText {
    try check(offset, width, 1, of: "a number")
    switch width {
    case 8: return NumberText(Int(Int64(bitPattern: bigEndian(at: offset, 8))))
    case 16:
      let high = Int64(bitPattern: bigEndian(at: offset, 8))
      let value = Int128(high) << 64 | Int128(bigEndian(at: offset + 8, 8))
      return NumberText(text: String(value))
    default: return NumberText(Int(bigEndian(at: offset, width)))
    }
  }

  private func identifier(at offset: Int, width: Int) throws(DataError) -> NumberText {
    try check(offset, width, 1, of: "an identifier")
    guard width <= 8 else { throw damaged(at: offset, "an identifier of \(width) bytes") }
    return NumberText(text: String(bigEndian(at: offset, width)))
  }

  private func single(at offset: Int) throws(DataError) -> NumberText {
    try check(offset, 4, 1, of: "a number")
    return NumberText(Float(bitPattern: UInt32(bigEndian(at: offset, 4))))
  }

  private func double(at offset: Int) throws(DataError) -> Double {
    try check(offset, 8, 1, of: "a number")
    return Double(bitPattern: bigEndian(at: offset, 8))
  }
}
