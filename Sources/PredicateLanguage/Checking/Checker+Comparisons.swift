import TableModel

extension Checker {
  mutating func check(_ comparison: Comparison) {
    let name = comparison.relation.syntax.rawValue
    let left = comparison.left
    let right = comparison.right
    if let quantifier = comparison.quantifier { needCollection(left, quantifier.rawValue) }
    switch comparison.relation.syntax {
    case .beginsWith, .endsWith, .like, .matches:
      if comparison.quantifier == nil { needText(left, name) }
      needText(right, name)
    case .in:
      needContainer(right, name)
      if right.syntax.literalKind == .text, comparison.quantifier == nil { needText(left, name) }
    case .contains:
      if comparison.quantifier == nil { needContainer(left, name) }
      if left.syntax.literalKind == .text { needText(right, name) }
    case .between: checkBounds(comparison)
    case .less, .lessOrEqual, .greater, .greaterOrEqual: checkOrder(comparison)
    case .equal, .notEqual: break
    }
    if comparison.relation.syntax == .matches { checkPattern(right, comparison.options.syntax) }
    checkOptions(comparison)
    checkCount(comparison)
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
      !ValueComparison.areOrdered(a, b)
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

  /// Letters that change how text is compared, on a number.
  private mutating func checkOptions(_ comparison: Comparison) {
    let letters = comparison.options.syntax.text
    guard !letters.isEmpty else { return }
    let kinds = [comparison.left.syntax.literalKind, comparison.right.syntax.literalKind]
    if kinds.contains(.number) || kinds.contains(.bool) {
      report(.uselessOption(letters), comparison.options.span)
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

  private mutating func warnOfMissing(_ term: TermNode) {
    guard let path = term.syntax.plainKeys, keys?[path]?.isOptional == true else { return }
    report(.countOfMissing(Printer.print(term)), term.span)
  }

  /// Keys that no item has, with the nearest one that some have.
  mutating func checkKeys(_ term: TermNode) {
    guard let keys, let path = term.syntax.plainKeys else { return }
    var known: [String] = []
    for key in path {
      let siblings = keys.keys(below: known)
      if siblings.isEmpty, !known.isEmpty || !keys.isOfKeylessItems { return }
      known.append(key)
      if siblings.contains(key) { continue }
      let isSpecial = key == "length" || key == "self"
      if !isSpecial || (known.count == 1 && !siblings.isEmpty) {
        let nearest = Spelling.nearest(to: key, in: siblings)
        report(
          .unknownKey(known.joined(separator: "."), nearest: nearest.map(Printer.spell)), term.span)
      }
      return
    }
  }
}

extension Lexer {
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
