import Files

/// Scans an XML property list from place to place for the tags that make its shape.
///
/// Inside records it looks at the tags of containers only, which are listed before (`BracketList`
/// says why); among records it counts the tags that begin one; elsewhere it takes tag after tag.
/// Grammar is checked elsewhere.
struct MarkupScanner: Sendable {
  /// Where the scan stands: everything before it has been seen.
  private(set) var offset: Int
  /// How many containers are open.
  private(set) var depth = 0
  var tracker: ShapeTracker

  /// What going from one tag to the next turns on.
  private struct Hot {
    var offset: Int
    var depth: Int
    /// The beginning of what was not looked at yet among records.
    var gap: Int
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
      gap = offset
      look(at: scanner.tracker)
    }

    /// True where tag after tag has to be taken.
    var isAmongTags: Bool { depth == base && !counts && !isHalted }

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
    tracker = ShapeTracker(plan: plan, start: start, keys: MarkupCursor.self)
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
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: BracketList.capacity) { list in
      guard let places = list.baseAddress else { return }
      var hot = Hot(self, count: count)
      while hot.offset < end, !hot.isHalted {
        let start = hot.offset
        let stop = min(end, start &+ BracketList.stretch)
        step(to: stop, bytes, &hot)
        hot.gap = hot.offset
        let found = Classifier.tags(bytes + start, stop &- start, into: places)
        for index in 0..<found where !hot.isHalted {
          let place = start &+ Int(places[index])
          guard place >= hot.offset else { continue }
          take(at: place, bytes, &hot, classifier)
          if hot.isAmongTags {
            step(to: stop, bytes, &hot)
            hot.gap = hot.offset
          }
        }
        if hot.depth == hot.base { countRecords(to: stop, bytes, hot, classifier) }
        hot.offset = max(hot.offset, stop)
      }
      (offset, depth) = (hot.offset, hot.depth)
    }
  }

  /// Ends the scan: the text ends where it stands.
  mutating func finish() {
    guard tracker.trouble == nil else { return }
    if depth != tracker.depth { tracker.note(.malformed(at: offset)) }
    tracker.endText(at: offset)
  }
}

extension MarkupScanner: ShapeScanner {
  mutating func scan(to end: Int, of file: MappedFile) {
    scan(to: end, of: file.bytes, count: file.count, by: NativeTagClassifier.self)
  }

  mutating func finish(_ file: MappedFile) { finish() }
}

// MARK: - Containers

extension MarkupScanner {
  /// Takes a tag that may be a container's, inside a record or among records.
  @inline(__always)
  private mutating func take<Classifier: TagClassifier>(
    at place: Int, _ bytes: UnsafePointer<UInt8>, _ hot: inout Hot, _ classifier: Classifier.Type
  ) {
    let kind = TagKind(bytes + place)
    guard kind != .other else { return }
    let isAtBase = hot.depth == hot.base
    if isAtBase { countRecords(to: place, bytes, hot, classifier) }
    switch kind {
    case .open:
      if isAtBase, !hot.isKeyed { tracker.tables.addRecord(at: place) }
      hot.depth &+= 1
    case .close where isAtBase: closeContainer(at: place, bytes, &hot)
    case .close:
      hot.depth &-= 1
      guard hot.depth == hot.base else { return }
      if !hot.counts { endOpaque(at: place, bytes, &hot) }
      let isUsual = bytes[place &+ 6] == UInt8(ascii: ">") || bytes[place &+ 7] == UInt8(ascii: ">")
      hot.gap = place &+ (isUsual ? 7 : 1)
    case .odd: odd(at: place, bytes, &hot)
    case .other: break
    }
  }

  /// Counts the records that begin between containers: keys, or elements that are scalars.
  @inline(__always)
  private mutating func countRecords<Classifier: TagClassifier>(
    to end: Int, _ bytes: UnsafePointer<UInt8>, _ hot: Hot, _ classifier: Classifier.Type
  ) {
    guard hot.counts, !hot.isHalted else { return }
    var start = hot.gap
    while start < end, ASCII.isBlank(bytes[start]) || bytes[start] == UInt8(ascii: ">") {
      start &+= 1
    }
    if start < end { addRecords(from: start, to: end, bytes, isKeyed: hot.isKeyed, classifier) }
  }

  @inline(never)
  private mutating func addRecords<Classifier: TagClassifier>(
    from start: Int, to end: Int, _ bytes: UnsafePointer<UInt8>, isKeyed: Bool,
    _ classifier: Classifier.Type
  ) {
    for offset in stride(from: start, to: end, by: 64) {
      let block = bytes + offset
      let part = end &- offset < 64 ? (1 as UInt64) &<< UInt64(end &- offset) &- 1 : ~0
      var starts = (isKeyed ? Classifier.keys(block) : Classifier.elements(block)) & part
      while starts != 0 {
        tracker.tables.addRecord(at: offset &+ starts.trailingZeroBitCount)
        starts &= starts &- 1
      }
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

  /// A container that is not part of the shape has ended.
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
      (hot.offset, hot.gap) = (cursor.offset, cursor.offset)
      return
    }
    guard let tag = cursor.tag(), tag.name.isContainer else { return halt(at: place, &hot) }
    if hot.depth == hot.base, !hot.isKeyed { tracker.tables.addRecord(at: place) }
    if !tag.isEmpty { hot.depth &+= 1 }
    (hot.offset, hot.gap) = (tag.end, tag.end)
  }

  private mutating func halt(at place: Int, _ hot: inout Hot) {
    tracker.note(.malformed(at: place))
    hot.look(at: tracker)
  }
}

// MARK: - Tag after tag

extension MarkupScanner {
  /// Goes on as long as tag after tag has to be taken.
  private mutating func step(to stop: Int, _ bytes: UnsafePointer<UInt8>, _ hot: inout Hot) {
    while hot.isAmongTags, hot.offset < stop { step(bytes, &hot) }
  }

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

  /// Passes a tag and what it begins to the tracker; false for what is not allowed here.
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

/// Elements of markup, which are passed one by one where they stand directly in a container of the
/// shape; brackets and commas don't exist there.
extension ShapeTracker {
  /// A key ends; its value comes next.
  ///
  /// - Parameters:
  ///   - start: the byte of the key's tag.
  ///   - text: what stands between its tags.
  mutating func key(at start: Int, text: Range<Int>) {
    if !isInRecord || key != nil { note(.malformed(at: start)) }
    (childStart, key) = (start, text)
  }

  /// An element begins; afterwards `depth` shows whether it belongs to the shape.
  mutating func element(_ kind: Kind, at offset: Int, _ bytes: UnsafePointer<UInt8>) {
    if isInRecord {
      if key == nil { note(.malformed(at: offset)) }
    } else {
      (childStart, key) = (offset, nil)
    }
    value(kind, at: offset, bytes)
  }

  /// An element that is not part of the shape has ended.
  mutating func endElement() {
    frames[frames.count - 1].child += 1
    (key, hasValue) = (nil, true)
  }

  /// The innermost container ends.
  mutating func endContainer(isRecord: Bool, at offset: Int) {
    guard frames.count > 1, frames[frames.count - 1].isRecord == isRecord, key == nil || isInside
    else { return note(.malformed(at: offset)) }
    frames.removeLast()
    endElement()
  }

  /// The text ends here.
  mutating func endText(at offset: Int) {
    if frames.count > 1 || !hasValue { note(.malformed(at: offset)) }
  }

  private var isInRecord: Bool { frames[frames.count - 1].isRecord }
}
