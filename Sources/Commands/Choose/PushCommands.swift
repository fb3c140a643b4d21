import Arranging
import CommandLanguage
import Documents
import PredicateLanguage
import Rendering
import TableEngine
import TableModel
import Workspaces

/// `push`: opens a nested value as a table of its own.
struct PushCommand: ShelfCommand {
  static let declaration = Command(
    "push", .choose, "open a nested value as a table of its own",
    parameters: [
      Parameter("ADDRESS", .address, optional: true), Parameter("PATH", .key, optional: true),
    ],
    discussion: """
      Opens the record at an address, or the value at a key path inside it, one level in: \
      `push 0.3 user`, or `push user` for the focused record. In the list of a database's \
      tables the name of a table is enough; in a result (see 'help results') the records of a line \
      are opened. `back` returns to where you were.
      """,
    examples: [
      .init("push 0.0.1", "the fields of a record"),
      .init("push 0.3 user", "a value inside it", on: "service.ndjson"),
    ],
    errors: [
      .impossible: "the value is no record and no list",
      .engine: "the identities of what is pushed are not unique",
    ], related: ["back", "show"],
    effect: .change)

  private enum Target {
    case focused
    /// A place, a title or a key, which only the table can tell apart.
    case named(Word)
    case value(place: Word, FieldPath)
  }

  private let target: Target
  private let line: Range<Int>

  init(_ call: Invocation) throws(CommandError) {
    line = call.range
    guard let first = call[0] else {
      target = .focused
      return
    }
    guard let word = call[1] else {
      target = .named(first)
      return
    }
    target = .value(place: first, try FieldPath(typed: word))
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let (address, path) =
      switch target {
      case .focused: (try workspace.place(nil), FieldPath.itself)
      case .named(let word): try Self.place(named: word, in: workspace)
      case .value(let place, let path): (try workspace.place(place), path)
      }
    let left = path == .itself ? try workspace.current().derivedWords : nil
    let count = workspace.levels.count
    let output = Output(try workspace.push(address, path, at: line))
    // Records of a line of a result keep what is derived.
    guard let left, workspace.levels.count > count, try workspace.current().derived.isEmpty else {
      return output
    }
    return output.with(["\(left) stayed below; 'back' returns there"])
  }

  /// The record and the key path in it that one word names: the title of a section first, then a key
  /// of the focused record, and last the title of a row.
  private static func place(
    named word: Word, in workspace: Workspace
  ) throws(CommandError) -> (Address, FieldPath) {
    let resolver = try workspace.resolver()
    if word.text.first?.isLetter == true, let path = FieldPath(parsing: word.text),
      !resolver.namesSection(word)
    {
      let level = try workspace.current()
      if let focus = level.table.focus, try level.value(at: focus, path) != nil {
        return (focus, path)
      }
      if let row = try? resolver.address(word) { return (row, .itself) }
      return (try workspace.place(nil), path)
    }
    do {
      return (try workspace.place(word), .itself)
    } catch {
      throw try proposingBlank(error, word, in: workspace)
    }
  }

  /// Proposes `push 0.3 user` for `push 0.3.user`.
  private static func proposingBlank(
    _ error: CommandError, _ word: Word, in workspace: Workspace
  ) throws(CommandError) -> CommandError {
    let level = try workspace.current()
    var end = word.raw.endIndex
    while let point = word.raw[..<end].lastIndex(of: ".") {
      end = point
      var head = word
      (head.raw, head.text) = (String(word.raw[..<point]), String(word.raw[..<point]))
      guard let path = FieldPath(parsing: String(word.raw[word.raw.index(after: point)...])),
        let address = try? workspace.resolver().address(head),
        try level.value(at: address, path) != nil
      else { continue }
      var error = error
      error.proposal = "put a space before the key: 'push \(head.raw) \(path)'"
      return error
    }
    return error
  }
}

/// `back`: returns from a nested table.
struct BackCommand: ShelfCommand {
  static let declaration = Command(
    "back", aliases: ["pop"], .choose, "return from a nested table",
    examples: [
      .init("push 0.0.1; back", "there and back"),
      .init("down 2; right; push; back", "the scroll position comes back too"),
    ],
    errors: [.nothingToDo: "this is the first level"], related: ["push"], effect: .change)

