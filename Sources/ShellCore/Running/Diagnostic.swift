package import Commands
import PredicateLanguage
package import Rendering
import TableModel

/// An error as people read it: where, what, the line with a caret, what to do next.
package struct Diagnostic: Sendable {
  package enum Severity: String, Sendable {
    case error
    case warning
  }

  package var severity = Severity.error
  package var code: String
  package var message: String
  package var hint: String?
  /// `file:line:column`, as far as known.
  package var location: String?
  /// `line:column` in what has no file's name, for machines: people see the line itself.
  package var place: String?
  /// The text that the caret stands under.
  package var source: String?
  /// Character offsets into the source.
  package var caret: Range<Int>?
  /// A second place, such as the opener of something that is not closed.
  package var opener: Range<Int>?

  package init(code: String, message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }

  /// - Parameters:
  ///   - line: where the command came from.
  ///   - isTyped: true at the prompt, where the line stands right above and has no file.
  package init(_ error: CommandError, in line: SourceLine, isTyped: Bool) {
    self.init(code: error.code, message: error.description)
    hint = error.hint
    let start = line.place(at: error.range?.lowerBound ?? 0)
    if line.file == nil, !line.isBlank { place = "\(start.line):\(start.column)" }
    if let data = error.fileError {
      locate(data, commandIn: line)
      return
    }
    if let range = error.range, !(isTyped && range.lowerBound == 0) {
      source = line.source
      caret = range
    }
    opener = error.opener
    location = line.file.map { "\($0):\(start.line):\(start.column)" }
  }

  private mutating func locate(_ error: DataError, commandIn line: SourceLine) {
    location = error.location ?? line.file.map { "\($0):\(line.line)" }
    if case .malformed(_, let place, _, let text?) = error {
      source = text
      let column = min(place.caretColumn - 1, text.count)
      caret = column..<column + 1
    }
  }
}

extension Diagnostic {
  /// An error in reading commands.
  package init(_ error: ReadError) {
    self.init(code: "read", message: error.description)
    hint = error.hint
    location = error.location
  }

  /// `file:line:col: error: message`, the line, the caret under its column, the hint.
  package func lines() -> [StyledLine] {
    var head = StyledLine(location.map { $0 + ": " } ?? "", TextStyle(.plain, .bold))
    head.append(severity.rawValue + ": ", style(.bold))
    head.append(DisplaySafe.line(message))
    var lines = [head]
    if let source, !source.allSatisfy(\.isWhitespace) {
      lines.append(StyledLine("  " + DisplaySafe.line(source)))
      if let caret { lines.append(marks(under: source, caret)) }
    }
    if let hint {
      var line = StyledLine("  hint: ", TextStyle(.accent))
      line.append(DisplaySafe.line(hint))
      lines.append(line)
    }
    return lines
  }

  private func style(_ attributes: TextStyle.Attributes = []) -> TextStyle {
    TextStyle(severity == .error ? .error : .warning, attributes)
  }

  /// Puts a caret under a range, in columns: wide characters before it count two.
  private func marks(under source: String, _ range: Range<Int>) -> StyledLine {
    func column(_ offset: Int) -> Int {
      DisplayWidth.of(DisplaySafe.line(String(source.prefix(offset))))
    }
    var marks = Array(repeating: Character(" "), count: column(range.lowerBound) + 1)
    if let opener, column(opener.lowerBound) < marks.count - 1 {
      marks[column(opener.lowerBound)] = "-"
    }
    marks[marks.count - 1] = "^"
    let rest = max(0, column(min(range.upperBound, source.count)) - marks.count)
    return StyledLine("  " + String(marks) + String(repeating: "~", count: rest), style())
  }
}
