import Documents
import TableModel
import Testing

@testable import Files

/// The error that reading ends in; records an issue when there is none.
func errorOf<Result>(
  _ read: () throws(DataError) -> Result, sourceLocation: SourceLocation = #_sourceLocation
) -> DataError? {
  do {
    let result = try read()
    Issue.record("expected an error, got \(result)", sourceLocation: sourceLocation)
    return nil
  } catch {
    return error
  }
}

/// What a read gives, or the error that it ends with.
func outcome<Result>(_ read: () throws(DataError) -> Result) -> (Result?, DataError?) {
  do {
    return (try read(), nil)
  } catch {
    return (nil, error)
  }
}

extension DataError {
  /// `line:column@byte message`, short enough for a table of expectations.
  var summary: String {
    switch self {
    case .malformed(_, let place, let message, _):
      "\(place.line):\(place.column)@\(place.byte) \(message)"
    case .tooDeep(_, let place?, let limit): "\(place.line):\(place.column) deeper than \(limit)"
    default: description
    }
  }
}

func source(_ text: String, file: String = "test") -> SourceText {
  SourceText(file: file, bytes: Array(text.utf8))
}

/// Compact JSON: the readable form of a value in expectations.
func json(_ value: Value) -> String { JSONWriter.text(of: value) }
