import Documents
import Files

/// `shelf evaluate`: reads requests from a descriptor and writes an answer for each line.
package struct EvaluationLoop {
  /// Lines beyond this many bytes are refused: what is read is held in memory line by line.
  package static let lineLimit = 64 << 20

  private let descriptor: Int32
  private let file: String?
  private let results: ResultWriter
  private let reportError: (Diagnostic) -> Void

  /// - Parameters:
  ///   - descriptor: where the lines come from; it stays open.
  ///   - file: its name for messages; nil for standard input.
  package init(
    descriptor: Int32, file: String?, results: ResultWriter,
    reportError: @escaping (Diagnostic) -> Void
  ) {
    self.descriptor = descriptor
    self.file = file
    self.results = results
    self.reportError = reportError
  }

  /// Answers until the input ends.
  ///
  /// Answers leave as soon as the lines that have arrived are answered, so that a program may
  /// ask and wait.
  /// - Returns: the exit status: success when every line was read.
  package func run() -> Int32 {
    var evaluator = RequestEvaluator(isCancelled: { SignalState.shouldStop })
    var splitter = LineSplitter(limit: Self.lineLimit)
    var status = ExitStatus.success
    func answer(_ line: LineSplitter.Line) {
      guard !results.isClosed, !SignalState.shouldStop else { return }
      let answer = Self.answer(line, &evaluator)
      if line == .tooLong { status = ExitStatus.commandFailed }
      results.write(answer.json + "\n")
    }
    defer { results.flush() }
    while !results.isClosed {
      switch DescriptorInput.read(descriptor, limit: 1 << 18) {
      case .bytes(let bytes):
        splitter.append(bytes, answer)
        results.flush()
      case .end:
        if let line = splitter.finish() { answer(line) }
        return Self.stopStatus ?? status
      case .woken: break
      case .failed(let code):
        reportError(Diagnostic(.unreadable(file: file, reason: SystemMessage.text(code))))
        return ExitStatus.dataNotOpened
      }
      if let stopped = Self.stopStatus { return stopped }
    }
    return status
  }

  private static func answer(_ line: LineSplitter.Line, _ evaluator: inout RequestEvaluator)
    -> EvaluationAnswer
  {
    switch line {
    case .bytes(let bytes): evaluator.answer(line: bytes)
    case .tooLong:
      EvaluationAnswer(
        RequestFault(offset: 0, message: "the line is longer than \(lineLimit >> 20) MiB"))
    }
  }

  private static var stopStatus: Int32? {
    SignalState.exitStatus ?? (SignalState.interruptRequested ? ExitStatus.interrupted : nil)
  }
}

/// Cuts a stream of bytes into lines, and drops the rest of a line that is too long.
package struct LineSplitter {
  package enum Line: Sendable, Hashable {
    case bytes([UInt8])
    /// A line of more bytes than are kept.
    case tooLong
  }

  private let limit: Int
  private var pending: [UInt8] = []
  private var isTooLong = false
  private var isBegun = false

  /// - Parameter limit: the most bytes of one line.
  package init(limit: Int) {
    self.limit = limit
  }

  /// Takes bytes in and hands out every line that ends in them.
  ///
  /// - Complexity: O(bytes).
  package mutating func append(_ bytes: [UInt8], _ body: (Line) -> Void) {
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      keep(bytes[start..<end])
      if let line = takeLine() { body(line) }
      start = end + 1
    }
    if start < bytes.endIndex { keep(bytes[start...]) }
  }

  /// The last line, when the stream ends without a line break.
  package mutating func finish() -> Line? {
    isBegun ? takeLine() : nil
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    isBegun = true
    if isTooLong || pending.count + bytes.count > limit {
      isTooLong = true
      pending.removeAll()
    } else {
      pending.append(contentsOf: bytes)
    }
  }

  private mutating func takeLine() -> Line? {
    defer {
      pending.removeAll(keepingCapacity: true)
      isTooLong = false
      isBegun = false
    }
    return isTooLong ? .tooLong : .bytes(pending)
  }
}
