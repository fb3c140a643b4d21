import Arranging
import CommandLanguage
import PredicateLanguage
import TableModel
import Workspaces

/// `group`: sections made of records by a value.
enum GroupCommand: ShelfCommand {
  case report, off
  case group(Word, asStrips: Bool)

  private static let strips = CommandOption(
    "strips", nil, "one row of items per section, instead of a row per record")

  enum Leader: String, Keyword { case by, off }

  static let declaration = Command(
    "group", .narrow, "make a section for each value of a key",
    parameters: [
      Parameter("by", .choice(of: Leader.self), optional: true),
      Parameter("KEY", .key, optional: true, after: Leader.by),
    ],
    options: [strips],
    examples: [
      .init("group by manufacturer", "a section each", on: "catalog.json"),
      .init("group by level --strips", "as shelves", on: "service.ndjson"),
      .init("group by level; group off", "on and off", on: "service.ndjson"),
    ],
    errors: [.impossible: "the key holds no values to group by"], related: ["index", "flatten"],
    needs: .everything, effect: .change)

  init(_ call: Invocation) throws(CommandError) {
    switch call.keyword(Leader.self) {
    case nil where call[0] == nil: self = .report
    case .off:
      try call.checkEnd(at: 1)
      self = .off
    case .by, nil:
      try call.expect(Leader.by)
      self = .group(try call.required(1), asStrips: call.has(Self.strips))
    }
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    switch self {
    case .report: return Output(try workspace.current().arrangement.groupingWords)
    case .off:
      return try Arrangement.endGrouping("the grouping is off", in: &workspace, where: \.isByValue)
    case .group(let word, let asStrips):
      let field = try workspace.questions.field(word, for: .groups)
      return try Arrangement.group(
        as: .byValue(of: field.path, order: .sorted, asStrips: asStrips), by: field, "grouped by",
        in: &workspace)
    }
  }
}

extension Arrangement {
  /// What sections are made of.
  var groupingWords: String {
    switch grouping {
    case nil: "sections as in the data"
    case .flat: "flattened"
    case .byValue(let path, _, _): "grouped by \(path)"
    case .byLetter(let path): "indexed by \(path)"
    }
  }
}
