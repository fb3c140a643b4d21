import Files
import Foundation
import TableModel

/// Checks a whole property list for grammar and UTF-8, in steps.
///
/// What is written as it usually is gets checked here, byte by byte. All else, and every mistake,
/// is shown to the reader of small files: it alone decides what is right, and says what is wrong.
struct MarkupVerification: TextVerification {
  private let text: MarkupText
  private let words = UsualTags()
  private var cursor: MarkupCursor
  /// The open containers, true for records.
  private var open: [Bool] = []
  private var isKeyPending = false
  private var hasTag = false
  private var isWrapped = false
  private var hasValue = false
  private var hasEnded = false

  private(set) var keyCheck: KeyCheck

  init(file: MappedFile, showsAll: @escaping (Int) -> Bool) {
    text = MarkupText(file: file)
    cursor = text.cursor(at: FileText(file: file).start)
    let bytes = file.bytes
    keyCheck = KeyCheck(
      bytes, .init(quotes: 0) { MarkupCursor.string(in: $0, of: bytes) }, showsAll: showsAll)
  }

  var offset: Int { cursor.offset }

  var remarks: [String] { keyCheck.remarks(in: FileText(file: text.file)) }

  mutating func advance(by step: Int) throws(DataError) -> Bool {
    let begin = cursor.offset
    let limit = begin + step
    do throws(DataError) {
      while cursor.offset < limit {
        guard try advance() else {
          try checkUTF8(begin..<cursor.end)
          return false
        }
      }
      try checkUTF8(begin..<cursor.offset)
      return true
    } catch {
      // A wrong byte before the mistake is the first mistake.
      if case .malformed(_, let place, _, _) = error { try checkUTF8(begin..<place.byte) }
      throw error
    }
  }

  private func checkUTF8(_ range: Range<Int>) throws(DataError) {
    let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text.file.buffer)[range])
    if let invalid = UTF8Check.firstInvalidByte(ofXML: bytes) {
      throw text.invalidText(at: range.lowerBound + invalid)
    }
  }

  /// Checks one tag or scalar; false at the end of the file.
  private mutating func advance() throws(DataError) -> Bool {
    let blank = cursor.offset
    cursor.skipPlainBlanks()
    guard !cursor.isAtSpecial || cursor.skipBlanks() else {
      cursor.offset = blank
      throw mistake(at: blank)
    }
    let place = cursor.offset
    guard cursor.byte != nil else {
      guard hasValue, open.isEmpty, hasEnded || !isWrapped else { throw mistake(at: place) }
      return false
    }
    guard !takeUsual() else { return true }
    guard let tag = cursor.tag() else { throw mistake(at: place) }
    if tag.isClosing { try close(tag) } else { try begin(tag) }
    return true
  }
}

extension MarkupVerification {
  private mutating func close(_ tag: MarkupCursor.Tag) throws(DataError) {
    if tag.name == .plist, open.isEmpty, isWrapped, hasValue, !hasEnded {
      hasEnded = true
      return
    }
    guard !isKeyPending, tag.name.isContainer, open.last == (tag.name == .dict) else {
      throw mistake(at: tag.start)
    }
    if open.removeLast() { keyCheck.closeRecord() }
    endValue()
  }

  private mutating func begin(_ tag: MarkupCursor.Tag) throws(DataError) {
    let isFirst = !hasTag
    hasTag = true
    if isFirst, tag.name == .plist, !tag.isEmpty {
      isWrapped = true
      return
    }
    guard !(open.isEmpty && hasValue) else { throw mistake(at: tag.start) }
    if open.last == true, !isKeyPending {
      guard tag.name == .key else { throw mistake(at: tag.start) }
      try takeKey(tag)
      return
    }
    switch tag.name {
    case .dict, .array:
      guard open.count < ValueBuilder.depthLimit else { throw mistake(at: tag.start) }
      if tag.isEmpty { endValue() } else { push(tag.name == .dict, at: tag.start) }
    case .key, .plist: throw mistake(at: tag.start)
    case .other:
      if !tag.isEmpty, !cursor.skipText() || cursor.tag() == nil { throw mistake(at: tag.start) }
      do throws(DataError) {
        _ = try text.value(in: tag.start..<cursor.offset)
      } catch {
        throw mistake(at: tag.start)
      }
      endValue()
    }
  }

