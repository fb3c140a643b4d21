import Files
import TableModel

/// CBOR, RFC 8949: a byte with the kind and a small number, or the size of the number that follows.
struct CBOR: MessageNotation {
  /// What a file may begin with to say that it is CBOR: tag 55799 around its value.
  static let signature: [UInt8] = [0xD9, 0xD9, 0xF7]
  private static let endOfContainer: UInt8 = 0xFF

  /// Tags whose meaning is not known, in the order in which they were met.
  private var unknownTags: [UInt64] = []

  var remarks: [String] {
    unknownTags.isEmpty
      ? []
      : [
        "the meaning of tag \(unknownTags.map(String.init).joined(separator: ", ")) is not known: "
          + "its values are shown without it"
      ]
  }

  /// The three upper bits of a first byte.
  private enum Kind: UInt8 {
    case unsigned, negative, data, text, list, record, tag, simple
  }

  /// The first byte of an item, and the number behind it.
  private struct Head {
    let start: Int
    let kind: Kind
    /// The five lower bits; from 24 to 27 they say how long the number is.
    let size: UInt8
    /// Nil for a length that shows at the end.
    let number: UInt64?
  }

  private func head(_ bytes: inout MessageBytes) throws(DataError) -> Head {
    let start = bytes.position
    let byte = try bytes.byte(of: "a value")
    // All values of three bits are kinds.
    let kind = Kind(rawValue: byte >> 5) ?? .simple
    let size = byte & 0x1F
    switch size {
    case 0...23: return Head(start: start, kind: kind, size: size, number: UInt64(size))
    case 24...27:
      let number = try bytes.bigEndian(1 << (size - 24), of: "a number")
      return Head(start: start, kind: kind, size: size, number: number)
    case 31 where [.data, .text, .list, .record].contains(kind):
      return Head(start: start, kind: kind, size: size, number: nil)
    default:
      throw bytes.damaged(at: start, "unknown value \(SourceText.hexadecimal(byte))")
    }
  }

  mutating func ends(_ bytes: inout MessageBytes) throws(DataError) -> Bool {
    guard bytes.next == Self.endOfContainer else { return false }
    bytes.position += 1
    return true
  }

  mutating func item(_ bytes: inout MessageBytes) throws(DataError) -> MessageItem {
    while true {
      let head = try head(&bytes)
      let number = head.number ?? 0
      switch head.kind {
      case .unsigned: return .value(.number(NumberText(text: String(number))))
      case .negative: return .value(.number(NumberText(text: String(-1 - Int128(number)))))
      case .data: return .value(.data(try run(head, &bytes)))
      case .text: return .value(.string(try string(head, &bytes)))
      case .list:
        return .list(
          count: try head.number.map { size throws(DataError) in
            try bytes.count(size, each: 1, from: head.start)
          })
      case .record:
        return .record(
          count: try head.number.map { size throws(DataError) in
            try bytes.count(size, each: 2, from: head.start)
          })
      case .tag:
        if let value = try tagged(number, &bytes) { return .value(value) }
      case .simple: return .value(try simple(head, bytes))
      }
    }
  }

  private func simple(_ head: Head, _ bytes: MessageBytes) throws(DataError) -> Value {
    let number = head.number ?? 0
    switch head.size {
    case 20, 21: return .bool(head.size == 21)
    case 22, 23: return .null
    case 25: return .number(NumberText(Self.half(UInt16(number))))
    case 26: return .number(NumberText(Float(bitPattern: UInt32(number))))
    case 27: return .number(NumberText(Double(bitPattern: number)))
    default: return .string("simple(\(number))")
    }
  }

  /// A number of 16 bits: one for the sign, five for the exponent, ten for the fraction.
  static func half(_ bits: UInt16) -> Float {
    let (exponent, fraction) = (Int(bits >> 10 & 0x1F), Float(bits & 0x3FF))
    let size: Float =
      switch exponent {
      case 0: fraction * 0x1p-24
      case 31: fraction == 0 ? .infinity : .nan
      default: (1024 + fraction) * Float(sign: .plus, exponent: exponent - 25, significand: 1)
      }
    return bits & 0x8000 == 0 ? size : -size
  }
}

// MARK: - Texts and data in pieces

