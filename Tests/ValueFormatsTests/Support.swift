import Documents
import Files
import TableModel
import Testing
import ValueFormats

extension DataError {
  /// `line:column message`, short enough for a table of expectations.
  var summary: String {
    switch self {
    case .malformed(_, let place, let message, _):
      "\(place.line):\(place.column)@\(place.byte) \(message)"
    case .tooDeep(_, let place?, let limit): "\(place.line):\(place.column) deeper than \(limit)"
    default: description
    }
  }
}

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

func source(_ text: String, file: String = "test") -> SourceText {
  SourceText(file: file, bytes: Array(text.utf8))
}

/// Compact JSON: the readable form of a value in expectations.
func json(_ value: Value) -> String { JSONWriter.text(of: value) }

/// A document of some bytes, among all formats that are read as text.
func opened(_ bytes: [UInt8], name: String, format: FileFormat? = nil) throws(DataError)
  -> any TableDocument
{
  try DocumentOpener.open(
    bytes: bytes, name: name, format: format,
    among: FileFormats(FileFormats.standard.list + FileFormats.valueFormats))
}

func opened(_ text: String, name: String, format: FileFormat? = nil) throws(DataError)
  -> any TableDocument
{
  try opened(Array(text.utf8), name: name, format: format)
}
