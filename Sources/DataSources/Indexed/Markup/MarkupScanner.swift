/// Scans an XML property list from place to place for the tags that make its shape.
///
/// Inside records it looks at the tags of containers only, a block of 64 bytes at a time; among
/// records it counts the tags that begin one; elsewhere it takes tag after tag. Grammar is checked
/// elsewhere.
struct MarkupScanner: Sendable {
  /// Where the scan stands: everything before it has been seen.
  private(set) var offset: Int
  /// How many containers are open.
  private(set) var depth = 0
  var tracker: ShapeTracker

  /// What the scan of one block after the other turns on, for the registers of the processor.
  private struct Hot {
    var offset: Int
    var depth: Int
    /// The depth of the tracker's innermost container.
    var base = 0
    /// True when the elements in that container are records.
    var counts = false
    /// True when records have keys.
    var isKeyed = false
    var isHalted = false
    /// No byte at or beyond this one belongs to the text.
    let count: Int

    init(_ scanner: MarkupScanner, count: Int) {
      (offset, depth, self.count) = (scanner.offset, scanner.depth, count)
      look(at: scanner.tracker)
    }

    mutating func look(at tracker: ShapeTracker) {
      base = tracker.depth
      counts = tracker.isAmongRecords
      isKeyed = tracker.kinds.last ?? false
      isHalted = tracker.trouble != nil
    }
  }

  /// - Parameter start: where the one value of the document, or blanks before it, begins.
  init(plan: LevelPlan, start: Int) {
    offset = start
    tracker = ShapeTracker(plan: plan, start: start, notation: .propertyList)
  }

  /// The same place with empty tables.
  func continued() -> MarkupScanner {
    var next = self
    next.tracker = tracker.continued()
    return next
  }

  /// Scans up to an offset, or a little beyond: what begins before it is seen whole.
  ///
  /// - Parameters:
  ///   - count: how long the text is; 80 bytes beyond its end must be readable.
  ///   - classifier: how masks are made; all ways give the same.
  /// - Complexity: O(bytes); several gigabytes a second.
  mutating func scan<Classifier: TagClassifier>(
    to end: Int, of bytes: UnsafePointer<UInt8>, count: Int, by classifier: Classifier.Type
  ) {
    var hot = Hot(self, count: count)
    while hot.offset < end, !hot.isHalted {
      if hot.depth == hot.base, !hot.counts {
        step(bytes, &hot)
        continue
      }
      var tags = Classifier.tags(bytes + hot.offset)
      let length = min(64, end &- hot.offset)
      if length < 64 { tags.cut(to: length) }
      if tags.odd == 0, hot.depth &- tags.closes.quickBitCount > hot.base {
        hot.depth &+= tags.opens.quickBitCount &- tags.closes.quickBitCount
        hot.offset &+= length
      } else {
        follow(tags, length, bytes, &hot, classifier)
      }
    }
    (offset, depth) = (hot.offset, hot.depth)
  }

  /// Tells that the text ends where the scan stands.
  mutating func finish() {
    guard tracker.trouble == nil else { return }
    if depth != tracker.depth { tracker.note(.malformed(at: offset)) }
    tracker.endText(at: offset)
  }
}

// MARK: - Blocks

extension MarkupScanner {
  /// Goes through the tags of a block one by one, up to one that needs a closer look.
  private mutating func follow<Classifier: TagClassifier>(
    _ tags: TagMasks, _ length: Int, _ bytes: UnsafePointer<UInt8>, _ hot: inout Hot,
    _ classifier: Classifier.Type
  ) {
    let block = bytes + hot.offset
    // The bytes from the last tag on that ended a record (or began the block).
    var segment = hot.depth == hot.base ? Self.firstBits(length) : 0
    var events = tags.opens | tags.closes | tags.odd
    while events != 0 {
      let bit = events & (0 &- events)
      let place = hot.offset &+ events.trailingZeroBitCount
      events &= events &- 1
      let isAtBase = hot.depth == hot.base
      if isAtBase {
        count(segment & (bit &- 1), of: block, tags, hot, classifier)
        segment = 0
      }
      if tags.odd & bit != 0 { return odd(at: place, bytes, &hot) }
      let isOpen = tags.opens & bit != 0
      if isAtBase, !isOpen { return closeContainer(at: place, bytes, &hot) }
      if isAtBase, !hot.isKeyed { tracker.tables.addRecord(at: place) }
      hot.depth &+= isOpen ? 1 : -1
      guard hot.depth == hot.base else { continue }
      if !hot.counts { return endOpaque(at: place, bytes, &hot) }
      segment = Self.firstBits(length) & ~(bit | (bit &- 1))
    }
    if hot.depth == hot.base { count(segment, of: block, tags, hot, classifier) }
    hot.offset &+= length
  }

  @inline(__always)
  private static func firstBits(_ count: Int) -> UInt64 {
    count < 64 ? (1 &<< UInt64(count)) &- 1 : ~0
  }