extension CBOR {
  /// The pieces of a text or of data whose length shows at the end; of any other, the one that it is.
  private func pieces<Piece>(
    _ head: Head, _ bytes: inout MessageBytes,
    _ read: (Int, inout MessageBytes) throws(DataError) -> Piece
  ) throws(DataError) -> [Piece] {
    if let length = head.number { return [try read(MessageBytes.length(length), &bytes)] }
    var pieces: [Piece] = []
    while bytes.next != Self.endOfContainer {
      let piece = try self.head(&bytes)
      guard piece.kind == head.kind, let length = piece.number else {
        throw bytes.damaged(at: piece.start, "a piece of another kind than what it belongs to")
      }
      pieces.append(try read(MessageBytes.length(length), &bytes))
    }
    bytes.position += 1
    return pieces
  }

  private func run(_ head: Head, _ bytes: inout MessageBytes) throws(DataError) -> [UInt8] {
    let pieces = try pieces(head, &bytes) { length, bytes throws(DataError) in
      try bytes.run(length, of: "data")
    }
    return Array(pieces.joined())
  }

  private func string(_ head: Head, _ bytes: inout MessageBytes) throws(DataError) -> String {
    try pieces(head, &bytes) { length, bytes throws(DataError) in try bytes.string(length) }
      .joined()
  }
}

// MARK: - Tags

extension CBOR {
  /// The value behind a tag that says how it is meant; nil where it is read as it is.
  private mutating func tagged(_ tag: UInt64, _ bytes: inout MessageBytes) throws(DataError)
    -> Value?
  {
    let start = bytes.position
    switch tag {
    case 0: return date(try scalar(&bytes))
    case 1: return moment(try scalar(&bytes))
    case 2, 3: return .number(try integer(tag, try scalar(&bytes), bytes, at: start))
    case 4: return .number(try decimal(&bytes, at: start))
    case 37:
      guard case .data(let data) = try scalar(&bytes) else {
        throw bytes.damaged(at: start, "an identifier that is not data")
      }
      return .string(UniversalIdentifier.text(data))
    // How a text or data is to be taken, and that a file is CBOR.
    case 21...24, 32...36, 55799: return nil
    default:
      if !unknownTags.contains(tag), unknownTags.count < 10 { unknownTags.append(tag) }
      return nil
    }
  }

  /// What stands behind a tag. Tags of tags would be recursion without end.
  ///
  /// - Parameter mayBeLarge: whether the one tag of a large whole number is allowed.
  private mutating func scalar(_ bytes: inout MessageBytes, mayBeLarge: Bool = false)
    throws(DataError) -> Value
  {
    let start = bytes.position
    let isTag = bytes.next.map { $0 >> 5 == Kind.tag.rawValue } ?? false
    let isLarge = mayBeLarge && (bytes.next == 0xC2 || bytes.next == 0xC3)
    guard !isTag || isLarge, case .value(let value) = try item(&bytes) else {
      throw bytes.damaged(at: start, "a tag of a scalar on something else")
    }
    return value
  }

  private func date(_ value: Value) -> Value {
    value.string.flatMap(Instant.init(iso8601:)).map(Value.date) ?? value
  }

  private func moment(_ value: Value) -> Value {
    guard case .number(let number) = value, number.double.isFinite else { return value }
    return .date(Instant(secondsSince1970: number.double))
  }

  /// A whole number of any length, or of -1 less it.
  private func integer(_ tag: UInt64, _ value: Value, _ bytes: MessageBytes, at start: Int)
    throws(DataError) -> NumberText
  {
    guard case .data(let data) = value, data.count <= 1024 else {
      throw bytes.damaged(at: start, "a large number that is not data of 1024 bytes or less")
    }
    let digits = WholeNumber(bigEndian: data, adding: tag == 3 ? 1 : 0).digits
    return NumberText(text: tag == 3 ? "-" + digits : digits)
  }

  /// A list of an exponent of ten and a whole number.
  private mutating func decimal(_ bytes: inout MessageBytes, at start: Int) throws(DataError)
    -> NumberText
  {
    let list = try head(&bytes)
    guard list.kind == .list, list.number == 2,
      case .number(let exponent) = try scalar(&bytes), let power = exponent.integer,
      case .number(let mantissa) = try scalar(&bytes, mayBeLarge: true)
    else { throw bytes.damaged(at: start, "a decimal fraction that is not a list of two numbers") }
    return .decimal(mantissa.text, exponent: Int(power))
  }
}
