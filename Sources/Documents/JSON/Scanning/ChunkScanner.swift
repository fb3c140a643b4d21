import Files
import TableModel

/// Scans a text from place to place for the brackets that make its shape.
///
/// It knows texts, escapes and depth, and counts the commas between records; keys and scalars it
/// reads only outside of records. Grammar is checked elsewhere.
struct ChunkScanner: Sendable {
  /// Where the scan stands: everything before it has been seen.
  private(set) var offset: Int
  private(set) var text = TextState()
  /// How many brackets are open.
  private(set) var depth = 0
  var tracker: ShapeTracker

  /// What going from one bracket to the next turns on, for the registers of the processor.
  private struct Hot {
    var depth: Int
    /// The depth of the tracker's innermost container.
    var base = 0
    /// True when the commas in that container part records.
    var counts = false
    var isHalted = false
    /// What was not looked at yet in that container.
    var gap: CommaGap
    var usual = UsualGap()

    init(_ scanner: ChunkScanner) {
      depth = scanner.depth
      gap = CommaGap(start: scanner.offset, text: scanner.text)
      look(at: scanner.tracker)
    }

    mutating func look(at tracker: ShapeTracker) {
      base = tracker.depth
      counts = tracker.isAmongRecords
      isHalted = tracker.trouble != nil
    }
  }

  init(plan: LevelPlan, start: Int) {
    offset = start
    tracker = ShapeTracker(plan: plan, start: start, keys: JSONText.self)
  }

  /// A scanner that starts among the records at an offset, outside of any text; the given scanner
  /// stood among them somewhere else.
  init(guessing other: ChunkScanner, at offset: Int) {
    self.offset = offset
    tracker = other.tracker.resumed(at: offset)
    depth = tracker.depth
  }

  /// True when a scan that has come to the offset at which another began would find what the
  /// other one has assumed.
  func agrees(withGuessOf other: ChunkScanner, at start: Int) -> Bool {
    offset == start && text == TextState() && depth == tracker.depth
      && tracker.isInside && tracker.kinds == other.tracker.kinds
  }

  /// The same place with empty tables.
  func continued() -> ChunkScanner {
    var next = self
    next.tracker = tracker.continued()
    return next
  }

  /// Scans up to an offset, which must not lie beyond the text.
  ///
  /// - Parameters:
  ///   - bytes: the text; 64 bytes beyond its end must be readable.
  ///   - classifier: how masks are made; all ways give the same.
  /// - Complexity: O(bytes); several gigabytes a second.
  mutating func scan<Classifier: BlockClassifier>(
    to end: Int, of bytes: UnsafePointer<UInt8>, by classifier: Classifier.Type
  ) {
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: BracketList.capacity) { list in
      guard let places = list.baseAddress else { return }
      var hot = Hot(self)
      var text = text
      while offset < end, !hot.isHalted {
        let stop = min(end, offset &+ BracketList.stretch)
        let count = BracketList.find(
          from: offset, to: stop, of: bytes, &text, into: places, by: classifier)
        follow(UnsafeBufferPointer(start: places, count: count), bytes, &hot, classifier)
        if hot.depth == hot.base, !hot.isHalted {
          if hot.counts { countRecords(to: stop, bytes, &hot, classifier) }
          hot.gap = CommaGap(start: stop, text: text)
        }
        offset = stop
      }
      (depth, self.text) = (hot.depth, text)
    }
  }

  /// Reads what was passed over, where the scan stands at the beginning of a line of a sequence.
  mutating func settle(_ bytes: UnsafePointer<UInt8>) {
    guard tracker.plan.isSequence, isBetweenLines(bytes) else { return }
    tracker.readGap(to: offset, bytes)
  }

  /// True at the beginning of a line of a sequence, with nothing open.
  func isBetweenLines(_ bytes: UnsafePointer<UInt8>) -> Bool {
    depth == 0 && tracker.depth == 0 && text == TextState() && offset > 0
      && bytes[offset - 1] == UInt8(ascii: "\n")
  }

  /// Ends the scan: the text ends where it stands.
  mutating func finish(_ bytes: UnsafePointer<UInt8>) {
    guard tracker.trouble == nil else { return }
    if text != TextState() || depth != tracker.depth {
      tracker.note(.malformed(at: offset))
    } else {
      tracker.finish(at: offset, bytes)
    }
  }
}

