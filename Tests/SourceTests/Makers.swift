import Foundation
import SQLTables
import SQLiteSource
import TableModel
import TestSeeds
import Testing

@testable import Arranging
@testable import Differences
@testable import Documents
@testable import Files
@testable import ManyFiles
@testable import Saving

/// A way to make a table of one of the types that conform to `TableSource`.
struct Maker: Sendable, CustomTestStringConvertible {
  /// The type's name.
  var type: String
  /// What is special about this table of the type.
  var note: String
  /// Makes the table; what it is made from is there until the body returns.
  var use: @Sendable ((any TableSource) throws -> Void) throws -> Void

  var testDescription: String { "\(type): \(note)" }

  static let all =
    eager + generated + mapped + database + edited + arranged + outer + derived + differences
    + together

  /// For what takes long: one of each type and a part of the others.
  static let some: [Maker] = {
    var types: Set<String> = []
    let first = all.filter { types.insert($0.type).inserted }
    let others = all.filter { maker in !first.contains { "\($0)" == "\(maker)" } }
    return first + testCases(others, oneIn: 4)
  }()
}

/// Documents whose tables have strips, plain rows, both, and what is empty.
private enum Texts {
  static let nested = """
    {"sections": [
      {"title": "Fiction", "footer": "made up", "rows": [
        {"title": "front", "items": [{"id": 1, "title": "emma"}, {"id": 2, "title": "dune"}]},
        {"title": "to fill", "items": []}]},
      {"title": "Empty", "rows": []},
      {"rows": [{"items": [{"id": 3, "tags": ["a", {"b": 1}]}, {"id": "x", "title": null}]}]}]}
    """
  static let nestedShape = Shape(
    sections: FieldPath(key: "sections"), rows: FieldPath(key: "rows"),
    items: FieldPath(key: "items"))
  static let groups = """
    {"a": [{"id": 1, "title": "één"}, {"id": 2.50, "author": {"name": "n"}}], "b": [],
     "c": [{"id": -7}, 12, "text", [1, 2], null]}
    """
  /// A record and scalars beside lists: plain rows and strips in one section.
  static let mixed = """
    {"one": {"id": 1}, "two": [{"id": 2}, {"id": 3}], "three": 3, "four": []}
    """
  static let list =
    "[" + (0..<700).map { "{\"id\": \($0), \"title\": \"t\($0 % 9)\"}" }.joined(separator: ",\n")
    + "]"
  static let sequence = (0..<90).map { "{\"id\": \($0), \"title\": \"line\"}\n" }.joined()

  static let shaped: [(note: String, text: String, shape: Shape?)] = [
    ("three levels", nested, nestedShape),
    ("sections of plain rows", groups, Shape(sections: .itself, rows: .itself)),
    ("sections of strips", groups, Shape(sections: .itself, items: .itself)),
    ("rows of both kinds", mixed, Shape(rows: .itself, items: .itself)),
    ("a list", list, nil), ("an empty list", "[]", Shape(rows: .itself)),
  ]

  static func value(_ text: String) throws -> Value {
    try JSONReader.read(SourceText(file: "test.json", bytes: Array(text.utf8)))
  }

  static func table(_ text: String, _ shape: Shape? = nil) throws -> any TableSource {
    try ValueDocument(name: "test", value: value(text)).table(shape: shape).source
  }
}

extension Maker {
  /// Several files; among them one that can't be read, and more than stay open.
  fileprivate static let together = ConcatenatedTable.Form.allCases.flatMap { form in
    [("a few", 1), ("many", 11)].map { note, times in
      Maker(type: "ConcatenatedTable", note: "\(note) as \(form)") { body in
        let texts = [Texts.nested, Texts.groups, Texts.mixed, "[", "[]", Texts.sequence]
        let shapes = [Texts.nestedShape] + [Shape?](repeating: nil, count: 5)
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (number, text) in (0..<times).flatMap({ _ in texts }).enumerated() {
          try Data(text.utf8).write(to: folder.appending(path: "\(number).json"))
        }
        let document = try ManyFilesDocument([folder.path], as: form) { path throws(DataError) in
          let number = Int(path.split(separator: "/").last?.dropLast(5) ?? "") ?? 0
          let document = try DocumentOpener.open(path: path)
          return Stated(document: document, shape: shapes[number % 6])
        }
        try body(document.table(shape: nil).source)
      }
    }
  }

  /// A document that has one shape.
  private struct Stated: TableDocument {
    let document: any TableDocument
    let shape: Shape?

    var name: String { document.name }
    var format: String { document.format }

    func table(shape: Shape?) throws(DataError) -> ShapedTable {
      try document.table(shape: self.shape)
    }
  }

  fileprivate static let eager = Texts.shaped.map { text in
    Maker(type: "EagerTable", note: text.note) { try $0(Texts.table(text.text, text.shape)) }
  }

