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
    while offset < end, tracker.trouble == nil {
      let block = bytes + offset
      var masks = Classifier.masks(block)
      let length = min(64, end &- offset)
      if length < 64 { masks.cut(to: length) }
      let inside = text.advance(quotes: masks.quotes, backslashes: masks.backslashes)
      let opens = masks.opens & ~inside
      let closes = masks.closes & ~inside
      let isOpaque = depth &- closes.nonzeroBitCount > tracker.depth
      if isOpaque {
        depth &+= opens.nonzeroBitCount &- closes.nonzeroBitCount
      } else {
        let valid = length < 64 ? ~inside & ((1 &<< UInt64(length)) &- 1) : ~inside
        follow(opens: opens, closes: closes, outside: valid, bytes, classifier)
      }
      offset &+= length
      if length < 64 { text.cut(at: offset, bytes) }
    }
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
    _ classifier: Classifier.Type
  ) {
    var base = tracker.depth
    var counts = tracker.isAmongRecords
    // The bytes from the last bracket on that ended a record (or began the block).
    var segment = depth == base ? ~UInt64(0) : 0
    var commas: UInt64?
    var events = opens | closes
    while events != 0 {
      let bit = events & (0 &- events)
      let place = offset &+ events.trailingZeroBitCount
      events &= events &- 1
      let isOpen = opens & bit != 0
      guard depth == base else {
        depth &+= isOpen ? 1 : -1
        if depth == base {
          segment = ~(bit | (bit &- 1))
          if !counts { tracker.passed(to: place &+ 1) }
        }
        continue
      }
      if counts {
        let mask = commas ?? Classifier.commas(bytes + offset) & outside
        commas = mask
        countRecords(mask & segment & (bit &- 1))
        if isOpen {
          depth &+= 1
          continue
        }
      }
      turn(isOpen, at: place, bytes)
      base = tracker.depth
      counts = tracker.isAmongRecords
      segment = depth == base ? ~(bit | (bit &- 1)) : 0
      if tracker.trouble != nil { return }
    }
    if counts, depth == base {
      countRecords((commas ?? Classifier.commas(bytes + offset) & outside) & segment)
    }
  }

  /// A bracket that opens or closes a container of the shape, or an opaque one beside them.
  @inline(never)
  private mutating func turn(_ isOpen: Bool, at place: Int, _ bytes: UnsafePointer<UInt8>) {
    if isOpen {
      tracker.open(at: place, bytes)
      depth &+= 1
    } else {
      tracker.close(at: place, bytes)
      depth &-= 1
    }
  }

  /// A record begins after each of some commas.
  @inline(__always)
  private mutating func countRecords(_ commas: UInt64) {
    guard commas != 0 else { return }
    let count = commas.nonzeroBitCount
    let used = tracker.tables.records & (ChunkTables.stride &- 1)
    if used != 0, used &+ count <= ChunkTables.stride {
      tracker.tables.records &+= count
      return
    }
    var rest = commas
    while rest != 0 {
      tracker.tables.addRecord(at: offset &+ rest.trailingZeroBitCount &+ 1)
      rest &= rest &- 1
    }
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
