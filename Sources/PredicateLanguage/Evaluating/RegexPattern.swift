import Foundation

/// The right side of MATCHES: an ICU regular expression for the whole text.
///
/// Patterns of literals with `.*` between them are compared without the regex engine, and texts
/// that do not begin as a pattern does never reach it.
struct RegexPattern: Sendable {
  enum Outcome: Sendable {
    case matched
    case failed
    case outOfSteps
    case cancelled
  }

  /// How many steps the engine takes between two reports of its progress.
  static let stepsPerReport = 10_000

  let source: String
  private let options: TextOptions
  private let isWhole: Bool
  private let expression: NSRegularExpression
  /// What decides about most texts without the engine.
  private let shortcut: RegexShortcut

  /// - Parameter isWhole: false where the pattern may match a part of a text.
  /// - Throws: `RegexFault` when the pattern cannot be read.
  init(_ source: String, options: TextOptions, isWhole: Bool = true) throws(RegexFault) {
    (self.source, self.isWhole) = (source, isWhole)
    self.options = options.effective
    let pattern =
      self.options.contains(.ignoringMarks)
      ? TextFolding.fold(source, .ignoringMarks) : source
    expression = try Self.compile(
      pattern, ignoringCase: self.options.contains(.ignoringCase), isWhole)
    shortcut = isWhole ? RegexShortcut(pattern, self.options) : .none
  }

  /// Compiles a pattern so that it has to match up to the end of the text.
  ///
  /// A pattern may end in a comment or in a quotation that would swallow what is added to it.
  private static func compile(
    _ pattern: String, ignoringCase: Bool, _ isWhole: Bool
  ) throws(RegexFault) -> NSRegularExpression {
    let options: NSRegularExpression.Options = ignoringCase ? [.caseInsensitive] : []
    let part = try? NSRegularExpression(pattern: pattern, options: options)
    guard part != nil || pattern.isEmpty else {
      throw RegexSyntax.fault(in: pattern)?.fault ?? .unreadable
    }
    if !isWhole, let part { return part }
    for tail in [")\\z", "\n)\\z", "\\E)\\z"] {
      let whole = "(?:" + pattern + tail
      if let expression = try? NSRegularExpression(pattern: whole, options: options) {
        return expression
      }
    }
    throw .unreadable
  }

  /// - Parameters:
  ///   - stepLimit: the steps after which matching is given up, so that no pattern runs forever.
  ///   - isCancelled: asked every few thousand steps.
  func match(_ text: String, stepLimit: Int, isCancelled: @escaping () -> Bool) -> Outcome {
    let quick = text.utf8.withContiguousStorageIfAvailable { bytes in
      TextFolding.isASCII(bytes) ? match(ascii: bytes) : nil
    }
    if let quick, let verdict = quick { return verdict ? .matched : .failed }
    let text = options.contains(.ignoringMarks) ? TextFolding.fold(text, .ignoringMarks) : text
    var outcome = Outcome.failed
    var reports = 0
    expression.enumerateMatches(
      in: text,
      options: isWhole
        ? [.anchored, .reportProgress, .reportCompletion]
        : [.reportProgress, .reportCompletion],
      range: NSRange(location: 0, length: text.utf16.count)
    ) { result, flags, stop in
      if result != nil {
        outcome = .matched
      } else if flags.contains(.internalError) {
        // The engine's own stack is exhausted, which it says only on completion.
        outcome = .outOfSteps
      } else if flags.contains(.progress) {
        reports += 1
        if isCancelled() {
          outcome = .cancelled
        } else if reports * Self.stepsPerReport >= stepLimit {
          outcome = .outOfSteps
        } else {
          return
        }
      } else {
        return
      }
      stop.pointee = true
    }
    return outcome
  }

  fileprivate func ranges(in text: String) -> [Range<String.Index>] {
    expression.matches(in: text, range: NSRange(text.startIndex..., in: text))
      .compactMap { Range($0.range, in: text) }
  }

  /// The answer for text of ASCII where it can be had without the engine.
  func match(ascii text: UnsafeBufferPointer<UInt8>) -> Bool? { shortcut.verdict(text) }
}

/// What can be said about a text of ASCII without running a regular expression.
///
/// Only for texts on one line, because `.` does not cross the ends of lines; letters beyond ASCII,
/// which may fold to letters within, are left to the engine.
enum RegexShortcut: Sendable {
  /// The pattern is no more than a wildcard pattern: `a.*b` is LIKE `a*b`.
  case wildcard(WildcardPattern)
  /// Whatever matches begins with this: `abc` for `abc[0-9]+`.
  case prefix(TextNeedle)
  case none

  /// - Parameter options: as `TextOptions.effective` gives them.
  init(_ pattern: String, _ options: TextOptions) {
    self = .none
    if options.contains(.ignoringMarks) { return }
    let textOptions: TextOptions = options.contains(.ignoringCase) ? .ignoringCase : .literal
    var scanner = SimpleScanner(Array(pattern.unicodeScalars))
    if let wildcards = scanner.wildcards() {
      self = .wildcard(WildcardPattern(wildcards, options: textOptions))
    } else if let prefix = scanner.prefix() {
      self = .prefix(TextNeedle(prefix, options: textOptions))
    }
  }

