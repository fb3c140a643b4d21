import TableModel

extension Checker {
  mutating func check(_ comparison: Comparison) {
    let name = comparison.relation.syntax.rawValue
    let left = comparison.left
    let right = comparison.right
    if let quantifier = comparison.quantifier { needCollection(left, quantifier.rawValue) }
    switch comparison.relation.syntax {
    case let relation where relation.isTextual:
      if comparison.quantifier == nil { needText(left, name) }
      needText(right, name)
    case .in:
      needContainer(right, name)
      if right.syntax.literalKind == .text, comparison.quantifier == nil { needText(left, name) }
    case .contains:
      if comparison.quantifier == nil { needContainer(left, name) }
      if left.syntax.literalKind == .text { needText(right, name) }
    case .between: checkBounds(comparison)
    case let relation where relation.isOrder: checkOrder(comparison)
    default: break
    }
    if comparison.relation.syntax == .matches { checkPattern(right, comparison.options.syntax) }
    if comparison.relation.syntax == .like { checkWildcards(right) }
    checkQuotedKey(comparison)
    checkKinds(comparison)
    checkOptions(comparison)
    checkNilAsElement(comparison)
    checkCount(comparison)
    checkCountOfLevel(left)
    checkCountOfLevel(right)
  }

  private mutating func needContainer(_ term: TermNode, _ name: String) {
    switch term.syntax.literalKind {
    case nil, .null, .text, .array: break
    default: report(.wrongType(.listOrTextNeeded(by: name)), term.span)
    }
  }

  private mutating func checkOrder(_ comparison: Comparison) {
    let right = comparison.right
    let kinds = (comparison.left.syntax.literalKind, right.syntax.literalKind)
    if kinds.0 == .null || kinds.1 == .null { return }
    if kinds.1 == .array {
      report(.wrongType(.noOrder(.array, .array)), right.span)
    } else if kinds.0 == .array, comparison.quantifier == nil {
      report(.wrongType(.noOrder(.array, .array)), comparison.left.span)
    } else if comparison.quantifier == nil, let a = kinds.0, let b = kinds.1,
      !ValueComparison.areOrdered(a, b), quotedKey(comparison) == nil
    {
      report(.wrongType(.noOrder(a, b)), right.span)
    }
  }

  private mutating func checkBounds(_ comparison: Comparison) {
    let right = comparison.right
    guard case .list(let bounds) = right.syntax else {
      if let kind = right.syntax.literalKind, kind != .null, kind != .array {
        report(.wrongType(.boundsNeeded), right.span)
      }
      return
    }
    guard bounds.count == 2 else {
      report(.wrongCount(name: "BETWEEN", least: 2, most: 2, got: bounds.count), right.span)
      return
    }
    let left = comparison.quantifier == nil ? comparison.left.syntax.literalKind : nil
    let kinds = [left] + bounds.map(\.syntax.literalKind)
    let known = kinds.compactMap { $0 == .null ? nil : $0 }
    for (kind, bound) in zip(kinds.dropFirst(), bounds) {
      if let kind, kind != .null, let first = known.first,
        !ValueComparison.areOrdered(first, kind)
      {
        report(.wrongType(.noOrder(first, kind)), bound.span)
        return
      }
    }
    checkReversal(bounds)
  }

  private mutating func checkReversal(_ bounds: [TermNode]) {
    let compiler = Compiler()
    guard let lower = compiler.constant(bounds[0]), let upper = compiler.constant(bounds[1]),
      let order = ValueComparison.order(lower, upper, [])
    else { return }
    if order > 0 { report(.reversedBounds, bounds[0].span.through(bounds[1].span)) }
  }

  private mutating func checkPattern(_ term: TermNode, _ options: TextOptions) {
    guard case .string(let pattern) = term.syntax else { return }
    patterns.append(term.span)
    do throws(RegexFault) {
      _ = try RegexPattern(pattern, options: options)
    } catch {
      let offset = RegexSyntax.fault(in: pattern)?.offset
      let place = offset.flatMap { lexer.place(ofScalar: $0, inStringAt: term.span) }
      report(.badRegex(error), term.span, related: place.map { SourceSpan($0, $0 + 1) })
    }
  }

