import Arranging
import Asking
import CommandLanguage
import PredicateLanguage
import Synchronization
import TableModel
import Workspaces

/// `search`: the records that contain a string.
enum SearchCommand: ShelfCommand {
  case report, off
  /// - Parameters:
  ///   - field: where to look; nil for everywhere.
  ///   - unscoped: the line, where a field may have been meant that was not understood.
  case keep(String, field: Word?, unscoped: Statement?)

  static let declaration = Command(
    "search", .narrow, "keep the records that contain a string",
    parameters: [
      Parameter(
        "TEXT [in FIELD]", .text, optional: true, parts: [.init(Leader.in, .key, "one field")])
    ],
    discussion: """
      Looks in every field and in the titles of rows and sections, or in one field, regardless \
      of case and accents. Quotes are not part of the text: `search "off"` looks for that word. \
      `search off` ends it.
      """,
    examples: [
      .init("search market", "in every field"),
      .init("search lamp in name", "in one field", on: "catalog.json"),
      .init("search market; search off", "on and off"),
    ],
    related: ["filter", "find"], needs: .everything, effect: .change)

  private enum Leader: String, Keyword { case `in` }

  init(_ call: Invocation) throws(CommandError) {
    let words = call.arguments
    if call.text() == nil {
      self = .report
    } else if call.isOnlyOff {
      self = .off
    } else if words.count >= 3, call.keyword(at: words.count - 2, Leader.self) != nil {
      self = .keep(Self.text(words.dropLast(2)), field: words.last, unscoped: nil)
    } else {
      let hasLeader = words.indices.dropFirst().contains {
        call.keyword(at: $0, Leader.self) != nil
      }
      self = .keep(Self.text(words[...]), field: nil, unscoped: hasLeader ? call.statement : nil)
    }
  }

  private static func text(_ words: ArraySlice<Word>) -> String {
    words.map(\.text).joined(separator: " ")
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    switch self {
    case .report: return try workspace.current().filterReport
    case .off: return try RecordFilter.Kind.search.end(in: &workspace)
    case .keep(let text, let word, let unscoped):
      let questions = workspace.questions
      let field = try word.map { word throws(CommandError) in try questions.field(word) }
      let filter = Self.filter(text, field?.path, in: try workspace.current())
      var output = try filter.put(in: &workspace)
      output.notices = field?.notices ?? []
      if let line = unscoped.flatMap(questions.lineQuotingKeys) {
        output.notices.append("for the field write '\(line)'")
      }
      return output
    }
  }

  private static func filter(
    _ wanted: String, _ field: FieldPath?, in level: Level
  ) -> RecordFilter {
    let text = TextFinder(wanted, field: field)
    let finder = Guarded(ShownTextFinder(text, in: level.shaped.source))
    return RecordFilter(
      wanted + (field.map { " in \($0)" } ?? ""), kind: .search,
      prepare: { source, arrangement, arrange throws(DataError) in
        let next = try ShownTextFinder(text, in: source, as: arrangement, arrange)
        finder.withLock { $0 = next }
      },
      matches: { address, value throws(DataError) in
        try finder.withLock { finder throws(DataError) in
          try finder.place(of: address, value) != nil
        }
      })
  }
}