  /// The verdict on a text of ASCII; nil when the engine has to decide.
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
private struct SimpleScanner {
  let scalars: [Unicode.Scalar]
  private var position = 0
  private static let operators = Set("[](){}.*+?^$|#".unicodeScalars)

  init(_ scalars: [Unicode.Scalar]) {
    self.scalars = scalars
  }

  private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  /// The pattern as LIKE would write it; nil when it is more than literals and `.*`, `.+`, `.`.
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

/// A regular expression that is looked for anywhere in texts, in the notation of MATCHES.
package struct TextExpression: Sendable {
  private let pattern: RegexPattern
  /// Matching a text is given up after so many steps.
  private static let stepLimit = 2_000_000

  /// - Throws: what is wrong with the expression.
  package init(_ source: String, ignoringCase: Bool) throws(RegexFault) {
    pattern = try RegexPattern(
      source, options: ignoringCase ? .ignoringCase : [], isWhole: false)
  }

  /// Whether the expression matches a part of a text; nil where that took too long.
  package func isFound(in text: String) -> Bool? {
    switch pattern.match(text, stepLimit: Self.stepLimit, isCancelled: { false }) {
    case .matched: true
    case .failed: false
    case .outOfSteps, .cancelled: nil
    }
  }

  /// The parts of a text that the expression matches; none where that takes too long.
  package func ranges(in text: String) -> [Range<String.Index>] {
    isFound(in: text) == true ? pattern.ranges(in: text) : []
  }
}

/// Looks for the mistake in a regular expression that the engine has refused.
enum RegexSyntax {
  /// The first mistake that can be named, with its offset in Unicode scalars.
  static func fault(in pattern: String) -> (fault: RegexFault, offset: Int)? {
    var scanner = Scanner(scalars: Array(pattern.unicodeScalars))
    return scanner.run()
  }

  private struct Scanner {
    let scalars: [Unicode.Scalar]
    var position = 0
    var groups: [Int] = []
    /// False at the start of a group or an alternative, where there is nothing to repeat.
    var canRepeat = false

    mutating func run() -> (fault: RegexFault, offset: Int)? {
      while position < scalars.count {
        if let fault = step() { return fault }
      }
      return groups.last.map { (.missing(")"), $0) }
    }

    private mutating func step() -> (fault: RegexFault, offset: Int)? {
      let start = position
      let scalar = scalars[start]
      position += 1
      switch scalar {
      case "\\":
        if position == scalars.count { return (.endsInBackslash, start) }
        if scalars[position] == "Q" { skipQuotation() }
        position += 1
        canRepeat = true
      case "[": return skipSet(from: start)
      case "(":
        groups.append(start)
        canRepeat = false
        if peek == "?" { position += 1 }
      case ")":
        if groups.popLast() == nil { return (.unopened(")"), start) }
        canRepeat = true
      case "|": canRepeat = false
      case "*", "+", "?": return repetition(String(scalar), start)
      case "{": return counted(start)
      default: canRepeat = true
      }
      return nil
    }

    private var peek: Unicode.Scalar? {
      position < scalars.count ? scalars[position] : nil
    }

    /// Also takes the mark behind that makes a repetition lazy or possessive.
    private mutating func repetition(_ mark: String, _ start: Int) -> (RegexFault, Int)? {
      if !canRepeat { return (.nothingToRepeat(mark), start) }
      if peek == "?" || peek == "+" { position += 1 }
      canRepeat = false
      return nil
    }

    /// `{2}`, `{2,}`, `{2,5}`.
    private mutating func counted(_ start: Int) -> (RegexFault, Int)? {
      guard let close = scalars[position...].firstIndex(of: "}") else {
        return (.missing("}"), start)
      }
      let body = String(String.UnicodeScalarView(scalars[position..<close]))
      position = close + 1
      let parts = body.split(separator: ",", omittingEmptySubsequences: false)
      let bounds = parts.map { Int($0) }
      let isReadable =
        (parts.count == 1 && bounds[0] != nil)
        || (parts.count == 2 && bounds[0] != nil && (parts[1].isEmpty || bounds[1] != nil))
      guard isReadable else { return (.badRepetition, start) }
      if parts.count == 2, let a = bounds[0], let b = bounds[1], a > b {
        return (.badRepetition, start)
      }
      return repetition("{\(body)}", start)
    }

    private mutating func skipQuotation() {
      while position < scalars.count {
        if scalars[position] == "E", scalars[position - 1] == "\\" { return }
        position += 1
      }
    }

    /// A set, in which sets may nest and most marks are themselves.
    private mutating func skipSet(from start: Int) -> (RegexFault, Int)? {
      var depth = 1
      if peek == "^" { position += 1 }
      var isFirst = true
      while let scalar = peek {
        position += 1
        switch scalar {
        case "\\": position += 1
        case "[": depth += 1
        case "]" where !isFirst: depth -= 1
        case "-" where isReversedRange: return (.reversedRange, position - 2)
        default: break
        }
        isFirst = false
        if depth == 0 {
          canRepeat = true
          return nil
        }
      }
      return (.missing("]"), start)
    }

    /// True behind the minus of `z-a`.
    private var isReversedRange: Bool {
      guard position >= 3, let high = peek else { return false }
      let low = scalars[position - 2]
      let isPlain = high != "]" && high != "[" && high != "\\" && low != "[" && low != "\\"
      return isPlain && scalars[position - 3] != "\\" && low.value > high.value
    }
  }
}
