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
    var state = TextState()
    var depth = 0
    var left = count
    var offset = offset
    while offset < end {
      let masks = Classifier.masks(bytes + offset)
      let inside = state.advance(quotes: masks.quotes, backslashes: masks.backslashes)
      let opens = masks.opens & ~inside
      let closes = masks.closes & ~inside
      if depth &- closes.nonzeroBitCount > 0 {
        depth &+= opens.nonzeroBitCount &- closes.nonzeroBitCount
        offset &+= 64
        continue
      }
      var events = opens | closes | (Classifier.commas(bytes + offset) & ~inside)
      while events != 0 {
        let bit = events & (0 &- events)
        let place = offset &+ events.trailingZeroBitCount
        events &= events &- 1
        if opens & bit != 0 {
          depth &+= 1
        } else if closes & bit != 0 {
          depth &-= 1
          if depth < 0 { return nil }
        } else if depth == 0 {
          left &-= 1
          if left == 0 { return place < end ? place &+ 1 : nil }
        }
      }
      offset &+= 64
    }
    return nil
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
      let opens = masks.opens & ~inside
      var events = opens | masks.closes & ~inside
      while events != 0 {
        let bit = events & (0 &- events)
        depth &+= opens & bit != 0 ? 1 : -1
        if depth <= 0 {
          let end = offset &+ events.trailingZeroBitCount &+ 1
          return end <= limit ? end : nil
        }
        events &= events &- 1
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
