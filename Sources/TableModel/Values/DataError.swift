/// Where something stands in a text: line and column from 1, byte offset from 0.
package struct TextPlace: Sendable, Hashable {
  package var line: Int
  /// Counted in characters.
  package var column: Int
  package var byte: Int

  package init(line: Int, column: Int, byte: Int) {
    self.line = line
    self.column = column
    self.byte = byte
  }

  package var words: String { "line \(line), column \(column)" }
}

/// Why data could not be read.
package enum DataError: Error, Sendable, Hashable {
  case notFound(file: String)
  case unreadable(file: String, reason: String)
  case unknownFormat(file: String, hint: String)
  /// The text breaks its format's grammar. `source` is the line it stands in, for the caret.
  case malformed(file: String, at: TextPlace, message: String, source: String?)
  /// The file is a binary format and broken at a byte.
  case damaged(file: String, byte: Int, message: String)
  case tooDeep(file: String, at: TextPlace?, limit: Int)
  case shape(message: String, hint: String?)
  case changedUnderneath(file: String)
  case cancelled
}

extension DataError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notFound(let file): "no file '\(file)'"
    case .unreadable(let file, let reason): "cannot read '\(file)': \(reason)"
    case .unknownFormat(let file, _): "'\(file)' is not in a known format"
    case .malformed(_, _, let message, _): message
    case .damaged(_, let byte, let message): "\(message) at byte \(byte)"
    case .tooDeep(_, _, let limit): "nested more than \(limit) levels deep"
    case .shape(let message, _): message
    case .changedUnderneath(let file): "'\(file)' changed while it was open"
    case .cancelled: "cancelled"
    }
  }

  /// What to do next, when there is something.
  package var hint: String? {
    switch self {
    case .unknownFormat(_, let hint): hint
    case .shape(_, let hint): hint
    case .changedUnderneath: "type 'reload' to read it again"
    default: nil
    }
  }

  /// `file:line:column` when the place is known.
  package var location: String? {
    switch self {
    case .malformed(let file, let place, _, _): "\(file):\(place.line):\(place.column)"
    case .tooDeep(let file, let place?, _): "\(file):\(place.line):\(place.column)"
    case .tooDeep(let file, nil, _), .damaged(let file, _, _): file
    default: nil
    }
  }
}

extension TextPlace {
  /// The longest source line, in characters, that an error shows.
  package static let excerptLimit = 80

  /// Up to this column an excerpt begins with its line; beyond it the excerpt is a window.
  private static let lastUnshiftedColumn = 60

  /// How many characters an excerpt that was shifted shows before the place, the `…` included.
  package static let excerptLead = 40

  /// True when the excerpt of the line begins with `…` and not with the line's first character.
  package var isExcerptShifted: Bool { column > Self.lastUnshiftedColumn }

  /// The column of the place within the excerpt, from 1, in characters: where the caret goes.
  package var caretColumn: Int { isExcerptShifted ? Self.excerptLead + 1 : column }
}
