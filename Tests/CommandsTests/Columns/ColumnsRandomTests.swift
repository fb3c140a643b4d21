import CommandLanguage
import Rendering
import TableEngine
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Commands

/// Random records in a grid: whatever they hold, nothing moves to the side while rows move.
@Suite struct ColumnsRandomTests {
  private static let texts = [
    "", "a", "plain words", "港町 Minato 灯台", "e\u{301}te\u{301}", "👩‍👩‍👧 family 🎨", "שלום עולם",
    "tab\tand\nline", "\u{202E}turned", "\u{1B}[31mred", "Ünïcode — “quotes”", "ﷺ", "नमस्ते",
    String(repeating: "long ", count: 60),
  ]

  private static func value(_ random: inout SeededGenerator, _ depth: Int = 0) -> Value {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: .null
    case 1: .bool(.random(using: &random))
    case 2, 3: .integer(Int.random(in: -99_999...99_999, using: &random))
    case 4: .number(NumberText(text: "\(Int.random(in: 0...99, using: &random)).125"))
    case 5: .number(NumberText(text: "1.5e-\(Int.random(in: 1...20, using: &random))"))
    case 6 where depth < 2: .record(record(&random, depth + 1))
    case 7 where depth < 2: .array([value(&random, depth + 1), value(&random, depth + 1)])
    case 8: .number(NumberText(text: "12345678901234567890123456789.5"))
    default: .string(texts.randomElement(using: &random) ?? "")
    }
  }

  private static func record(_ random: inout SeededGenerator, _ depth: Int = 0) -> Record {
    let keys = ["id", "name", "price", "maker", "日本", "a key: with", "$odd", "x.y"]
    return Record(
      keys.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
        .map { ($0, value(&random, depth)) })
  }

  private static func session(_ random: inout SeededGenerator) throws -> Workspace {
    let records = (0..<Int.random(in: 1...60, using: &random)).map { _ in
      Int.random(in: 0..<20, using: &random) == 0
        ? value(&random) : Value.record(record(&random))
    }
    return try Workspace.over(json: JSONWriter.text(of: .array(records), layout: .spaced))
  }

  @Test func everyColumnKeepsItsPlaceWhileRowsMove() throws {
    var random = SeededGenerator(seed: testSeed())
    var checked = 0
    for _ in 0..<testRounds(200) {
      var session = try Self.session(&random)
      let columns = [20, 40, 80, 300, 7, 2, 33].randomElement(using: &random) ?? 80
      try session.said("set viewport \(columns)x8")
      try session.said("columns \(["auto", "all"].randomElement(using: &random) ?? "auto")")
      if Bool.random(using: &random) {
        try session.said("freeze \(Int.random(in: 0...3, using: &random))")
      }
      let widths = session.levels.last?.look.columns?.columns
      for _ in 0..<12 {
        let moves = [
          "down 3", "up 2", "bottom", "top", "right", "left", "right 2", "finish", "start",
          "sort by id", "sort by name desc", "sort off", "page 1", "filter id != nil", "filter off",
        ]
        _ = try? session.run(line: moves.randomElement(using: &random) ?? "top")
        #expect(session.levels.last?.look.columns?.columns == widths)
        checked += try Self.check(session, columns)
      }
    }
    #expect(checked > testRounds(6000))
  }

  /// Every line is as wide as the viewport, and between columns there is nothing.
  ///
  /// - Returns: how many lines were looked at.
  private static func check(_ session: Workspace, _ columns: Int) throws -> Int {
    let level = try session.current()
    let picture = session.picture(of: level, withChrome: false)
    let grid = try #require(picture.chrome.grid)
    let starts = grid.places.map(\.start)
    let lines = ViewEncoder.plain.encode(picture).split(
      separator: "\n", omittingEmptySubsequences: false
    ).dropLast()
    #expect(lines.count == 8)
    for (number, line) in lines.enumerated() {
      #expect(DisplayWidth.of(line) <= columns)
      let isRow = number == 0 || number - 1 < picture.snapshot.rows.count
      guard isRow, columns >= 8 else { continue }
      let content = number == 0 ? nil : picture.snapshot.rows[number - 1].cell.content
      if let content, content.columns.isEmpty { continue }
      for (place, next) in zip(grid.places, starts.dropFirst()) {
        // The first blank may hold the mark of a sort, or the line behind what stays.
        let gap = DisplayWidth.cut(
          String(line), columns: 3 + place.start + place.width..<3 + next)
        let allowed: Set<Character> = [" ", "│", "▲", "▼"]
        #expect(gap.allSatisfy(allowed.contains), "\(gap) in \(line)")
      }
    }
    return lines.count
  }

  /// The same commands give the same bytes, whichever way led to them.
  @Test func theSameStateHasTheSamePicture() throws {
    var random = SeededGenerator(seed: testSeed())
    for _ in 0..<30 {
      var session = try Self.session(&random)
      try session.said("set viewport 60x8; columns auto")
      let before = session.picture().map(\.text).dropLast()
      try session.said("right; undo; redo; left; columns all; columns auto; start; top")
      #expect(session.picture().map(\.text).dropLast() == before)
    }
  }
}