  /// Counts the records that begin in a part of a block: keys, or elements that are scalars.
  @inline(__always)
  private mutating func count<Classifier: TagClassifier>(
    _ part: UInt64, of block: UnsafePointer<UInt8>, _ tags: TagMasks, _ hot: Hot,
    _ classifier: Classifier.Type
  ) {
    guard part != 0 else { return }
    var starts =
      part
      & (hot.isKeyed
        ? Classifier.keys(block) : Classifier.elements(block) & ~(tags.opens | tags.odd))
    while starts != 0 {
      tracker.tables.addRecord(at: hot.offset &+ starts.trailingZeroBitCount)
      starts &= starts &- 1
    }
  }

  /// The container of the records ends.
  @inline(never)
  private mutating func closeContainer(
    at place: Int, _ bytes: UnsafePointer<UInt8>, _ hot: inout Hot
  ) {
    var cursor = MarkupCursor(bytes, offset: place, end: hot.count)
    guard let tag = cursor.tag() else { return halt(at: place, &hot) }
    tracker.endContainer(isRecord: tag.name == .dict, at: place)
    hot.depth &-= 1
    hot.offset = tag.end
    hot.look(at: tracker)
  }

  /// A container that is no part of the shape has ended.
  @inline(never)
  private mutating func endOpaque(
    at place: Int, _ bytes: UnsafePointer<UInt8>, _ hot: inout Hot
  ) {
    var cursor = MarkupCursor(bytes, offset: place, end: hot.count)
    guard let tag = cursor.tag() else { return halt(at: place, &hot) }
    tracker.endElement()
    hot.offset = tag.end
  }

  /// Goes over a comment, CDATA, or a container tag that isn't written as usual.
  @inline(never)
  private mutating func odd(at place: Int, _ bytes: UnsafePointer<UInt8>, _ hot: inout Hot) {
    var cursor = MarkupCursor(bytes, offset: place, end: hot.count)
    if cursor.isAtSpecial {
      guard cursor.skipSpecial() else { return halt(at: place, &hot) }
      hot.offset = cursor.offset
      return
    }
    guard let tag = cursor.tag(), tag.name.isContainer else { return halt(at: place, &hot) }
    if hot.depth == hot.base, !hot.isKeyed { tracker.tables.addRecord(at: place) }
    if !tag.isEmpty { hot.depth &+= 1 }
    hot.offset = tag.end
  }

  private mutating func halt(at place: Int, _ hot: inout Hot) {
    tracker.note(.malformed(at: place))
    hot.look(at: tracker)
  }
}

// MARK: - Tag after tag

extension MarkupScanner {
  /// Goes over one tag, or one scalar, that stands directly in a container above the records.
  private mutating func step(_ bytes: UnsafePointer<UInt8>, _ hot: inout Hot) {
    var cursor = MarkupCursor(bytes, offset: hot.offset, end: hot.count)
    guard cursor.findTag() else {
      hot.offset = hot.count
      return
    }
    let place = cursor.offset
    let isFine: Bool
    if cursor.isAtSpecial {
      isFine = cursor.skipSpecial()
    } else if let tag = cursor.tag() {
      isFine = take(tag, &cursor, &hot)
    } else {
      isFine = false
    }
    hot.offset = cursor.offset
    if !isFine { return halt(at: place, &hot) }
    hot.look(at: tracker)
  }

  /// Tells the tracker of a tag and of what it begins; false for what is not allowed here.
  private mutating func take(
    _ tag: MarkupCursor.Tag, _ cursor: inout MarkupCursor, _ hot: inout Hot
  )
    -> Bool
  {
    switch tag.name {
    case .dict, .array:
      takeContainer(tag, cursor.bytes, &hot)
      return true
    case .key:
      cursor.offset = tag.start
      guard let text = cursor.skipKey() else { return false }
      tracker.key(at: tag.start, text: text)
      return true
    case .plist:
      // What comes after the one value is no longer of interest here.
      cursor.offset = hot.count
      return tag.isClosing && hot.depth == 0
    case .other:
      guard !tag.isClosing else { return false }
      tracker.element(.scalar, at: tag.start, cursor.bytes)
      tracker.endElement()
      return tag.isEmpty || (cursor.skipText() && cursor.tag() != nil)
    }
  }

  private mutating func takeContainer(
    _ tag: MarkupCursor.Tag, _ bytes: UnsafePointer<UInt8>, _ hot: inout Hot
  ) {
    let isRecord = tag.name == .dict
    if tag.isClosing {
      tracker.endContainer(isRecord: isRecord, at: tag.start)
      hot.depth &-= 1
      return
    }
    tracker.element(isRecord ? .record : .list, at: tag.start, bytes)
    if !tag.isEmpty {
      hot.depth &+= 1
    } else if tracker.depth > hot.depth {
      tracker.endContainer(isRecord: isRecord, at: tag.start)
    } else {
      tracker.endElement()
    }
  }
}