extension ChunkScanner {
  /// Goes from bracket to bracket.
  ///
  /// - Parameter places: their distances from where the scan stands.
  @inline(__always)
  private mutating func follow<Classifier: BlockClassifier>(
    _ places: UnsafeBufferPointer<UInt16>, _ bytes: UnsafePointer<UInt8>, _ hot: inout Hot,
    _ classifier: Classifier.Type
  ) {
    // What changes with each bracket stays in registers: how deep it lies in what is opaque.
    var (level, index) = (hot.depth &- hot.base, 0)
    let text = bytes + offset
    while index < places.count {
      if level != 0 {
        var place = 0
        repeat {
          place = Int(places[index])
          level &+= BracketList.step(text[place])
          index &+= 1
        } while level != 0 && index < places.count
        if level == 0 { leave(at: offset &+ place, &hot) }
        continue
      }
      let place = offset &+ Int(places[index])
      let step = BracketList.step(bytes[place])
      index &+= 1
      if hot.counts { countRecords(to: place, bytes, &hot, classifier) }
      if step > 0, hot.counts || tracker.beginsInSequence(at: place, bytes) {
        level = 1
        continue
      }
      hot.depth = hot.base
      turn(step > 0, at: place, bytes, &hot)
      level = hot.depth &- hot.base
      if hot.isHalted { return }
    }
    hot.depth = hot.base &+ level
  }

  /// A record has ended, or something beside the shape.
  @inline(__always)
  private mutating func leave(at place: Int, _ hot: inout Hot) {
    hot.gap = CommaGap(start: place &+ 1)
    if !hot.counts { tracker.passed(to: place &+ 1) }
  }

  /// A bracket that opens or closes a container of the shape, or an opaque one beside them.
  @inline(never)
  private mutating func turn(
    _ isOpen: Bool, at place: Int, _ bytes: UnsafePointer<UInt8>, _ hot: inout Hot
  ) {
    if isOpen {
      tracker.open(at: place, bytes)
      hot.depth &+= 1
    } else {
      tracker.close(at: place, bytes)
      hot.depth &-= 1
    }
    hot.look(at: tracker)
    hot.gap = CommaGap(start: place &+ 1)
  }

  /// A record begins after each comma of a gap.
  @inline(__always)
  private mutating func countRecords<Classifier: BlockClassifier>(
    to end: Int, _ bytes: UnsafePointer<UInt8>, _ hot: inout Hot, _ classifier: Classifier.Type
  ) {
    if hot.usual.isLoneComma(in: hot.gap, to: end, bytes) {
      tracker.tables.addRecord(at: hot.gap.start &+ 1)
    } else if hot.gap.start < end {
      addRecords(to: end, bytes, hot.gap, classifier)
    }
  }

  @inline(never)
  private mutating func addRecords<Classifier: BlockClassifier>(
    to end: Int, _ bytes: UnsafePointer<UInt8>, _ gap: CommaGap, _ classifier: Classifier.Type
  ) {
    gap.forEachBlock(to: end, of: bytes, by: classifier) { commas, offset in
      tracker.tables.addRecords(after: commas, from: offset)
      return true
    }
  }
}

extension ChunkScanner: PieceScanner {
  func restarted(at start: Int) -> ChunkScanner {
    ChunkScanner(plan: tracker.plan, start: start)
  }

  mutating func settle(_ file: MappedFile) { settle(file.bytes) }

  func guess(_ file: MappedFile, reach: Int) -> (@Sendable (Int) -> ChunkScanner?)? {
    guard
      let guess = ChunkGuess(model: self, of: file.bytes, count: file.count, reach: reach)
    else { return nil }
    return { guess.scanner(after: $0, of: file.bytes, count: file.count) }
  }

  mutating func scan(to end: Int, of file: MappedFile) {
    scan(to: end, of: file.bytes, by: NativeClassifier.self)
  }

  mutating func finish(_ file: MappedFile) { finish(file.bytes) }
}

