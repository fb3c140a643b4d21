import Files

/// Steps over records by their commas, without reading them.
enum RecordSkip {
  /// Where the record begins that stands some records after the one at an offset.
  ///
  /// - Parameters:
  ///   - count: how many records to step over, at least one.
  ///   - offset: the beginning of a record, between texts.
  ///   - isSequence: true where no commas stand between records.
  /// - Returns: the offset after the comma; nil when the container ends before.
  static func offset<Classifier: BlockClassifier>(
    after count: Int, recordsFrom offset: Int, of bytes: UnsafePointer<UInt8>, end: Int,
    isSequence: Bool, by classifier: Classifier.Type
  ) -> Int? {
    if isSequence { return sequence(after: count, from: offset, bytes, end, classifier) }
    return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: BracketList.capacity) { list in
      guard let places = list.baseAddress else { return nil }
      var steps = Steps(left: count, gap: CommaGap(start: offset))
      var text = TextState()
      var offset = offset
      while offset < end {
        let stop = min(end, offset &+ stretch)
        let found = BracketList.find(
          from: offset, to: stop, of: bytes, &text, into: places, by: classifier)
        for index in 0..<found {
          steps.take(offset &+ Int(places[index]), bytes, classifier)
          if steps.hasEnded { return steps.target }
        }
        if steps.depth == 0 {
          steps.take(commasTo: stop, bytes, classifier)
          steps.gap = CommaGap(start: stop, text: text)
        }
        if steps.hasEnded { return steps.target }
        offset = stop
      }
      return nil
    }
  }

  /// Records are mostly shorter than this, and nobody wants to read far beyond the one.
  private static let stretch = 1024

  /// What is left to step over.
  private struct Steps {
    var left: Int
    var depth = 0
    /// What was not looked at yet between records.
    var gap: CommaGap
    /// The offset after the last comma.
    var target: Int?
    var hasEnded = false

    init(left: Int, gap: CommaGap) {
      self.left = left
      self.gap = gap
    }

    /// Goes over a bracket.
    @inline(__always)
    mutating func take<Classifier: BlockClassifier>(
      _ place: Int, _ bytes: UnsafePointer<UInt8>, _ classifier: Classifier.Type
    ) {
      let step = BracketList.step(bytes[place])
      if depth == 0 {
        take(commasTo: place, bytes, classifier)
        if hasEnded { return }
      }
      depth &+= step
      if depth == 0 { gap = CommaGap(start: place &+ 1) }
      hasEnded = depth < 0
    }

    @inline(__always)
    mutating func take<Classifier: BlockClassifier>(
      commasTo end: Int, _ bytes: UnsafePointer<UInt8>, _ classifier: Classifier.Type
    ) {
      if left > 1, gap.isLoneComma(to: end, bytes) {
        left &-= 1
      } else {
        search(end, bytes, classifier)
      }
    }

    private mutating func search<Classifier: BlockClassifier>(
      _ end: Int, _ bytes: UnsafePointer<UInt8>, _ classifier: Classifier.Type
    ) {
      let gap = gap
      gap.forEachBlock(to: end, of: bytes, by: classifier) { commas, offset in
        var rest = commas
        while left > 1, rest != 0 {
          rest &= rest &- 1
          left &-= 1
        }
        guard rest != 0 else { return true }
        target = offset &+ rest.trailingZeroBitCount &+ 1
        hasEnded = true
        return false
      }
    }
  }

  /// The offset after the container whose bracket stands at an offset; nil when it doesn't end
  /// before the limit.
  static func end<Classifier: BlockClassifier>(
    ofContainerAt start: Int, of bytes: UnsafePointer<UInt8>, limit: Int,
    by classifier: Classifier.Type
  ) -> Int? {
    var state = TextState()
    var depth = 0
    var offset = start
    while offset < limit {
      let masks = Classifier.masks(bytes + offset)
      let inside = state.advance(quotes: masks.quotes, backslashes: masks.backslashes)
      var brackets = masks.brackets & ~inside
      while brackets != 0 {
        let place = offset &+ brackets.trailingZeroBitCount
        depth &+= BracketList.step(bytes[place])
        if depth <= 0 { return place < limit ? place &+ 1 : nil }
        brackets &= brackets &- 1
      }
      offset &+= 64
    }
    return nil
  }

  /// In a sequence records follow one another with blanks between them, or without.
  private static func sequence<Classifier: BlockClassifier>(
    after count: Int, from offset: Int, _ bytes: UnsafePointer<UInt8>, _ end: Int,
    _ classifier: Classifier.Type
  ) -> Int? {
    var cursor = ByteCursor(bytes, offset: offset, end: end)
    for _ in 0..<count {
      cursor.skipBlanks()
      cursor.skipValue(by: classifier)
    }
    cursor.skipBlanks()
    return cursor.offset < end ? cursor.offset : nil
  }
}

