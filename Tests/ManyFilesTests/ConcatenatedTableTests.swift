import Documents
import Foundation
import Synchronization
import TableModel
import TestSeeds
import Testing

@testable import ManyFiles

/// Several files as one table.
@Suite struct ConcatenatedTableTests {
  private static func open(
    _ folder: TestFolder, _ form: ConcatenatedTable.Form = .sections,
    opened: (@Sendable (String) -> Void)? = nil
  ) throws -> ManyFilesDocument {
    try ManyFilesDocument([folder.path], as: form) { path throws(DataError) in
      opened?(path)
      return try DocumentOpener.open(path: path)
    }
  }

  private static func settled(_ document: ManyFilesDocument) throws -> any TableSource {
    let source = try document.table(shape: nil).source
    return try source.settled {} ?? source
  }

  /// The ids of all records by a way that reads windows.
  private static func ids(_ source: any TableSource) throws -> [[String]] {
    let field = FieldPath(key: "id")
    return try source.sections(0..<source.counts().sections.known).enumerated().map {
      section, info in
      let batch = try source.records(0..<info.rows.known, inSection: section, fields: [field])
      return (0..<batch.count).map { batch.text($0, 0) }
    }
  }

  @Test func manyFilesStayInOrderWhileFewAreOpen() throws {
    let folder = try TestFolder()
    for file in 0..<150 {
      let lines = (0..<file % 4).map { "{\"id\": \(file * 10 + $0)}" }.joined(separator: "\n")
      try folder.write("log\(file).ndjson", lines)
    }
    let count = Mutex(0)
    let document = try Self.open(folder) { _ in count.withLock { $0 += 1 } }
    let source = try Self.settled(document)
    let wanted = (0..<150).map { file in (0..<file % 4).map { "\(file * 10 + $0)" } }
    #expect(count.withLock { $0 } == 150)
    #expect(try Self.ids(source) == wanted)
    #expect(source.counts().rows == .exact(wanted.joined().count))
    var scanned: [String] = []
    try source.scan { address, value throws(DataError) in
      scanned.append(value.record?["id"]?.plainText ?? "")
      let again = try source.value(at: address)
      #expect(again?.record?["id"] == value.record?["id"])
      return true
    }
    #expect(scanned == wanted.flatMap(\.self))
    // Those that were closed were opened again.
    #expect(count.withLock { $0 } > 200)
    let list = try Self.settled(Self.open(folder, .rows))
    #expect(try Self.ids(list) == [wanted.flatMap(\.self)])
    #expect(try list.value(at: Address(0, 0))?.record?["file"] == .string("log1.ndjson"))
  }

