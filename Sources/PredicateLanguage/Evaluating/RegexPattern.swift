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
  private let expression: NSRegularExpression
  /// What decides about most texts without the engine.
  private let shortcut: RegexShortcut

  /// - Throws: `RegexFault` when the pattern cannot be read.
  init(_ source: String, options: TextOptions) throws(RegexFault) {
    self.source = source
    self.options = options.effective
    let pattern =
      self.options.contains(.ignoringMarks)
      ? TextFolding.fold(source, .ignoringMarks) : source
    expression = try Self.compile(pattern, ignoringCase: self.options.contains(.ignoringCase))
    shortcut = RegexShortcut(pattern, self.options)
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
    let quick = text.utf8.withContiguousStorageIfAvailable { bytes in
      TextFolding.isASCII(bytes) ? match(ascii: bytes) : nil
    }
    if let quick, let verdict = quick { return verdict ? .matched : .failed }
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

  /// The answer for text of ASCII where it can be had without the engine.
  func match(ascii text: UnsafeBufferPointer<UInt8>) -> Bool? { shortcut.verdict(text) }
}