  private mutating func takeKey(_ tag: MarkupCursor.Tag) throws(DataError) {
    isKeyPending = true
    let start = cursor.offset
    guard !tag.isEmpty else { return keyCheck.add(start..<start, isPlain: true) }
    guard cursor.skipText() else { throw keyMistake(tag.start) }
    let content = start..<cursor.offset
    guard let close = cursor.tag(), close.name == .key else { throw keyMistake(tag.start) }
    do throws(DataError) { try text.checkKey(content) } catch { throw keyMistake(tag.start) }
    keyCheck.add(content, isPlain: false)
  }

  /// The mistake in a key, which is read before it waits for its value.
  private mutating func keyMistake(_ start: Int) -> DataError {
    isKeyPending = false
    return mistake(at: start)
  }

  private mutating func push(_ isRecord: Bool, at start: Int) {
    open.append(isRecord)
    if isRecord { keyCheck.openRecord(at: start) }
    isKeyPending = false
  }

  private mutating func endValue() {
    isKeyPending = false
    if open.isEmpty { hasValue = true }
  }
}

extension MarkupVerification {
  /// Goes over a tag or a scalar that is written without attributes, references and the like; false
  /// for what has to be looked at more closely, right or wrong.
  @inline(__always)
  private mutating func takeUsual() -> Bool {
    guard hasTag, let isRecord = open.last else { return false }
    let head = TagWord.load(cursor.bytes + cursor.offset)
    if isRecord, !isKeyPending {
      if words.key.stands(in: head) {
        guard takeKey() else { return false }
        isKeyPending = true
        return true
      }
      return close(words.recordEnd, head)
    }
    if takeScalar(head) {
      isKeyPending = false
      return true
    }
    if open.count < ValueBuilder.depthLimit {
      if words.record.stands(in: head) { return begin(words.record, isRecord: true) }
      if words.list.stands(in: head) { return begin(words.list, isRecord: false) }
    }
    return !isKeyPending && close(words.listEnd, head)
  }

  /// Goes over a key that is written as it usually is, whose first tag is known to stand here.
  @inline(__always)
  private mutating func takeKey() -> Bool {
    let begin = cursor.offset
    if words.key.endStands(at: cursor.bytes + begin),
      let end = keyCheck.expectedEnd(at: begin + words.key.length, in: cursor.end),
      words.keyEnd.stands(at: cursor.bytes + end)
    {
      keyCheck.addExpected()
      cursor.offset = end + words.keyEnd.length
      return true
    }
    guard let key = take(words.key, words.keyEnd), let text = key.baseAddress else { return false }
    let start = cursor.bytes.distance(to: text)
    keyCheck.add(start..<start + key.count, isPlain: key.allSatisfy { $0 < 0x80 })
    return true
  }

  private mutating func begin(_ tag: TagWord, isRecord: Bool) -> Bool {
    push(isRecord, at: cursor.offset)
    cursor.offset += tag.length
    return true
  }

  /// The end of the outermost container is left to `close(_:)`, which knows what may follow.
  private mutating func close(_ tag: TagWord, _ head: UInt64) -> Bool {
    guard open.count > 1, tag.stands(in: head) else { return false }
    cursor.offset += tag.length
    if open.removeLast() { keyCheck.closeRecord() }
    return true
  }

  @inline(__always)
  private mutating func takeScalar(_ head: UInt64) -> Bool {
    if words.text.stands(in: head) { return take(words.text, words.textEnd) != nil }
    let begin = cursor.offset
    let content: UnsafeBufferPointer<UInt8>?
    let isFine: (UnsafeBufferPointer<UInt8>) -> Bool
    if words.whole.stands(in: head) {
      (content, isFine) = (take(words.whole, words.wholeEnd), UsualScalars.isInteger)
    } else if words.real.stands(in: head) {
      (content, isFine) = (take(words.real, words.realEnd), UsualScalars.isReal)
    } else if words.date.stands(in: head) {
      (content, isFine) = (take(words.date, words.dateEnd), UsualScalars.isDate)
    } else {
      return step(over: words.yes, head) || step(over: words.no, head)
    }
    if let content, isFine(content) { return true }
    cursor.offset = begin
    return false
  }