extension TextState {
  /// After a block that was cut short: whether the next byte is escaped, by its last ones.
  ///
  /// - Parameters:
  ///   - length: how many bytes of the block count.
  ///   - before: how the block began.
  mutating func cut(
    at offset: Int, length: Int, after before: TextState, _ bytes: UnsafePointer<UInt8>
  ) {
    var run = 0
    while run < length, bytes[offset - 1 - run] == UInt8(ascii: "\\") { run += 1 }
    // A block of nothing but backslashes continues the run before it, which may be long.
    if run == length { run += Int(before.escape) }
    escape = inText == 0 ? 0 : UInt64(run & 1)
  }
}

/// The indexer of JSON.
typealias Indexer = PieceIndexer<ChunkScanner>

extension PieceIndexer<ChunkScanner> {
  /// Scans the head of a file at once and publishes what it finds.
  static func head(of index: RecordIndex, to size: Int) -> ChunkScanner {
    head(of: index, to: size, from: ChunkScanner(plan: index.plan, start: index.content.start))
  }
}

extension JSONText: KeyNotation {}

// MARK: - Brackets

extension ShapeTracker {
  /// A bracket opens directly in the innermost container; afterwards `depth` shows whether what
  /// it opens belongs to the shape or is opaque.
  mutating func open(at offset: Int, _ bytes: UnsafePointer<UInt8>) {
    readGap(to: offset, bytes)
    let before = frames.count
    value(bytes[offset] == UInt8(ascii: "{") ? .record : .list, at: offset, bytes)
    // Records are counted where they follow a comma; the first one follows the bracket.
    if frames.count > before, isInside, !isEmpty(after: offset, bytes) {
      tables.addRecord(at: offset + 1)
    }
  }

  /// The innermost container closes.
  mutating func close(at offset: Int, _ bytes: UnsafePointer<UInt8>) {
    if isInside { gapStart = offset } else { readGap(to: offset, bytes) }
    let frame = frames[frames.count - 1]
    let isBrace = bytes[offset] == UInt8(ascii: "}")
    guard frames.count > 1, frame.isRecord == isBrace else {
      note(.malformed(at: offset))
      return
    }
    frames.removeLast()
    passed(to: offset + 1)
  }

  /// An opaque container directly in the innermost one has closed before an offset.
  mutating func passed(to offset: Int) {
    gapStart = offset
    hasValue = true
  }

  /// A bracket opens a record of a sequence, before which nothing but blanks were passed over.
  ///
  /// - Returns: false where that is not so, and nothing was done.
  @inline(__always)
  mutating func beginsInSequence(at offset: Int, _ bytes: UnsafePointer<UInt8>) -> Bool {
    guard plan.isSequence, frames.count == 1, plan.depth == 1 else { return false }
    var blank = gapStart
    while blank < offset, ASCII.isBlank(bytes[blank]) { blank += 1 }
    guard blank == offset else { return false }
    childStart = offset
    tables.addRecord(at: offset)
    hasValue = true
    return true
  }

  /// The text ends here.
  mutating func finish(at offset: Int, _ bytes: UnsafePointer<UInt8>) {
    if frames.count > 1 { return note(.malformed(at: offset)) }
    readGap(to: offset, bytes)
  }
}

// MARK: - The text between brackets

extension ShapeTracker {
  /// Reads what stands directly in the innermost container up to an offset: keys, scalars, commas.
  mutating func readGap(to end: Int, _ bytes: UnsafePointer<UInt8>) {
    var offset = gapStart
    while offset < end {
      switch bytes[offset] {
      case 0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: ":"):
        offset += 1
      case UInt8(ascii: ","):
        offset += 1
        frames[frames.count - 1].child += 1
        (childStart, key, hasValue) = (offset, nil, false)
      case UInt8(ascii: "\""):
        let close = JSONText.endOfString(from: offset, to: end, of: bytes)
        if frames[frames.count - 1].isRecord, key == nil {
          key = offset..<close
        } else {
          value(.scalar, at: offset, bytes)
        }
        offset = close
      default:
        value(bytes[offset] == UInt8(ascii: "n") ? .null : .scalar, at: offset, bytes)
        offset = JSONText.endOfWord(from: offset, to: end, of: bytes)
      }
    }
    gapStart = max(gapStart, end)
  }

  private func isEmpty(after offset: Int, _ bytes: UnsafePointer<UInt8>) -> Bool {
    var next = offset + 1
    while ASCII.isBlank(bytes[next]) { next += 1 }
    return bytes[next] == UInt8(ascii: "]") || bytes[next] == UInt8(ascii: "}")
  }
}
