import Asking
import CommandLanguage
import PredicateLanguage
import TableModel
import Workspaces

/// `derive`: keys that are computed from each record.
enum DeriveCommand: ShelfCommand {
  case report, off
  case remove(String, place: Range<Int>)
  case define(KeyDefinition, start: Int)

  /// What stands between the name and the expression.
  private enum Sign: String, Keyword { case equals = "=" }

  static let declaration = Command(
    "derive", .narrow, "add keys that are computed from each record",
    parameters: [
      Parameter(
        "NAME = EXPRESSION|NAME off|off", .key, optional: true, words: OffWord.words,
        parts: [.init(Sign.equals, .predicate, "an expression, as in predicates")])
    ],
    discussion: """
      `derive NAME = EXPRESSION` gives each record a key with the value of the expression, which is \
      written as in predicates (see 'help predicates'): numbers are calculated with, `date`, `epoch` and `text` \
      convert dates, `TERNARY(condition, a, b)` chooses, and a condition alone is true or false. The key can be used \
      wherever a key may stand, also in the next `derive`, and `export` writes it. `save` does not: the \
      data stays what it is, and values are computed anew after each edit. Keys of what stands around the records can be \
      read as well (see 'help scopes'), with their places in the data. Integers are divided as integers, \
      and a note says so. What is missing or does not fit is nil.
      `derive` alone lists the keys, `derive NAME off` and `derive off` take them back. Another shape has other records, without them. \
      Values are computed when they are asked for: a question about all records reads each of them, while \
      the other keys stay as quick as they are.
      """,
    examples: [
      .init("derive stock = price * quantity; sort by stock desc", "a product", on: "catalog.json"),
      .init(
        "derive minute = text(CAST(time, \"NSDate\"), \"HH:mm\"); distinct minute",
        "a part of a date", on: "service.ndjson"),
      .init("derive popular = Views > 20000; derive; derive off", "true or false, and back"),
    ],
    errors: [
      .predicateSyntax: "with the place and what was expected",
      .impossible: "records have the key themselves, or something reads the key",
      .nothingToDo: "no keys are derived",
    ],
    related: ["update", "export", "summarize", "filter"], needs: .everything, effect: .change)

  init(_ call: Invocation) throws(CommandError) {
    guard let typed = call.text() else {
      self = .report
      return
    }
    if let definition = try Self.placed(
      typed.start,
      { () throws(KeyDefinition.Fault) in
        try KeyDefinition(parsing: typed.text)
      })
    {
      self = .define(definition, start: typed.start)
    } else if call.isOnlyOff {
      self = .off
    } else if call.keyword(at: 1, OffWord.self) != nil, let name = call[0] {
      try call.checkEnd(at: 2)
      let start = name.range.lowerBound
      self = .remove(
        try Self.placed(start) { () throws(KeyDefinition.Fault) in
          try KeyDefinition.key(name.text, at: 0..<name.range.count)
        }, place: name.range)
    } else {
      throw CommandError(
        .missingArgument("'= EXPRESSION', or 'off'", usage: call.command.usage), at: call.range)
    }
  }

  /// Reads something, with its faults placed in the line.
  private static func placed<Found>(
    _ start: Int, _ read: () throws(KeyDefinition.Fault) -> Found
  ) throws(CommandError) -> Found {
    do { return try read() } catch {
      let place = error.place.lowerBound + start..<error.place.upperBound + start
      guard case .name(let text, _) = error else {
        throw CommandError(
          .missingArgument("an expression behind one '='", usage: declaration.usage), at: place)
      }
      throw CommandError(noName: text, at: place)
    }
  }

  func check(in workspace: inout Workspace) throws(CommandError) -> Output.Next {
    if case .define(let definition, let start) = self {
      _ = try ValueExpression(definition.typed(from: start))
    }
    return .carryOn
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    switch self {
    case .report: return Output(try workspace.current().report(of: .derive))
    case .off: return try Level.takeBack(nil, at: nil, addedBy: .derive, in: &workspace)
    case .remove(let name, let place):
      return try Level.takeBack(name, at: place, addedBy: .derive, in: &workspace)
    case .define(let definition, let start):
      return try definition.derive(from: start, in: &workspace)
    }
  }
}

extension KeyDefinition {
  /// The expression, with its place in the line.
  fileprivate func typed(from line: Int) -> TypedText { TypedText((expression, line + start)) }

  /// - Parameter line: where the definition begins in the line.
  fileprivate func derive(from line: Int, in workspace: inout Workspace)
    throws(CommandError) -> Output
  {
    let (level, questions) = (try workspace.current(), workspace.questions)
    let range = line + place.lowerBound..<line + place.upperBound
    if !level.derived.contains(where: { $0.name == name }) {
      try questions.refuseKnown(name, at: range)
    }
    let typed = typed(from: line)
    let asked = try questions.expression(typed)
    let found: (fields: [DerivedField], sample: ExpressionSample)
    do throws(DerivationConflict) {
      found = try level.derived.deriving(
        self, by: asked.expression, over: level.data, document: asked.document,
        isStrict: questions.isStrict)
    } catch {
      guard case .failed(let failure) = error else {
        throw CommandError(error, at: range)
      }
      throw CommandError(.evaluation(failure), at: typed.range)
    }
    try Level.derive(found.fields, changing: name, in: &workspace)
    let words = ["derived \(name)", found.sample.words].compactMap(\.self)
    return Output(words.joined(separator: Mark.dot)).with(
      asked.notices + found.sample.remarks)
  }
}
