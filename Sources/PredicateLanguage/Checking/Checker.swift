import TableModel

/// Finds what a syntax tree shows to be wrong before any item is seen.
struct Checker {
  let lexer: Lexer
  let options: ConditionOptions
  let keys: KeyCatalog?
  var diagnostics: [Diagnostic] = []
  /// The variables of the subqueries around.
  var locals: [String] = []
  /// The places of the patterns of MATCHES, where a lost backslash deserves its own message.
  var patterns: [SourceSpan] = []
  /// The right sides of the comparisons.
  var rightSides: Set<SourceSpan> = []

  init(lexer: Lexer, options: ConditionOptions, keys: KeyCatalog?) {
    self.lexer = lexer
    self.options = options
    self.keys = keys
  }

  mutating func run(_ clause: ClauseNode) {
    check(clause)
    checkKeys(of: clause.syntax)
    for escape in lexer.unknownEscapes {
      let isPattern = patterns.contains { $0.start < escape.span.start && escape.span.end < $0.end }
      report(
        isPattern ? .lostBackslash(letter: escape.letter) : .unknownEscape(letter: escape.letter),
        escape.span)
    }
  }

  mutating func report(_ problem: Problem, _ span: SourceSpan, related: SourceSpan? = nil) {
    diagnostics.append(Diagnostic(problem, span, related: related))
  }

  mutating func check(_ clause: ClauseNode) {
    switch clause.syntax {
    case .constant: break
    case .comparison(let comparison):
      check(comparison.left)
      check(comparison.right)
      rightSides.insert(comparison.right.span)
      check(comparison)
    case .not(let inner): check(inner)
    case .and(let parts), .or(let parts): for part in parts { check(part) }
    }
  }

  mutating func check(_ term: TermNode) {
    switch term.syntax {
    case .bool, .null, .itself: checkWord(term)
    case .collected(let base, _, _): checkElements(base)
    case .subquery(let collection, _, _): checkElements(collection)
    case .variable(let name): checkVariable(name, term.span)
    case .negated(let operand): needNumber(operand, "-")
    case .arithmetic(let a, let operation, let b):
      needNumber(a, operation.rawValue)
      needNumber(b, operation.rawValue)
      checkDate(term)
      if let key = hyphenatedKey(term) {
        let text = lexer.text(from: term.span.start, to: term.span.end)
        return report(.hyphenatedKey(text, key: key), term.span)
      }
    case .combined(let a, let operation, let b):
      needCollection(a, operation.rawValue)
      needCollection(b, operation.rawValue)
    case .element(_, .at(let index)): checkIndex(index)
    case .call(let function, let arguments): check(function, arguments)
    case .cast(let value, let type): checkCast(of: value, to: type.syntax)
    default: break
    }
    checkChildren(of: term)
  }

  private mutating func checkChildren(of term: TermNode) {
    if case .subquery(let collection, let variable, let clause) = term.syntax {
      check(collection)
      locals.append(variable)
      check(clause)
      locals.removeLast()
      return
    }
    // A key path is checked as a whole; what is below its head are not other keys.
    var children = term.syntax.children
    while let base = children.terms.first, case .member = term.syntax, case .member = base.syntax {
      children = base.syntax.children
    }
    for child in children.terms { check(child) }
    for clause in children.clauses { check(clause) }
  }

  /// `no == "x"`, where records have a key `no`.
  private mutating func checkWord(_ term: TermNode) {
    guard let keys, let word = lexer.wordWithMeaning(of: term), keys[[word]] != nil else { return }
    report(.wordForKey(word), term.span)
  }

  /// Elements of what is a list in some records and one record in others, as XML has it.
  private mutating func checkElements(_ term: TermNode) {
    guard let path = term.syntax.plainKeys, let kinds = keys?[path]?.kinds,
      kinds.isSuperset(of: [.array, .record])
    else { return }
    report(.recordAmongLists(Printer.spell(path)), term.span)
  }

  private mutating func checkVariable(_ name: String, _ span: SourceSpan) {
    guard let known = options.variables, !known.contains(name), !locals.contains(name) else {
      return
    }
    report(.unboundVariable(name, known: known.sorted() + locals), span)
  }

