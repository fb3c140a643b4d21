import Files
import TableModel

/// Checks the grammar of JSON and its UTF-8 while it goes over the bytes, and keeps nothing.
///
/// It can stop between two tokens and go on later.
struct JSONWalker {
  /// What may come next.
  enum Expectation: Sendable, Hashable {
    case value
    /// After `[`: a value or `]`.
    case firstValue
    /// After `{`: a key or `}`.
    case firstKey
    /// After `,` in a record.
    case key
    /// A comma or the end of the container.
    case separator
    /// The value is complete.
    case end
  }

  /// Where and in what surroundings the text stops to be JSON.
  struct Failure: Error, Hashable {
    var offset: Int
    /// The offset of the last bracket or comma before, from which the text can be read again.
    var anchor: Int
    /// The containers that are open there, true for records.
    var kinds: [Bool]
    /// True when the anchor is the bracket that opens a container or the beginning of the value.
    var isOpening: Bool
    var isTooDeep = false
  }

  private let bytes: UnsafePointer<UInt8>
  private let end: Int
  private(set) var offset: Int
  private(set) var expects = Expectation.value
  /// How the keys are written that were met.
  private(set) var keySpelling = KeySpelling.plain
  /// How the last text is written.
  private var spelling = KeySpelling.plain
  /// Told of the records and their keys.
  var keyCheck: KeyCheck
  private var kinds: [Bool] = []
  private var anchor: Int
  private var anchorDepth = 0
  private var anchorOpens = true

  /// - Parameters:
  ///   - offset: where a value begins, or blanks before it.
  ///   - end: the end of the text; eight bytes beyond it must be readable.
  init(_ bytes: UnsafePointer<UInt8>, from offset: Int, end: Int) {
    self.bytes = bytes
    self.offset = offset
    self.end = end
    anchor = offset
    keyCheck = KeyCheck(bytes)
  }

  /// Goes on at least up to an offset, unless the value ends before.
  mutating func walk(to limit: Int) throws(Failure) {
    while offset < limit, expects != .end {
      skipBlanks()
      switch expects {
      case .value: try value()
      case .firstValue: if byte == UInt8(ascii: "]") { close() } else { try value() }
      case .firstKey: if byte == UInt8(ascii: "}") { close() } else { try key() }
      case .key: try key()
      case .separator: try separator()
      case .end: break
      }
    }
  }

  /// Begins another value where the last one ended: the next one of a sequence.
  mutating func beginNext() {
    (expects, anchor, anchorDepth, anchorOpens) = (.value, offset, 0, true)
  }

  /// True when a whole value has been passed and no other was begun.
  var hasEnded: Bool { expects == .end }

  /// True before a value and after one, outside of all containers.
  var isBetweenValues: Bool { kinds.isEmpty && (expects == .end || expects == .value) }

  /// Goes over blanks; true when the text ends after them.
  mutating func isAtEnd() -> Bool {
    skipBlanks()
    return offset >= end
  }

  /// The failure to give when something else was wanted here.
  func failure(at place: Int? = nil) -> Failure {
    Failure(
      offset: min(place ?? offset, end), anchor: anchor, kinds: Array(kinds.prefix(anchorDepth)),
      isOpening: anchorOpens)
  }
}

extension JSONWalker {
  private var byte: UInt8 { offset < end ? bytes[offset] : 0 }

  @inline(__always)
  private mutating func skipBlanks() {
    while offset < end, ASCII.isBlank(bytes[offset]) { offset &+= 1 }
  }

  private mutating func value() throws(Failure) {
    if kinds.isEmpty { (anchor, anchorDepth, anchorOpens) = (offset, 0, true) }
    switch byte {
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "{"): return try open(isRecord: true)
    case UInt8(ascii: "["): return try open(isRecord: false)
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    default: try number()
    }
    afterValue()
  }

  private mutating func afterValue() {
    guard kinds.isEmpty else {
      expects = .separator
      return
    }
    (anchor, anchorDepth, anchorOpens) = (offset, 0, false)
    expects = .end
  }

  private mutating func open(isRecord: Bool) throws(Failure) {
    (anchor, anchorDepth, anchorOpens) = (offset, kinds.count, true)
    guard kinds.count < ValueBuilder.depthLimit else {
      var failure = failure()
      failure.isTooDeep = true
      throw failure
    }
    kinds.append(isRecord)
    if isRecord { keyCheck.openRecord(at: offset) }
    offset &+= 1
    expects = isRecord ? .firstKey : .firstValue
  }

  private mutating func close() {
    if kinds.removeLast() { keyCheck.closeRecord() }
    offset &+= 1
    (anchor, anchorDepth, anchorOpens) = (offset, kinds.count, false)
    afterValue()
  }

  private mutating func separator() throws(Failure) {
    let isRecord = kinds[kinds.count - 1]
    switch byte {
    case UInt8(ascii: ","):
      (anchor, anchorDepth, anchorOpens) = (offset, kinds.count, false)
      offset &+= 1
      expects = isRecord ? .key : .value
    case UInt8(ascii: "]") where !isRecord: close()
    case UInt8(ascii: "}") where isRecord: close()
    default: throw failure()
    }
  }

  private mutating func key() throws(Failure) {
    guard byte == UInt8(ascii: "\"") else { throw failure() }
    if let next = keyCheck.expectedEnd(at: offset, in: end) {
      keyCheck.addExpected()
      offset = next
    } else {
      let start = offset
      try string()
      if spelling > keySpelling { keySpelling = spelling }
      keyCheck.add(start..<offset, isPlain: spelling == .plain)
    }
    skipBlanks()
    guard byte == UInt8(ascii: ":") else { throw failure() }
    offset &+= 1
    expects = .value
  }
}

