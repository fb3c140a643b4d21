import CommandLanguage
import PredicateLanguage
import TableEngine
import TableModel
import Workspaces

extension Accessory: Keyword {}
extension CellColour: Keyword {}

/// `accessory`: puts an accessory at the right edge of cells.
enum AccessoryCommand: ShelfCommand {
  case usual
  case put(Accessory, CellScope)

  static let declaration = Command(
    "accessory", .dress, "put an accessory at the right edge of cells",
    parameters: [
      Parameter("ACCESSORY", .choice(Accessory.words + OffWord.words)), CellScope.parameter,
    ],
    discussion: """
      A disclosure says that selecting leads on, a detail button answers a tap of its own, a \
      checkmark shows a choice.
      """,
    examples: [
      .init("accessory disclosure", "all cells"),
      .init("accessory checkmark for 0.0.2", "one cell"),
      .init("accessory detail where Views > 20000", "some records"),
    ],
    related: ["style", "tap-accessory"], effect: .change)

  init(_ call: Invocation) throws(CommandError) {
    if try call.isOff() {
      self = .usual
    } else {
      let accessory: Accessory = try call.word("accessory", Accessory.words)
      self = .put(accessory, try CellScope(call))
    }
  }

  func check(in workspace: inout Workspace) throws(CommandError) -> Output.Next {
    if case .put(_, let scope) = self { try scope.check(in: workspace) }
    return .carryOn
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    switch self {
    case .usual:
      try Look.change(in: &workspace) { $0.accessories = [] }
      return Output("accessories as usual")
    case .put(let accessory, let scope):
      let remarks = try scope.add(accessory, to: \.accessories, in: &workspace)
      return Output("accessory \(accessory.rawValue)\(scope.words)").with(remarks)
    }
  }
}

/// `indent`: moves the content of cells to the right.
enum IndentCommand: ShelfCommand {
  case usual
  case indent(levels: Int, CellScope)

  static let declaration = Command(
    "indent", .dress, "indent cells by levels",
    parameters: [
      Parameter("LEVEL", .choice(["0", "1", "2"] + OffWord.words)), CellScope.parameter,
    ],
    discussion: """
      Plain rows only: each level moves the content to the right, as the indentation level of \
      a table's cell does; the device says how far.
      """,
    examples: [
      .init("indent 1 for 0.3", "one row", on: "rows.json"),
      .init("indent 2 where price > 50; indent off", "some, and back", on: "catalog.json"),
    ],
    related: ["style", "background"], effect: .change)

  private static let mostLevels = 100

  init(_ call: Invocation) throws(CommandError) {
    if try call.isOff() {
      self = .usual
      return
    }
    guard let levels = try call.count(at: 0), (0...Self.mostLevels).contains(levels) else {
      throw CommandError(
        .badValue(
          call[0]?.text ?? "", argument: "level", expected: "0 to \(Self.mostLevels), or off"),
        at: call[0]?.range)
    }
    self = .indent(levels: levels, try CellScope(call))
  }

  func check(in workspace: inout Workspace) throws(CommandError) -> Output.Next {
    if case .indent(_, let scope) = self { try scope.check(in: workspace) }
    return .carryOn
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    switch self {
    case .usual:
      try Look.change(in: &workspace) { $0.indentations = [] }
      return Output("no cell is indented")
    case .indent(let levels, let scope):
      let remarks = try scope.add(levels, to: \.indentations, in: &workspace)
      return Output("indented by \(Words.number(levels, "level"))\(scope.words)").with(remarks)
    }
  }
}

/// `background`: gives cells a background colour.
enum BackgroundCommand: ShelfCommand {
  case usual
  /// Without a colour a cell has none, whatever earlier rules say.
  case paint(CellColour?, CellScope)

  static let declaration = Command(
    "background", .dress, "give cells a background colour",
    parameters: [Parameter("COLOUR", .choice(words)), CellScope.parameter],
    discussion: """
      Seen on a terminal with colours, and by letters in `view --layers background`. What the \
      table, its strips, selected cells and labels have behind them is painted too while \
      `set label-background` says what becomes of a label in a selected cell.
      """,
    examples: [
      .init("background yellow where Views > 20000", "some records"),
      .init("background blue for 0.2; view --layers background", "one row", on: "rows.json"),
    ],
    related: ["style", "view", "set"], effect: .change)

  private static let words = CellColour.words + NoneWord.words + OffWord.words

  init(_ call: Invocation) throws(CommandError) {
    if try call.isOff() {
      self = .usual
    } else if call.keyword(NoneWord.self) != nil {
      self = .paint(nil, try CellScope(call))
    } else {
      let colour: CellColour = try call.word("colour", Self.words)
      self = .paint(colour, try CellScope(call))
    }
  }

  func check(in workspace: inout Workspace) throws(CommandError) -> Output.Next {
    if case .paint(_, let scope) = self { try scope.check(in: workspace) }
    return .carryOn
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    switch self {
    case .usual:
      try Look.change(in: &workspace) { $0.backgrounds = [] }
      return Output("backgrounds as usual")
    case .paint(let colour, let scope):
      let remarks = try scope.add(colour, to: \.backgrounds, in: &workspace)
      let name = colour?.rawValue ?? NoneWord.none.rawValue
      return Output("background \(name)\(scope.words)").with(remarks)
    }
  }
}

extension Invocation {
  /// The first argument as a keyword, which has to be there.
  ///
  /// - Parameter words: all that may stand there, for the error.
  func word<Key: Keyword>(_ argument: String, _ words: [String]) throws(CommandError) -> Key {
    let expected = words.joined(separator: ", ")
    guard let key = try keyword(Key.self, argument: argument, expected: expected) else {
      throw CommandError(.badValue("", argument: argument, expected: expected))
    }
    return key
  }
}
