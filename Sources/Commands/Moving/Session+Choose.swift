import DataSources
import PredicateLanguage
import TableEngine
import TableModel

extension Session {
  mutating func select(_ call: Invocation) throws(CommandError) -> Output {
    let addresses: [Address]
    var notices: [String] = []
    if call[0]?.raw == "where" {
      let (text, start) = call.rest(from: 1)
      let condition = try conditionKnowingKeys(text, at: start)
      let answer = try ask(condition, at: start)
      (addresses, notices) = (answer.matching, answer.notices)
      if addresses.isEmpty {
        return Output("no record matches; nothing was selected").with(notices)
      }
    } else if call.arguments.isEmpty {
      addresses = [try place(nil)]
    } else {
      let resolver = try resolver()
      var named: [Address] = []
      for word in call.arguments { named += try resolver.addresses(word) }
      addresses = named
    }
    let table = try current().table
    try engine { () throws(EngineError) in try table.select(addresses) }
    if addresses.count == 1, let address = addresses.first {
      table.moveFocus(to: address)
      noteResult(address)
    }
    return Output("selected " + describe(addresses)).with(notices)
  }

  mutating func deselect(_ call: Invocation) throws(CommandError) -> Output {
    let table = try current().table
    if call.arguments.isEmpty {
      try engine { () throws(EngineError) in try table.deselect() }
      return Output("nothing is selected")
    }
    var addresses: [Address] = []
    for word in call.arguments { addresses += try resolver().addresses(word) }
    try engine { () throws(EngineError) in try table.deselect(addresses) }
    return Output("deselected " + describe(addresses))
  }

  mutating func selectionMode(_ call: Invocation) throws(CommandError) -> Output {
    guard let word = call[0] else {
      return Output("selection \(preferences.engine.selection.rawValue)")
    }
    guard let mode = SelectionMode(rawValue: word.text) else {
      throw CommandError(
        .badValue(word.text, argument: "selection mode", expected: "none, single or multiple"),
        at: word.range)
    }
    preferences.engine.selection = mode
    levels.last?.table.setConfiguration(preferences.engine)
    return Output("selection \(mode.rawValue)")
  }

  mutating func mark(_ call: Invocation) throws(CommandError) -> Output {
    var addresses: [Address] = []
    for word in call.arguments { addresses += try resolver().addresses(word) }
    if addresses.isEmpty { addresses = [try place(nil)] }
    let level = try current()
    var marked = 0
    for address in addresses {
      guard let base = level.shown.baseAddress(of: address) else { continue }
      if level.presenter.marks.remove(base) == nil {
        level.presenter.marks.insert(base)
        marked += 1
      }
    }
    try level.redress()
    let cleared = addresses.count - marked
    let parts = [
      marked > 0 ? "marked \(marked)" : nil, cleared > 0 ? "cleared \(cleared)" : nil,
    ]
    return Output(parts.compactMap(\.self).joined(separator: Mark.dot))
  }

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
      return try Level(
        document: document, title: document.name, origin: origin, shape: nil,
        preferences: preferences, checkpoint: checkpoint)
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

  private func describe(_ addresses: [Address]) -> String {
    guard addresses.count == 1, let address = addresses.first else {
      return Words.number(addresses.count, "place")
    }
    let text = (try? current().presenter.content(for: address).text) ?? ""
    return text.isEmpty ? "\(address)" : "\(address) \(text)"
  }
}
