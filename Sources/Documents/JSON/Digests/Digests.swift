import Files
package import TableModel

/// A node whose children can be compared by the bytes of their text, without being read.
package protocol DigestedNode: DocumentNode {
  /// Goes over the text of the children, checks it and takes its digests.
  ///
  /// - Parameters:
  ///   - path: the keys at which elements of a list have the value that names them; nil for none.
  ///   - progress: called now and then with the number of bytes passed; throws to stop the work.
  /// - Returns: nil for a text whose digests can't be compared with those of others.
  /// - Complexity: O(bytes); about 20 bytes of memory for each child.
  func digests(
    namedBy path: [String]?, progress: (Int) throws(DataError) -> Void
  ) throws(DataError) -> ChildDigests?
}

/// The children of a container in a text, each known by a digest of its bytes.
package struct ChildDigests: Sendable {
  package let isRecord: Bool
  /// By child; zero for one that is large and was not looked into.
  package internal(set) var digests: [UInt64] = []
  /// By child: the digest of its key in a record, of what names it in a list; zero for none.
  package internal(set) var names: [UInt64] = []
  /// Where every 64th child begins.
  var anchors: [Int] = []

  let text: RecordText
  let isSequence: Bool

  static let stride = 64

  init(_ text: RecordText, isRecord: Bool, isSequence: Bool) {
    (self.text, self.isRecord, self.isSequence) = (text, isRecord, isSequence)
  }

  package var count: Int { digests.count }

  /// The child at a place: its value where that is small, else where it stands.
  ///
  /// - Complexity: O(64 children, and what is read).
  package func child(at index: Int) throws(DataError) -> DocumentChild {
    let (key, start) = try place(of: index)
    if text.skip(valueAt: start, limit: start + TextNode.large) != nil {
      return DocumentChild(key: key, content: .value(try text.value(at: start)))
    }
    return DocumentChild(key: key, content: .node(TextNode(content: text, start: start)))
  }

  /// The child at a place, which is read when somebody asks for its value.
  package func node(at index: Int) throws(DataError) -> DocumentChild {
    let (key, start) = try place(of: index)
    return DocumentChild(key: key, content: .node(TextNode(content: text, start: start)))
  }

  private func place(of index: Int) throws(DataError) -> (key: String?, start: Int) {
    var offset = anchors[index / Self.stride]
    let rest = index % Self.stride
    if rest > 0 {
      guard let next = text.offset(after: rest, recordsFrom: offset, isSequence: isSequence) else {
        throw .changedUnderneath(file: text.file.path)
      }
      offset = next
    }
    return (isRecord ? text.key(at: offset) : nil, text.valueStart(at: offset))
  }
}

extension TextNode: DigestedNode {
  package func digests(
    namedBy path: [String]?, progress: (Int) throws(DataError) -> Void
  ) throws(DataError) -> ChildDigests? {
    guard let text = content as? RecordText, kind != .scalar else { return nil }
    var scan = DigestScan(text, containerAt: start, isSequence: false, namedBy: path)
    try scan.run(progress)
    return scan.found
  }
}

extension TextSequenceNode: DigestedNode {
  package func digests(
    namedBy path: [String]?, progress: (Int) throws(DataError) -> Void
  ) throws(DataError) -> ChildDigests? {
    guard let text = content as? RecordText else { return nil }
    var scan = DigestScan(text, containerAt: start, isSequence: true, namedBy: path)
    try scan.run(progress)
    return scan.found
  }
}

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

/// Digests of bytes, 64 bits each: bytes that are the same have the same one.
///
/// Two different texts have the same one by chance only. The digest depends on a number that each
/// run of the program draws anew, so that nobody can prepare texts that share one. No output
/// depends on that number.
package enum TextDigest {
  private static let seed = UInt64.random(in: .min ... .max)
  private static let factors: (UInt64, UInt64) = (0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB)

  /// - Complexity: O(bytes); 16 at a time.
  package static func of(_ bytes: UnsafeBufferPointer<UInt8>, kind: UInt64 = 0) -> UInt64 {
    var state = seed ^ mixed(kind &+ factors.0, UInt64(bytes.count) ^ factors.1)
    guard let start = UnsafeRawPointer(bytes.baseAddress) else { return finished(state) }
    var offset = 0
    while offset &+ 16 <= bytes.count {
      let low = start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let high = start.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt64.self)
      state = mixed(low ^ factors.0, high ^ state)
      offset &+= 16
    }
    if offset &+ 8 <= bytes.count {
      let word = start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      state = mixed(word ^ factors.1, state)
      offset &+= 8
    }
    var rest: UInt64 = 0
    while offset < bytes.count {
      rest = rest &<< 8 | UInt64(start.load(fromByteOffset: offset, as: UInt8.self))
      offset &+= 1
    }
    return finished(mixed(rest ^ factors.0, state ^ factors.1))
  }

  /// The digest of a text by its bytes: canonically equivalent texts are not the same.
  package static func of(_ text: String, kind: UInt64 = 0) -> UInt64 {
    var text = text
    return text.withUTF8 { of($0, kind: kind) }
  }

  /// A digest of two, whose order counts.
  package static func joined(_ a: UInt64, _ b: UInt64) -> UInt64 {
    finished(mixed(a ^ factors.0, b &+ seed))
  }

  /// Zero stands for what has no digest.
  private static func finished(_ state: UInt64) -> UInt64 {
    let digest = mixed(state ^ factors.1, seed | 1)
    return digest == 0 ? 1 : digest
  }

  @inline(__always)
  private static func mixed(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }
}
