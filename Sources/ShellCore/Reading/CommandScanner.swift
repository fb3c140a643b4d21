import CommandLanguage

/// Cuts bytes into commands: checks UTF-8, counts lines, joins the lines of one command.
///
/// It does no reading itself: bytes are appended as they arrive, so a file, a pipe and a terminal
/// share it. CRLF and LF end a line, a byte order mark at the start is skipped, the last line needs
/// no line break.
package struct CommandScanner: Sendable {
  package enum Step: Sendable, Hashable {
    case command(SourceLine)
    /// Nothing complete is left; append more bytes, or call `finish()`.
    case needsBytes
    case end
    case failure(ReadError)
  }

  /// The longest command, in bytes: input without line breaks must not fill the memory.
  package static let limit = 16 * 1024 * 1024

  private let file: String?
  private var bytes: [UInt8]
  /// Where the line to be read next begins in `bytes`.
  private var lineStart = 0
  /// Up to where `bytes` is known to hold no line break.
  private var searched = 0
  /// How many bytes went before `bytes`.
  private var discarded = 0
  private var line = 1
  private var isWhole: Bool
  private var isSkippingLine = false
  private var command: PartialCommand?

  /// - Parameters:
  ///   - file: the name for positions.
  ///   - isWhole: whether `bytes` is all there is.
  package init(bytes: [UInt8] = [], file: String? = nil, isWhole: Bool) {
    self.bytes = bytes
    self.file = file
    self.isWhole = isWhole
  }

  /// True between the lines of a command that spans several.
  package var isInsideCommand: Bool { command != nil }

  /// True while bytes are held back because their line has no end yet.
  package var isInsideLine: Bool { lineStart < bytes.count || isSkippingLine }

  package mutating func append(_ more: some Collection<UInt8>) {
    if lineStart > 0 {
      bytes.removeSubrange(..<lineStart)
      discarded += lineStart
      searched -= lineStart
      lineStart = 0
    }
    bytes.append(contentsOf: more)
  }

  /// States that no more bytes will come.
  package mutating func finish() { isWhole = true }

  /// Forgets everything that has not been handed out.
  package mutating func reset() {
    discarded += bytes.count
    bytes.removeAll()
    lineStart = 0
    searched = 0
    command = nil
    isSkippingLine = false
  }

  /// The next command, or what stands in its way.
  ///
  /// - Complexity: O(bytes of the command), amortised.
  package mutating func next() -> Step {
    while let end = nextLineEnd() {
      let start = lineStart
      lineStart = min(end + 1, bytes.count)
      searched = lineStart
      defer { line += 1 }
      if isSkippingLine {
        isSkippingLine = false
        continue
      }
      if let step = take(start..<end) { return step }
    }
    return stepWithoutLine()
  }
}

extension CommandScanner {
  /// A command whose last line has not been seen yet.
  fileprivate struct PartialCommand: Sendable {
    var text = ""
    var source = ""
    var line: Int
    var continuation = Continuation()
    var isContinued = false
  }

  /// Where the next line ends; nil when its line break has not arrived.
  private mutating func nextLineEnd() -> Int? {
    if let end = bytes[searched...].firstIndex(of: 0x0A) { return end }
    searched = bytes.count
    return isWhole && lineStart < bytes.count ? bytes.count : nil
  }

  private mutating func stepWithoutLine() -> Step {
    let held = bytes.count - lineStart + (command?.source.utf8.count ?? 0)
    if held > Self.limit, !isSkippingLine {
      lineStart = bytes.count
      isSkippingLine = true
      return fail(.tooLong(file: file, line: command?.line ?? line, limit: Self.limit))
    }
    if isSkippingLine { lineStart = bytes.count }
    guard isWhole else { return .needsBytes }
    guard let unfinished = command else { return .end }
    return stepAtEnd(unfinished)
  }

  /// Input ended inside a command: after a joining backslash that is harmless.
  private mutating func stepAtEnd(_ unfinished: PartialCommand) -> Step {
    command = nil
    let whole = SourceLine(
      text: unfinished.text, source: unfinished.source, file: file, line: unfinished.line)
    guard let opener = unfinished.continuation.opener else { return .command(whole) }
    let place = whole.place(atUTF8: opener.offset)
    return .failure(
      .unclosed(
        Character(Unicode.Scalar(opener.byte)), file: file, line: place.line,
        column: place.column))
  }

  /// Takes one line; nil when its command goes on.
  private mutating func take(_ range: Range<Int>) -> Step? {
    var slice = bytes[range]
    if slice.last == 0x0D { slice.removeLast() }
    if discarded == 0, range.lowerBound == 0, slice.starts(with: [0xEF, 0xBB, 0xBF]) {
      slice.removeFirst(3)
    }
    if let nul = slice.firstIndex(of: 0) {
      return fail(.nulByte(file: file, line: line, byte: discarded + nul))
    }
    guard let source = String(validating: slice, as: UTF8.self) else {
      let byte = discarded + slice.startIndex + Self.validPrefix(of: slice)
      return fail(.invalidUTF8(file: file, line: line, byte: byte))
    }
    var partial = command ?? PartialCommand(line: line)
    command = nil
    let code = partial.continuation.feed(slice)
    if slice.count + partial.source.utf8.count > Self.limit {
      return fail(.tooLong(file: file, line: partial.line, limit: Self.limit))
    }
    partial.add(source, code: code)
    if partial.continuation.isOpen {
      command = partial
      return nil
    }
    return .command(
      SourceLine(text: partial.text, source: partial.source, file: file, line: partial.line))
  }

