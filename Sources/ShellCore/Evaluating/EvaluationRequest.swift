import DataSources
package import TableModel

/// One line of `shelf evaluate`: a predicate, what it is asked about, and its variables.
package struct EvaluationRequest: Sendable, Hashable {
  package var predicate: String
  /// Null when the line names none.
  package var object: Value
  package var variables: [String: Value]
  /// What placeholders such as `%@` stand for; nil when the predicate is no format string.
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

/// Why a line is no request.
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
