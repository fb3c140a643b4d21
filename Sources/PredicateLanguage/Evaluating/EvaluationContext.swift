import Foundation
package import TableModel

/// What a condition needs besides the item, and what it leaves behind: the count of mismatches.
///
/// One context serves a whole filter; each thread wants its own.
package struct EvaluationContext: Sendable {
  /// Where an item stands: the values of `$section`, `$row`, `$index` and the others.
  package struct Place: Sendable {
    package var section: Value
    package var row: Value
    /// The record of the whole document, beside what the table shows of it.
    package var document: Value = .null
    /// The item's index in its row, or a plain row's in its section.
    package var index: Int
    package var sectionIndex: Int
    package var rowIndex: Int

    package init(
      section: Value = .null, row: Value = .null, index: Int = 0, sectionIndex: Int = 0,
      rowIndex: Int = 0
    ) {
      self.section = section
      self.row = row
      self.index = index
      self.sectionIndex = sectionIndex
      self.rowIndex = rowIndex
    }
  }

  /// Values of variables by name, without the `$`. They go before the place's.
  package var variables: [String: Value] = [:]
  package var place: Place?
  /// True when the first mismatch is an error, as in NSPredicate; otherwise they are counted.
  package var isStrict = false
  package private(set) var mismatches = MismatchCounts()
  /// How many steps a regular expression may take in one text; about 50 million a second.
  package var regexStepLimit = 2_000_000
  /// How many elements one item may make a condition visit, subqueries within subqueries included.
  package var stepLimit = 50_000_000
  package var isCancelled: @Sendable () -> Bool = { false }
  /// What `now()` gives; set when it is first asked for, so that a whole filter sees one time.
  package var now: Instant?

  /// The elements of the subqueries that are being evaluated, outermost first.
  var locals: [Value] = []
  private var steps = 0
  private var item = 0
  private var generator = SystemRandomNumberGenerator()
  private var regexes = PatternCache()

  package init(
    variables: [String: Value] = [:], place: Place? = nil, isStrict: Bool = false,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.variables = variables
    self.place = place
    self.isStrict = isStrict
    self.isCancelled = isCancelled
  }

  /// Makes ready for the next item.
  mutating func begin() throws(EvaluationError) {
    item &+= 1
    steps = 0
    if !locals.isEmpty { locals.removeAll() }
    if item & 0xFF == 0, isCancelled() { throw .cancelled }
  }

  /// Counts an element that is visited.
  mutating func step() throws(EvaluationError) {
    steps += 1
    guard steps & 0xFFF == 0 else { return }
    if steps > stepLimit { throw .tooMuchWork(steps: stepLimit) }
    if isCancelled() { throw .cancelled }
  }

  /// Counts a mismatch, or throws it.
  mutating func report(
    _ purpose: Mismatch.Purpose, _ found: ValueKind, _ site: Site, as outcome: Mismatch.Outcome
  ) throws(EvaluationError) {
    let mismatch = Mismatch(purpose: purpose, found: found, term: site.text, outcome: outcome)
    if isStrict { throw .mismatch(mismatch, at: site.span) }
    mismatches.add(mismatch, item: item)
  }

  /// Takes the count of mismatches away and begins a new one.
  package mutating func takeMismatches() -> MismatchCounts {
    defer { mismatches = MismatchCounts() }
    return mismatches
  }

  /// Adds what was counted over other items.
  package mutating func add(_ counts: MismatchCounts) {
    mismatches.merge(counts)
  }

  // MARK: Values from outside

  func variable(_ name: String) -> Value? {
    if let value = variables[name] { return value }
    guard let place else { return nil }
    return switch name {
    case "section": place.section
    case "row": place.row
    case "document": place.document
    case "index": .integer(place.index)
    case "sectionIndex": .integer(place.sectionIndex)
    case "rowIndex": .integer(place.rowIndex)
    default: nil
    }
  }

  mutating func currentInstant() -> Instant {
    let instant = now ?? Instant(secondsSince1970: Date().timeIntervalSince1970)
    now = instant
    return instant
  }

  mutating func random(in range: Range<Double>) -> Double {
    Double.random(in: range, using: &generator)
  }

  mutating func random(below limit: Int) -> Int {
    Int.random(in: 0..<limit, using: &generator)
  }

  // MARK: Patterns

  /// Matches a pattern that was not known before the item was.
  mutating func match(
    _ text: String, pattern: String, options: TextOptions, site: Site
  ) throws(EvaluationError) -> Bool {
    let regex: RegexPattern
    do throws(RegexFault) {
      regex = try regexes.regex(pattern, options)
    } catch {
      throw .badRegex(pattern: pattern, error, at: site.span)
    }
    return try match(text, regex, site: site)
  }

  func match(
    _ text: String, _ regex: RegexPattern, site: Site
  ) throws(EvaluationError) -> Bool {
    switch regex.match(text, stepLimit: regexStepLimit, isCancelled: isCancelled) {
    case .matched: return true
    case .failed: return false
    case .cancelled: throw .cancelled
    case .outOfSteps:
      throw .regexTooCostly(pattern: regex.source, steps: regexStepLimit, at: site.span)
    }
  }
}

