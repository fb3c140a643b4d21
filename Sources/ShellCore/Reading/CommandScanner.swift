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
