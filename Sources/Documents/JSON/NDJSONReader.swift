package import Files
package import TableModel

/// Reads a sequence of JSON values: one a line, as logs are written, or simply one after another.
package struct NDJSONReader {
  /// Reads all values; blank lines count for nothing, an empty file is an empty sequence.
  ///
  /// - Throws: `DataError.malformed` or `.tooDeep`; the place is the one in the file.
  /// - Complexity: O(bytes).
  package static func read(_ text: SourceText) throws(DataError) -> [Value] {
    var repeats: RepeatedKeys?
    return try read(text, &repeats)
  }

  /// - Parameter repeats: gets what was lost to keys written twice.
  static func read(_ text: SourceText, _ repeats: inout RepeatedKeys?)
    throws(DataError) -> [Value]
  {
    try text.checkUTF8()
    var reader = JSONReader(text)
    var values: [Value] = []
    var oneValueALine = true
    reader.skipBlanks()
    while !reader.isAtEnd {
      let start = reader.position
      do {
        values.append(try reader.readValue())
      } catch {
        throw oneValueALine && !values.isEmpty ? confined(error, reader, from: start) : error
      }
      let end = reader.position
      oneValueALine = oneValueALine && !text.hasLineBreak(in: start..<end)
      reader.skipBlanks()
      if reader.position == end, !reader.isAtEnd, !isSelfDelimiting(text.bytes[end - 1]) {
        throw reader.expected("a line break after a value")
      }
    }
    repeats = reader.repeats
    return values
  }

  /// Texts, arrays and records end by themselves: `{}{}` is clear, `12` is not `1` and `2`.
  private static func isSelfDelimiting(_ last: UInt8) -> Bool {
    last == UInt8(ascii: "}") || last == UInt8(ascii: "]") || last == UInt8(ascii: "\"")
  }

  /// Where every value so far filled its own line, a value that seems to break on a later line
  /// was cut short on its own: the error belongs there.
  private static func confined(_ error: DataError, _ reader: JSONReader, from start: Int)
    -> DataError
  {
    guard case .malformed(_, let place, _, _) = error, place.byte >= start,
      let lineEnd = reader.text.bytes[start..<place.byte].firstIndex(of: UInt8(ascii: "\n"))
    else { return error }
    return reader.text.malformed(
      at: lineEnd, "expected the rest of the value, found the end of the line")
  }
}
