import DataSources
import Rendering
import TableEngine
import TableModel

/// Cells that files describe.
extension Session {
  mutating func cell(_ call: Invocation) throws(CommandError) -> Output {
    switch call[0]?.raw {
    case nil, "list":
      if let extra = call[1] {
        throw CommandError(
          .unexpectedArgument(extra.text, usage: call.command.usage), at: extra.range)
      }
      return listLayouts()
    case "load": return try loadLayout(call)
    case "show": return try showLayout(call)
    case "unload": return try unloadLayout(call)
    default: throw badChoice(call[0], "action", CommandTable.cellActions)
    }
  }

  /// The look of the table that is shown, or of those opened next when none is open.
  var look: Look { levels.last?.look ?? preferences.look }

  /// What stands behind the first word.
  func argument(of call: Invocation, _ name: String) throws(CommandError) -> Word {
    guard let word = call[1] else {
      throw CommandError(.missingArgument(name, usage: call.command.usage), at: call.range)
    }
    return word
  }

  // MARK: Loading

  private mutating func loadLayout(_ call: Invocation) throws(CommandError) -> Output {
    let word = try argument(of: call, "FILE")
    let loaded = try layoutFile(word)
    let name = loaded.layout.identifier
    let verb = look.layout(named: name) == nil ? "loaded" : "loaded again"
    try relayout(using: name) { $0.add(loaded) }
    return Output(
      "\(verb) \(Self.summary(of: loaded.layout))\(Mark.dot)'style \(name)' dresses cells in it")
  }

  /// Reads a layout from a file, or from one that comes with the program, by its name.
  func layoutFile(_ word: Word) throws(CommandError) -> LoadedLayout {
    do throws(CommandError) {
      return try layoutFile(word.text)
    } catch {
      var error = error
      error.range = word.range
      if case .layout(.notFound) = error.reason { error.proposal = nearestLayout(to: word.text) }
      throw error
    }
  }

  private func layoutFile(_ path: String) throws(CommandError) -> LoadedLayout {
    let bundled = bundledLayout(for: path)
    let file = bundled ?? path
    let text: String
    do {
      text = try environment.read(file)
    } catch {
      throw CommandError(.layout(error))
    }
    guard text.utf8.count <= LayoutReader.largestFile else {
      throw CommandError(.layout(.unreadable(file: file, reason: "it is larger than 1 MB")))
    }
    let layout = try LayoutReader.read(
      SourceText(file: file, bytes: Array(text.utf8)), name: Self.stem(of: file))
    return LoadedLayout(layout: layout, path: file, isBundled: bundled != nil)
  }

  private static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.hasSuffix(layoutSuffix) ? String(name.dropLast(layoutSuffix.count)) : name
  }

  private func nearestLayout(to path: String) -> String? {
    nearest(to: path, bundled: bundledLayoutNames)
      ?? "'cell list' lists the bundled ones; 'help layouts' says how to write one"
  }

  // MARK: Those that come with the program

  private static let layoutSuffix = ".json"

  private var layoutFolder: String? { environment.datasets().map { $0.folder + "/cells" } }

  /// The names of the layouts that come with the program, in order.
  var bundledLayoutNames: [String] {
    guard let folder = layoutFolder else { return [] }
    return environment.list(folder).filter { $0.hasSuffix(Self.layoutSuffix) }.map {
      String($0.dropLast(Self.layoutSuffix.count))
    }.sorted()
  }

  private func bundledLayout(for name: String) -> String? {
    guard !name.contains("/"), let folder = layoutFolder, bundledLayoutNames.contains(name) else {
      return nil
    }
    return folder + "/" + name + Self.layoutSuffix
  }

  // MARK: Styles

  /// The style of a name: a built-in one, or one of a layout, which is loaded when it comes with
  /// the program. A layout that is nowhere is a warning.
  mutating func style(named word: Word) throws(CommandError) -> (style: CellStyle, warning: String?)
  {
    let name = word.text
    let classic: [CellStyle] = [.default, .value1, .value2, .subtitle]
    if let style = classic.first(where: { $0.name == name }) { return (style, nil) }
    if look.layout(named: name) != nil { return (.custom(name), nil) }
    if bundledLayoutNames.contains(name) {
      let loaded = try layoutFile(word)
      guard loaded.layout.identifier == name else {
        let reason = "its identifier is '\(loaded.layout.identifier)' and not '\(name)'"
        throw CommandError(.layout(.unreadable(file: loaded.path, reason: reason)), at: word.range)
      }
      try relayout(using: name) { $0.add(loaded) }
      return (.custom(name), nil)
    }
    let isMistyped = !Spelling.matches(for: name, among: CommandTable.styleNames).isEmpty
    guard LayoutReader.isName(name), !isMistyped else {
      var error = badChoice(word, "style", CommandTable.styleNames + ["or the name of a layout"])
      error.proposal = CommandError.didYouMean(
        Spelling.matches(for: name, among: CommandTable.styleNames + bundledLayoutNames))
      throw error
    }
    return (.custom(name), missing(name))
  }

  private func missing(_ name: String) -> String {
    let file = name + Self.layoutSuffix
    let meanwhile = "these cells are drawn as subtitle"
    if bundledLayoutNames.contains(name) {
      return "layout file '\(file)' is no longer loaded: \(meanwhile) "
        + "('cell load \(name)' brings it back)"
    }
    let known = Set(look.layouts.map(\.layout.identifier) + bundledLayoutNames)
    let near = Spelling.matches(for: name, among: known.sorted())
    let hint = CommandError.didYouMean(near) ?? "'cell load FILE' loads one"
    return "no layout file '\(file)' is loaded or bundled: \(meanwhile) (\(hint))"
  }

  // MARK: Unloading

  private mutating func unloadLayout(_ call: Invocation) throws(CommandError) -> Output {
    let name = try loadedLayout(try argument(of: call, "NAME")).layout.identifier
    try relayout(using: name) { look in
      look.layouts.removeAll { $0.layout.identifier == name }
    }
    var output = Output("unloaded \(name)")
    if levels.contains(where: { $0.look.layoutsAskedFor.contains(name) }) {
      output.warnings = [missing(name)]
    }
    return output
  }

  private func loadedLayout(_ word: Word) throws(CommandError) -> LoadedLayout {
    if let loaded = look.layouts.first(where: { $0.layout.identifier == word.text }) {
      return loaded
    }
    var error = CommandError(
      .nothing("no layout '\(word.text)' is loaded", hint: "'cell list' lists the layouts"),
      at: word.range)
    let near = Spelling.matches(for: word.text, among: look.layouts.map(\.layout.identifier))
    error.proposal = CommandError.didYouMean(near)
    throw error
  }

  /// Changes the layouts of all tables; one that shows cells of the layout is reloaded, since
  /// its cells are made anew.
  private mutating func relayout(
    using name: String, _ body: (inout Look) -> Void
  ) throws(CommandError) {
    body(&preferences.look)
    for index in levels.indices {
      body(&levels[index].look)
      levels[index].revision += 1
      if levels[index].look.layoutsAskedFor.contains(name) {
        try levels[index].reloadForLayouts(preferences)
      } else {
        levels[index].handOver()
      }
    }
  }
}

extension Level {
  /// Reloads after cells got other reuse identifiers; selection and offsets stay.
  mutating func reloadForLayouts(_ preferences: Preferences) throws(CommandError) {
    let state = table.state
    try reloadReporting(preferences)
    if table.state != state { table.restore(state) }
  }
}
