import CommandLanguage
import Documents
import Layouts
import PredicateLanguage
import Rendering
import TableEngine
import TableModel
import Workspaces

/// `style`: dresses cells in a style, built in or from a file.
enum StyleCommand: ShelfCommand {
  case usual
  case dress(Word, CellScope)

  static let declaration = Command(
    "style", .dress, "dress cells in a style, built in or from a file",
    parameters: [Parameter("STYLE", .style), CellScope.parameter],
    discussion: """
      default: image and text; value1: detail right-aligned; value2: text in a right-aligned \
      column, detail beside it; subtitle: detail below. Any other word names a layout (see \
      `cell`). `for` limits it to addresses, `where` to records; the last rule that fits \
      wins. Visible cells are reconfigured and none is made, unless a layout is involved: \
      its cells have a reuse identifier of their own.
      """,
    examples: [
      .init("style subtitle", "all cells"),
      .init("style value1 for 1", "one section"),
      .init("style subtitle where Views > 20000", "some records"),
      .init("style Cell1 where kind == \"Cell1\"", "by a layout", on: "cells.json"),
    ],
    errors: [.layout: "the file of a layout does not describe a cell of that name"],
    related: ["accessory", "cell", "fields"], effect: .change)

  /// The styles that need no file.
  enum BuiltIn: String, Keyword {
    case `default`, value1, value2, subtitle

    fileprivate var style: CellStyle {
      switch self {
      case .default: .default
      case .value1: .value1
      case .value2: .value2
      case .subtitle: .subtitle
      }
    }
  }

  init(_ call: Invocation) throws(CommandError) {
    if try call.isOff() {
      self = .usual
    } else {
      self = .dress(try call.required(0), try CellScope(call))
    }
  }

  func check(in workspace: inout Workspace) throws(CommandError) -> Output.Next {
    if case .dress(_, let scope) = self { try scope.check(in: workspace) }
    return .carryOn
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    guard case .dress(let name, let scope) = self else {
      try Look.change(in: &workspace) { $0.styles = [] }
      return Output("styles as usual")
    }
    let (style, warning) = try Self.style(name, in: &workspace)
    let remarks = try scope.add(style, to: \.styles, in: &workspace)
    var output = Output("style \(style.name)\(scope.words)")
    output.warnings = [warning].compactMap(\.self)
    output.notices =
      remarks
      + [Self.unknownFields(style, workspace), Self.tooLow(style, workspace)].compactMap(\.self)
    return output
  }

  /// The style of a name: a built-in one, or one of a layout, which is loaded when it comes with
  /// the program. A layout that is nowhere is a warning.
  private static func style(
    _ word: Word, in workspace: inout Workspace
  ) throws(CommandError) -> (style: CellStyle, warning: String?) {
    let name = word.text
    if let word = BuiltIn(rawValue: name) { return (word.style, nil) }
    let library = LayoutLibrary(of: workspace)
    if library.look.layout(named: name) != nil { return (.custom(name), nil) }
    if library.bundledNames.contains(name) {
      let loaded = try library.read(word)
      guard loaded.layout.identifier == name else {
        let reason = "its identifier is '\(loaded.layout.identifier)' and not '\(name)'"
        throw CommandError(.layout(.unreadable(file: loaded.path, reason: reason)), at: word.range)
      }
      try Look.changeLayouts(in: &workspace, using: name) { $0.add(loaded) }
      return (.custom(name), nil)
    }
    let isMistyped = !Spelling.matches(for: name, among: BuiltIn.words).isEmpty
    guard LayoutReader.isName(name), !isMistyped else {
      let expected = (BuiltIn.words + ["or the name of a layout"]).joined(separator: ", ")
      var error = CommandError(
        .badValue(name, argument: "style", expected: expected), at: word.range)
      error.proposal = CommandError.didYouMean(
        Spelling.matches(for: name, among: BuiltIn.words + library.bundledNames))
      throw error
    }
    return (.custom(name), library.warning(ofMissing: name))
  }

  /// Says so when a style's layout shows fields that no record here has.
  private static func unknownFields(_ style: CellStyle, _ workspace: Workspace) -> String? {
    guard let fields = LayoutLibrary(of: workspace).look.layout(named: style.name)?.fields,
      !fields.isEmpty, let keys = try? workspace.questions.knownKeys(), !keys.isEmpty
    else { return nil }
    let missing = fields.filter { path in
      guard case .key(let key)? = path.steps.first, !keys.contains(key) else { return false }
      return (try? workspace.questions.anyRecord(has: [key])) == false
    }
    guard let first = missing.first else { return nil }
    let near = CommandError.didYouMean(Spelling.matches(for: first.description, among: keys))
    return "no record here has what \(style.name) shows: "
      + missing.map(\.description).joined(separator: ", ") + (near.map { " (\($0))" } ?? "")
  }

  /// Says so when a style's layout was made for taller cells than there are.
  private static func tooLow(_ style: CellStyle, _ workspace: Workspace) -> String? {
    guard let level = workspace.levels.last, let size = level.look.layout(named: style.name)?.size
    else { return nil }
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
}
