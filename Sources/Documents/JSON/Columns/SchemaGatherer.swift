import Files
import Foundation
import TableModel

/// Gathers a schema by counting values by how they are written.
protocol CountingGatherer: RecordGatherer where Product == SchemaBuilder {
  var builder: SchemaBuilder { get set }
  /// What is counted of the values of each of the builder's nodes.
  var counts: [TextualCounts] { get set }
}

extension CountingGatherer {
  var byteCount: Int { counts.reduce(0) { $0 + $1.byteCount } }

  /// Which fields are left out would depend on the share in which they come up.
  var isUnfit: Bool { builder.isTruncated }

  /// The builder with all that was counted.
  mutating func finish() -> SchemaBuilder {
    var (whole, counts) = (builder, counts)
    for node in counts.indices { counts[node].moveCounts(to: &whole.nodes[node].counter) }
    return whole
  }
}

/// Gathers a schema from the text of records.
///
/// It walks over records for the fields that it has met; a record with another one is read as a
/// value. Of most values no more than their text is looked at.
struct SchemaGatherer: WalkingGatherer, CountingGatherer {
  let text: RecordText
  var builder: SchemaBuilder
  var walker: RecordWalker
  /// For each field of the walker its node in the builder.
  private var nodes: [Int] = []
  /// What is counted of the values of each node.
  var counts: [TextualCounts] = []

  init(_ text: RecordText, _ builder: SchemaBuilder) {
    self.text = text
    self.builder = builder
    walker = RecordWalker(text.file.bytes, end: text.file.count, paths: [], looksAhead: true)
    takeOverNodes()
  }

  /// Records with fields that were not met before are read as values.
  @inline(__always)
  func isServed(recordAt start: Int) -> Bool {
    !walker.layout.hasOthers && text.file.bytes[start] == UInt8(ascii: "{")
  }

  @inline(__always)
  mutating func addSlots() throws(DataError) {
    builder.addRecord()
    for field in nodes.indices { try add(walker.slots[field], nodes[field]) }
    if counts.count != builder.nodes.count { takeOverNodes() }
  }

  mutating func add(odd value: Value) {
    builder.add(value)
    if counts.count != builder.nodes.count || walker.layout.hasOthers { takeOverNodes() }
  }

  /// Walks for the fields that the builder knows now.
  private mutating func takeOverNodes() {
    var paths: [[String]] = []
    var known: [Int] = []
    for (node, path) in builder.nodes.map(\.path.keys).enumerated() {
      guard let path, !path.isEmpty else { continue }
      paths.append(path)
      known.append(node)
    }
    walker = RecordWalker(text.file.bytes, end: text.file.count, paths: paths, looksAhead: true)
    nodes = walker.layout.paths.map { known[$0] }
    while counts.count < builder.nodes.count { counts.append(TextualCounts()) }
  }

  @inline(__always)
  private mutating func add(_ slot: FieldSlot, _ node: Int) throws(DataError) {
    let bytes = text.file.bytes
    switch slot {
    case .missing, .outer: break
    case .null: counts[node].add(.null)
    case .bool(let value): counts[node].add(value, to: &builder.nodes[node].counter)
    case .integer(let value, let range):
      counts[node].add(Double(value), bytes, range, to: &builder.nodes[node].counter)
    case .double(let value, let range):
      counts[node].add(value, bytes, range, to: &builder.nodes[node].counter)
    case .text(let range):
      counts[node].add(text: bytes, range, to: &builder.nodes[node].counter)
    case .number(let range): builder.nodes[node].counter.add(try text.value(in: range))
    case .texts(let range): try add(container: .array, range, node)
    case .value(let range) where bytes[range.lowerBound] == UInt8(ascii: "["):
      try add(container: .array, range, node)
    case .value(let range) where bytes[range.lowerBound] == UInt8(ascii: "{"):
      try add(container: .record, range, node)
      let level = builder.nodes[node].path.steps.count
      guard builder.nodes[node].children.isEmpty, level < builder.depth else { return }
      if let inner = try text.value(in: range).record {
        builder.addFields(of: inner, to: node, level: level + 1)
      }
    case .value(let range): builder.nodes[node].counter.add(try text.value(in: range))
    }
  }

  private mutating func add(
    container kind: ValueKind, _ range: Range<Int>, _ node: Int
  ) throws(DataError) {
    counts[node].add(kind)
    guard counts[node].isNew(text.file.bytes, range, isCapped: builder.nodes[node].counter.isCapped)
    else { return }
    builder.nodes[node].counter.addDistinct(try text.value(in: range))
  }
}

/// Counts a field's values by how they are written, and hands a counter only those that may say
/// something new: a first spelling, a possible extreme.
struct TextualCounts {
  private var nulls = 0
  private var truths = (no: 0, yes: 0)
  private var numbers = 0
  private var texts = 0
  private var arrays = 0
  private var records = 0
  /// The spellings that came up, until the counter counts no more different values: of texts, whose
  /// quotes are not kept, and of all else.
  private var textSpellings = TextPool(isLastingly: true)
  private var spellings = TextPool(isLastingly: true)
  private var least = Double.infinity
  private var most = -Double.infinity
  /// True while the doubles say all about the least and the greatest number.
  private var endsAreExact = true
  private var leastText = Composed()
  private var mostText = Composed()

