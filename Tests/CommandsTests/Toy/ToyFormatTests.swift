import CommandLanguage
import Documents
import Foundation
import Opening
import Rendering
import TableModel
import Testing
import Workspaces

@testable import Commands

/// A format is one value: with an entry in the list it is recognised, opened, exported and named.
@Suite struct ToyFormatTests {
  private static let formats = FileFormats(FileFormats.all.list + [.toy])

  private static let text = "%toy\nball 3\nkite 12\n"

  /// A session that knows the format, beside a file in it.
  private func withFile(
    _ name: String, _ text: String = text, _ body: (inout Workspace, String) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("shelf-toys-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent(name).path
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    var session = Workspace(environment: .standard(formats: Self.formats) { false })
    try body(&session, path)
  }

  @Test(arguments: [
    // By its ending, which needs no signature; by its signature under any name; because it is said.
    ("box.toy", "ball 3\nkite 12\n", ""), ("BOX.TOYS", "ball 3\nkite 12\n", ""),
    ("box", text, ""), ("box.json", text, ""), ("box.md", "ball 3\nkite 12\n", " --format toy"),
  ])
  func isOpened(_ name: String, _ text: String, _ option: String) throws {
    try withFile(name, text) { session, path in
      let opened = try session.said("open \(path)\(option)")
      #expect(opened.hasPrefix("opened \(name) (toy list): list of"), "\(opened)")
      let counted = try session.said("filter pieces > 3; count")
      #expect(counted.contains("1 of 2"), "\(counted)")
    }
  }

  @Test func mistakesAndUnknownNamesAreErrorsInItsWords() throws {
    try withFile("box.toy", "ball three\n") { session, path in
      #expect(session.failure("open \(path)")?.description.contains("a name and a number") == true)
      let unknown = session.failure("open \(path) --format ball")?.hint ?? ""
      #expect(
        unknown.contains(
          "json, ndjson, csv, tsv, plist, feed, xml, toml, yaml, cbor, msgpack, bson, sqlite, postgres, toy"
        ))
    }
    try withFile("notes", "hello") { session, path in
      let hint = session.failure("open \(path)")?.hint ?? ""
      #expect(
        hint.contains(
          "SQLite databases, PostgreSQL databases and toy lists are read; --format NAME"), "\(hint)"
      )
    }
    try withFile("empty", "") { session, path in
      let said = session.failure("open \(path)")?.description ?? ""
      let expected = "expected JSON or a property list or a feed or XML or a toy list"
      #expect(said.contains(expected), "\(said)")
    }
  }

  @Test(arguments: ["out.toy", "- --format toy"])
  func isExported(_ target: String) throws {
    try withFile("box.toy") { session, path in
      try session.said("open \(path); filter pieces > 3")
      let folder = (path as NSString).deletingLastPathComponent
      let line = "export " + (target.hasPrefix("-") ? target : "\(folder)/\(target)")
      let statement = try #require(Statement.statements(in: line).first)
      let call = try Invocation(ExportCommand.declaration, statement)
      let command = try ExportCommand(call, among: Self.formats)
      let output = try command.run(in: &session)
      let written =
        target.hasPrefix("-")
        ? output.lines.map(\.text).joined(separator: "\n") + "\n"
        : try String(contentsOfFile: "\(folder)/out.toy", encoding: .utf8)
      #expect(written == "%toy\nkite 12\n")
    }
  }

  @Test func itsWordIsListedWhereverFormatsAre() {
    let words = Self.formats.readable.map(\.name)
    #expect(words == FileFormats.all.readable.map(\.name) + ["toy"])
    #expect(ExportCommand.forms(of: Self.formats).map(\.word).contains("toy"))
    #expect(Self.formats.savable.last == .toy)
    let option = CommandOption.format(Self.formats.readable, "the format")
    #expect(option.value?.kind == .choice(words))
  }

  /// What help and completion of the commands list is the list itself.
  @Test(arguments: [
    ("open", FileFormats.all.readable.map(\.name)), ("apply", FileFormats.all.savable.map(\.name)),
    ("save", FileFormats.all.savable.map(\.name)),
    ("export", FileFormats.all.writable.map(\.name) + ["text", "svg", "html", "session"]),
  ])
  func commandsListTheFormats(_ name: String, _ words: [String]) throws {
    let command = try #require(CommandTable.standard.commands.first { $0.name == name })
    let option = try #require(command.options.first { $0.name == "format" })
    #expect(option.value?.kind == .choice(words))
  }

  /// A format's word stands in its own folder and in lists: nothing else compares it.
  @Test func noOtherSourceComparesWordsOfFormats() throws {
    let sources = URL(fileURLWithPath: root).appending(path: "Sources")
    let words = /"(ndjson|plist|sqlite)"/
    let enumerator = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var found: [String] = []
    for case let file as URL in enumerator where file.pathExtension == "swift" {
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      for line in lines where line.contains(words) && !line.contains("reads(\"plist\")") {
        found.append(file.lastPathComponent)
      }
    }
    #expect(
      Set(found) == ["JSONFormat.swift", "PropertyListFormat.swift", "SQLiteFormat.swift"],
      "\(found)")
  }
}
