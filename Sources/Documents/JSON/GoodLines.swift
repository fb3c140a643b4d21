import Files
import TableModel

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

  private mutating func read(_ text: SourceText, _ range: Range<Int>, _ number: Int) {
    let line = text.bytes[range]
    if line.allSatisfy(ASCII.isBlank) { return }
    do throws(DataError) {
      values += try NDJSONReader.read(SourceText(file: text.file, bytes: Array(line)))
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
