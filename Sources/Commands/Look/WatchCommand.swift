import Asking
import CommandLanguage
import PredicateLanguage
import TableModel
import Workspaces

/// `watch`: an expression that is shown for the focused record.
enum WatchCommand: ShelfCommand {
  case report, off
  case show(TypedText)

  static let declaration = Command(
    "watch", .look, "show the value of an expression for the focused record",
    parameters: [
      Parameter("EXPRESSION|off", .predicate, optional: true, words: OffWord.words)
    ],
    discussion: """
      The expression is written as in predicates and in `derive`: a key, a calculation, a function, or \
      a condition, which is true or false. Its value for the focused record stands in the last line \
      of `view` and in `status`, and follows the focus; `watch` alone prints it. What is missing or does not fit is nil. \
      Nothing is added to the records; `watch off` ends it.
      """,
    examples: [
      .init("watch price * quantity; focus down; watch", "a product", on: "catalog.json"),
      .init("watch Views > 20000; view; watch off", "true or false"),
    ],
    errors: [
      .predicateSyntax: "with the place and what was expected",
      .predicate: "the expression can't be computed of the first records",
    ],
    related: ["derive", "status", "view"], effect: .change)

  init(_ call: Invocation) throws(CommandError) {
    if call.isOnlyOff {
      self = .off
    } else {
      self = call.text().map { .show($0) } ?? .report
    }
  }

  func check(in workspace: inout Workspace) throws(CommandError) -> Output.Next {
    if case .show(let typed) = self { _ = try ValueExpression(typed) }
    return .carryOn
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    var notices: [String] = []
    switch self {
    case .report: break
    case .off: try workspace.change { $0.watch = nil }
    case .show(let typed): notices = try Self.watch(typed, in: &workspace)
    }
    return Output(try workspace.current().watchWords ?? "nothing is watched").with(notices)
  }

  /// - Returns: what is to be said of the expression.
  private static func watch(
    _ typed: TypedText, in workspace: inout Workspace
  ) throws(CommandError) -> [String] {
    let (level, questions) = (try workspace.current(), workspace.questions)
    let asked = try questions.expression(typed)
    let sample = try reading { () throws(DataError) in
      try ExpressionSample(
        of: asked.expression, in: level.shaped.source, document: asked.document,
        isStrict: questions.isStrict)
    }
    if let failure = sample.failure { throw CommandError(.evaluation(failure), at: typed.range) }
    try workspace.change { $0.watch = Watch(typed.text, by: asked) }
    return asked.notices + sample.remarks
  }
}
