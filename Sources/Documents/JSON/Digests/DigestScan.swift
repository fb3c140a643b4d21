import Files
package import TableModel

/// Goes over the children of a container, checks their text, and takes a digest of each.
struct DigestScan {
  private(set) var found: ChildDigests
  private let text: RecordText
  private let bytes: UnsafePointer<UInt8>
  private let isSequence: Bool
  private let isNamed: Bool
  /// The way from an element to what names it.
  private let path: FieldPath
  private var walker: RecordWalker
  private var offset: Int

  /// After how many bytes it is asked whether to go on, and after how many memory is given back.
  private static let step = 1 << 20
  private static let releaseStep = 1 << 24

  init(_ text: RecordText, containerAt start: Int, isSequence: Bool, namedBy path: [String]?) {
    self.text = text
    self.isSequence = isSequence
    bytes = text.file.bytes
    let isRecord = !isSequence && bytes[start] == UInt8(ascii: "{")
    found = ChildDigests(text, isRecord: isRecord, isSequence: isSequence)
    isNamed = path != nil && !isRecord
    self.path = FieldPath(keys: path ?? [])
    walker = RecordWalker(
      bytes, end: text.file.count, paths: isNamed ? [path ?? []] : [], looksAhead: true)
    offset = isSequence ? start : start + 1
  }

  mutating func run(_ progress: (Int) throws(DataError) -> Void) throws(DataError) {
    var (asked, released) = (offset, offset)
    skipBlanks()
    var isFirst = true
    while try hasNext(isFirst) {
      isFirst = false
      if found.count % ChildDigests.stride == 0 { found.anchors.append(offset) }
      try addChild()
      if offset - asked >= Self.step {
        try progress(offset - asked)
        asked = offset
      }
      if offset - released >= Self.releaseStep {
        try text.file.check()
        text.file.release(released..<offset)
        released = offset
      }
    }
    try progress(offset - asked)
  }

  /// Goes over what stands before the next child; false after the last one.
  private mutating func hasNext(_ isFirst: Bool) throws(DataError) -> Bool {
    let end = offset
    skipBlanks()
    if isSequence {
      guard offset < text.file.count else { return false }
      let endsByItself = "}]\"".utf8.contains(bytes[max(0, end - 1)])
      guard isFirst || offset > end || endsByItself else { throw broken() }
      return true
    }
    let bracket = found.isRecord ? UInt8(ascii: "}") : UInt8(ascii: "]")
    if bytes[offset] == bracket {
      offset += 1
      return false
    }
    if isFirst { return true }
    guard bytes[offset] == UInt8(ascii: ",") else { throw broken() }
    offset += 1
    skipBlanks()
    guard bytes[offset] != bracket else { throw broken() }
    return true
  }

  private mutating func addChild() throws(DataError) {
    var name: UInt64 = 0
    if found.isRecord { name = try passKey() }
    let start = offset
    if found.isRecord, text.kind(ofValueAt: start).isContainer,
      text.skip(valueAt: start, limit: start + TextNode.large) == nil
    {
      // A comparison looks at its children, and checks them by that.
      guard let end = text.skip(valueAt: start, limit: text.file.count) else { throw broken() }
      found.digests.append(0)
      offset = end
    } else {
      let end = walker.walk(start)
      let isOdd = end < 0 || end - start > WholeValue.limit
      offset = isOdd ? try text.end(ofValueAt: start, limit: .max) : end
      let value = UnsafeBufferPointer(start: bytes + start, count: offset - start)
      found.digests.append(TextDigest.of(value))
      if isNamed { name = try isOdd ? oddName(start..<offset) : usualName() }
    }
    if found.isRecord || isNamed { found.names.append(name) }
  }

  /// Goes over a key and what stands between it and its value.
  ///
  /// - Returns: the digest of the key.
  private mutating func passKey() throws(DataError) -> UInt64 {
    guard bytes[offset] == UInt8(ascii: "\"") else { throw broken() }
    let end = try text.end(ofValueAt: offset)
    let inner = UnsafeBufferPointer(start: bytes + offset + 1, count: end - offset - 2)
    let digest =
      inner.contains(UInt8(ascii: "\\"))
      ? TextDigest.of(JSONText.string(in: offset..<end, of: bytes)) : TextDigest.of(inner)
    offset = end
    skipBlanks()
    guard bytes[offset] == UInt8(ascii: ":") else { throw broken() }
    offset += 1
    skipBlanks()
    return digest
  }