  // MARK: Warnings

  /// A text on the left of a literal that has the name of a key: the key is meant.
  private func quotedKey(_ comparison: Comparison) -> String? {
    guard let keys, case .string(let text) = comparison.left.syntax, keys[[text]] != nil,
      let kind = comparison.right.syntax.literalKind, kind != .array
    else { return nil }
    return text
  }

  private mutating func checkQuotedKey(_ comparison: Comparison) {
    guard let key = quotedKey(comparison) else { return }
    let kinds = (ValueKind.text, comparison.right.syntax.literalKind ?? .null)
    let isWrong =
      comparison.relation.syntax.isOrder && kinds.1 != .null
      && !ValueComparison.areOrdered(kinds.0, kinds.1)
    report(.quotedKey(key, isOrder: isWrong), comparison.left.span)
  }

  /// A key and a literal that can't be equal, by what the first records have.
  private mutating func checkKinds(_ comparison: Comparison) {
    let relation = comparison.relation.syntax
    guard relation == .equal || relation == .notEqual, comparison.quantifier == nil,
      let path = comparison.left.syntax.plainKeys, let found = onlyKind(at: path),
      let literal = comparison.right.syntax.literalKind, [.text, .number, .bool].contains(literal)
    else { return }
    if found != .array {
      guard [.text, .number, .bool].contains(found), (found == .text) != (literal == .text),
        comparison.options.syntax.isEmpty
      else { return }
    }
    report(
      .otherKind(
        OtherKind(
          path: path, isEquality: relation == .equal, found: found, literal: literal)),
      comparison.left.span.through(comparison.right.span))
  }

  /// The kind of all values that the first records have at a path, nulls apart; what lies in several
  /// records of a list is a list.
  private func onlyKind(at path: [String]) -> ValueKind? {
    guard let keys, let kinds = keys[path]?.kinds.subtracting([.null]), let kind = kinds.first
    else { return nil }
    if keys.leadsThroughLists(path) { return .array }
    return kinds.count == 1 ? kind : nil
  }

  /// The key that a subtraction was probably meant to be, as it has to be written.
  func hyphenatedKey(_ term: TermNode) -> String? {
    guard let keys, let path = Self.joinedByHyphens(term.syntax), keys[path] != nil else {
      return nil
    }
    return Printer.spell(path)
  }

  private static func joinedByHyphens(_ term: Term) -> [String]? {
    switch term {
    case .member: return term.plainKeys
    case .arithmetic(let a, .minus, let b):
      guard var path = joinedByHyphens(a.syntax), let last = path.popLast() else { return nil }
      switch b.syntax {
      case .member(let base, let key):
        guard case .itself = base.syntax else { return nil }
        return path + [last + "-" + key]
      case .number(let number): return path + [last + "-" + number.text]
      default: return nil
      }
    default: return nil
    }
  }

  /// The wildcards of SQL, where none of ours is in a pattern.
  private mutating func checkWildcards(_ pattern: TermNode) {
    guard case .string(let text) = pattern.syntax, text.contains("%"),
      !text.contains(where: { $0 == "*" || $0 == "?" })
    else { return }
    report(.sqlWildcard(pattern: text.replacing("%", with: "*")), pattern.span)
  }

