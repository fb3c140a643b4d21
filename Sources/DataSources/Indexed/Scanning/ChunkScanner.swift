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

  /// What the scan of one block after the other turns on, for the registers of the processor.
  private struct Hot {
    var offset: Int
    var depth: Int
    /// The depth of the tracker's innermost container.
    var base: Int
    /// True when the commas in that container part records.
    var counts: Bool
    var isHalted: Bool

    init(_ scanner: ChunkScanner) {
      offset = scanner.offset
      depth = scanner.depth
      (base, counts, isHalted) = (0, false, false)
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
    tracker = ShapeTracker(plan: plan, start: start)
  }

  /// A scanner that takes up among the records at an offset, outside of any text, where the
  /// given one stood somewhere else.
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
    var hot = Hot(self)
    var text = text
    while hot.offset < end, !hot.isHalted {
      let block = bytes + hot.offset
      var masks = Classifier.masks(block)
      let length = min(64, end &- hot.offset)
      if length < 64 { masks.cut(to: length) }
      let inside = text.advance(quotes: masks.quotes, backslashes: masks.backslashes)
      let opens = masks.opens & ~inside
      let closes = masks.closes & ~inside
      if hot.depth &- closes.quickBitCount > hot.base {
        hot.depth &+= opens.quickBitCount &- closes.quickBitCount
      } else {
        let valid = length < 64 ? ~inside & ((1 &<< UInt64(length)) &- 1) : ~inside
        follow(opens: opens, closes: closes, outside: valid, bytes, &hot, classifier)
      }
      hot.offset &+= length
      if length < 64 { text.cut(at: hot.offset, bytes) }
    }
    (offset, depth, self.text) = (hot.offset, hot.depth, text)
  }

  /// Reads what was passed over, where the scan stands at the beginning of a line of a sequence.
  mutating func settle(_ bytes: UnsafePointer<UInt8>) {
    guard depth == 0, tracker.plan.isSequence, tracker.depth == 0, text == TextState(),
      offset > 0, bytes[offset - 1] == UInt8(ascii: "\n")
    else { return }
    tracker.readGap(to: offset, bytes)
  }

  /// Tells that the text ends where the scan stands.
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
  /// Goes through the brackets of a block one by one.
  @inline(__always)
  private mutating func follow<Classifier: BlockClassifier>(
    opens: UInt64, closes: UInt64, outside: UInt64, _ bytes: UnsafePointer<UInt8>,
    _ hot: inout Hot, _ classifier: Classifier.Type
  ) {
    // The bytes from the last bracket on that ended a record (or began the block).
    var segment = hot.depth == hot.base ? ~UInt64(0) : 0
    var commas: UInt64?
    var events = opens | closes
    while events != 0 {
      let bit = events & (0 &- events)
      let place = hot.offset &+ events.trailingZeroBitCount
      events &= events &- 1
      let isOpen = opens & bit != 0
      guard hot.depth == hot.base else {
        hot.depth &+= isOpen ? 1 : -1
        if hot.depth == hot.base {
          segment = ~(bit | (bit &- 1))
          if !hot.counts { tracker.passed(to: place &+ 1) }
        }
        continue
      }
      if hot.counts {
        let mask = commas ?? Classifier.commas(bytes + hot.offset) & outside
        commas = mask
        countRecords(mask & segment & (bit &- 1), from: hot.offset)
        if isOpen {
          hot.depth &+= 1
          continue
        }
      }
      turn(isOpen, at: place, bytes, &hot)
      segment = hot.depth == hot.base ? ~(bit | (bit &- 1)) : 0
      if hot.isHalted { return }
    }
    if hot.counts, hot.depth == hot.base {
      let mask = commas ?? Classifier.commas(bytes + hot.offset) & outside
      countRecords(mask & segment, from: hot.offset)
    }
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
  }

  /// A record begins after each of some commas.
  @inline(__always)
  private mutating func countRecords(_ commas: UInt64, from offset: Int) {
    guard commas != 0 else { return }
    let count = commas.quickBitCount
    let used = tracker.tables.records & (ChunkTables.stride &- 1)
    if used != 0, used &+ count <= ChunkTables.stride {
      tracker.tables.records &+= count
    } else {
      addRecords(commas, from: offset)
    }
  }

  @inline(never)
  private mutating func addRecords(_ commas: UInt64, from offset: Int) {
    var rest = commas
    while rest != 0 {
      tracker.tables.addRecord(at: offset &+ rest.trailingZeroBitCount &+ 1)
      rest &= rest &- 1
    }
  }
}

extension UInt64 {
  /// The number of bits set, quickest for none and for one: processors of the least kind that is
  /// supported have no instruction for it.
  @inline(__always)
  var quickBitCount: Int {
    if self & (self &- 1) == 0 { return self == 0 ? 0 : 1 }
    return nonzeroBitCount
  }
}

extension BlockMasks {
  /// Leaves what stands in the first bytes.
  mutating func cut(to length: Int) {
    let kept = (1 as UInt64) &<< UInt64(length) &- 1
    quotes &= kept
    backslashes &= kept
    opens &= kept
    closes &= kept
  }
}

extension TextState {
  /// After a block that was cut short: whether the next byte is escaped, told from the bytes.
  mutating func cut(at offset: Int, _ bytes: UnsafePointer<UInt8>) {
    var run = 0
    while run < offset, bytes[offset - 1 - run] == UInt8(ascii: "\\") { run += 1 }
    escape = inText == 0 ? 0 : UInt64(run & 1)
  }
}
