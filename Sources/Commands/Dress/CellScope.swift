import CommandLanguage
import PredicateLanguage
import TableEngine
import TableModel
import Workspaces

/// `[for ADDRESS] [where PREDICATE]`: the cells for which a command says something.
struct CellScope: Sendable {
  /// The argument behind what is said.
  static let parameter = Parameter(
    "[for ADDRESS] [where PREDICATE]", .parts, optional: true, unless: OffWord.words,
    parts: [
      .init(Part.places, .address, "some addresses"),
      .init(Part.condition, .predicate, "some records"),
    ])

  enum Part: String, Keyword {
    case places = "for"
    case condition = "where"
  }

  private let places: Word?
  private let condition: TypedText?
  /// The scope as it was typed, with a blank before it; nothing for all cells.
  let words: String

  /// Reads what stands behind the first argument.
  init(_ call: Invocation) throws(CommandError) {
    var index = 1
    if call.keyword(at: index, Part.self) == .places {
      guard let word = call[index + 1] else {
        throw CommandError(.missingArgument("ADDRESS", usage: call.command.usage), at: call.range)
      }
      places = word
      index += 2
    } else {
      places = nil
    }
    if call.keyword(at: index, Part.self) == .condition {
      condition = TypedText(call.rest(from: index + 1))
    } else {
      try call.checkEnd(at: index)
      condition = nil
    }
    words = call.text(from: 1).map { " " + $0.text } ?? ""
  }

  /// Finds what is wrong with the predicate as far as that can be known without a table.
  func check(in workspace: Workspace) throws(CommandError) {
    if let condition { _ = try Condition(condition) }
  }

  /// Adds a rule with a value for these cells.
  ///
  /// - Returns: which keys of the predicate are not those of the records, and remarks on what is probably
  ///   not meant that way.
  func add<Value>(
    _ value: Value, to rules: WritableKeyPath<Look, [Rule<Value>]>, in workspace: inout Workspace
  ) throws(CommandError) -> [String] {
    var rule = Rule(value)
    rule.places = try places.map { word throws(CommandError) in
      PlaceRange(try workspace.resolver().addresses(word))
    }
    var notices: [String] = []
    if let condition {
      let questions = workspace.questions
      let scoped = try questions.scoped(questions.condition(condition), at: condition.start)
      rule.condition = scoped.condition
      notices = scoped.notices
      if !workspace.levels.isEmpty {
        let level = try workspace.current()
        if level.parent != nil { level.presenter.document = questions.document?.shaped.source }
        notices += try questions.remarks(on: scoped.condition, at: condition.start).sentences
      }
    }
    try Look.change(in: &workspace) { $0[keyPath: rules].add(rule) }
    return notices
  }
}

extension Look {
  /// Changes the look of the table, or of those opened next when none is open.
  static func change(
    in workspace: inout Workspace, _ body: (inout Look) -> Void
  ) throws(CommandError) {
    if workspace.levels.isEmpty {
      body(&workspace.preferences.look)
      return
    }
    let preferences = workspace.preferences
    try workspace.change { level throws(CommandError) in
      let hadLayouts = level.look.usesLayouts
      body(&level.look)
      if hadLayouts || level.look.usesLayouts {
        try level.reloadForLayouts(preferences)
      } else {
        try level.redress()
      }
    }
  }
}
