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

/// The values of a text of one value a line, without the lines that are none.
struct GoodLines {
  private(set) var values: [Value] = []
  private(set) var repeats: RepeatedKeys?
  /// The numbers of the first lines that were left out, and of how many there are.
  private var bad: (first: [Int], count: Int) = ([], 0)
  /// What is wrong with the first of them.
  private var mistake: DataError?

  /// How many of them are named.
  private static let named = 5

  /// A text in which everything is right may have its values on several lines each.
  ///
  /// - Throws: `DataError.malformed` for a text without a single line that is JSON.
  /// - Complexity: O(bytes).
  init(of text: SourceText) throws(DataError) {
    if let all = try? NDJSONReader.read(text, &repeats) {
      values = all
      return
    }
    var number = 1
    var start = text.start
    while start < text.bytes.count {
      let end = text.bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.bytes.count
      read(text, start..<end, number)
      start = end + 1
      number += 1
    }
    if values.isEmpty, let mistake { throw mistake }
  }

  /// What is not among the values; nil for nothing.
  var leftOut: String? {
    bad.count == 0 ? nil : bad.count == 1 ? "the bad line" : "the \(bad.count) bad lines"
  }

  private mutating func read(_ text: SourceText, _ range: Range<Int>, _ number: Int) {
    let line = text.bytes[range]
    if line.allSatisfy(ASCII.isBlank) { return }
    do throws(DataError) {
      var found: RepeatedKeys?
      values += try NDJSONReader.read(SourceText(file: text.file, bytes: Array(line)), &found)
      found?.offset += range.lowerBound
      found?.join(&repeats)
    } catch {
      bad.count += 1
      if bad.first.count < Self.named { bad.first.append(number) }
      if mistake == nil { mistake = Self.mistake(in: text, range) ?? error }
    }
  }

  /// What is wrong with a line, with its place in the whole text.
  private static func mistake(in text: SourceText, _ line: Range<Int>) -> DataError? {
    let before = text.bytes[..<line.lowerBound].map {
      $0 == UInt8(ascii: "\n") ? $0 : UInt8(ascii: " ")
    }
    do throws(DataError) {
      _ = try NDJSONReader.read(SourceText(file: text.file, bytes: before + text.bytes[line]))
      return nil
    } catch {
      guard case .malformed(_, let place, let message, _) = error else { return error }
      return text.malformed(
        at: place.byte, message.replacing("the end of the file", with: "the end of the line"))
    }
  }

  /// Which lines are missing, and why the first of them is.
  var remarks: [String] {
    guard let mistake else { return [] }
    let numbers = bad.first.map(String.init).joined(separator: ", ")
    let others = bad.count > bad.first.count ? ", ..." : ""
    return [
      bad.count == 1
        ? "line \(numbers) is not JSON and left out: \(mistake)"
        : "\(bad.count) lines are not JSON and left out (\(numbers)\(others)); the first: \(mistake)"
    ]
  }
}