  private mutating func step(over tag: TagWord, _ head: UInt64) -> Bool {
    guard tag.stands(in: head) else { return false }
    cursor.offset += tag.length
    return true
  }

  /// Goes over an element with plain text in it, whose first tag is known to stand here.
  ///
  /// - Returns: the text; nil where the element holds something else, or does not end so.
  @inline(__always)
  private mutating func take(_ begin: TagWord, _ end: TagWord) -> UnsafeBufferPointer<UInt8>? {
    let bytes = cursor.bytes
    let start = cursor.offset &+ begin.length
    guard begin.endStands(at: bytes + cursor.offset) else { return nil }
    var offset = start
    while offset < cursor.end {
      let marks = NativeTagClassifier.marks(bytes + offset)
      if marks == 0 {
        offset &+= 32
        continue
      }
      offset &+= marks.trailingZeroBitCount
      // A reference does not begin as a tag does.
      guard end.stands(at: bytes + offset) else { return nil }
      cursor.offset = offset &+ end.length
      return UnsafeBufferPointer(start: bytes + start, count: offset &- start)
    }
    return nil
  }
}

// MARK: - Mistakes

extension MarkupVerification {
  /// How much text behind a mistake the reader is shown, in turn.
  private static let windows = [1 << 12, 1 << 20, 1 << 26]

  /// What is wrong at a tag, in the words of the reader: it reads the text from there on, behind
  /// tags that stand for all that came before.
  private func mistake(at place: Int) -> DataError {
    let lead = Array(self.lead.utf8)
    for window in Self.windows {
      let end = min(text.file.count, place + window)
      let source = SourceText(file: "", bytes: lead + wholeCharacters(place..<end))
      guard let error = Self.error(of: source) else { continue }
      if case .malformed(_, let found, _, _) = error, found.byte >= source.bytes.count,
        end < text.file.count
      {
        continue
      }
      return placed(error, place, lead.count)
    }
    return FileText(file: text.file).malformed(at: place, "expected an element of a property list")
  }

  private static func error(of source: SourceText) -> DataError? {
    do throws(DataError) {
      _ = try XMLPropertyListReader.read(source)
      return nil
    } catch {
      return error
    }
  }

  /// Bytes up to the first one that is not text.
  private func wholeCharacters(_ range: Range<Int>) -> [UInt8] {
    var bytes = text.file.copy(range)
    if let invalid = UTF8Check.firstInvalidByte(ofXML: bytes) {
      bytes.removeSubrange(invalid...)
    }
    return bytes
  }

  private func placed(_ error: DataError, _ place: Int, _ lead: Int) -> DataError {
    guard case .malformed(let file, let found, let message, let source) = error else {
      return text.located(error, from: place - lead)
    }
    // A message that names where something begins means the place in this text.
    let words = "that begins at "
    guard let range = message.range(of: words),
      let comma = message[range.upperBound...].firstIndex(of: ",")
    else { return text.located(error, from: place - lead) }
    let begin = FileText(file: text.file).place(ofByte: beginning(of: place))
    let told =
      message[..<range.upperBound] + "\(begin.line):\(begin.column)" + message[comma...]
    return text.located(
      .malformed(file: file, at: found, message: String(told), source: source), from: place - lead)
  }

  /// The comment or the like, at or after a place, that has no end.
  private func beginning(of place: Int) -> Int {
    var cursor = text.cursor(at: place)
    while cursor.findTag() {
      let start = cursor.offset
      if !cursor.isAtSpecial {
        cursor.offset += 1
      } else if !cursor.skipSpecial() {
        return start
      }
    }
    return place
  }

  /// Tags that bring the reader to where this check stands.
  private var lead: String {
    guard hasTag else { return "" }
    var lead = isWrapped ? "<plist>" : ""
    if hasValue { lead += "<true/>" }
    if hasEnded { lead += "</plist>" }
    for (index, isRecord) in open.enumerated() {
      let isLast = index == open.count - 1
      lead += isRecord ? (isLast && !isKeyPending ? "<dict>" : "<dict><key/>") : "<array>"
    }
    return lead
  }
}