  fileprivate static let differences = [
    (
      "of two lists", #"[{"id": 1, "a": [1, {"b": 2}]}, {"id": 2}, 3]"#,
      #"[{"id": 2, "c": null}, {"id": 1, "a": [{"b": 3}]}]"#
    ),
    ("of one value", "1", "[]"),
  ].map { note, old, new in
    Maker(type: "DifferenceTable", note: note) { body in
      let documents = try [old, new].map { text in
        let document = try DocumentOpener.open(bytes: Array(text.utf8), name: "a.json")
        return try ComparedDocument(document, document.table(shape: nil).source) {}
      }
      let found = try DocumentComparison(of: documents[0], and: documents[1], identity: nil) { _ in
      }
      try body(DifferenceDocument(found, documents[0], documents[1]).table(shape: nil).source)
    }
  }

  fileprivate static let outer = OuterLevel.allCases.flatMap { level in
    [("in memory", false), ("mapped", true)].map { note, isMapped in
      Maker(type: "OuterTable", note: "\(level.plural), \(note)") { body in
        func check(_ base: any TableSource) throws {
          try body(#require(OuterTable(level, of: base)))
        }
        if !isMapped { return try check(Texts.table(Texts.nested, Texts.nestedShape)) }
        try withFile(Array(Texts.nested.utf8)) {
          try check(indexedTable($0, shape: Texts.nestedShape).source)
        }
      }
    }
  }

  /// Keys that are computed, the second one from the first, and one from the place.
  private static let derivedFields = [
    DerivedField("derived", expression: "id", keys: ["id"], readsPlaces: false) { _ in
      { _, record in record[path: FieldPath(key: "id")] ?? .null }
    },
    DerivedField("again", expression: "derived", keys: ["derived"], readsPlaces: false) { _ in
      { _, record in .array([record[path: FieldPath(key: "derived")] ?? .bool(false)]) }
    },
    DerivedField("place", expression: "SELF", keys: nil, readsPlaces: true) { base in
      { address, record throws(DataError) in
        .string(
          "\(address) \(try base.inData(address)?.address as Address?) \(record.record?.count ?? 0)"
        )
      }
    },
  ]

  fileprivate static let derived =
    Texts.shaped.flatMap { text in
      [
        Maker(type: "DerivedTable", note: "in memory, \(text.note)") {
          try $0(DerivedTable(Texts.table(text.text, text.shape), derivedFields))
        },
        Maker(type: "ArrangedTable", note: "of derived keys, \(text.note)") {
          let base = try DerivedTable(Texts.table(text.text, text.shape), derivedFields)
          try $0(
            ArrangedTable(
              base: base,
              arrangement: Arrangement(sortKeys: [SortKey(FieldPath(key: "derived"))])))
        },
        Maker(type: "DerivedTable", note: "arranged, \(text.note)") {
          let table = try ArrangedTable(
            base: Texts.table(text.text, text.shape),
            arrangement: Arrangement(grouping: .byValue(of: FieldPath(key: "title"))))
          try $0(DerivedTable(table, derivedFields))
        },
        Maker(type: "DerivedTable", note: "mapped, \(text.note)") { body in
          try withFile(Array(text.text.utf8)) {
            let table = try indexedTable($0, shape: text.shape ?? Shape(rows: .itself)).source
            try body(DerivedTable(table, derivedFields))
          }
        },
      ]
    }
    + [
      Maker(type: "DerivedTable", note: "whose index still grows") { body in
        try withFile(Array(Texts.list.utf8)) { path in
          let document = try IndexedDocument(
            path: path, name: "test", isSequence: nil, settings: .tiny())
          try body(
            DerivedTable(document.table(shape: Shape(rows: .itself)).source, derivedFields))
        }
      },
      Maker(type: "DerivedTable", note: "a database") { body in
        let path = Repository.path("Datasets/catalog.sqlite")
        let table = try DatabaseDocument(sqlite: path, request: DatabaseRequest(table: "products"))
          .table(shape: nil).source
        try body(DerivedTable(table, derivedFields))
      },
    ]

  fileprivate static let generated = [(1, 100, 0), (3, 4, 5), (0, 7, 0), (2, 0, 3), (2, 3, 0)].map {
    (sections, rows, items) in
    Maker(type: "GeneratedTable", note: "\(sections) x \(rows) x \(items)") {
      try $0(
        GeneratedTable(
          GeneratedSpecification(sections: sections, rows: rows, items: items, kinds: 2)))
    }
  }

  fileprivate static let mapped =
    Texts.shaped.map { text in
      Maker(type: "IndexedTable", note: "JSON, \(text.note)") { body in
        try withFile(Array(text.text.utf8)) {
          try body(indexedTable($0, shape: text.shape ?? Shape(rows: .itself)).source)
        }
      }
    }
    + [
      Maker(type: "IndexedTable", note: "a sequence") { body in
        try withFile(Array(Texts.sequence.utf8), name: "test.ndjson") {
          try body(indexedTable($0, shape: Shape(rows: .itself), isSequence: true).source)
        }
      },
      Maker(type: "IndexedTable", note: "whose index still grows") { body in
        try withFile(Array(Texts.list.utf8)) { path in
          let document = try IndexedDocument(
            path: path, name: "test", isSequence: nil, settings: .tiny())
          try body(document.table(shape: Shape(rows: .itself)).source)
        }
      },
      Maker(type: "IndexedTable", note: "a property list in XML") { body in
        let text = try XMLPropertyListWriter.text(of: Texts.value(Texts.list))
        try withFile(Array(text.utf8), name: "test.plist") {
          try body(markupTable($0, shape: Shape(rows: .itself)).source)
        }
      },
    ]
    + Texts.shaped.filter { !$0.text.contains("null") && !$0.text.contains("[]") }.map { text in
      Maker(type: "BinaryTable", note: text.note) { body in
        try withFile(BinaryWriter.bytes(Texts.value(text.text)), name: "test.plist") { path in
          let document = try BinaryDocument(path: path, name: "test", headShare: 1 << 20)
          try body(document.table(shape: text.shape).source)
        }
      }
    }

  fileprivate static let database =
    [
      ("a table", DatabaseRequest(table: "products")),
      ("groups", DatabaseRequest(table: "products", groupBy: "manufacturer")),
      ("a query", DatabaseRequest(query: "SELECT * FROM products WHERE id % 3 = 0")),
      ("an empty query", DatabaseRequest(query: "SELECT * FROM products WHERE 0")),
    ].map { (note, request) in
      Maker(type: "DatabaseTable", note: note) { body in
        let path = Repository.path("Datasets/catalog.sqlite")
        try body(DatabaseDocument(sqlite: path, request: request).table(shape: nil).source)
      }
    } + [
      Maker(type: "ParentTable", note: "customers and their orders") { body in
        let document = try DatabaseDocument(
          sqlite: Repository.path("Datasets/Questions/shop.sqlite"),
          request: DatabaseRequest(table: "customers"))
        try body(document.table(shape: Shape(items: FieldPath(key: "orders"))).source)
      }
    ]

  fileprivate static let edited = [
    ("nothing yet", Texts.nested, Texts.nestedShape, []),
    (
      "strips", Texts.nested, Texts.nestedShape,
      [
        .insert(Address(0, 0, 1), .item(.record(Record([("id", .integer(99))])))),
        .delete(Address(0, 1)), .move(from: Address(2), to: Address(0)),
        .insert(Address(1), .section(title: "new", rows: [NewRow(.items([.integer(1)]))])),
      ]
    ),
    (
      "plain rows", Texts.groups, Shape(sections: .itself, rows: .itself),
      [
        .update(Address(0, 1), .string("other")), .move(from: Address(2, 0), to: Address(0, 0)),
        .insert(Address(1, 0), .row(NewRow(title: "t", .record(.bool(true))))),
      ]
    ),
  ].map { (note: String, text: String, shape: Shape, edits: [DataEdit]) in
    Maker(type: "EditedSource", note: note) { body in
      var table = try EditedSource(Texts.table(text, shape))
      for edit in edits { try table.apply([edit]) }
      try body(table)
    }
  }

  private static let arrangements: [(String, Arrangement)] = {
    let title = FieldPath(key: "title")
    let filter = RecordFilter("some") { address, _ in (address.item ?? address.row ?? 0) % 3 != 1 }
    let never = RecordFilter("none") { _, _ in false }
    let keys = [SortKey(title, ascending: false), SortKey(FieldPath(key: "id"))]
    return [
      ("nothing", Arrangement()), ("filtered", Arrangement(filters: [filter])),
      ("filtered away", Arrangement(filters: [never])), ("sorted", Arrangement(sortKeys: keys)),
      ("flat", Arrangement(grouping: .flat)),
      ("grouped", Arrangement(filters: [filter], grouping: .byValue(of: title), sortKeys: keys)),
      ("grouped to strips", Arrangement(grouping: .byValue(of: title, asStrips: true))),
      ("by letter", Arrangement(grouping: .byLetter(of: title))),
      ("sections turned", Arrangement(sectionOrder: .descending)),
    ]
  }()

  fileprivate static let arranged = arrangements.flatMap { note, arrangement in
    Texts.shaped.map { text in
      Maker(type: "ArrangedTable", note: "\(note): \(text.note)") { body in
        try body(ArrangedTable(base: Texts.table(text.text, text.shape), arrangement: arrangement))
      }
    } + [
      Maker(type: "ArrangedTable", note: "\(note): a database") { body in
        let path = Repository.path("Datasets/catalog.sqlite")
        let base = try DatabaseDocument(sqlite: path, request: DatabaseRequest(table: "products"))
          .table(shape: nil).source
        try body(ArrangedTable(base: base, arrangement: arrangement))
      }
    ]
  }
}
