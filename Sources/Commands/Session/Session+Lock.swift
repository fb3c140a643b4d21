import TableEngine
import TableModel

extension Session {
  // MARK: The spring

  /// Scrolls back from beyond an end, in frames of equal steps.
  mutating func bounce(_ call: Invocation) throws(CommandError) -> Output {
    let step = try call.count(at: 0)
    if let word = call[0], let step, step < 1 {
      throw CommandError(
        .badValue(word.text, argument: "step", expected: "a number of points, 1 or more"),
        at: word.range)
    }
    let table = try current().table
    if let word = call.option("row") { return try bounce(row: try row(word), step, table) }
    let distance = max(table.minOffset - table.offset, table.offset - table.maxOffset)
    let frames = try engine { () throws(EngineError) in
      try table.bounce(step: step ?? Self.standardStep(over: distance))
    }
    return Output(Self.sprungBack(frames) + "\(Mark.dot)offset \(table.offset)")
  }

  private func bounce(row: Address, _ step: Int?, _ table: Table) throws(CommandError) -> Output {
    let frames = try engine { () throws(EngineError) in
      let distance = try table.overscroll(ofRow: row)
      return try table.bounce(row: row, step: step ?? Self.standardStep(over: distance))
    }
    return Output(
      Self.sprungBack(frames) + "\(Mark.dot)row \(row) at \(table.stripOffset(ofRow: row) ?? 0)")
  }

  /// Four frames, unless the distance is shorter.
  private static func standardStep(over distance: Int) -> Int { max(1, (distance + 3) / 4) }

  private static func sprungBack(_ frames: Int) -> String {
    frames == 0 ? "already at rest" : "back in \(Words.number(frames, "frame"))"
  }

  // MARK: Lock-step

  mutating func lock(_ call: Invocation) throws(CommandError) -> Output {
    let table = try current().table
    let rows = try rows(call)
    try engine { () throws(EngineError) in try table.lock(rows: rows) }
    return Output("\(Words.number(table.lockedRows.count, "row")) scroll together")
  }

  mutating func unlock(_ call: Invocation) throws(CommandError) -> Output {
    let table = try current().table
    table.unlock(rows: call.arguments.isEmpty ? nil : try rows(call))
    let left = table.lockedRows.count
    return Output(
      left == 0 ? "every row scrolls by itself" : "\(Words.number(left, "row")) scroll together")
  }

  private static let mostLocked = 1_000_000

  /// The rows that arguments name; a section stands for all its rows.
  private func rows(_ call: Invocation) throws(CommandError) -> [Address] {
    let table = try current().table
    var rows: [Address] = []
    for word in call.arguments {
      for address in try resolver().addresses(word) {
        let count = table.rowCount(inSection: address.section)
        if address.row != nil {
          rows.append(address.rowAddress)
        } else if rows.count + count > Self.mostLocked {
          throw CommandError(
            .badAddress(word.raw, explanation: "it names more than a million rows"),
            at: word.range)
        } else {
          rows += (0..<count).map {
            Address(address.section, $0)
          }
        }
      }
    }
    return rows
  }
}