  private mutating func fail(_ error: ReadError) -> Step {
    command = nil
    return .failure(error)
  }

  /// The number of bytes before the first that breaks UTF-8.
  private static func validPrefix(of bytes: ArraySlice<UInt8>) -> Int {
    var iterator = bytes.makeIterator()
    var decoder = UTF8()
    var count = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      count += UTF8.width(scalar)
    }
    return count
  }
}

extension CommandScanner.PartialCommand {
  /// Appends a line of which only the first `code` bytes are to be run.
  fileprivate mutating func add(_ line: String, code: Int) {
    let whole = line.utf8.count
    var kept = line
    if code < whole {
      kept = String(line[..<line.utf8.index(line.startIndex, offsetBy: code)])
      if continuation.isOpen { kept += String(repeating: " ", count: whole - code) }
    }
    if !isContinued {
      source = line
      text = kept
    } else {
      source += "\n" + line
      text += "\n" + kept
    }
    isContinued = true
  }
}

/// Finds out whether a command goes on in the next line, and where its comments are.
///
/// A command goes on while a quote or a bracket is open or when its line ends in a backslash.
/// - `"..."`, `'...'` and `` `...` `` are quotes; one opens only where no word is in progress, so
///   that `don't` needs no care. The bookmark of `goto 'a` is none, unless a quote behind it closes the
///   text that would begin there. A backslash takes the meaning from the character behind it.
/// - `(` and `{` open, any of their partners closes. `[` does not: options are in brackets, and an
///   open one is a mistake to be shown at once.
/// - A `#` that begins a command starts a comment, and so does a `#` with a blank on both sides:
///   `#in` inside a command is a key of the predicate language.
///
/// Lines are fed one after the other, so a command costs its length, however many lines it has.
package struct Continuation: Sendable {
  /// What is open, with its byte offset into the command.
  package private(set) var opener: (byte: UInt8, offset: Int)?
  private var quote: UInt8?
  private var depth = 0
  private var isJoined = false
  private var fed = 0
  private var isFirstLine = true

  package init() {}

  /// True when the command needs another line.
  package var isOpen: Bool { quote != nil || depth > 0 || isJoined }

  /// Examines the next line of the command.
  ///
  /// - Parameter line: the line without its line break.
  /// - Returns: the number of bytes before a comment or a joining backslash.
  /// - Complexity: O(bytes of the line).
  package mutating func feed(_ line: some RandomAccessCollection<UInt8>) -> Int {
    var code: Int?
    code = line.withContiguousStorageIfAvailable { feed(bytes: $0) }
    return code ?? Array(line).withUnsafeBufferPointer { feed(bytes: $0) }
  }

  private mutating func feed(bytes: UnsafeBufferPointer<UInt8>) -> Int {
    defer {
      fed += bytes.count + 1
      isFirstLine = false
    }
    isJoined = false
    var isAtStart = isFirstLine
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if let quote {
        index += feedQuoted(byte, closing: quote)
        continue
      }
      if byte == UInt8(ascii: "#"), isAtStart || Self.isComment(bytes, at: index) { return index }
      if byte == UInt8(ascii: "\\") {
        isJoined = index + 1 == bytes.count
        if isJoined { return index }
        index += 1
      } else if Self.isBookmark(bytes, at: index) {
        index += 1
      } else {
        feedPlain(byte, after: index == 0 ? nil : bytes[index - 1], at: fed + index)
      }
      if !Self.isBlank(byte) { isAtStart = false }
      index += 1
    }
    return bytes.count
  }

  /// Takes a byte between quotes; returns how many bytes are done with.
  private mutating func feedQuoted(_ byte: UInt8, closing mark: UInt8) -> Int {
    if byte == UInt8(ascii: "\\") { return 2 }
    if byte == mark {
      quote = nil
      if depth == 0 { opener = nil }
    }
    return 1
  }

  private mutating func feedPlain(_ byte: UInt8, after previous: UInt8?, at offset: Int) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
      guard !Self.isWord(previous) else { return }
      quote = byte
      if depth == 0 { opener = (byte, offset) }
    case UInt8(ascii: "("), UInt8(ascii: "{"):
      if depth == 0 { opener = (byte, offset) }
      depth += 1
    case UInt8(ascii: ")"), UInt8(ascii: "}"):
      depth = max(0, depth - 1)
      if depth == 0 { opener = nil }
    default: break
    }
  }

  private static func isComment(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    (index == 0 || isBlank(bytes[index - 1]))
      && index + 1 < bytes.count && isBlank(bytes[index + 1])
  }

  /// True for `'a` as a word of its own, as the words of a line are cut.
  private static func isBookmark(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    bytes[index] == UInt8(ascii: "'") && index > 0 && isBlank(bytes[index - 1])
      && BookmarkWord.begins(bytes[index...])
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Letters, digits and the bytes of everything outside ASCII.
  private static func isWord(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...: return true
    default: return false
    }
  }
}

extension Continuation {
  /// True when what was typed so far needs another line.
  package static func needsMore(_ text: String) -> Bool {
    var scanner = CommandScanner(bytes: Array(text.utf8), isWhole: false)
    scanner.append([0x0A])
    while case .command = scanner.next() {}
    return scanner.isInsideCommand
  }
}
