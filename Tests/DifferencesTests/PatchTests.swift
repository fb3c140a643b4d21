import Foundation
import TableModel
import TestSeeds
import Testing

@testable import Differences
@testable import Documents
@testable import Files

/// A patch makes one document of the other, whatever these are.
@Suite struct PatchTests {
  private func patch(_ comparison: DocumentComparison) throws -> Value {
    var text: [UInt8] = []
    _ = try Patch(comparison).write { text += $0 }
    return try JSONReader.read(SourceText(file: "patch", bytes: text))
  }

  private func check(_ old: Value, _ new: Value, _ comparison: DocumentComparison, _ seed: String)
    throws
  {
    let patch = try patch(comparison)
    let result = try PatchApplier.apply(patch, to: old)
    #expect(
      PlainEquality.areSame(result, new),
      "\(seed): \(JSONWriter.text(of: old)) -> \(JSONWriter.text(of: new)) by \(JSONWriter.text(of: patch)) is \(JSONWriter.text(of: result))"
    )
    #expect((comparison.delta == nil) == PlainEquality.areSame(old, new), "\(seed)")
    #expect(comparison.changes.isEmpty == (comparison.delta == nil), "\(seed)")
  }

  @Test(arguments: 0..<testRounds(40))
  func valuesInMemory(_ variant: Int) throws {
    var documents = RandomDocuments(random: SeededGenerator(seed: testSeed(variant)))
    for round in 0..<40 {
      let old = documents.value(depth: 4)
      let new = documents.changed(old)
      try check(old, new, DocumentComparison(of: old, and: new), "\(testSeed(variant)) \(round)")
    }
  }

  /// The same documents as files that stay in their text, against each other and against values.
  @Test(arguments: 0..<testRounds(12))
  func filesThatStayInTheirText(_ variant: Int) throws {
    let folder = try TemporaryFolder()
    var documents = RandomDocuments(random: SeededGenerator(seed: testSeed(variant)))
    for round in 0..<12 {
      var old = documents.value(depth: 4)
      if !old.isContainer { old = .array([old]) }
      let new = documents.changed(old)
      let layout: JSONWriter.Layout = round % 3 == 0 ? .pretty : .compact
      let a = try compared(old, .compact, folder, "a")
      let b = try compared(new, layout, folder, "b")
      let seed = "\(testSeed(variant)) \(round)"
      try check(old, new, DocumentComparison(of: a, and: b, identity: nil) { _ in }, seed)
      let inMemory = try ComparedDocument(
        ValueDocument(name: "b", value: new), EagerTable.whole(new)
      ) {}
      try check(old, new, DocumentComparison(of: a, and: inMemory, identity: nil) { _ in }, seed)
    }
  }

  private func compared(
    _ value: Value, _ layout: JSONWriter.Layout, _ folder: TemporaryFolder, _ name: String
  ) throws -> ComparedDocument {
    let path = try folder.write("\(name).json", JSONWriter.text(of: value, layout: layout))
    let large = try DocumentOpener.large(path: path, name: name, format: nil, from: 0)
    let document: any TableDocument = large ?? ValueDocument(name: name, value: value)
    return try ComparedDocument(document, document.table(shape: nil).source) {}
  }

  /// Lists long enough to be gone through by digests, with containers that are large themselves.
  @Test(arguments: 0..<testRounds(6))
  func largeLists(_ variant: Int) throws {
    let folder = try TemporaryFolder()
    let seed = testSeed(variant)
    var documents = RandomDocuments(random: SeededGenerator(seed: seed))
    let rows = (0..<4000).map { index in
      Value.record(
        Record([
          ("id", .integer(index)), ("name", .string("row \(index % 50)")),
          ("text", .string(String(repeating: "x", count: 60))),
          ("inner", documents.value(depth: 2)),
        ]))
    }
    var changed = rows
    for _ in 0..<30 {
      let place = Int.random(in: 0..<changed.count, using: &documents.random)
      switch Int.random(in: 0..<4, using: &documents.random) {
      case 0: changed.remove(at: place)
      case 1: changed.insert(documents.value(depth: 2), at: place)
      case 2: changed[place] = documents.changed(changed[place])
      default:
        let moved = changed.remove(at: place)
        changed.insert(moved, at: Int.random(in: 0...changed.count, using: &documents.random))
      }
    }
    if variant % 3 == 2 { changed = Array(changed[2000...] + changed[..<2000]) }
    func wrapped(_ rows: [Value], _ count: Int) -> Value {
      variant % 2 == 0
        ? .array(rows) : .record(Record([("count", .integer(count)), ("rows", .array(rows))]))
    }
    let (old, new) = (wrapped(rows, 1), wrapped(changed, 2))
    let a = try compared(old, .compact, folder, "a")
    let b = try compared(new, variant == 4 ? .pretty : .compact, folder, "b")
    try check(old, new, DocumentComparison(of: a, and: b, identity: nil) { _ in }, "\(seed)")
  }

  @Test(arguments: [
    ("1", "1.0"), ("null", "0"), ("[]", "{}"), (#""a""#, #""b""#), ("[1,2,3]", "[3,1,2]"),
    (#"{"a/b":1,"m~n":2}"#, #"{"m~n":3}"#), ("[[],[[]]]", "[[[]],[]]"),
    (#"{"":{"":1}}"#, #"{"":{}}"#),
    ("12345678901234567890", "12345678901234567891"), (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#),
    (#"[{"id":1},{"id":1}]"#, #"[{"id":1,"x":0},{"id":1}]"#), ("[1,1,1]", "[1,1]"),
    ("[]", "[null]"),
  ])
  func smallOnes(_ old: String, _ new: String) throws {
    func value(_ text: String) throws -> Value {
      try JSONReader.read(SourceText(file: "", bytes: Array(text.utf8)))
    }
    let (a, b) = (try value(old), try value(new))
    try check(a, b, DocumentComparison(of: a, and: b), "\(old) \(new)")
    try check(b, a, DocumentComparison(of: b, and: a), "\(new) \(old)")
  }
}

extension EagerTable {
  /// The table of a value.
  static func whole(_ value: Value) throws -> any TableSource {
    try ValueDocument(name: "", value: value).table(shape: nil).source
  }
}