extension ByteCursor {
  /// Goes over the value that begins here, counting brackets outside of texts.
  ///
  /// - Complexity: O(bytes); containers go 64 bytes at a time.
  mutating func skipValue<Classifier: BlockClassifier>(by classifier: Classifier.Type) {
    switch byte {
    case nil: return
    case UInt8(ascii: "\""): offset = JSONText.endOfString(from: offset, to: end, of: bytes)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let close = RecordSkip.end(ofContainerAt: offset, of: bytes, limit: end, by: classifier)
      offset = close ?? end
    case UInt8(ascii: "}"), UInt8(ascii: "]"): offset &+= 1
    default: offset = JSONText.endOfWord(from: offset, to: end, of: bytes)
    }
  }
}

/// A part of a text between two brackets, in which commas part records.
struct CommaGap {
  /// Where it begins, and whether that is inside a text.
  var start: Int
  var text = TextState()

  /// True when it is a comma, and blanks behind it.
  @inline(__always)
  func isLoneComma(to end: Int, _ bytes: UnsafePointer<UInt8>) -> Bool {
    guard start < end, bytes[start] == UInt8(ascii: ","), text == TextState() else { return false }
    var offset = start &+ 1
    while offset < end, ASCII.isBlank(bytes[offset]) { offset &+= 1 }
    return offset == end
  }

  /// Visits the commas outside of texts, as bits of blocks and the offsets of these blocks, up to
  /// an end or until a visit asks to stop.
  ///
  /// - Parameter visit: returns false to stop.
  func forEachBlock<Classifier: BlockClassifier>(
    to end: Int, of bytes: UnsafePointer<UInt8>, by classifier: Classifier.Type,
    _ visit: (_ commas: UInt64, _ offset: Int) -> Bool
  ) {
    var text = text
    var offset = start
    while offset < end {
      var masks = Classifier.masks(bytes + offset)
      let length = min(64, end &- offset)
      if length < 64 { masks.cut(to: length) }
      let inside = text.advance(quotes: masks.quotes, backslashes: masks.backslashes)
      let part = length < 64 ? (1 as UInt64) &<< UInt64(length) &- 1 : ~0
      let commas = Classifier.commas(bytes + offset) & ~inside & part
      if commas != 0, !visit(commas, offset) { return }
      offset &+= length
    }
  }
}

/// What stood between two records last time: a comma and blanks, mostly the same for all of them.
struct UsualGap {
  private var length = -1
  private var text: UInt64 = 0
  private var mask: UInt64 = 0

  private static let longest = 8

  /// True when a gap is a comma, and blanks behind it.
  ///
  /// - Parameter bytes: eight of them behind the end must be readable.
  @inline(__always)
  mutating func isLoneComma(in gap: CommaGap, to end: Int, _ bytes: UnsafePointer<UInt8>) -> Bool {
    let raw = UnsafeRawPointer(bytes + gap.start)
    let text = UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self))
    if end &- gap.start == length, text & mask == self.text, gap.text == TextState() { return true }
    guard gap.isLoneComma(to: end, bytes) else { return false }
    learn(text, length: end &- gap.start)
    return true
  }

  private mutating func learn(_ text: UInt64, length: Int) {
    guard length <= Self.longest else { return }
    self.length = length
    mask = ~0 &>> UInt64(64 &- 8 &* length)
    self.text = text & mask
  }
}

