import Arranging
import DataSources
import TableEngine
import TableModel

extension Session {
  mutating func push(_ call: Invocation) throws(CommandError) -> Output {
    let (address, path) = try pushTarget(call)
    return Output(try push(address, path, at: call.range))
  }

  /// Opens the value at a key path of a record one level in; says where that leads.
  mutating func push(
    _ address: Address, _ path: FieldPath = .itself, at range: Range<Int>?
  ) throws(CommandError) -> String {
    let level = try current()
    let found = try reading { () throws(DataError) in try level.shown.value(at: address) }
    guard let value = found.flatMap({ $0[path: path] }) else {
      let error = CommandError(
        .noSuchPlace(
          "\(address) \(path)", explanation: "the record has no such key",
          nearest: Spelling.matches(for: "\(path)", among: found?.record?.keys ?? [])),
        at: range)
      throw mentioningWhatIsBeside(error)
    }
    guard value.isContainer else {
      throw CommandError(
        .impossible(
          "\(value.kind.rawValue) has nothing inside to open", hint: "'show' prints the record"),
        at: range)
    }
    do {
      let next = try nested(value, at: address, path, in: level)
      levels.append(next)
      let counts = Words.counts(next.shown.counts())
      return "\(breadcrumb.joined(separator: Mark.step))\(Mark.dot)\(counts)"
    } catch {
      throw CommandError(.data(error))
    }
  }

  /// The level that a value opens as: the document that it stands for, or the value itself.
  private func nested(_ value: Value, at address: Address, _ path: FieldPath, in level: Level)
    throws(DataError) -> Level
  {
    if path == .itself, let document = try level.document.document(inside: value) {
      var origin = level.origin
      origin?.options.table = document.name
      let kept = level.editedTables[document.name]
      return try Level(
        document: kept?.document ?? document, title: document.name, origin: origin, shape: nil,
        edited: kept?.source, saved: kept?.saved ?? SavedEditions(), preferences: preferences,
        checkpoint: checkpoint)
    }
    let name = Self.shortened(level.presenter.content(for: address).text) ?? "\(address)"
    return try Level(
      document: ValueDocument(name: level.document.name, value: value),
      title: path == .itself ? name : "\(name) \(path)", origin: nil, shape: nil,
      parent: Level.Parent(place: level.shown.baseAddress(of: address), path: path),
      preferences: preferences,
      checkpoint: checkpoint)
  }

  /// What a step of the breadcrumb says; nil when there is nothing to say.
  private static func shortened(_ text: String) -> String? {
    if text.isEmpty { return nil }
    return text.count <= 24 ? text : text.prefix(23) + Mark.ellipsis
  }

  mutating func back() throws(CommandError) -> Output {
    _ = try current()
    guard levels.count > 1 else {
      throw CommandError(.nothing("this is the first level", hint: "'close' closes the table"))
    }
    let notices = try takeEditsBelow() ? [] : Self.abandonment(try current().title)
    levels.removeLast()
    let output = Output(
      "back in \(breadcrumb.joined(separator: Mark.step))\(Mark.dot)\(positionLine)")
    return output.with(notices)
  }

  /// Names of the levels, the file first.
  package var breadcrumb: [String] { levels.map(\.title) }
}
