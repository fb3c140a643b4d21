import Foundation

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