  private mutating func checkIndex(_ index: TermNode) {
    switch index.syntax {
    case .number(let number) where number.integer == nil:
      report(.wrongType(.indexNeeded(found: .number)), index.span)
    case .bool: report(.wrongType(.indexNeeded(found: .bool)), index.span)
    case .list: report(.wrongType(.indexNeeded(found: .array)), index.span)
    default: break
    }
  }

  // MARK: Calls

  private mutating func check(_ function: Located<Function>, _ arguments: [TermNode]) {
    let name = function.syntax.rawValue
    let (least, most) = function.syntax.arity
    if arguments.count < least || arguments.count > most ?? .max {
      report(
        .wrongCount(name: name, least: least, most: most, got: arguments.count), function.span)
      return
    }
    switch function.syntax.domain {
    case .numbers: for argument in arguments { needNumber(argument, name) }
    case .text: for argument in arguments { needText(argument, name) }
    case .collection: if arguments.count == 1 { needCollection(arguments[0], name) }
    case .dates: checkDates(function.syntax, arguments)
    case .anything: if function.syntax == .castObject { checkType(arguments[1], of: arguments[0]) }
    }
  }

  private mutating func checkType(_ name: TermNode, of value: TermNode) {
    guard let kind = name.syntax.literalKind else { return }
    guard case .string(let text) = name.syntax else {
      if kind != .null { report(.castNeedsName, name.span) }
      return
    }
    guard let type = CastType(name: text) else { return report(.unknownType(text), name.span) }
    checkCast(of: value, to: type)
  }

  /// A value that stands in the text and can't be read as what it is cast to.
  private mutating func checkCast(of value: TermNode, to type: CastType) {
    guard let known = Compiler().constant(value), !known.isNil,
      Casting.cast(known, to: type).isNil
    else { return }
    report(.failedCast(Printer.print(value), to: type), value.span)
  }

  // MARK: Kinds of literals

  mutating func needNumber(_ term: TermNode, _ name: String) {
    guard let kind = term.syntax.literalKind, kind != .number, kind != .bool, kind != .null else {
      return
    }
    report(.wrongType(.numberNeeded(by: name, found: kind)), term.span)
  }

  mutating func needText(_ term: TermNode, _ name: String) {
    guard let kind = term.syntax.literalKind, kind != .text, kind != .null else { return }
    report(.wrongType(.textNeeded(by: name, found: kind)), term.span)
  }

  mutating func needCollection(_ term: TermNode, _ name: String) {
    guard let kind = term.syntax.literalKind, kind != .array, kind != .null else { return }
    report(.wrongType(.collectionNeeded(by: name, found: kind)), term.span)
  }
}

extension Term {
  /// The kind that the text shows the value to have; nil when only the item decides.
  var literalKind: ValueKind? {
    switch self {
    case .null: .null
    case .bool: .bool
    case .number, .negated, .arithmetic: .number
    case .string: .text
    case .list, .combined: .array
    default: nil
    }
  }
}

// MARK: - Dates

extension Checker {
  /// The pattern or the unit has to stand in the text: what it says must not change from record to
  /// record.
  mutating func checkDates(_ function: Function, _ arguments: [TermNode]) {
    guard arguments.count == 2 else { return }
    if function == .epoch { needNumber(arguments[0], function.rawValue) }
    guard case .string(let text) = arguments[1].syntax else {
      return report(.patternNeeded(function), arguments[1].span)
    }
    if function == .epoch {
      if EpochUnit(rawValue: text) == nil { report(.unknownUnit(text), arguments[1].span) }
      return
    }
    do throws(DatePatternFault) {
      let fault = try DatePattern(text).readingFault
      if function == .date, let fault { throw fault }
    } catch {
      return report(.badPattern(error), arguments[1].span)
    }
    checkRead(function, arguments, by: text)
  }

  /// A text in the predicate that is no date by its pattern.
  private mutating func checkRead(
    _ function: Function, _ arguments: [TermNode], by pattern: String
  ) {
    guard case .string(let text) = arguments[0].syntax else { return }
    if function == .text { return report(.textOfText(text), arguments[0].span) }
    if (try? DatePattern(pattern))?.instant(of: text) == nil {
      report(.unfitDate(text, pattern: pattern), arguments[0].span)
    }
  }
}