  /// A text together with the bytes of its composed form, which order as texts do.
  private struct Composed {
    var text: String?
    var bytes: [UInt8] = []
    /// A text of ASCII that is equal to the least one takes its place unless that is ASCII.
    var isASCII = false

    mutating func become(_ text: String) {
      guard self.text != text else { return }
      self.text = text
      bytes = Array(text.precomposedStringWithCanonicalMapping.utf8)
      isASCII = text.utf8.count == bytes.count && bytes.allSatisfy { $0 < 0x80 }
    }
  }

  var byteCount: Int { textSpellings.byteCount + spellings.byteCount }

  @inline(__always)
  mutating func add(_ kind: ValueKind) {
    switch kind {
    case .null: nulls += 1
    case .array: arrays += 1
    default: records += 1
    }
  }

  mutating func add(_ truth: Bool, to counter: inout FieldCounter) {
    let isNew = truth ? truths.yes == 0 : truths.no == 0
    if truth { truths.yes += 1 } else { truths.no += 1 }
    if isNew { counter.addDistinct(.bool(truth)) }
  }

  /// True for a number or a container that is written in a way that came up for the first time.
  mutating func isNew(
    _ bytes: UnsafePointer<UInt8>, _ range: Range<Int>, isCapped: Bool
  ) -> Bool {
    if isCapped { return false }
    let spelling = UnsafeBufferPointer(start: bytes + range.lowerBound, count: range.count)
    return Self.isNew(spelling, &spellings)
  }

  private static func isNew(_ spelling: UnsafeBufferPointer<UInt8>, _ known: inout TextPool)
    -> Bool
  {
    if known.known(spelling) != nil { return false }
    _ = known.code(of: spelling)
    return true
  }

  /// Adds a number whose double stands for no other number.
  @inline(__always)
  mutating func add(
    _ value: Double, _ bytes: UnsafePointer<UInt8>, _ range: Range<Int>,
    to counter: inout FieldCounter
  ) {
    numbers += 1
    let isInside =
      value > least && value < most || endsAreExact && value >= least && value <= most
    if isInside, counter.isCapped { return }
    let isNew = isNew(bytes, range, isCapped: counter.isCapped)
    if isInside, !isNew { return }
    let digits = UnsafeBufferPointer(start: bytes + range.lowerBound, count: range.count)
    let number = NumberText(text: String(decoding: digits, as: UTF8.self))
    if isNew { counter.addDistinct(.number(number)) }
    if isInside { return }
    counter.addExtreme(.number(number))
    if case (.number(let least), .number(let most))? = counter.extremes.values(of: .number) {
      (self.least, self.most) = (least.double, most.double)
      endsAreExact = least.isExactInDouble && most.isExactInDouble
    }
  }

  /// Adds a text without escapes.
  @inline(__always)
  mutating func add(
    text bytes: UnsafePointer<UInt8>, _ range: Range<Int>, to counter: inout FieldCounter
  ) {
    texts += 1
    let text = UnsafeBufferPointer(start: bytes + range.lowerBound, count: range.count)
    let isInside = isInside(text)
    if isInside, counter.isCapped { return }
    let isNew = !counter.isCapped && Self.isNew(text, &textSpellings)
    if isInside, !isNew { return }
    let string = String(decoding: text, as: UTF8.self)
    if isNew { counter.addDistinct(.string(string)) }
    if isInside { return }
    counter.addExtreme(.string(string))
    guard case (.string(let least), .string(let most))? = counter.extremes.values(of: .text) else {
      return
    }
    leastText.become(least)
    mostText.become(most)
  }

  /// True for ASCII that is neither less than the least text nor greater than the greatest.
  private func isInside(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard leastText.text != nil, Self.isASCII(text) else { return false }
    let low = Self.compare(text, leastText.bytes)
    return (low > 0 || low == 0 && leastText.isASCII)
      && Self.compare(text, mostText.bytes) <= 0
  }

  private static func isASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var seen: UInt8 = 0
    for byte in text { seen |= byte }
    return seen < 0x80
  }

  @inline(__always)
  private static func compare(_ a: UnsafeBufferPointer<UInt8>, _ b: [UInt8]) -> Int {
    b.withUnsafeBufferPointer { b in
      for index in 0..<min(a.count, b.count) where a[index] != b[index] {
        return Int(a[index]) - Int(b[index])
      }
      return a.count - b.count
    }
  }

  /// Hands over how many values of each kind came up.
  mutating func moveCounts(to counter: inout FieldCounter) {
    counter.add(.null, count: nulls)
    counter.add(.bool, count: truths.no + truths.yes)
    counter.add(.number, count: numbers)
    counter.add(.text, count: texts)
    counter.add(.array, count: arrays)
    counter.add(.record, count: records)
    (nulls, truths, numbers, texts, arrays, records) = (0, (0, 0), 0, 0, 0, 0)
  }
}
