import TableModel
import TestSeeds
import Testing

@testable import Documents

/// The ways from a document's root to its sections, rows and items.
@Suite struct DocumentPathTests {
  /// All addresses of a table that is small.
  private static func addresses(_ table: any TableSource) throws -> [Address] {
    var all: [Address] = []
    for section in 0..<table.counts().sections.known {
      all.append(Address(section))
      let count = try table.sections(section..<section + 1)[0].rows.known
      for (row, info) in try table.rows(0..<count, inSection: section).enumerated() {
        all.append(Address(section, row))
        all += (0..<(info.items?.known ?? 0)).map { Address(section, row, $0) }
      }
    }
    return all
  }

  /// Follows a path with nothing but the value.
  private static func walk(_ path: FieldPath, in value: Value) -> Value? {
    path.steps.reduce(value) { value, step in
      switch (step, value) {
      case (.key(let key), .record(let record)?): record[key]
      case (.index(let index), .array(let elements)?):
        elements.indices.contains(index) ? elements[index] : nil
      default: nil
      }
    }
  }

  @Test(arguments: [
    #"[{"a": 1}, {"a": 2}]"#, #"{"x": [{"a": 1}, {"a": 2}], "y": [{"a": 3}]}"#,
    #"{"users": [{"n": "A", "friends": [{"k": 1}]}, {"n": "B", "friends": [{"k": 2}, {"k": 3}]}]}"#,
    #"{"a": 1, "b": [1, 2], "c": {"d": 4}, "e": "x", "f": [3]}"#,
    #"[["name", "size"], ["x", 1], ["y", 2]]"#, #"[[1, 2], [3], []]"#, "5", "[]", "{}",
    #"{"data": {"items": [{"id": 1, "tags": ["a"]}, {"id": 2, "tags": []}]}, "next": null}"#,
    #"{"a": {"x": 1}, "b": {"x": 2}, "a b.c": {"x": 3}}"#, #"[1, [2], {"a": 3}, "x", [4, 5]]"#,
    #"{"s": {"r1": [{"v": 1}], "r2": [{"v": 2}, {"v": 3}]}, "t": {"r1": [{"v": 4}]}}"#,
  ])
  func pathsLeadToWhatIsShown(_ text: String) throws {
    let document = try DocumentOpener.open(bytes: Array(text.utf8), name: "test.json")
    let whole = try #require(document as? ValueDocument).value
    let inferred = try document.table(shape: nil)
    for shape in [inferred.shape] + inferred.alternatives {
      let table = try #require(try document.table(shape: shape).source as? any DocumentTable)
      for address in try Self.addresses(table) {
        guard let path = try table.path(to: address) else {
          #expect(table.hasLooseSection && address == Address(0), "\(text) \(address)")
          continue
        }
        let found = try #require(Self.walk(path, in: whole), "\(text) \(address) \(path)")
        let shown = try table.value(at: address)
        if address.item != nil || table.header == nil && found == shown {
          #expect(found == shown)
        } else if table.header == nil {
          // A row of items is shown as their list.
          let list = address.row == nil ? shape.rows ?? shape.items : shape.items
          let listed = list.flatMap { found[path: $0] }
          #expect(listed == shown || listed?.record.map { .array($0.values) } == shown)
        } else if address.row != nil {
          #expect(found.array == shown?.record?.values)
          #expect(table.written(FieldPath(key: "size")) == FieldPath([.index(1)]))
        }
      }
    }
  }

  /// What stays in its file, and property lists of both forms.
  @Test(arguments: ["catalog.json", "service.ndjson", "pulse.plist", "transit.plist", "api.json"])
  func bundledFilesHavePaths(_ name: String) throws {
    let document = try DocumentOpener.open(path: Repository.path("Datasets/" + name))
    let table = try #require(try document.table(shape: nil).source as? any DocumentTable)
    for address in try Self.addresses(table) where address.item != nil || address.row == 0 {
      let path = try #require(try table.path(to: address))
      let found = try table.root.find(path)?.value()
      if address.item != nil { #expect(try found == table.value(at: address)) }
      #expect(found != nil)
    }
  }

  @Test(arguments: [
    (FieldPath(), "."), (FieldPath(keys: ["a", "b1", "_c"]), ".a.b1._c"),
    (FieldPath([.index(3), .key("x")]), ".[3].x"),
    (FieldPath(keys: ["a b", "é", "1a", ""]), #".["a b"]["é"]["1a"][""]"#),
    (FieldPath([.key("say \"\\(x)\""), .index(-1)]), #".["say \"\\(x)\""][-1]"#),
  ])
  func pathsAreWrittenForJq(_ path: FieldPath, _ expected: String) {
    #expect(path.jq == expected)
  }

  @Test func whatIsComputedHasNoPathForJq() {
    let sum = FieldPath([.key("a"), .computed(.init("@sum") { $0 })])
    #expect(sum.jq == nil)
  }
}
