import CommandLanguage
import Documents
import PredicateLanguage
import Rendering
import TableEngine
import TableModel
import Workspaces

/// `cell`: files that describe cells.
enum CellCommand: ShelfCommand {
  case list
  case load(Word)
  case show(Word)
  case unload(Word)

  static let declaration = Command(
    "cell", .dress, "load a file that describes a cell, as a style",
    parameters: [
      Parameter("load|list|show|unload", .choice(of: Action.self), optional: true),
      Parameter("FILE", .layoutFile, optional: true, after: Action.load),
      Parameter("NAME", .layout, optional: true, after: Action.show, Action.unload),
    ],
    discussion: """
      A layout file names the subviews of a cell, where they are and what they show; \
      `help layouts` describes the format. `cell load` reads one and makes it a \
      style of its name; layouts that come with the program are loaded by `style` itself.
      """,
    examples: [
      .init("cell load Cell1", "a bundled one", on: "cells.json"),
      .init("cell list", "what is loaded and bundled"),
      .init("cell show product", "the views of one", on: "catalog.json"),
      .init("cell load Cell2; style Cell2; cell unload Cell2", "and back", on: "cells.json"),
    ],
    errors: [
      .layout: "line, column and what is wrong with the file",
      .nothingToDo: "no layout of that name is loaded",
    ],
    related: ["style", "overlay", "trace"], effect: .change)

  enum Action: String, Keyword { case load, list, show, unload }

  init(_ call: Invocation) throws(CommandError) {
    let expected = Action.words.joined(separator: ", ")
    switch try call.keyword(Action.self, argument: "action", expected: expected) {
    case nil, .list: self = .list
    case .load: self = .load(try call.required(1, as: "FILE"))
    case .show: self = .show(try call.required(1, as: "NAME"))
    case .unload: self = .unload(try call.required(1, as: "NAME"))
    }
  }

  func check(in workspace: inout Workspace) throws(CommandError) -> Output.Next {
    if case .load(let file) = self { try LayoutLibrary(of: workspace).find(file) }
    return .carryOn
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let library = LayoutLibrary(of: workspace)
    switch self {
    case .list: return library.list()
    case .load(let file):
      let loaded = try library.read(file)
      let name = loaded.layout.identifier
      let verb = library.look.layout(named: name) == nil ? "loaded" : "loaded again"
      try Look.changeLayouts(in: &workspace, using: name) { $0.add(loaded) }
      return Output(
        "\(verb) \(LayoutReport.summary(of: loaded.layout))\(Mark.dot)"
          + "'style \(name)' dresses cells in it")
    case .show(let name):
      let loaded = library.look.layout(named: name.text)
      let layout = if let loaded { loaded } else { try library.read(name).layout }
      return LayoutReport.output(layout, workspace.preferences)
    case .unload(let name):
      return try Self.unload(try library.loaded(name).layout.identifier, in: &workspace)
    }
  }

  private static func unload(
    _ name: String, in workspace: inout Workspace
  ) throws(CommandError) -> Output {
    try Look.changeLayouts(in: &workspace, using: name) { look in
      look.layouts.removeAll { $0.layout.identifier == name }
    }
    var output = Output("unloaded \(name)")
    if workspace.levels.contains(where: { $0.look.layoutsAskedFor.contains(name) }) {
      output.warnings = [LayoutLibrary(of: workspace).warning(ofMissing: name)]
    }
    return output
  }
}

extension LayoutLibrary {
  /// A layout that is loaded, by its name.
  fileprivate func loaded(_ word: Word) throws(CommandError) -> LoadedLayout {
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

  /// What is loaded, what comes with the program, and what cells ask for in vain.
  fileprivate func list() -> Output {
    let loaded = look.layouts
    let asked = Set(look.layoutsAskedFor)
    let names = loaded.map(\.layout.identifier)
    let missing = asked.subtracting(names).sorted()
    var lines = loaded.map { entry in
      let origin = entry.isBundled ? "bundled" : entry.path
      return "* " + LayoutReport.summary(of: entry.layout) + "\(Mark.dot)\(origin)"
        + (asked.contains(entry.layout.identifier) ? "\(Mark.dot)in use" : "")
    }
    lines += bundledNames.filter { !names.contains($0) }.map { "  \($0)\(Mark.dot)bundled" }
    lines += missing.map { "! \($0)\(Mark.dot)missing" }
    if lines.isEmpty { lines = ["no layouts; 'cell load FILE' reads one"] }
    var output = Output(lines.joined(separator: "\n"))
    output.json = [
      JSONWriter.text(
        of: .record(
          Record([
            ("schema", .string("shelf.cells.1")),
            ("layouts", .array(loaded.map { .record(LayoutReport.record(of: $0)) })),
            ("missing", .array(missing.map { .string($0) })),
          ])), layout: .spaced)
    ]
    return output
  }
}
