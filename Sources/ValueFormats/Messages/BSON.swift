import Files
import TableModel

/// BSON: documents with their length in bytes, and elements of a kind, a name and a value.
struct BSON: MessageNotation {
  /// What the elements that are being read have said of themselves; nil between documents.
  private var kind: UInt8?
  private var name = ""
  /// Where the open documents end.
  private var ends: [Int] = []
  private var leavesOutScopes = false

  var remarks: [String] {
    leavesOutScopes ? ["code is shown without the variables that were stored with it"] : []
  }

  mutating func ends(_ bytes: inout MessageBytes) throws(DataError) -> Bool {
    let start = bytes.position
    let kind = try bytes.byte(of: "the end of a document")
    guard kind == 0 else {
      (self.kind, name) = (kind, try terminated(&bytes))
      return false
    }
    guard ends.popLast() == bytes.position else {
      throw bytes.damaged(at: start, "a document that ends elsewhere than its length says")
    }
    return true
  }

  mutating func key(_ bytes: inout MessageBytes) throws(DataError) -> String { name }

  mutating func item(_ bytes: inout MessageBytes) throws(DataError) -> MessageItem {
    let start = bytes.position
    let element = kind
    kind = nil
    switch element {
    case nil, 0x03:
      try beginDocument(&bytes)
      return .record(count: nil)
    case 0x04:
      try beginDocument(&bytes)
      return .list(count: nil)
    case 0x0F?: return .value(try scopedCode(&bytes))
    case let element?:
      guard let value = try scalar(element, &bytes) else {
        throw bytes.damaged(
          at: start, "an element of unknown kind \(SourceText.hexadecimal(element))")
      }
      return .value(value)
    }
  }

  private mutating func beginDocument(_ bytes: inout MessageBytes) throws(DataError) {
    let start = bytes.position
    let length = try length(&bytes)
    guard length >= 5, length <= (ends.last ?? bytes.text.bytes.count) - start else {
      throw bytes.damaged(at: start, "a document of \(length) bytes that does not fit in the file")
    }
    ends.append(start + length)
  }

  private func scalar(_ kind: UInt8, _ bytes: inout MessageBytes) throws(DataError) -> Value? {
    switch kind {
    case 0x01: .number(NumberText(Double(bitPattern: try number(8, &bytes))))
    case 0x02, 0x0D, 0x0E: .string(try string(&bytes))
    case 0x05: try data(&bytes)
    case 0x06, 0x0A: .null
    case 0x07: .string(try bytes.run(12, of: "an identifier").hexadecimal)
    case 0x08: .bool(try bytes.byte(of: "a value") != 0)
    case 0x09:
      .date(Instant(secondsSince1970: Double(Int64(bitPattern: try number(8, &bytes))) / 1000))
    case 0x0B: .string("/\(try terminated(&bytes))/\(try terminated(&bytes))")
    case 0x0C:
      .record(
        Record([
          ("$ref", .string(try string(&bytes))),
          ("$id", .string(try bytes.run(12, of: "an identifier").hexadecimal)),
        ]))
    case 0x10: .integer(Int(Int32(truncatingIfNeeded: try number(4, &bytes))))
    case 0x11: timestamp(try number(8, &bytes))
    case 0x12: .integer(Int(Int64(bitPattern: try number(8, &bytes))))
    case 0x13: .number(decimal(low: try number(8, &bytes), high: try number(8, &bytes)))
    case 0x7F: .string("MaxKey")
    case 0xFF: .string("MinKey")
    default: nil
    }
  }

  private func number(_ width: Int, _ bytes: inout MessageBytes) throws(DataError) -> UInt64 {
    try bytes.littleEndian(width, of: "a number")
  }

  private func length(_ bytes: inout MessageBytes) throws(DataError) -> Int {
    Int(Int32(truncatingIfNeeded: try bytes.littleEndian(4, of: "a length")))
  }

  /// A text with its length, which counts the zero at its end.
  private func string(_ bytes: inout MessageBytes) throws(DataError) -> String {
    let start = bytes.position
    let length = try length(&bytes)
    guard length >= 1 else { throw bytes.damaged(at: start, "a text of \(length) bytes") }
    let text = try bytes.string(length - 1)
    guard try bytes.byte(of: "the end of a text") == 0 else {
      throw bytes.damaged(at: bytes.position - 1, "a text without a zero at its end")
    }
    return text
  }

  /// A text that ends with a zero.
  private func terminated(_ bytes: inout MessageBytes) throws(DataError) -> String {
    let rest = bytes.text.bytes[bytes.position...]
    guard let end = rest.firstIndex(of: 0) else {
      throw bytes.damaged(at: bytes.position, "a name that does not end")
    }
    defer { bytes.position += 1 }
    return try bytes.string(end - bytes.position)
  }
}

// MARK: - Values of their own

extension BSON {
  /// Data with its kind: identifiers are shown as people write them.
  private func data(_ bytes: inout MessageBytes) throws(DataError) -> Value {
    var length = try length(&bytes)
    let kind = try bytes.byte(of: "the kind of data")
    // An old kind has its length twice.
    if kind == 2 { length = try self.length(&bytes) }
    let data = try bytes.run(length, of: "data")
    let isIdentifier = (kind == 3 || kind == 4) && length == 16
    return isIdentifier ? .string(UniversalIdentifier.text(data)) : .data(Array(data))
  }

  /// Seconds, and a count within each.
  private func timestamp(_ bits: UInt64) -> Value {
    .record(Record([("t", .integer(Int(bits >> 32))), ("i", .integer(Int(bits & 0xFFFF_FFFF)))]))
  }

  private mutating func scopedCode(_ bytes: inout MessageBytes) throws(DataError) -> Value {
    let start = bytes.position
    let length = try length(&bytes)
    guard length >= 4, length - 4 <= bytes.rest else {
      throw bytes.damaged(at: start, "code of \(length) bytes that does not fit in the file")
    }
    let code = try string(&bytes)
    guard bytes.position <= start + length else {
      throw bytes.damaged(at: start, "code that is longer than its length says")
    }
    bytes.position = start + length
    leavesOutScopes = true
    return .string(code)
  }

  /// A decimal number of 128 bits: a sign, 14 bits for the exponent and 113 for the digits.
  private func decimal(low: UInt64, high: UInt64) -> NumberText {
    let sign = high >> 63 == 0 ? "" : "-"
    switch high >> 58 & 0x1F {
    case 0x1E: return NumberText(text: sign + "inf")
    case 0x1F: return NumberText(text: "nan")
    default: break
    }
    // Where these bits are set the digits would be more than 34, which counts as zero.
    let isOversized = high >> 61 & 3 == 3
    let exponent = Int(high >> (isOversized ? 47 : 49) & 0x3FFF) - 6176
    let digits = UInt128(high & 0x1_FFFF_FFFF_FFFF) << 64 | UInt128(low)
    return .decimal(sign + (isOversized ? "0" : String(digits)), exponent: exponent)
  }
}
