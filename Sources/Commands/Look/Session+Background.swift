import TableEngine
import TableModel

/// Where the content of a cell stands and what lies behind it.
extension Session {
  mutating func indent(_ call: Invocation) throws(CommandError) -> Output {
    if call[0]?.raw == "off" {
      try redress { $0.indentations = [] }
      return Output("no cell is indented")
    }
    guard let level = try call.count(at: 0), (0...Self.mostLevels).contains(level) else {
      throw CommandError(
        .badValue(
          call[0]?.text ?? "", argument: "level", expected: "0 to \(Self.mostLevels), or off"),
        at: call[0]?.range)
    }
    let rule = try rule(level, call)
    try redress { $0.indentations.add(rule) }
    return Output("indented by \(Words.number(level, "level"))\(scope(call))")
      .with(try remarks(on: rule))
  }

  private static let mostLevels = 100

  mutating func background(_ call: Invocation) throws(CommandError) -> Output {
    if call[0]?.raw == "off" {
      try redress { $0.backgrounds = [] }
      return Output("backgrounds as usual")
    }
    let colour = call[0].flatMap { CellColour(rawValue: $0.text) }
    guard let word = call[0], colour != nil || word.text == "none" else {
      throw badChoice(call[0], "colour", CommandTable.colourNames)
    }
    let rule = try rule(colour, call)
    try redress { $0.backgrounds.add(rule) }
    return Output("background \(word.text)\(scope(call))").with(try remarks(on: rule))
  }
}
