import DataSources
import PredicateLanguage
import Rendering
import TableEngine
import TableModel

extension Session {
  mutating func style(_ call: Invocation) throws(CommandError) -> Output {
    guard let word = call[0] else { throw badChoice(nil, "style", CommandTable.styleNames) }
    if word.raw == "off" {
      try redress { $0.styles = [] }
      return Output("styles as usual")
    }
    let (style, warning) = try style(named: word)
    let rule = try rule(style, call)
    try redress { $0.styles.add(rule) }
    var output = Output("style \(style.name)\(scope(call))")
    output.warnings = [warning].compactMap(\.self)
    output.notices =
      try remarks(on: rule) + [unknownFields(style), tooLow(style)].compactMap(\.self)
    return output
  }

  /// Says so when a style's layout shows fields that no record here has.
  private func unknownFields(_ style: CellStyle) -> String? {
    guard let fields = look.layout(named: style.name)?.fields, !fields.isEmpty,
      let keys = try? knownKeys(), !keys.isEmpty
    else { return nil }
    let missing = fields.filter { path in
      guard case .key(let key)? = path.steps.first, !keys.contains(key) else { return false }
      return (try? anyRecord(has: [key])) == false
    }
    guard let first = missing.first else { return nil }
    let near = CommandError.didYouMean(Spelling.matches(for: first.description, among: keys))
    return "no record here has what \(style.name) shows: "
      + missing.map(\.description).joined(separator: ", ") + (near.map { " (\($0))" } ?? "")
  }

  /// Says so when a style's layout was made for taller cells than there are.
  private func tooLow(_ style: CellStyle) -> String? {
    guard let level = levels.last, let size = look.layout(named: style.name)?.size else {
      return nil
    }
    let isPlain = level.table.focus?.item == nil
    let metrics = level.table.metrics
    let height = isPlain ? metrics.rowHeight : metrics.cellSize.height
    guard height < size.height else { return nil }
    let advice =
      isPlain
      ? "set row-height \(size.height)"
      : "set cell-size \(max(size.width, metrics.cellSize.width))x\(size.height)"
    return "\(style.name) was made for cells \(size.height) points high: '\(advice)'"
  }

  mutating func accessory(_ call: Invocation) throws(CommandError) -> Output {
    if call[0]?.raw == "off" {
      try redress { $0.accessories = [] }
      return Output("accessories as usual")
    }
    guard let word = call[0], let accessory = Accessory(rawValue: word.text) else {
      throw badChoice(call[0], "accessory", CommandTable.accessoryNames)
    }
    let rule = try rule(accessory, call)
    try redress { $0.accessories.add(rule) }
    return Output("accessory \(accessory.rawValue)\(scope(call))").with(try remarks(on: rule))
  }

  func badChoice(_ word: Word?, _ argument: String, _ names: [String]) -> CommandError {
    CommandError(
      .badValue(
        word?.text ?? "", argument: argument, expected: names.joined(separator: ", ")),
      at: word?.range)
  }

  /// Reads `[for ADDRESS] [where PREDICATE]` after the first argument.
  func rule<Value>(_ value: Value, _ call: Invocation) throws(CommandError) -> Rule<Value> {
    var rule = Rule(value)
    var index = 1
    if call[index]?.raw == "for" {
      guard let word = call[index + 1] else {
        throw CommandError(.missingArgument("ADDRESS", usage: call.command.usage), at: call.range)
      }
      rule.places = PlaceRange(try resolver().addresses(word))
      index += 2
    }
    if call[index]?.raw == "where" {
      let (text, start) = call.rest(from: index + 1)
      let condition = try conditionKnowingKeys(text, at: start)
      if preferences.isStrict, !levels.isEmpty { _ = try remarks(on: condition, at: start) }
      rule.condition = condition
    } else if let word = call[index] {
      throw CommandError(.unexpectedArgument(word.text, usage: call.command.usage), at: word.range)
    }
    return rule
  }

  /// Remarks on what is probably not meant that way in the condition of a rule.
  func remarks<Value>(on rule: Rule<Value>) throws(CommandError) -> [String] {
    guard let condition = rule.condition, !levels.isEmpty else { return [] }
    return try remarks(on: condition, at: 0).sentences
  }

  func scope(_ call: Invocation) -> String {
    let text = call.rest(from: 1).text
    return text.isEmpty ? "" : " " + text
  }

  /// Changes the look of the table, or of those opened next when none is open.
  mutating func redress(_ body: (inout Look) -> Void) throws(CommandError) {
    if levels.isEmpty {
      body(&preferences.look)
      return
    }
    let preferences = preferences
    try change { level throws(CommandError) in
      let hadLayouts = level.look.usesLayouts
      body(&level.look)
      if hadLayouts || level.look.usesLayouts {
        try level.reloadForLayouts(preferences)
      } else {
        try level.redress()
      }
    }
  }