  /// `2024-05-01` without quotes, which is 2018.
  mutating func checkDate(_ term: TermNode) {
    let text = lexer.text(from: term.span.start, to: term.span.end)
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], parts.allSatisfy({ $0.allSatisfy(\.isNumber) }),
      Instant(iso8601: text) != nil
    else { return }
    report(.subtractedDate(text), term.span)
  }

  /// Letters that change how text is compared, on a number.
  private mutating func checkOptions(_ comparison: Comparison) {
    let letters = comparison.options.syntax.text
    guard !letters.isEmpty else { return }
    let kinds = [comparison.left.syntax.literalKind, comparison.right.syntax.literalKind]
    if kinds.contains(.number) || kinds.contains(.bool) {
      report(.uselessOption(letters), comparison.options.span)
    }
  }

  /// `name IN {1, nil}`, which holds for no record without a name, and `tags CONTAINS nil`.
  private mutating func checkNilAsElement(_ comparison: Comparison) {
    let (left, right) = (comparison.left, comparison.right)
    switch (comparison.relation.syntax, right.syntax) {
    case (.in, .list(let elements)):
      guard let element = elements.first(where: { $0.syntax.literalKind == .null }) else { return }
      report(.nilAsElement(advice: "OR \(Printer.print(left)) == nil"), element.span)
    case (.contains, let element) where element.literalKind == .null:
      report(.nilAsElement(advice: "ANY \(Printer.print(left)) == nil"), right.span)
    default: break
    }
  }

  /// `missing.@count == 0` is false, because nothing has no count.
  private mutating func checkCount(_ comparison: Comparison) {
    guard case .collected(let base, .count, _) = comparison.left.syntax,
      case .number(let number) = comparison.right.syntax, number.integer == 0,
      comparison.relation.syntax == .equal || comparison.relation.syntax == .lessOrEqual
    else { return }
    if case .subquery(let collection, _, _) = base.syntax {
      warnOfMissing(collection)
    } else {
      warnOfMissing(base)
    }
  }

  /// `$section.@count` is that of the record, which may not be what was meant by it.
  private mutating func checkCountOfLevel(_ term: TermNode) {
    guard case .collected(let base, .count, _) = term.syntax,
      case .variable(let name) = base.syntax, let level = OuterLevel(rawValue: name),
      level != .document
    else { return }
    report(.countOfLevel(level), term.span)
  }

  private mutating func warnOfMissing(_ term: TermNode) {
    guard let path = term.syntax.plainKeys, keys?[path]?.isOptional == true else { return }
    report(.countOfMissing(Printer.print(term)), term.span)
  }

  /// Keys that no item has, with the nearest one that some have.
  mutating func checkKeys(of clause: Clause) {
    guard let keys else { return }
    let subtractions = diagnostics.filter { $0.kind == .hyphenatedKey }.map(\.span)
    for (path, span) in clause.askedPaths {
      guard let missing = keys.unknownStart(of: path),
        !subtractions.contains(where: { $0.start <= span.start && span.end <= $0.end })
      else { continue }
      var advice = keys.advice(on: missing, of: path)
      if advice == nil, path.isPlain, path.steps.count == 1, rightSides.contains(span) {
        advice = .text(path.keys[0])
      }
      report(.unknownKey(missing, of: path, advice: advice), span)
    }
  }
}

extension Lexer {
  private static let wordsWithMeaning: Set<String> = [
    "yes", "no", "true", "false", "nil", "null", "self",
  ]

  /// The keyword that a term consists of, as typed: `no`, `nil` or `SELF`. Nil for any other term.
  func wordWithMeaning(of term: TermNode) -> String? {
    switch term.syntax {
    case .bool, .null, .itself:
      // In front of a key the record is not written.
      let word = text(from: term.span.start, to: term.span.end)
      return Self.wordsWithMeaning.contains(word.lowercased()) ? word : nil
    default: return nil
    }
  }

  /// Where a scalar of a string's content stands in the source.
  ///
  /// - Parameter span: the string with its quotes.
  func place(ofScalar offset: Int, inStringAt span: SourceSpan) -> Int? {
    var copy = Lexer(text(from: span.start, to: span.end))
    return copy.offsetsOfContent().flatMap { offsets in
      offset < offsets.count ? span.start + offsets[offset] : nil
    }
  }

  /// The place of each scalar of the string that the source is.
  private mutating func offsetsOfContent() -> [Int]? {
    guard let quote = peek() else { return nil }
    position = 1
    var offsets: [Int] = []
    while let scalar = peek(), scalar != quote {
      offsets.append(position)
      if scalar != "\\" {
        position += 1
      } else if expectEscape() == nil {
        return nil
      }
    }
    return offsets
  }
}