extension JSONWalker {
  private mutating func word(_ word: StaticString) throws(Failure) {
    let length = word.utf8CodeUnitCount
    guard offset + length <= end else { throw failure() }
    for index in 0..<length where bytes[offset + index] != word.utf8Start[index] {
      throw failure()
    }
    guard offset + length >= end || !ASCII.isWord(bytes[offset + length]) else { throw failure() }
    offset &+= length
  }

  private mutating func number() throws(Failure) {
    if byte == UInt8(ascii: "-") { offset &+= 1 }
    if byte == UInt8(ascii: "0") {
      offset &+= 1
      guard !ASCII.isDigit(byte) else { throw failure() }
    } else {
      try digits()
    }
    if byte == UInt8(ascii: ".") {
      offset &+= 1
      try digits()
    }
    if byte | 0x20 == UInt8(ascii: "e") {
      offset &+= 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { offset &+= 1 }
      try digits()
    }
  }

  @inline(__always)
  private mutating func digits() throws(Failure) {
    guard ASCII.isDigit(byte) else { throw failure() }
    while ASCII.isDigit(byte) { offset &+= 1 }
  }

  /// Goes over the text whose opening quote stands here, eight plain bytes at a time.
  private mutating func string() throws(Failure) {
    var index = offset &+ 1
    spelling = .plain
    while true {
      index = Self.plain(bytes, from: index, end: end)
      guard index < end else { throw failure(at: end) }
      switch bytes[index] {
      case UInt8(ascii: "\""):
        offset = index &+ 1
        return
      case UInt8(ascii: "\\"):
        spelling = .escaped
        index = try escape(at: index)
      case 0..<0x20: throw failure(at: index)
      case 0x80...:
        guard let length = UTF8Check.length(of: bytes, at: index, end: end) else {
          throw failure(at: index)
        }
        if spelling == .plain { spelling = .beyondASCII }
        index &+= length
      default: index &+= 1
      }
    }
  }

  private func escape(at index: Int) throws(Failure) -> Int {
    guard index + 1 < end else { throw failure(at: end) }
    let escape = bytes[index + 1]
    if escape != UInt8(ascii: "u") {
      guard "\"\\/bfnrt".utf8.contains(escape) else { throw failure(at: index + 1) }
      return index + 2
    }
    for place in index + 2..<index + 6 {
      guard place < end, ASCII.hexValue(bytes[place]) != nil else { throw failure(at: place) }
    }
    return index + 6
  }

  /// The first byte, from an offset on, that is a quote, a backslash, a control or not ASCII.
  @inline(__always)
  private static func plain(_ bytes: UnsafePointer<UInt8>, from offset: Int, end: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    var index = offset
    while index < end {
      let raw = UnsafeRawPointer(bytes + index)
      let word = UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self))
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5C)
      // The lowest top bit that is set is right; those above it may not be.
      let hits =
        ((quote &- ones) & ~quote | (backslash &- ones) & ~backslash
          | (word &- (ones &* 0x20)) & ~word | word) & tops
      if hits != 0 { return min(end, index &+ hits.trailingZeroBitCount &>> 3) }
      index &+= 8
    }
    return end
  }
}

/// Checks a whole file for grammar and UTF-8, in steps.
struct Verification {
  private let text: FileText
  private let isSequence: Bool
  private var walker: JSONWalker

  init(file: MappedFile, isSequence: Bool, showsAll: @escaping (Int) -> Bool) {
    text = FileText(file: file)
    self.isSequence = isSequence
    walker = JSONWalker(file.bytes, from: text.start, end: file.count)
    let bytes = file.bytes
    walker.keyCheck = KeyCheck(
      bytes, .init(quotes: 1) { JSONText.string(in: $0, of: bytes) }, showsAll: showsAll)
  }

  /// How many bytes were found to be right.
  var offset: Int { walker.offset }

  var keySpelling: KeySpelling { walker.keySpelling }

  var keyCheck: KeyCheck { walker.keyCheck }

  var remarks: [String] { keyCheck.remarks(in: text) }

  /// Checks some more.
  ///
  /// - Parameter step: about how many bytes.
  /// - Returns: false at the end of the file.
  mutating func advance(by step: Int) throws(DataError) -> Bool {
    do {
      return try walk(to: walker.offset + step)
    } catch {
      throw text.error(for: error)
    }
  }

  private mutating func walk(to limit: Int) throws(JSONWalker.Failure) -> Bool {
    while walker.offset < limit {
      if walker.hasEnded || (isSequence && walker.isBetweenValues) {
        let end = walker.offset
        if walker.isAtEnd() { return false }
        guard !walker.hasEnded || walker.offset > end || endsByItself(end) else {
          throw walker.failure()
        }
        guard isSequence || !walker.hasEnded else { throw walker.failure() }
        walker.beginNext()
      }
      try walker.walk(to: limit)
    }
    return true
  }

  /// Texts and containers show where they end; of numbers and words only a blank does.
  private func endsByItself(_ end: Int) -> Bool {
    "}]\"".utf8.contains(text.file.bytes[end - 1])
  }
}
