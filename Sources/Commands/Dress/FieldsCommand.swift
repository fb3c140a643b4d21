import Arranging
import CommandLanguage
import Documents
import TableModel
import Workspaces

/// `fields`: says which keys fill the cells.
enum FieldsCommand: ShelfCommand {
  case show
  case usual
  case choose([Choice])

  /// `ROLE=KEY`.
  struct Choice: Sendable {
    let role: FieldChoice.Role
    /// Nil for a role that is left empty.
    let key: Word?
  }

  static let declaration = Command(
    "fields", .dress, "say which keys fill the cells",
    parameters: [Parameter("ROLE=KEY", .role, optional: true, repeated: true)],
    discussion: """
      Roles are text, detail, image, identifier (the reuse identifier) and height (of a plain \
      row, in points). `ROLE=none` leaves one empty, `fields off` chooses again by the keys' names, `fields` says what is on. \
      Keys of what stands around the records will do (see 'help scopes').
      """,
    examples: [
      .init("fields", "say which keys are used"),
      .init("fields text=name detail=price", "choose two", on: "catalog.json"),
      .init("fields detail=Source image=none", "and none"),
    ],
    errors: [.unknownKey: "no record has the key"], related: ["style", "schema"],
    effect: .change)

  init(_ call: Invocation) throws(CommandError) {
    if call.arguments.isEmpty {
      self = .show
    } else if try call.isOff() {
      self = .usual
    } else {
      var choices: [Choice] = []
      for word in call.arguments { choices.append(try Choice(word)) }
      self = .choose(choices)
    }
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    var notices: [String] = []
    if let fields = try chosen(in: workspace, &notices) {
      try Self.set(fields, in: &workspace)
      if workspace.levels.isEmpty { return Output("fields are set for what is opened next") }
    }
    return Output("fields " + (try workspace.current()).fieldWords.joined(separator: " "))
      .with(notices)
  }

  /// What the cells are to be filled with; nil where nothing is to change.
  ///
  /// - Parameter notices: gets what is to be said of the keys.
  private func chosen(in workspace: Workspace, _ notices: inout [String])
    throws(CommandError) -> FieldChoice?
  {
    switch self {
    case .show: return nil
    case .usual: return FieldChoice()
    case .choose(let choices):
      var fields = workspace.levels.last?.look.fields ?? workspace.preferences.look.fields
      for choice in choices {
        if let key = choice.key {
          let field = try workspace.questions.shownField(key)
          fields[choice.role] = .path(field.path)
          notices += field.notices
        } else {
          fields[choice.role] = FieldChoice.Source.none
        }
      }
      return fields
    }
  }

  /// Fills the cells of the table by a choice, or those of what is opened next.
  private static func set(
    _ fields: FieldChoice, in workspace: inout Workspace
  ) throws(CommandError) {
    guard let before = workspace.levels.last?.look.fields else {
      workspace.preferences.look.fields = fields
      return
    }
    let reloads =
      fields[.identifier] != before[.identifier] || fields[.height] != before[.height]
    let preferences = workspace.preferences
    try workspace.change { level throws(CommandError) in
      level.look.fields = fields
      if reloads {
        try level.reloadReporting(preferences)
      } else {
        try level.redress()
      }
    }
  }
}

extension FieldsCommand.Choice {
  fileprivate init(_ word: Word) throws(CommandError) {
    let parts = word.text.pieces(between: "=", most: 2)
    guard parts.count == 2, let role = FieldChoice.Role(rawValue: String(parts[0])) else {
      let roles = FieldChoice.Role.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandError(
        .badValue(word.text, argument: "field", expected: "ROLE=KEY with a role of \(roles)"),
        at: word.range)
    }
    self.role = role
    if NoneWord(rawValue: String(parts[1])) != nil {
      key = nil
    } else {
      var named = word
      named.text = String(parts[1])
      key = named
    }
  }
}

extension Level {
  /// Which key fills each role, as the command that says so.
  fileprivate var fieldWords: [String] {
    let usual = presenter.roles
    let standard: [FieldChoice.Role: FieldPath?] = [
      .text: usual.text, .detail: usual.detail, .image: usual.image, .identifier: nil,
    ]
    let roles = FieldChoice.Role.allCases.filter { $0 != .height || look.fields[$0] != nil }
    return roles.map { role in
      switch look.fields[role] {
      case .path(let path): "\(role.rawValue)=\(path.shownName)"
      case .some(.none): "\(role.rawValue)=none"
      case nil: "\(role.rawValue)=" + ((standard[role] ?? nil)?.description ?? "none")
      }
    }
  }
}
