import Foundation
import TableModel
import TestSeeds
import Testing

@testable import Documents

/// A table that stays in its file shows what a table in memory shows.
@Suite struct IndexedDifferentialTests {
  private static let fields =
    ["title", "name", "id", "x y", "tags"].map { FieldPath(key: $0) }
    + [.itself, FieldPath([.key("author"), .key("name")]), FieldPath([.key("tags"), .index(0)])]

  private func compare(
    _ text: String, shape: Shape?, isSequence: Bool = false, settings: IndexedDocument.Settings
  ) throws -> Comparison {
    try withFile(Array(text.utf8)) { path in
      let value: Value =
        isSequence ? .array(try NDJSONReader.read(source(text))) : try JSONReader.read(source(text))
      let eager: ShapedTable
      do throws(DataError) {
        eager = try ValueDocument(name: "test", value: value).table(shape: shape)
      } catch {
        // What can't be shown in memory can't be shown from the file.
        let other = errorOf { () throws(DataError) in
          try indexedTable(path, shape: shape, isSequence: isSequence, settings: settings)
        }
        return Comparison(other == nil ? "no error, expected \(error)" : nil, isMade: false)
      }
      let indexed = try indexedTable(
        path, shape: shape, isSequence: isSequence, settings: settings)
      guard indexed.shape == eager.shape, indexed.explanation == eager.explanation else {
        return Comparison("\(indexed.shape.summary) != \(eager.shape.summary)")
      }
      return Comparison(try difference(indexed.source, eager.source, fields: Self.fields))
    }
  }

  @Test(arguments: ["api.json", "catalog.json", "cells.json", "filmstrip.json", "rows.json"])
  func bundledJSON(_ name: String) throws {
    let text = try String(contentsOf: Self.dataset(name), encoding: .utf8)
    for chunk in [150, 1 << 20] {
      let words = try compare(
        text, shape: nil, settings: .tiny(head: chunk, chunk: chunk, workers: 2)
      ).words
      #expect(words == nil, "\(name), pieces of \(chunk)")
    }
  }

  @Test(arguments: testCases(LateTitles.documents.indices, oneIn: 3))
  func titlesBehindLongLists(_ number: Int) throws {
    let text = LateTitles.documents[number]
    let settings = IndexedDocument.Settings.tiny(head: 1 << 20, chunk: 1 << 16)
    let words = try compare(text, shape: nil, settings: settings).words
    #expect(words == nil)
    #expect(text.utf8.count > 1 << 18)
  }

  @Test func bundledSequence() throws {
    let text = try String(contentsOf: Self.dataset("service.ndjson"), encoding: .utf8)
    for chunk in [150, 1 << 20] {
      let words = try compare(
        text, shape: nil, isSequence: true, settings: .tiny(head: chunk, chunk: chunk)
      ).words
      #expect(words == nil, "pieces of \(chunk)")
    }
  }

  private static func dataset(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Datasets/\(name)")
  }

  @Test(arguments: 0..<6)
  func randomDocuments(_ kind: Int) throws {
    let seed = testSeed()
    var writer = RandomTables(seed: seed &* 6 &+ UInt64(kind))
    var compared = 0
    for round in 0..<300 where compared < testRounds(6) {
      let document = writer.document(kind)
      let settings = IndexedDocument.Settings.tiny(
        head: 1 + writer.below(300), chunk: 64 + writer.below(300), workers: 1 + writer.below(3))
      let comparison = try compare(
        document.text, shape: document.shape, isSequence: document.isSequence, settings: settings)
      if comparison.isMade { compared += 1 }
      #expect(
        comparison.words == nil, "seed \(seed), kind \(kind), round \(round): \(document.text)")
    }
    #expect(compared == testRounds(6), "seed \(seed): \(compared)")
  }
}
