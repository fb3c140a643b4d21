/// What can be said about a text of ASCII without running a regular expression.
///
/// Only for texts on one line, because `.` does not cross the ends of lines; letters beyond ASCII,
/// which may fold to letters within, are left to the engine.
enum RegexShortcut: Sendable {
  /// The pattern says no more than a wildcard pattern.
  case wildcard(WildcardPattern)
  /// Whatever matches begins so.
  case prefix(TextNeedle)
  case none

  /// - Parameter options: as `TextOptions.effective` gives them.
  init(_ pattern: String, _ options: TextOptions) {
    self = .none
    if options.contains(.ignoringMarks) { return }
    let textOptions: TextOptions = options.contains(.ignoringCase) ? .ignoringCase : .literal
    var scanner = Scanner(Array(pattern.unicodeScalars))
    if let wildcards = scanner.wildcards() {
      self = .wildcard(WildcardPattern(wildcards, options: textOptions))
    } else if let prefix = scanner.prefix() {
      self = .prefix(TextNeedle(prefix, options: textOptions))
    }
  }

  /// The verdict on a text of ASCII; nil when the engine has to tell.
  func verdict(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
    switch self {
    case .none: return nil
    case .prefix(let needle): return needle.matches(plain: text, .prefix) ? nil : false
    case .wildcard(let pattern):
      // Wildcards cross the ends of lines: they may say yes too often, but never no.
      guard pattern.matches(bytes: text) == true else { return false }
      return text.contains { (0x0A...0x0D).contains($0) } ? nil : true
    }
  }
}

/// Reads patterns as far as they are simple.
private struct Scanner {
  let scalars: [Unicode.Scalar]
  private var position = 0
  private static let operators = Set("[](){}.*+?^$|#".unicodeScalars)

  init(_ scalars: [Unicode.Scalar]) {
    self.scalars = scalars
  }

  private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  /// The pattern as LIKE would write it; nil when it says more than literals and `.*`, `.+`, `.`.
  mutating func wildcards() -> String? {
    position = 0
    var wildcards = ""
    if next == "^" { position += 1 }
    while let scalar = next {
      if scalar == "$", position == scalars.count - 1 { break }
      if scalar == "." {
        position += 1
        wildcards += takeRepetition()
      } else {
        guard let literal = takeLiteral() else { return nil }
        if "*?\\".unicodeScalars.contains(literal) { wildcards += "\\" }
        wildcards.unicodeScalars.append(literal)
      }
      if let next, "*+?{".unicodeScalars.contains(next) { return nil }
    }
    return wildcards
  }

  /// What stands behind a `.`; whether it is lazy does not matter to a match of the whole text.
  private mutating func takeRepetition() -> String {
    guard next == "*" || next == "+" else { return "?" }
    let isPlus = next == "+"
    position += 1
    if next == "?" { position += 1 }
    return isPlus ? "?*" : "*"
  }

  /// The text that every match begins with; nil when there is none.
  mutating func prefix() -> String? {
    position = 0
    let text = String(String.UnicodeScalarView(scalars))
    if text.contains("|") || text.contains("(?") || text.contains("\\Q") { return nil }
    var prefix: [Unicode.Scalar] = []
    if next == "^" { position += 1 }
    while let literal = takeLiteral() {
      prefix.append(literal)
      guard let next, "*?{".unicodeScalars.contains(next) else { continue }
      prefix.removeLast()
      break
    }
    return prefix.isEmpty ? nil : String(String.UnicodeScalarView(prefix))
  }

  /// A character that stands for itself, escaped or not.
  private mutating func takeLiteral() -> Unicode.Scalar? {
    guard let scalar = next, scalar.isASCII, !Self.operators.contains(scalar) else { return nil }
    if scalar != "\\" {
      position += 1
      return scalar
    }
    guard position + 1 < scalars.count else { return nil }
    let escaped = scalars[position + 1]
    guard escaped.isASCII, !Lexer.isWordPart(escaped) else { return nil }
    position += 2
    return escaped
  }
}
