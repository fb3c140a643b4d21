package import CommandLanguage
import Commands
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
  /// True where people don't see the lines before this one, so that its place is for them, too.
  package var isPiped = false
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
    isPiped = line.isPiped && !isTyped
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

  /// Says where in a line a file is named that is not there, which has no place of its own.
  mutating func point(to range: Range<Int>?, in line: SourceLine) {
    guard let range, source == nil, let file = line.file else { return }
    let start = line.place(at: range.lowerBound)
    (source, caret) = (line.source, range)
    location = "\(file):\(start.line):\(start.column)"
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
  ///
  /// - Parameter columns: the width of the terminal that they are to fit; nil for none.
  package func lines(fitting columns: Int? = nil) -> [StyledLine] {
    func fitted(_ line: StyledLine) -> [StyledLine] {
      columns.map { line.wrapped(to: $0) } ?? [line]
    }
    let place = location ?? (isPiped ? place.map { "\(StreamReader.name):\($0)" } : nil)
    var head = StyledLine(place.map { $0 + ": " } ?? "", TextStyle(.plain, .bold))
    head.append(severity.rawValue + ": ", style(.bold))
    head.append(DisplaySafe.line(message))
    var lines = fitted(head)
    if let source, !source.allSatisfy(\.isWhitespace) {
      var shown = [StyledLine("  " + DisplaySafe.line(source))]
      if let caret { shown.append(marks(under: source, caret)) }
      lines += columns.map { Self.window(of: shown, columns: $0) } ?? shown
    }
    if let hint {
      var line = StyledLine("  hint: ", TextStyle(.accent))
      line.append(DisplaySafe.line(hint))
      lines += fitted(line)
    }
    return lines
  }

  /// The part of a line with a caret under it that fits a width, so that the caret is seen.
  private static func window(of lines: [StyledLine], columns: Int) -> [StyledLine] {
    guard lines.contains(where: { $0.width > columns }), columns > 4 else { return lines }
    let caret = lines.count > 1 ? lines[1].text.prefix { " -".contains($0) }.count : 0
    let start = max(0, min(caret - columns / 2, lines[0].width - columns + 2))
    return lines.enumerated().map { index, line in
      var text = DisplayWidth.cut(line.text, columns: start..<start + columns - 1)
      if index == 0, start > 0 { text = Mark.ellipsis + text.dropFirst() }
      let goesOn = index == 0 && line.width > start + columns - 1
      text = String(text.reversed().drop { $0 == " " }.reversed())
      return StyledLine(text + (goesOn ? Mark.ellipsis : ""), line.runs.last?.style ?? .plain)
    }
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

/// What the program's exit status means, the same for scripts, pipes and `-c`.
package enum ExitStatus {
  package static let success: Int32 = 0
  package static let commandFailed: Int32 = 1
  package static let usage: Int32 = 2
  package static let dataNotOpened: Int32 = 3
  package static let mismatch: Int32 = 4
  package static let interrupted: Int32 = 130
}