  mutating func toggle(_ call: Invocation) throws(CommandError) -> Output {
    guard let word = call[0], let part = Look.Part(rawValue: word.text) else {
      throw badChoice(call[0], "part", Look.Part.allCases.map(\.rawValue))
    }
    var shows = try !current().look.shows(part)
    if let word = call[1] {
      guard word.raw == "on" || word.raw == "off" else {
        throw badChoice(word, "switch", ["on", "off"])
      }
      shows = word.raw == "on"
    }
    let preferences = preferences
    try change { level throws(CommandError) in
      if shows { level.look.hidden.remove(part) } else { level.look.hidden.insert(part) }
      if part == .header || part == .footer {
        try level.reloadReporting(preferences)
      } else if part == .style, level.look.usesLayouts {
        try level.reloadForLayouts(preferences)
      } else {
        try level.redress()
      }
    }
    return Output("\(part.rawValue) \(shows ? "on" : "off")")
  }

  mutating func fields(_ call: Invocation) throws(CommandError) -> Output {
    if call.arguments.isEmpty { return try tellFields() }
    let before = levels.last?.look.fields ?? preferences.look.fields
    var choice = before
    if call[0]?.raw == "off" {
      choice = FieldChoice()
    } else {
      for word in call.arguments { try assign(word, in: &choice) }
    }
    guard !levels.isEmpty else {
      preferences.look.fields = choice
      return Output("fields are set for what is opened next")
    }
    let identifierChanged =
      choice[.identifier] != before[.identifier] || choice[.height] != before[.height]
    let preferences = preferences
    try change { level throws(CommandError) in
      level.look.fields = choice
      if identifierChanged {
        try level.reloadReporting(preferences)
      } else {
        try level.redress()
      }
    }
    return try tellFields()
  }

  private func assign(_ word: Word, in choice: inout FieldChoice) throws(CommandError) {
    let parts = word.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let role = FieldChoice.Role(rawValue: String(parts[0])) else {
      let roles = FieldChoice.Role.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandError(
        .badValue(word.text, argument: "field", expected: "ROLE=KEY with a role of \(roles)"),
        at: word.range)
    }
    if parts[1] == "none" {
      choice[role] = FieldChoice.Source.none
    } else {
      var named = word
      named.text = String(parts[1])
      choice[role] = .path(try shownField(named))
    }
  }

  private func tellFields() throws(CommandError) -> Output {
    let level = try current()
    let usual = level.presenter.roles
    let standard: [FieldChoice.Role: FieldPath?] = [
      .text: usual.text, .detail: usual.detail, .image: usual.image, .identifier: nil,
    ]
    let roles = FieldChoice.Role.allCases.filter { $0 != .height || level.look.fields[$0] != nil }
    let words = roles.map { role in
      switch level.look.fields[role] {
      case .path(let path): "\(role.rawValue)=\(path)"
      case .some(.none): "\(role.rawValue)=none"
      case nil: "\(role.rawValue)=" + ((standard[role] ?? nil)?.description ?? "none")
      }
    }
    return Output("fields " + words.joined(separator: " "))
  }

  mutating func device(_ call: Invocation) throws(CommandError) -> Output {
    guard let word = call[0] else {
      return call.has("constants")
        ? Self.constants(of: preferences.device) : Output("device \(preferences.device.name)")
    }
    guard let device = Device.named(word.text) else {
      throw badChoice(word, "device", Device.all.map(\.name))
    }
    if call.has("constants") { return Self.constants(of: device) }
    preferences.device = device
    preferences.viewport = nil
    try remeasure()
    let size = preferences.metrics(hasRowTitles: false).viewport
    return Output("device \(device.name)\(Mark.dot)viewport \(size.width)x\(size.height) points")
  }

  private static func constants(of device: Device) -> Output {
    let lines = device.constants.map { $0.name.padded(to: 21) + $0.value }
    var output = Output(
      "device \(device.name), in points\n" + lines.map { "  " + $0 }.joined(separator: "\n"))
    output.fields = device.constants.map { [$0.name, $0.value] }
    return output
  }

  /// Gives the open tables the geometry that the preferences say, in one frame each.
  func remeasure() throws(CommandError) {
    for level in levels {
      let hasTitles = try reading { () throws(DataError) in
        try Level.hasRowTitles(level.shown)
      }
      level.table.setMetrics(preferences.metrics(hasRowTitles: hasTitles))
    }
  }
}