  /// The digest of the name that the walker has found.
  private func usualName() throws(DataError) -> UInt64 {
    switch walker.slots.first {
    case .integer(let value, _)?: return ValueDigest.of(Double(value))
    case .double(let value, _)?: return ValueDigest.of(value)
    case .text(let range)?:
      let text = UnsafeBufferPointer(start: bytes + range.lowerBound, count: range.count)
      return TextDigest.of(text, kind: ValueDigest.Kind.text.rawValue)
    case .number(let range)?, .value(let range)?:
      return ValueDigest.name(of: try text.value(in: range))
    case .missing?, .null?, .bool?, .texts?, .outer?, nil: return 0
    }
  }

  private func oddName(_ range: Range<Int>) throws(DataError) -> UInt64 {
    guard range.count <= WholeValue.limit else { return 0 }
    let value = try text.value(in: range)
    return value[path: path].map { ValueDigest.name(of: $0) } ?? 0
  }

  @inline(__always)
  private mutating func skipBlanks() {
    while ASCII.isBlank(bytes[offset]) { offset &+= 1 }
  }

  private func broken() -> DataError {
    FileText(file: text.file).structureError(
      at: min(offset, text.file.count), isSequence: isSequence)
  }
}

/// Digests of values as data: numbers by what they are worth, records without their order.
package enum ValueDigest {
  package enum Kind: UInt64 {
    case null = 1
    case bool, number, text, date, data, array, record
  }

  /// The digest of a number that has at most 15 digits and is of middling size.
  static func of(_ number: Double) -> UInt64 {
    let bits = number == 0 ? 0 : number.bitPattern
    return TextDigest.joined(bits, Kind.number.rawValue)
  }

  /// The digest of a number; numbers of the same worth have the same one, however many digits they
  /// have and however they are written.
  package static func of(_ number: NumberText) -> UInt64 {
    if case .int(let value) = number.numeric, -mostShort < value, value < mostShort {
      return of(Double(value))
    }
    guard let decimal = PlainDecimal(number.text) else { return TextDigest.of(number.text) }
    if decimal.digits.isEmpty { return of(0) }
    let isShort = decimal.digits.count <= 15 && (-280...280).contains(decimal.exponent)
    if isShort { return of(number.double) }
    let digits = decimal.digits.withUnsafeBufferPointer {
      TextDigest.of($0, kind: Kind.number.rawValue)
    }
    let rest = UInt64(bitPattern: Int64(decimal.exponent)) &* 2 &+ (decimal.isNegative ? 1 : 0)
    return TextDigest.joined(digits, rest)
  }

  private static let mostShort: Int64 = 1_000_000_000_000_000

  /// The digest of a value that names a record; zero for what can't name one.
  package static func name(of value: Value) -> UInt64 {
    switch value {
    case .number(let number): of(number)
    case .string(let text): TextDigest.of(text, kind: Kind.text.rawValue)
    case .date(let instant): TextDigest.of(instant.iso8601, kind: Kind.date.rawValue)
    case .null, .bool, .data, .array, .record: 0
    }
  }
}

/// A number as its digits without zeros at either end, and the power of ten of the first one.
private struct PlainDecimal {
  var isNegative = false
  var digits: [UInt8] = []
  var exponent = 0

  /// - Returns: nil for what is not a number, and for an exponent that no Int holds.
  init?(_ text: String) {
    var point: Int?
    var count = 0
    var bytes = text.utf8[...]
    if bytes.first == UInt8(ascii: "-") {
      isNegative = true
      bytes = bytes.dropFirst()
    }
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        count += 1
        if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte) }
        if digits.isEmpty { exponent -= 1 }
      case UInt8(ascii: "."): point = count
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        guard let power = Int(String(Substring(bytes))), (-1 << 60...1 << 60).contains(power) else {
          return nil
        }
        exponent += power
        bytes = bytes.suffix(0)
      default: return nil
      }
    }
    guard count > 0 else { return nil }
    exponent += point ?? count
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
  }
}
