/// The literal behind `matches:` in a call, found in the source text and replaced.
struct InlineEdit {
  private(set) var source: String
  /// How many more lines the source has than before.
  private(set) var addedLines = 0
  private var literal: Range<String.Index>
  private let indentation: String

  /// - Parameter line: the line in which the call begins, from 1.
  /// - Returns: nil when the call has no literal behind `matches:`.
  init?(_ source: String, line: Int) {
    self.source = source
    guard let start = Self.start(ofLine: line, in: source) else { return nil }
    let rest = source[start...]
    indentation = String(rest.prefix { $0 == " " || $0 == "\t" })
    var scanner = CallScanner(rest: rest)
    guard let literal = scanner.literal(behind: "matches:") else { return nil }
    self.literal = literal
  }

  private static func start(ofLine line: Int, in text: String) -> String.Index? {
    var index = text.startIndex
    for _ in 1..<max(1, line) {
      guard let end = text[index...].firstIndex(where: \.isNewline) else { return nil }
      index = text.index(after: end)
    }
    return index
  }

  /// Puts a text in the literal's place, as a literal of several lines without escapes.
  mutating func replace(with text: String) {
    let before = source[literal].filter(\.isNewline).count
    var marks = "#"
    while text.contains("\"\"\"" + marks) || text.contains("\\" + marks) { marks += "#" }
    let needsMarks = text.contains("\\") || text.contains("\"\"\"")
    if !needsMarks { marks = "" }
    let inner = indentation + "  "
    var lines = [marks + "\"\"\""]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      lines.append(line.isEmpty ? "" : inner + line)
    }
    lines.append(inner + "\"\"\"" + marks)
    source.replaceSubrange(literal, with: lines.joined(separator: "\n"))
    addedLines = lines.count - 1 - before
  }
}

/// Walks through the arguments of a call, with regard to brackets, comments and literals.
private struct CallScanner {
  var rest: Substring

  mutating func literal(behind label: String) -> Range<String.Index>? {
    var depth = 0
    while let character = rest.first {
      if depth == 1, rest.hasPrefix(label) {
        rest = rest.dropFirst(label.count).drop(while: \.isWhitespace)
        return takeLiteral()
      }
      if rest.hasPrefix("//") {
        rest = rest.drop { !$0.isNewline }
        continue
      }
      if takeLiteral() != nil { continue }
      rest.removeFirst()
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) {
        depth -= 1
        if depth <= 0 { return nil }
      }
    }
    return nil
  }

  /// Takes a string literal; nil when there is none here.
  private mutating func takeLiteral() -> Range<String.Index>? {
    let marks = rest.prefix { $0 == "#" }
    let quoted = rest.dropFirst(marks.count)
    guard quoted.first == "\"" else { return nil }
    let start = rest.startIndex
    let quotes = quoted.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
    let escape = "\\" + marks
    rest = quoted.dropFirst(quotes.count)
    while !rest.isEmpty {
      if rest.hasPrefix(quotes + marks) {
        rest = rest.dropFirst(quotes.count + marks.count)
        return start..<rest.startIndex
      }
      rest = rest.dropFirst(rest.hasPrefix(escape) ? escape.count + 1 : 1)
    }
    return nil
  }
}
