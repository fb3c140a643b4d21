import CommandLanguage
import Foundation
import Opening
import Rendering
import TableModel
import Testing
import Workspaces

@testable import Commands
@testable import Documents
@testable import Files

/// `save` writes the table with its changes; what it writes opens to the same table.
@Suite struct SaveCommandTests {
  /// The outline of what is open, whatever it is called.
  private func outline(_ session: Workspace) throws -> [String] {
    let source = try session.current().shaped.source
    var lines: [String] = []
    for (index, section) in try source.sections(0..<source.counts().sections.known).enumerated() {
      lines.append("\(section.title ?? "-") \(section.footer ?? "-")")
      for (row, info) in try source.rows(0..<section.rows.known, inSection: index).enumerated() {
        let value = try source.value(at: Address(index, row)) ?? .null
        lines.append("\(info.items?.known ?? -1) \(JSONWriter.text(of: value))")
      }
    }
    return lines
  }

  private func reopened(_ text: String, as format: String) throws -> Workspace {
    var session = Workspace(environment: .checkout)
    _ = try session.open(
      try DocumentOpener.open(
        bytes: Array(text.utf8), name: "saved", format: FileFormats.all[format]))
    return session
  }

  @Test(arguments: [
    ("pulse.plist", "plist", "delete 0.0.1; move 0.0.0 0.0.2"),
    ("pulse.plist", "json", "delete 1; insert 0.0.3 {\"Title\": 1.10}"),
    ("filmstrip.json", "plist", "move 1 0; delete 0.0.0"), ("rows.json", "json", "delete 0.1"),
    ("cells.json", "plist", "move 0.0 0.1"), ("catalog.json", "json", "update 0.0 price=2.50"),
    ("catalog.json", "ndjson", "delete 0.0"), ("transit.plist", "json", "delete 0.0.0"),
    ("api.json", "json", "delete 0.1"), ("service.ndjson", "ndjson", "move 0.0 0.7"),
  ])
  func whatIsSavedOpensToTheSameTable(dataset: String, format: String, changes: String) throws {
    var session = try Workspace.over(dataset)
    try session.said(changes)
    let text = try session.said("save - --format \(format)")
    #expect(try outline(try reopened(text, as: format)) == outline(session))
  }

  @Test func filtersAndSortingAreNotSaved() throws {
    var session = try Workspace.over("rows.json")
    let whole = try session.said("save -")
    try session.said("filter title ENDSWITH '1'; sort by colour desc")
    #expect(try session.said("save -") == whole)
    #expect(try session.said("export -") != whole)
  }

  @Test(arguments: [
    #"{"a":1,"b":2.50,"c":"x"}"#, #"{"a":1,"b":{"x":[1,2],"y":"z"},"c":[]}"#,
    #"{"k":{"n":1,"m":2},"l":{"n":3,"m":4}}"#,
  ])
  func keysStayWhereTheyTitleRows(_ text: String) throws {
    var session = try Workspace.over(json: text)
    let saved = try session.said("save -")
    let value = try JSONReader.read(SourceText(file: "", bytes: Array(saved.utf8)))
    #expect(JSONWriter.text(of: value) == text)
  }

  @Test func sectionsThatNeedNamesGetThem() throws {
    var session = try Workspace.over(
      json:
        #"{"sections":[{"title":"A","footer":"end","rows":[{"title":"r","items":[1,{"x":1.10}]},{"n":2}]}]}"#
    )
    let text = try session.said("save -")
    #expect(text.contains(#""footer": "end""#))
    #expect(text.contains("1.10"))
    #expect(try outline(try reopened(text, as: "json")) == outline(session))
  }

  /// What is arranged is not saved, which a note tells; the document goes through as it is.
  @Test func whatIsArrangedIsTold() throws {
    var session = try Workspace.over(json: #"{"n":1,"list":[{"a":2},{"a":1}]}"#)
    try session.said("filter a > 1; sort by a")
    let outputs = try session.run(line: "save -")
    let output = try #require(outputs.first)
    #expect(
      output.notices == [
        "the filter and the order of what is shown are not saved: all of the data is, in its own order"
      ])
    #expect(
      output.lines.map(\.text).joined().filter { $0 != " " } == #"{"n":1,"list":[{"a":2},{"a":1}]}"#
    )
    let last = try session.run(line: "filter off; sort off; save -").last
    #expect(last?.notices == [])
  }

  @Test func whatAFormatCannotHoldIsCounted() throws {
    var session = try Workspace.over(json: #"[{"a":1,"b":null},{"a":null}]"#)
    let outputs = try session.run(line: "save - --format plist")
    let output = try #require(outputs.first)
    #expect(
      output.notices == ["2 fields that hold null are left out: a property list has no null"])
  }

  @Test(arguments: [
    (#"[{"a":[1,null]}]"#, "plist", "null"), (#"[{"a":"\u0001"}]"#, "plist", "U+0001"),
    (#"{"a":[1],"b":[2]}"#, "ndjson", "sections, items or keys"),
  ])
  func aFormatThatCannotHoldTheTableSaysWhy(text: String, format: String, reason: String) throws {
    var session = try Workspace.over(json: text)
    let failure = session.failure("save - --format \(format)")
    let words = try #require(failure).description
    #expect(words.contains(reason), "\(words)")
  }

  @Test func aFileIsReplacedOnlyOnDemandAndStaysOpen() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("shelf-save-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("x.json").path
    try Data(#"[{"a":1},{"a":2},{"a":3}]"#.utf8).write(to: URL(fileURLWithPath: path))
    var session = Workspace(environment: .standard)
    try session.said("open \(path); delete 0.0")
    #expect(session.failure("save \(path)") != nil)
    #expect(session.failure("save \(path).svg") != nil)
    #expect(try session.said("save \(path) --force") == "wrote \(path)")
    #expect(try session.said("count") == "1 section · 2 rows")
    #expect(try session.said("undo; count").hasSuffix("1 section · 3 rows"))
    #expect(try session.said("open \(path); count").hasSuffix("1 section · 2 rows"))
  }
}
