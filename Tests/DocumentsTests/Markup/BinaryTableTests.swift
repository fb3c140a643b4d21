import Foundation
import TableModel
import TestSeeds
import Testing

@testable import Documents
@testable import Files

/// A binary property list that stays in its file shows what one in memory shows.
@Suite struct BinaryTableTests {
  private static let fields =
    ["title", "name", "id", "tags"].map { FieldPath(key: $0) }
    + [.itself, FieldPath([.key("author"), .key("name")])]

  private func compare(_ bytes: [UInt8], shape: Shape?, head: Int) throws -> String? {
    try withFile(bytes, name: "test.plist") { path in
      let value = try BinaryPropertyListReader.read(SourceText(file: path, bytes: bytes))
      let eager: ShapedTable
      do throws(DataError) {
        eager = try ValueDocument(name: "test", value: value).table(shape: shape)
      } catch {
        // A shape that does not fit everywhere is noticed where it is read.
        if case .shape = error { return nil }
        let other = errorOf { () throws(DataError) in
          try BinaryDocument(path: path, name: "test", headShare: head).table(shape: shape)
        }
        return other == nil ? "no error, expected \(error)" : nil
      }
      let mapped = try mapped(path, shape: shape, head: head)
      guard mapped.shape == eager.shape, mapped.explanation == eager.explanation else {
        return "\(mapped.shape.summary) != \(eager.shape.summary)"
      }
      return try difference(mapped.source, eager.source, fields: Self.fields)
    }
  }

  /// Where nothing is found at all the head says what is missing, and a short one may not know.
  private func mapped(_ path: String, shape: Shape?, head: Int) throws -> ShapedTable {
    do throws(DataError) {
      return try BinaryDocument(path: path, name: "test", headShare: head).table(shape: shape)
    } catch {
      guard case .shape = error else { throw error }
      return try BinaryDocument(path: path, name: "test", headShare: 1 << 20).table(shape: shape)
    }
  }

  /// Documents of every kind, with a shape that is stated and, read whole, with the one inferred.
  @Test(arguments: [0, 1, 2, 4, 5])
  func randomDocuments(_ kind: Int) throws {
    let seed = testSeed()
    var writer = RandomTables(seed: seed &* 6 &+ UInt64(kind))
    for round in 0..<testRounds(12) {
      let document = writer.document(kind)
      let bytes = BinaryWriter.bytes(try JSONReader.read(source(document.text)))
      let words = try compare(bytes, shape: document.shape, head: 1 + writer.below(200))
      #expect(words == nil, "seed \(seed), kind \(kind), round \(round): \(document.text)")
      let inferred = try compare(bytes, shape: nil, head: 1 << 20)
      #expect(inferred == nil, "seed \(seed), kind \(kind), round \(round): \(document.text)")
    }
  }

  /// Counts are exact before a single record was read.
  @Test func countsStandInTheHeaders() throws {
    let rows = (0..<3000).map { Value.record(Record([("id", .number(NumberText($0)))])) }
    try withFile(BinaryWriter.bytes(.array(rows))) { path in
      let table = try BinaryDocument(path: path, name: "n", headShare: 50).table(shape: nil).source
      #expect(table.counts().rows == .exact(3000))
      #expect(try table.value(at: Address(0, 2999))?.record?["id"] == .number(NumberText(2999)))
    }
  }

  /// What is broken is met where it is read, and never ends the program.
  @Test(
    arguments: [
      ([[0xA2, 1, 2], [0xD0], [0xA1, 2]], "an object that contains itself"),
      ([[0xA2, 1, 9], [0xD0]], "a reference to object 9 of 2"),
      ([[0xA2, 1, 2], [0x09], [0xD1, 1, 1]], "a key that is not text"),
      ([[0xA2, 1, 2], [0xD0], [0x70]], "unknown object type 0x70"),
      ([[0xAF, 0x11, 0x40, 0x00, 1], [0xD0]], "a length of 16384"),
    ] as [([[UInt8]], String)])
  func brokenObjectsAreErrors(_ objects: [[UInt8]], _ expected: String) throws {
    try withFile(BinaryFile.bytes(objects)) { path in
      let error = errorOf { () throws(DataError) in
        let document = try BinaryDocument(path: path, name: "n", headShare: 2)
        try document.table(shape: Shape(rows: .itself)).source.scan { _, _ in true }
      }
      #expect(error?.description.contains(expected) == true, "\(error?.description ?? "none")")
    }
  }

  /// Every byte damaged in several ways: an error or a table, never a trap.
  @Test func survivesDamageAnywhere() throws {
    let text = #"{"a":[{"id":1,"t":"x"},{"id":2}],"b":[{"id":3}],"c":[],"d":[{"é":[1]}]}"#
    let bytes = BinaryWriter.bytes(try JSONReader.read(source(text)))
    var refused = 0
    let damages = bytes.indices.flatMap { index in
      [0x00, 0x0F, 0x5F, 0x80, 0xA1, 0xAF, 0xD1, 0xDF, 0xFF].map { (index, UInt8($0)) }
    }
    // Seven is no part of nine, so that every byte is damaged, one way or another.
    let tried = testCases(damages, oneIn: 7)
    for (index, byte) in tried {
      var damaged = bytes
      damaged[index] = byte
      try withFile(damaged) { path in
        do throws(DataError) {
          let document = try BinaryDocument(path: path, name: "n")
          let shape = Shape(sections: .itself, items: .itself)
          try document.table(shape: shape).source.scan { _, _ in true }
        } catch {
          refused += 1
        }
      }
    }
    #expect(refused > tried.count / 9)
  }

  @Test func aFileThatShrinksIsAnErrorAndNoDeath() throws {
    let rows = (0..<9000).map { Value.record(Record([("id", .number(NumberText($0)))])) }
    try withFile(BinaryWriter.bytes(.array(rows))) { path in
      let table = try BinaryDocument(path: path, name: "n").table(shape: nil).source
      truncate(path, 5000)
      #expect(throws: DataError.changedUnderneath(file: path)) {
        try table.value(at: Address(0, 8999))
      }
    }
  }

  @Test func theOpenerMapsLargeFiles() throws {
    let bytes = BinaryWriter.bytes(.array([.record(Record([("a", .bool(true))]))]))
    try withFile(bytes, name: "a.plist") { path in
      for format in [nil, FileFormat.plist] {
        let large = try DocumentOpener.large(path: path, name: "n", format: format, from: 1)
        #expect(large is BinaryDocument)
      }
    }
  }
}
