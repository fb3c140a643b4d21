import Files

/// How a text of separated values is written.
struct CSVDialect: Sendable, Hashable {
  /// What stands between two cells.
  var delimiter: UInt8
  /// True where a cell may stand in quotes, inside which delimiters and line breaks are text.
  var hasQuotes = true
  /// True where the kind of a cell shows in how it is written; false where all of them are texts.
  var hasTypes = true
  /// True where an empty line is a record: in a table of one column it is an empty cell.
  var countsEmptyLines = false

  static let quote = UInt8(ascii: "\"")

  /// Those that are looked for in a text, the most usual one first.
  static let usualDelimiters = Array(",;\t|".utf8)

  @inline(__always)
  static func isLineBreak(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }
}

/// What somebody has said about how separated values are written; the rest is found out.
package struct StatedDialect: Sendable, Hashable {
  /// One byte of ASCII; nil to find out.
  package var delimiter: UInt8?
  /// Whether the first record names the columns; nil to find out.
  package var hasHeader: Bool?
  /// False where a quote is a character like any other.
  package var hasQuotes = true
  /// False where every cell is a text.
  package var hasTypes = true

  package init() {}

  /// True when nothing was said.
  package var isSilent: Bool { self == StatedDialect() }

  /// The delimiter that a word or a single character means; nil for anything else.
  ///
  /// A line break or a quote can't stand between cells, nor can what numbers and words are made of, or
  /// a character beyond ASCII.
  package static func delimiter(_ word: String) -> UInt8? {
    switch word {
    case "tab", "\\t": return UInt8(ascii: "\t")
    case "comma": return UInt8(ascii: ",")
    case "semicolon": return UInt8(ascii: ";")
    case "pipe": return UInt8(ascii: "|")
    case "space": return UInt8(ascii: " ")
    default: break
    }
    guard let byte = word.utf8.first, word.utf8.count == 1, byte > 0, byte < 0x80,
      byte != CSVDialect.quote, !CSVDialect.isLineBreak(byte), !ASCII.isLetter(byte),
      !ASCII.isDigit(byte), !".+-".utf8.contains(byte)
    else { return nil }
    return byte
  }
}

/// How the lines of separated values are written.
struct CSVManner: Sendable, Hashable {
  var delimiter = UInt8(ascii: ",")
  var hasHeader = true
  var lineBreak = "\r\n"
  /// The keys of the columns, and the cells of the header that they come from.
  var names: [String] = []
  var header: [String] = []
}