  @Test func theFirstIsShownBeforeTheOthersAreRead() throws {
    let folder = try TestFolder(["a.json": #"[{"id": 1}]"#, "b.json": #"[{"id": 2}]"#])
    let gate = Mutex(false)
    let document = try Self.open(folder) { path in
      if path.hasSuffix("b.json") { Pause.upTo(10_000) { !gate.withLock { $0 } } }
    }
    let source = try document.table(shape: nil).source
    #expect(source.counts().sections == .atLeast(1))
    #expect(source.activity?.indexing == 0.5)
    #expect(try Self.ids(source) == [["1"]])
    gate.withLock { $0 = true }
    #expect(try Self.ids(#require(try source.settled {})) == [["1"], ["2"]])
  }

  /// An interrupt while a file is opened behind the prompt does not make it unreadable.
  @Test func anInterruptLeavesNoFileOut() throws {
    let folder = try TestFolder(["a.json": #"[{"id": 1}]"#, "b.json": #"[{"id": 2}]"#])
    let tries = Mutex(0)
    let document = try ManyFilesDocument([folder.path], as: .sections) { path throws(DataError) in
      let isEarly =
        path.hasSuffix("b.json")
        && tries.withLock {
          $0 += 1
          return $0 < 4
        }
      if isEarly { throw .cancelled }
      return try DocumentOpener.open(path: path)
    }
    #expect(try Self.ids(Self.settled(document)) == [["1"], ["2"]])
  }

  /// A file that holds one record: one row of the list, and not a row for each of its fields.
  @Test func aFileMayBeOneRecord() throws {
    let folder = try TestFolder([
      "a.json": #"[{"id": 1}, {"id": 2}]"#, "b.json": #"{"id": 3}"#,
      "c.json": #"{"id": 4, "tags": ["x"], "place": {"id": 9}}"#, "d.ndjson": "{\"id\": 5}\n",
      // Too long to be read as a value at once.
      "e.json": #"{"id": 6, "tags": ["\#(String(repeating: "x", count: 80_000))"], "more": {}}"#,
    ])
    let list = try Self.settled(Self.open(folder, .rows))
    #expect(try Self.ids(list) == [["1", "2", "3", "4", "5", "6"]])
    #expect(try list.rows(2..<3, inSection: 0).first?.title == "3")
    #expect(try list.value(at: Address(0, 3))?.record?["file"] == .string("c.json"))
    #expect(list.activity?.leftOut == [])
    // In a section of its own its fields are rows, which is said where others are lists.
    let said = try #require(try Self.settled(Self.open(folder)).activity?.leftOut)
    #expect(said.map { $0.prefix(20) } == ["b", "c", "e"].map { "'\($0).json': one record" })
    let behind = try TestFolder([
      "a.json": #"{"id": 1}"#, "ab.json": "[]", "b.json": #"[{"id": 2}]"#, "c.json": "[3]",
      "d.json": "{}",
    ])
    let others = try #require(try Self.settled(Self.open(behind)).activity?.leftOut)
    let other = try #require(others.first)
    #expect(try Self.settled(Self.open(behind, .rows)).counts().rows == .exact(4))
    #expect(
      others.count == 1 && other.hasPrefix("'b.json': unlike it, the first file is one record"))
    let alone = try TestFolder(["a.json": #"{"id": 1}"#, "b.json": #"{"id": 2}"#])
    #expect(try Self.settled(Self.open(alone)).activity?.leftOut == [])
    let words = try Self.open(alone).table(shape: nil).explanation
    #expect(words.hasSuffix("a row for each field (--as rows makes it one row)"))
  }

  @Test func whatCannotBeReadIsSaid() throws {
    let folder = try TestFolder([
      "a.json": "[1, 2", "b.json": #"[{"id": 2}]"#, "c.bin": "\u{1}\u{2}", "d.json": "[]",
    ])
    let source = try Self.settled(Self.open(folder))
    let sections = try source.sections(0..<4)
    #expect(sections.map(\.title) == ["a.json", "b.json", "c.bin", "d.json"])
    #expect(sections.map(\.rows.known) == [0, 1, 0, 0])
    #expect(sections[0].footer?.contains("a.json:1:") ?? false)
    #expect(sections[2].footer?.contains("not in a known format") ?? false)
    let said = try #require(source.activity?.leftOut)
    #expect(said.count == 2 && said[0].contains("'a.json' can't be read"))
    // Nothing is read of them, and nothing traps.
    for section in 0..<4 {
      _ = try source.rows(0..<9, inSection: section)
      _ = try source.value(at: Address(section, 0))
      _ = try source.value(at: Address(section))
      _ = try source.items(0..<3, inRow: Address(section, 0), fields: [.itself])
      _ = try source.outerRecord(.document, around: Address(section, 0))
    }
    let none = try TestFolder(["a.json": "[", "b.json": "]"])
    #expect(throws: DataError.self) { try Self.open(none) }
  }

  @Test func aFileThatHasChangedIsAnError() throws {
    let folder = try TestFolder()
    for file in 0..<80 { try folder.write("\(file).json", "[{\"id\": \(file)}]") }
    let document = try Self.open(folder)
    let source = try Self.settled(document)
    #expect(!document.hasChanged)
    try folder.write("0.json", "[{\"id\": 100}, {\"id\": 101}]")
    #expect(throws: DataError.changedUnderneath(file: folder("0.json"))) {
      try source.value(at: Address(0, 0))
    }
    #expect(try source.value(at: Address(79, 0)) != nil)
    try folder.write("79.json", "[]")
    #expect(document.hasChanged)
  }

  /// Random files of lists and of sections: as one document that holds them all.
  @Test(arguments: ConcatenatedTable.Form.allCases)
  func theSameAsOneDocument(_ form: ConcatenatedTable.Form) throws {
    var random = SeededGenerator(seed: testSeed())
    for _ in 0..<6 {
      let folder = try TestFolder()
      var all: [[String]] = []
      for file in 0..<Int.random(in: 1...7, using: &random) {
        let sections = (0..<Int.random(in: 1...3, using: &random)).map { section in
          (0..<Int.random(in: 0...4, using: &random)).map { "\(file)\(section)\($0)" }
        }
        // A list, or a dictionary of lists, which are sections.
        let lists = sections.map {
          "[" + $0.map { #"{"id": "\#($0)"}"# }.joined(separator: ",") + "]"
        }
        let isList = Bool.random(using: &random)
        let text =
          isList
          ? lists[0]
          : #"{"s": ["#
            + lists.map { #"{"title": "t", "rows": \#($0)}"# }.joined(separator: ",") + "]}"
        try folder.write("\(file).json", text)
        all += isList ? [sections[0]] : sections
      }
      let document = try ManyFilesDocument([folder.path], as: form) { path throws(DataError) in
        Sectioned(document: try DocumentOpener.open(path: path))
      }
      let source = try Self.settled(document)
      #expect(try Self.ids(source) == (form == .rows ? [all.flatMap(\.self)] : all))
      #expect(try source.recordCount() == all.joined().count)
    }
  }

  /// A list, or sections of rows.
  private struct Sectioned: TableDocument {
    let document: any TableDocument
    var name: String { document.name }
    var format: String { document.format }

    func table(shape: Shape?) throws(DataError) -> ShapedTable {
      let sections = Shape(
        sections: FieldPath(key: "s"), rows: FieldPath(key: "rows"), title: FieldPath(key: "title"))
      do throws(DataError) {
        return try document.table(shape: sections)
      } catch {
        return try document.table(shape: Shape(rows: .itself))
      }
    }
  }
}