  init(_ call: Invocation) {}

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let title = try workspace.current().title
    guard workspace.levels.count > 1 else {
      throw CommandError(.nothing("this is the first level", hint: "'close' closes the table"))
    }
    let notices = try workspace.takeEditsBelow() ? [] : SavedEditions.abandonment(title)
    workspace.levels.removeLast()
    let way = workspace.breadcrumb.joined(separator: Mark.step)
    return Output("back in \(way)\(Mark.dot)\(workspace.positionLine)").with(notices)
  }
}

extension Workspace {
  /// Opens the value at a key path of a record one level in.
  ///
  /// - Returns: where that leads, in words.
  mutating func push(
    _ address: Address, _ path: FieldPath = .itself, at range: Range<Int>?
  ) throws(CommandError) -> String {
    let level = try current()
    if path == .itself, let words = try level.openLine(at: address, in: &self) { return words }
    // What is derived has no place in the data that edits could go to.
    let own = try reading { () throws(DataError) in try level.shown.underived.value(at: address) }
    let found = try reading { () throws(DataError) in try level.shown.value(at: address) }
    guard let value = own?[path: path] ?? found?[path: path] else {
      let error = CommandError(
        .noSuchPlace(
          "\(address) \(path)", explanation: "the record has no such key",
          nearest: Spelling.matches(for: "\(path)", among: found?.record?.keys ?? [])),
        at: range)
      throw level.mentioningWhatIsBeside(error)
    }
    guard value.isContainer else {
      throw CommandError(
        .impossible(
          "\(value.kind.rawValue) has nothing inside to open", hint: "'show' prints the record"),
        at: range)
    }
    do {
      let next = try level.nested(
        value, at: address, path, isOwn: own?[path: path] != nil, preferences: preferences,
        checkpoint: checkpoint)
      levels.append(next)
      let counts = Words.counts(next.shown.counts())
      return "\(breadcrumb.joined(separator: Mark.step))\(Mark.dot)\(counts)"
    } catch {
      throw CommandError(.asking(error))
    }
  }
}

extension Level {
  fileprivate func value(at address: Address, _ path: FieldPath) throws(CommandError) -> Value? {
    try reading { () throws(DataError) in try shown.value(at: address)?[path: path] }
  }

  /// The level that a value opens as: the document that it stands for, or the value itself.
  fileprivate func nested(
    _ value: Value, at address: Address, _ path: FieldPath, isOwn: Bool,
    preferences: Preferences, checkpoint: () throws(DataError) -> Void
  ) throws(DataError) -> Level {
    if path == .itself, let inner = try document.document(inside: value) {
      var origin = origin
      origin?.options.table = inner.name
      let kept = editedTables[inner.name]
      return try Level(
        document: kept?.document ?? inner, title: inner.name, origin: origin, shape: nil,
        edited: kept?.source, saved: kept?.saved ?? SavedEditions(), preferences: preferences,
        checkpoint: checkpoint)
    }
    let name = try Self.shortened(name(of: address)) ?? "\(address)"
    return try Level(
      document: ValueDocument(name: document.name, value: value),
      title: path == .itself ? name : "\(name) \(path)", origin: nil, shape: nil,
      parent: Parent(place: isOwn ? shown.baseAddress(of: address) : nil, path: path),
      preferences: preferences, checkpoint: checkpoint)
  }

  /// The title of a section, or what the cell of a record says.
  private func name(of address: Address) throws(DataError) -> String {
    guard address.row == nil else { return presenter.content(for: address).text }
    return try shown.sections(address.section..<address.section + 1).first?.title ?? ""
  }

  /// What a step of the breadcrumb says; nil when there is nothing to say.
  private static func shortened(_ text: String) -> String? {
    if text.isEmpty { return nil }
    let line = text.inOneLine
    return line.count <= 24 ? line : line.prefix(23) + Mark.ellipsis
  }
}