/// A term as messages name it; it is printed only when there is a message.
struct Site: Sendable {
  let term: TermNode

  var text: String { Printer.print(term) }
  var span: SourceSpan { term.span }
}

/// The regular expressions that came from data: most of them come again.
private struct PatternCache: Sendable {
  private var regexes: [String: RegexPattern] = [:]
  private static let limit = 64

  mutating func regex(
    _ pattern: String, _ options: TextOptions
  ) throws(RegexFault) -> RegexPattern {
    let key = options.effective.text + ":" + pattern
    if let regex = regexes[key] { return regex }
    if regexes.count >= Self.limit { regexes.removeAll() }
    let regex = try RegexPattern(pattern, options: options)
    regexes[key] = regex
    return regex
  }
}

extension EvaluationContext {
  /// The value as a number to calculate with; nil for nil and, counted, for other kinds.
  mutating func number(
    _ value: Value, _ site: Site
  ) throws(EvaluationError) -> NumberText.Numeric? {
    if let number = value.numberText { return number.numeric }
    if !value.isNil { try report(.arithmetic, value.kind, site, as: .nothing) }
    return nil
  }

  /// The element at a number, counted from the end when negative, or the field of a key.
  mutating func element(
    of base: Value, at index: Value, _ site: Site
  ) throws(EvaluationError) -> Value {
    switch (base, index) {
    case (.null, _), (_, .null): return .null
    case (.record(let record), .string(let key)): return record[key] ?? .null
    case (.array(let elements), .number(let number)):
      if let position = number.integer.map(Int.init) {
        let place = position < 0 ? elements.count + position : position
        if elements.indices.contains(place) { return elements[place] }
      }
    default: break
    }
    try report(.index, base.kind, site, as: .nothing)
    return .null
  }

  /// The elements of a collection; any other value is taken for its only element, and counted.
  mutating func elements(
    of value: Value, _ site: Site
  ) throws(EvaluationError) -> [Value]? {
    if value.isNil { return nil }
    if let elements = value.elements { return elements }
    try report(.collection, value.kind, site, as: .oneElement)
    return [value]
  }

  /// A value as another type; nil, and counted, where it can't be read as that.
  mutating func cast(
    _ value: Value, to type: CastType, _ site: Site
  ) throws(EvaluationError) -> Value {
    let cast = Casting.cast(value, to: type)
    if cast.isNil, !value.isNil { try report(type.purpose, value.kind, site, as: .nothing) }
    return cast
  }
}

extension CastType {
  /// What a value is wanted for that is cast.
  fileprivate var purpose: Mismatch.Purpose {
    switch self {
    case .number: .castToNumber
    case .string: .castToText
    case .date: .castToDate
    }
  }
}