/// Finds places where a scan may take up in the middle of a text: between two records.
///
/// It is a guess, made from how the records at the head of the text look; text inside a text can
/// look the same. A scan from such a place has to be compared with the end of the scan before.
struct ChunkGuess: Sendable {
  /// The last byte of a record and the first of the next one.
  private let last: UInt8
  private let first: UInt8
  /// The key that a record begins with, quotes included.
  private let key: [UInt8]
  private let isSequence: Bool
  /// What a scan looks like among the records.
  private let model: ChunkScanner

  /// How far from a border a place is looked for.
  private let reach: Int

  /// - Parameters:
  ///   - model: a scan that is among records.
  ///   - reach: how far from a border a place is looked for.
  /// - Returns: nil when it isn't, or the records give no hint.
  init?(model: ChunkScanner, of bytes: UnsafePointer<UInt8>, count: Int, reach: Int) {
    let plan = model.tracker.plan
    guard plan.mayBeginInside, model.tracker.isInside,
      let start = model.tracker.tables.anchors.first
    else { return nil }
    (self.model, self.reach) = (model, reach)
    isSequence = plan.isSequence && plan.depth == 1
    var cursor = ByteCursor(bytes, offset: start, end: count)
    cursor.skipBlanks()
    if let quoted = cursor.keyedValue() { cursor.offset = quoted }
    guard cursor.offset < count else { return nil }
    first = bytes[cursor.offset]
    switch first {
    case UInt8(ascii: "{"): last = UInt8(ascii: "}")
    case UInt8(ascii: "["): last = UInt8(ascii: "]")
    case UInt8(ascii: "\""): last = first
    default: return nil
    }
    key =
      first == UInt8(ascii: "{")
      ? Self.firstKey(of: bytes, at: cursor.offset, min(count, cursor.offset + reach)) : []
  }

  private static func firstKey(of bytes: UnsafePointer<UInt8>, at offset: Int, _ end: Int)
    -> [UInt8]
  {
    var cursor = ByteCursor(bytes, offset: offset + 1, end: end)
    cursor.skipBlanks()
    guard cursor.byte == UInt8(ascii: "\"") else { return [] }
    let end = JSONText.endOfString(from: cursor.offset, to: cursor.end, of: bytes)
    return Array(UnsafeBufferPointer(start: bytes + cursor.offset, count: end - cursor.offset))
  }

  /// A scan that takes up between two records after a border; nil when no place is found.
  ///
  /// - Complexity: O(reach), whatever stands there: blanks between records, for one, may go on for
  ///   longer than that.
  func scanner(after border: Int, of bytes: UnsafePointer<UInt8>, count: Int) -> ChunkScanner? {
    let separator = isSequence ? UInt8(ascii: "\n") : UInt8(ascii: ",")
    var cursor = ByteCursor(bytes, offset: border, end: min(count, border + reach))
    var followsRecord = followsRecord(border, bytes)
    while let byte = cursor.byte {
      let place = cursor.offset
      cursor.offset += 1
      if byte == separator, followsRecord {
        cursor.skipBlanks()
        if beginsRecord(cursor) {
          return ChunkScanner(guessing: model, at: isSequence ? place + 1 : place)
        }
        // Another separator of these blanks would lead to the same place.
        followsRecord = false
      } else if !ASCII.isBlank(byte) {
        followsRecord = byte == last
      }
    }
    return nil
  }

  /// True when the byte before a border is the last one of a record, or blanks behind it are.
  private func followsRecord(_ border: Int, _ bytes: UnsafePointer<UInt8>) -> Bool {
    let limit = max(0, border - reach)
    var before = border - 1
    while before > limit, ASCII.isBlank(bytes[before]) { before -= 1 }
    return before >= 0 && bytes[before] == last
  }

  /// True where what begins looks as a record does.
  private func beginsRecord(_ start: ByteCursor) -> Bool {
    var cursor = start
    if first != UInt8(ascii: "\""), let value = cursor.keyedValue() { cursor.offset = value }
    guard cursor.byte == first else { return false }
    guard !key.isEmpty else { return true }
    cursor.offset += 1
    cursor.skipBlanks()
    return cursor.stands(key)
  }
}
