import TableModel
import TestSeeds

@testable import Documents
@testable import Files

/// A dialect of which something is said.
func stated(
  _ delimiter: String? = nil, header: Bool? = nil, hasQuotes: Bool = true, hasTypes: Bool = true
) -> StatedDialect {
  var stated = StatedDialect()
  stated.delimiter = delimiter.flatMap(StatedDialect.delimiter)
  (stated.hasHeader, stated.hasQuotes, stated.hasTypes) = (header, hasQuotes, hasTypes)
  return stated
}

/// The records of separated values as they are read at once.
func readCSV(_ text: String, _ stated: StatedDialect = stated()) throws(DataError) -> FileContent {
  try CSVReader.read(SourceText(file: "test.csv", bytes: Array(text.utf8)), stated)
}

/// A table over separated values that stay in their file, its index complete.
func indexedCSV(
  _ path: String, _ stated: StatedDialect = stated(), settings: IndexedDocument.Settings = .tiny()
) throws(DataError) -> ShapedTable {
  let text = try CSVText(try MappedFile(path: path), stated)
  let document = try IndexedDocument(text, name: "test", isSequence: true, settings: settings)
  var shaped = try document.table(shape: Shape(rows: .itself))
  if let settled = try shaped.source.settled(checkpoint: {}) { shaped.source = settled }
  return shaped
}

/// Random separated values, in which quotes, delimiters and line breaks stand everywhere.
struct RandomCSV {
  private var dice: RandomJSON

  init(seed: UInt64) { dice = RandomJSON(seed: seed) }

  mutating func below(_ bound: Int) -> Int { dice.below(bound) }

  private static let words = [
    "", "1", "-2.50", "1e3", "1e400", "007", "true", "false", "yes", "x", "Ash", "a b", "é", "語",
    "12345678", "123456789012345678901", "0.1", "-", "1,5", "\"\"", "\"", "a\"b", "\"a\"b\"",
    "\"a, b\"", "\"line\nbreak\"", "\"say \"\"hi\"\"\"", "\"5\"", "\"crlf\r\nin\"", "\"end\"\"\"",
  ]

  /// A text whose cells may be anything, and which may end in quotes that do not close.
  mutating func wild(records: Int, delimiter: String = ",") -> String {
    let columns = 1 + below(5)
    let lineBreak = dice.pick(["\n", "\r\n", "\r"])
    var text = ""
    for _ in 0..<records {
      let count = below(8) == 0 ? 1 + below(7) : columns
      text += (0..<count).map { _ in dice.pick(Self.words) }.joined(separator: delimiter)
      text += below(12) == 0 ? lineBreak + lineBreak : lineBreak
    }
    return below(3) == 0 ? String(text.dropLast()) : text
  }

  /// A text as programs write it, below a header: its cells as they are to be read.
  mutating func tame(records: Int, columns: Int) -> String {
    var text = (0..<columns).map { "c\($0)" }.joined(separator: ",") + "\n"
    for record in 0..<records {
      var cells = ["\(record)"]
      while cells.count < columns { cells.append(dice.pick(Self.tameWords)) }
      text += cells.joined(separator: ",") + "\n"
    }
    return text
  }

  private static let tameWords = words.filter { word in
    !word.contains("\"") || word.hasPrefix("\"") && word.count > 2 && word != "\"a\"b\""
  }.filter { $0 != "1,5" }
}

/// The table of a list of records that were read at once.
func listTable(_ value: Value) throws(DataError) -> any TableSource {
  try ValueDocument(name: "list", value: value).table(shape: Shape(rows: .itself)).source
}
