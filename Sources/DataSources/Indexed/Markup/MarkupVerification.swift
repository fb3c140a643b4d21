import Foundation
import TableModel

/// Checks a whole property list for grammar and UTF-8, in steps.
///
/// What is written as it usually is gets checked here, byte by byte. All else, and every mistake,
/// is shown to the reader of small files: it alone decides what is right, and says what is wrong.
struct MarkupVerification: TextVerification {
  private let text: MarkupText
  private var cursor: MarkupCursor
  /// The open containers, true for records.
  private var open: [Bool] = []
  private var isKeyPending = false
  private var hasTag = false
  private var isWrapped = false
  private var hasValue = false
  private var hasEnded = false

  init(file: MappedFile) {
    text = MarkupText(file: file)
    cursor = text.cursor(at: FileText(file: file).start)
  }

  var offset: Int { cursor.offset }

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
    let bytes = text.file.copy(range)
    if let invalid = UTF8Check.firstInvalidByte(in: bytes) {
      throw text.invalidText(at: range.lowerBound + invalid)
    }
  }

  /// Checks one tag or scalar; false at the end of the file.
  private mutating func advance() throws(DataError) -> Bool {
    let blank = cursor.offset
    guard cursor.skipBlanks() else {
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
    open.removeLast()
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
      if tag.isEmpty { endValue() } else { push(tag.name == .dict) }
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
    guard !tag.isEmpty else { return }
    let start = cursor.offset
    guard cursor.skipText() else { throw keyMistake(tag.start) }
    let content = start..<cursor.offset
    guard let close = cursor.tag(), close.name == .key else { throw keyMistake(tag.start) }
    do throws(DataError) { try text.checkKey(content) } catch { throw keyMistake(tag.start) }
  }

  /// The mistake in a key, which is read before it waits for its value.
  private mutating func keyMistake(_ start: Int) -> DataError {
    isKeyPending = false
    return mistake(at: start)
  }

  private mutating func push(_ isRecord: Bool) {
    open.append(isRecord)
    isKeyPending = false
  }

  private mutating func endValue() {
    isKeyPending = false
    if open.isEmpty { hasValue = true }
  }
}

// MARK: - What is usual

extension MarkupVerification {
  /// Goes over a tag or a scalar that is written without attributes, references and the like; false
  /// for what has to be looked at more closely, right or wrong.
  private mutating func takeUsual() -> Bool {
    guard hasTag, !open.isEmpty else { return false }
    if open.last == true, !isKeyPending {
      if take("<key>", "</key>", isFine: { _ in true }) {
        isKeyPending = true
        return true
      }
    } else if takeScalar() {
      isKeyPending = false
      return true
    } else if open.count < ValueBuilder.depthLimit {
      if step(over: "<dict>") {
        push(true)
        return true
      }
      if step(over: "<array>") {
        push(false)
        return true
      }
    }
    guard !isKeyPending, open.count > 1, step(over: open.last == true ? "</dict>" : "</array>")
    else { return false }
    open.removeLast()
    return true
  }

  private mutating func takeScalar() -> Bool {
    take("<string>", "</string>", isFine: { _ in true })
      || take("<integer>", "</integer>", isFine: Self.isPlainInteger)
      || take("<real>", "</real>", isFine: Self.isPlainReal)
      || step(over: "<true/>") || step(over: "<false/>")
      || take("<date>", "</date>", isFine: Self.isPlainDate)
  }

  private mutating func step(over word: StaticString) -> Bool {
    guard cursor.stands(word) else { return false }
    cursor.offset += word.utf8CodeUnitCount
    return true
  }

  /// Goes over an element with plain text in it.
  private mutating func take(
    _ begin: StaticString, _ end: StaticString,
    isFine: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    guard cursor.stands(begin) else { return false }
    var next = cursor
    next.offset += begin.utf8CodeUnitCount
    let start = next.offset
    guard next.findTag(), next.stands(end) else { return false }
    let content = UnsafeBufferPointer(start: next.bytes + start, count: next.offset - start)
    guard !content.contains(UInt8(ascii: "&")), isFine(content) else { return false }
    cursor.offset = next.offset + end.utf8CodeUnitCount
    return true
  }

  private static func isPlainInteger(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
    return (1...18).contains(digits.count) && digits.allSatisfy(ASCII.isDigit)
  }

  private static func isPlainReal(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let rest = text.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
    let whole = rest.prefix(while: ASCII.isDigit)
    let isWhole = whole.count == 1 || (whole.count > 1 && whole.first != UInt8(ascii: "0"))
    let fraction = rest.dropFirst(whole.count)
    guard isWhole, fraction.first == UInt8(ascii: ".") else { return isWhole && fraction.isEmpty }
    return fraction.count > 1 && fraction.dropFirst().allSatisfy(ASCII.isDigit)
  }

  /// A date that is right in every month.
  private static func isPlainDate(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let pattern = Array("dddd-dd-ddTdd:dd:ddZ".utf8)
    guard text.count == pattern.count else { return false }
    let fits = zip(text, pattern).allSatisfy { byte, wanted in
      wanted == UInt8(ascii: "d") ? ASCII.isDigit(byte) : byte == wanted
    }
    func number(_ index: Int) -> Int { Int(text[index] &- 48) * 10 + Int(text[index + 1] &- 48) }
    return fits && (1...12).contains(number(5)) && (1...28).contains(number(8))
      && number(11) < 24 && number(14) < 60 && number(17) < 60
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

  /// Bytes up to the first one that is no UTF-8.
  private func wholeCharacters(_ range: Range<Int>) -> [UInt8] {
    var bytes = text.file.copy(range)
    if let invalid = UTF8Check.firstInvalidByte(in: bytes) { bytes.removeSubrange(invalid...) }
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
