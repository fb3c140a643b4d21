import Foundation

/// The right side of MATCHES: an ICU regular expression for the whole text.
///
/// Patterns that are literal but for `.*` at their ends are compared without the regex engine.
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
  private let expression: NSRegularExpression
  private let literal: Literal?

  /// A literal with `.*` in front, behind, on both sides or on none.
  private struct Literal: Sendable {
    var needle: TextNeedle
    var place: TextNeedle.Place
  }

  /// - Throws: `RegexFault` when the pattern cannot be read.
  init(_ source: String, options: TextOptions) throws(RegexFault) {
    self.source = source
    self.options = options.effective
    let pattern =
      self.options.contains(.ignoringMarks)
      ? TextFolding.fold(source, .ignoringMarks) : source
    expression = try Self.compile(pattern, ignoringCase: self.options.contains(.ignoringCase))
    literal = self.options.contains(.ignoringMarks) ? nil : Self.literal(pattern, self.options)
  }

  /// Compiles a pattern so that it has to match up to the end of the text.
  ///
  /// A pattern may end in a comment or in a quotation that would swallow what is added to it.
  private static func compile(
    _ pattern: String, ignoringCase: Bool
  ) throws(RegexFault) -> NSRegularExpression {
    let options: NSRegularExpression.Options = ignoringCase ? [.caseInsensitive] : []
    let isReadable = (try? NSRegularExpression(pattern: pattern, options: options)) != nil
    guard isReadable || pattern.isEmpty else {
      throw RegexSyntax.fault(in: pattern)?.fault ?? .unreadable
    }
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
  func match(_ text: String, stepLimit: Int, isCancelled: () -> Bool) -> Outcome {
    if let literal, let verdict = Self.matchLiteral(literal, text) {
      return verdict ? .matched : .failed
    }
    let text = options.contains(.ignoringMarks) ? TextFolding.fold(text, .ignoringMarks) : text
    return withoutActuallyEscaping(isCancelled) { isCancelled in
      var outcome = Outcome.failed
      var reports = 0
      expression.enumerateMatches(
        in: text, options: [.anchored, .reportProgress, .reportCompletion],
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
  }

  // MARK: Literals

  private static func literal(_ pattern: String, _ options: TextOptions) -> Literal? {
    var body = pattern[...]
    let leads = body.hasPrefix(".*")
    if leads { body = body.dropFirst(2) }
    let trails = body.hasSuffix(".*") && !body.hasSuffix("\\.*")
    if trails { body = body.dropLast(2) }
    guard let text = unescape(body), !text.isEmpty else { return nil }
    let textOptions: TextOptions = options.contains(.ignoringCase) ? .ignoringCase : .literal
    let place: TextNeedle.Place =
      switch (leads, trails) {
      case (false, false): .whole
      case (false, true): .prefix
      case (true, false): .suffix
      case (true, true): .anywhere
      }
    return Literal(needle: TextNeedle(text, options: textOptions), place: place)
  }

  /// The text that a pattern without operators stands for; nil when it has operators.
  private static func unescape(_ pattern: Substring) -> String? {
    var text = ""
    var rest = pattern.unicodeScalars
    while let scalar = rest.popFirst() {
      guard scalar.isASCII else { return nil }
      if scalar == "\\" {
        guard let next = rest.popFirst(), next.isASCII, !Lexer.isWordPart(next) else { return nil }
        text.unicodeScalars.append(next)
      } else if "[](){}.*+?^$|#".unicodeScalars.contains(scalar) {
        return nil
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The answer for ASCII on one line; other text is left to the engine, because `.` does not
  /// cross the ends of lines and letters beyond ASCII fold to letters within.
  private static func matchLiteral(_ literal: Literal, _ text: String) -> Bool? {
    let isPlain = text.utf8.withContiguousStorageIfAvailable { bytes in
      TextFolding.isASCII(bytes) && !bytes.contains { (0x0A...0x0D).contains($0) }
    }
    guard isPlain == true else { return nil }
    return literal.needle.matches(text, literal.place)
  }
}
