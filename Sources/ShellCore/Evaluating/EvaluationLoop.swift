import Documents
import Files
import PredicateLanguage
import Rendering
package import TableModel

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

/// Answers one request after the other. Predicates that come again are read once.
package struct RequestEvaluator {
  /// A predicate together with the names that have values, which decide what it may refer to.
  private struct Key: Hashable {
    var predicate: String
    var variables: Set<String>
    var arguments: [Value]?
  }

  private struct Prepared {
    var condition: Condition
    var format: String
  }

  private var known: [Key: Prepared] = [:]
  private let isCancelled: @Sendable () -> Bool
  /// Keep what is remembered small, however many predicates there are and however long.
  private static let mostKnown = 256
  private static let longestKnown = 4096

  package init(isCancelled: @escaping @Sendable () -> Bool = { false }) {
    self.isCancelled = isCancelled
  }

  /// Answers a line of JSON.
  package mutating func answer(line: [UInt8]) -> EvaluationAnswer {
    do throws(RequestFault) {
      return answer(try EvaluationRequest(line: line))
    } catch {
      return EvaluationAnswer(error)
    }
  }

  /// Answers a request; types that do not go together give no match, as they do in a filter.
  package mutating func answer(_ request: EvaluationRequest) -> EvaluationAnswer {
    let prepared: Prepared
    do throws(ConditionError) {
      prepared = try prepare(request)
    } catch {
      return EvaluationAnswer(error, format: Self.format(ofUnbound: request.predicate))
    }
    var context = EvaluationContext(variables: request.variables, isCancelled: isCancelled)
    do throws(EvaluationError) {
      let result = try prepared.condition.evaluate(request.object, in: &context)
      return EvaluationAnswer(.result(result), format: prepared.format)
    } catch {
      return EvaluationAnswer(error, format: prepared.format)
    }
  }

  private mutating func prepare(_ request: EvaluationRequest) throws(ConditionError) -> Prepared {
    let names = Set(request.variables.keys)
    let key = Key(
      predicate: request.predicate, variables: names, arguments: request.arguments)
    if let prepared = known[key] { return prepared }
    let condition = try Condition(
      parsing: request.predicate, options: ConditionOptions(variables: names),
      arguments: request.arguments)
    let prepared = Prepared(condition: condition, format: condition.format)
    if request.predicate.utf8.count <= Self.longestKnown {
      if known.count >= Self.mostKnown { known.removeAll(keepingCapacity: true) }
      known[key] = prepared
    }
    return prepared
  }

  /// The printing of a predicate that lacks nothing but values of variables.
  private static func format(ofUnbound predicate: String) -> String? {
    let condition = try? Condition(
      parsing: predicate, options: ConditionOptions(variables: nil))
    return condition?.format
  }
}

/// One line of `shelf evaluate`: a predicate, what it is asked about, and its variables.
package struct EvaluationRequest: Sendable, Hashable {
  package var predicate: String
  /// Null when the line names none.
  package var object: Value
  package var variables: [String: Value]
  /// What placeholders such as `%@` stand for; nil when the predicate is not a format string.
  package var arguments: [Value]?

  package init(
    predicate: String, object: Value = .null, variables: [String: Value] = [:],
    arguments: [Value]? = nil
  ) {
    self.predicate = predicate
    self.object = object
    self.variables = variables
    self.arguments = arguments
  }
}

/// Why a line is not a request.
package struct RequestFault: Error, Sendable, Hashable {
  /// Where, in Unicode scalars from the start of the line.
  package var offset: Int
  package var message: String
}

extension EvaluationRequest {
  /// Reads a line: `{"predicate": "...", "object": {...}, "variables": {...}, "arguments": [...]}`.
  ///
  /// Other members are ignored, so that a line may carry a name or a remark.
  package init(line: [UInt8]) throws(RequestFault) {
    let value = try Self.read(line)
    guard let record = value.record else {
      throw RequestFault(offset: 0, message: "expected an object, found \(value.kind.words)")
    }
    guard let predicate = record["predicate"]?.string else {
      throw RequestFault(offset: 0, message: "expected \"predicate\" to be text")
    }
    self.init(predicate: predicate, object: record["object"] ?? .null)
    switch record["variables"] {
    case nil, .null?: break
    case .record(let values)?:
      for field in values.fields { variables[field.key] = field.value }
    case let other?:
      throw RequestFault(
        offset: 0, message: "expected \"variables\" to be an object, found \(other.kind.words)")
    }
    switch record["arguments"] {
    case nil, .null?: break
    case .array(let values)?: arguments = values
    case let other?:
      throw RequestFault(
        offset: 0, message: "expected \"arguments\" to be an array, found \(other.kind.words)")
    }
  }

  private static func read(_ line: [UInt8]) throws(RequestFault) -> Value {
    do {
      return try JSONReader.read(SourceText(file: "", bytes: line))
    } catch {
      throw RequestFault(offset: Self.offset(of: error, in: line), message: error.description)
    }
  }

  private static func offset(of error: DataError, in line: [UInt8]) -> Int {
    let byte: Int
    switch error {
    case .malformed(_, let place, _, _), .tooDeep(_, let place?, _): byte = place.byte
    default: byte = 0
    }
    return line.prefix(byte).count { $0 & 0xC0 != 0x80 }
  }
}

extension ValueKind {
  /// The kind with its article.
  fileprivate var words: String {
    switch self {
    case .null: "null"
    case .bool: "a truth value"
    case .number: "a number"
    case .text: "text"
    case .date: "a date"
    case .data: "data"
    case .array: "an array"
    case .record: "an object"
    }
  }
}

/// What `shelf evaluate` says to one line.
package struct EvaluationAnswer: Sendable, Hashable {
  package enum Outcome: Sendable, Hashable {
    case result(Bool)
    /// - Parameters:
    ///   - kind: the word that machines read.
    ///   - at: the place in the predicate, or in the line if that is what is wrong, in Unicode
    ///     scalars from 0.
    case failure(kind: String, at: Int, message: String, hint: String?)
  }

  package var outcome: Outcome
  /// The predicate as it is printed, when it can be read.
  package var format: String?

  package init(_ outcome: Outcome, format: String? = nil) {
    self.outcome = outcome
    self.format = format
  }

  init(_ error: ConditionError, format: String?) {
    let first = error.first
    self.init(
      .failure(
        kind: first.kind.rawValue, at: first.position, message: first.message, hint: first.hint),
      format: format)
  }

  init(_ error: EvaluationError, format: String) {
    self.init(
      .failure(
        kind: error.kind, at: error.span?.start ?? 0, message: error.description, hint: error.hint),
      format: format)
  }

  init(_ fault: RequestFault) {
    self.init(.failure(kind: "input", at: fault.offset, message: fault.message, hint: nil))
  }
}

extension EvaluationAnswer {
  /// The answer as one line of JSON, without a line break.
  package var json: String {
    var json = JSONText()
    json.object { json in
      switch outcome {
      case .result(let result): json.member("result", result)
      case .failure(let kind, let at, let message, let hint):
        json.key("error")
        json.object { json in
          json.member("kind", kind)
          json.member("at", at)
          json.member("message", message)
          if let hint { json.member("hint", hint) }
        }
      }
      if let format { json.member("format", format) }
    }
    return json.text
  }
}
