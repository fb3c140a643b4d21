import Foundation
import Workspaces

/// A line of expected output as it is written in a page: a text, a pattern, or any lines at all.
///
/// - `[..]` stands for any text inside the line, a line `...` for any number of lines.
/// - `\` at the start is dropped: the rest is output, whatever it begins with.
/// - ` (esc)` at the end: `\t`, `\xNN`, `\u{N}` and `\\` stand for the characters they name.
/// - ` (no-eol)` at the end: the output ends here without a line break.
package struct ExpectedLine: Sendable, Hashable {
  package enum Content: Sendable, Hashable {
    case anyLines
    /// Texts with a gap for any text between them; a single one is the whole line.
    case pattern([String])
  }

  /// The line as it stands in the page, without the block's indentation.
  package let source: String
  package let content: Content
  package let hasLineBreak: Bool

  static let escapeMark = " (esc)"
  static let noBreakMark = " (no-eol)"
  static let gap = "[..]"

  /// Reads a line of a page.
  ///
  /// - Returns: nil when an escape in it means nothing.
  package init?(parsing source: String) {
    self.source = source
    if source == "..." {
      (content, hasLineBreak) = (.anyLines, true)
      return
    }
    var text = Substring(source)
    if text.hasPrefix("\\") { text.removeFirst() }
    hasLineBreak = !text.hasSuffix(Self.noBreakMark)
    if !hasLineBreak { text.removeLast(Self.noBreakMark.count) }
    let isEscaped = text.hasSuffix(Self.escapeMark)
    if isEscaped { text.removeLast(Self.escapeMark.count) }
    var parts: [String] = []
    for part in String(text).splitting(at: Self.gap) {
      guard let plain = isEscaped ? Self.unescaped(part) : part else { return nil }
      parts.append(plain)
    }
    content = .pattern(parts)
  }

  package var isPattern: Bool {
    switch content {
    case .anyLines: true
    case .pattern(let parts): parts.count > 1
    }
  }

  /// True when the line stands for this one line of output, byte for byte.
  ///
  /// - Complexity: O(length of both) for a plain line.
  func matches(_ line: String, hasLineBreak: Bool) -> Bool {
    guard case .pattern(let parts) = content, self.hasLineBreak == hasLineBreak,
      let first = parts.first, let last = parts.last
    else { return false }
    if parts.count == 1 { return line.utf8.elementsEqual(first.utf8) }
    let bytes = Array(line.utf8)
    guard bytes.count >= first.utf8.count + last.utf8.count, bytes.starts(with: first.utf8),
      bytes.suffix(last.utf8.count).elementsEqual(last.utf8)
    else { return false }
    var rest = bytes.dropFirst(first.utf8.count).dropLast(last.utf8.count)
    for part in parts.dropFirst().dropLast() {
      if part.isEmpty { continue }
      guard let found = rest.firstRange(of: Array(part.utf8)) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }
}

extension ExpectedLine {
  /// A line of output, written so that reading it gives that line again.
  package init(output line: String, hasLineBreak: Bool = true, reserved: [String]) {
    var text = line
    if Self.needsEscapes(line) { text = Self.escaped(line) + Self.escapeMark }
    if !hasLineBreak { text += Self.noBreakMark }
    // What looks like a fence would close the block, even a little indented.
    let unindented = text.drop { $0 == " " }
    let isFence = unindented.hasPrefix("```") || unindented.hasPrefix("~~~")
    let isReserved =
      text.hasPrefix("\\") || text == "..." || isFence
      || reserved.contains { text.starts(withMark: $0) }
    source = isReserved ? "\\" + text : text
    content = .pattern([line])
    self.hasLineBreak = hasLineBreak
  }

  /// A line of a snapshot: no marks at its ends, and wildcards only where they are wanted.
  package init(snapshot line: String, allowsPatterns: Bool) {
    source = line
    hasLineBreak = true
    if allowsPatterns, line == "..." {
      content = .anyLines
    } else {
      content = .pattern(allowsPatterns ? line.splitting(at: Self.gap) : [line])
    }
  }

  private static func needsEscapes(_ line: String) -> Bool {
    line.last == " " || line.hasSuffix(escapeMark) || line.hasSuffix(noBreakMark)
      || line.contains(gap) || line.unicodeScalars.contains(where: isControl)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || scalar.value == 0x2028
      || scalar.value == 0x2029 || scalar.value == 0xFEFF
  }

  private static func escaped(_ line: String) -> String {
    var text = ""
    let scalars = Array(line.unicodeScalars)
    let gap = Array(gap.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let isLastBlank = index == scalars.count - 1 && scalar == " "
      let opensGap = scalar == gap[0] && scalars[index...].starts(with: gap)
      switch scalar {
      case "\\": text += "\\\\"
      case "\t": text += "\\t"
      case "\r": text += "\\r"
      case _ where isControl(scalar) || isLastBlank || opensGap:
        text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The text that escapes stand for; nil when one of them is invalid.
  private static func unescaped(_ text: String) -> String? {
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      guard let kind = rest.popFirst(), let meant = takeEscape(kind, &rest) else { return nil }
      result.append(meant)
    }
    return String(result)
  }

  private static func takeEscape(
    _ kind: Unicode.Scalar, _ rest: inout Substring.UnicodeScalarView
  ) -> Unicode.Scalar? {
    switch kind {
    case "\\": return "\\"
    case "t": return "\t"
    case "r": return "\r"
    case "e": return "\u{1B}"
    case "x":
      let digits = String(rest.prefix(2))
      rest = rest.dropFirst(2)
      guard digits.count == 2, let value = UInt8(digits, radix: 16), value < 0x80 else {
        return nil
      }
      return Unicode.Scalar(value)
    case "u":
      guard rest.popFirst() == "{", let end = rest.firstIndex(of: "}") else { return nil }
      let digits = String(rest[..<end])
      rest = rest[rest.index(after: end)...]
      return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
    default: return nil
    }
  }
}

extension String {
  /// The parts between the places where a text stands.
  fileprivate func splitting(at separator: String) -> [String] {
    guard contains(separator) else { return [self] }
    return split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }

  /// True when the text is a mark, or the mark and a blank and more.
  func starts(withMark mark: String) -> Bool {
    self == mark || hasPrefix(mark + " ")
  }
}

/// Rewrites what differs from run to run and from machine to machine into words in brackets.
///
/// It works on what is printed, never on what is expected, so that a page that is rewritten gets
/// the words too.
package struct Normaliser {
  /// A page's own rule.
  package struct Rule: Sendable, Hashable {
    /// A regular expression (ICU); `^` and `$` stand at line breaks too.
    package var pattern: String
    /// What a match is replaced by; `$1` is the first group.
    package var token: String

    package init(pattern: String, token: String) {
      self.pattern = pattern
      self.token = token
    }

    var isValid: Bool { Normaliser.expression(pattern) != nil }
  }

  private let rules: [(expression: NSRegularExpression, token: String)]
  private let folders: [(path: String, token: String)]

  /// - Parameter folders: paths of this machine and their names, the longest first.
  init(rules: [Rule], folders: [(path: String, token: String)]) {
    self.folders = folders
    self.rules =
      Self.standard
      + rules.compactMap { rule in
        Self.expression(rule.pattern).map { ($0, rule.token) }
      }
  }

  private static let standard = [
    (#"\bshelf \d+\.\d+\.\d+\S*(?: \(Swift [\d.]+, Unicode [\d.]+\))?"#, "shelf [VERSION]"),
    (
      #"\b(in|took|wall|cpu|real|user|system) \d+(?:[.,]\d+)? ?(?:ns|µs|us|ms|s|min)\b"#,
      "$1 [TIME]"
    ),
    (#"\b0x[0-9a-f]{6,16}\b"#, "[ADDR]"),
  ].compactMap { pattern, token in expression(pattern).map { ($0, token) } }

  private static func expression(_ pattern: String) -> NSRegularExpression? {
    try? NSRegularExpression(pattern: pattern, options: [.anchorsMatchLines])
  }

  func normalise(_ text: String) -> String {
    var text = text
    for folder in folders where text.contains(folder.path) {
      text = text.replacingOccurrences(of: folder.path, with: folder.token)
    }
    guard text.utf8.contains(where: { (0x30...0x39).contains($0) }) || rules.count > 3 else {
      return text
    }
    for rule in rules {
      let range = NSRange(text.startIndex..., in: text)
      text = rule.expression.stringByReplacingMatches(
        in: text, range: range, withTemplate: rule.token)
    }
    return text
  }
}
