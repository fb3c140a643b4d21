import TableModel
import TestSeeds
import Testing

@testable import Arranging

@Suite struct FieldRolesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var records: [Value]
    var text: String?
    var detail: String?
    var image: String?
    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "news article",
      records: [
        ["Title": "Rates fall", "ImageName": "MR"], ["Title": "Oil slides", "ImageName": "OP"],
      ], text: "Title", image: "ImageName"),
    Case(
      name: "product",
      records: [
        [
          "ID": 1, "name": "Lamp", "manufacturer": "Lux", "details": "A lamp for desks",
          "price": .num("19.90"), "quantity": 4, "countryOfOrigin": "SE", "image": "lamp",
        ],
        [
          "ID": 2, "name": "Chair", "manufacturer": "Sitt", "details": "Four legs",
          "price": .num("49.00"), "quantity": 1, "countryOfOrigin": "DK", "image": "chair",
        ],
      ], text: "name", detail: "details", image: "image"),
    Case(
      name: "issue",
      records: [1, 2, 3].map {
        [
          "url": .string("https://api.example.com/\($0)"), "id": .integer($0), "node_id": "MDU",
          "number": .integer($0), "title": .string("Crash \($0)"),
          "user": [
            "login": .string("user\($0)"), "id": 7,
            "avatar_url": .string("https://example.com/\($0).png"),
          ],
          "labels": [], "state": "open", "body": .string(String(repeating: "long ", count: 90)),
          "created_at": "2024-01-01T00:00:00Z",
        ]
      }, text: "title", detail: "user.login", image: "user.avatar_url"),
    Case(
      name: "tweet",
      records: [1, 2, 3].map {
        [
          "created_at": "Sun Aug 31", "id": .integer(505_874_924_095_815_680 + $0),
          "id_str": .string("50587492409581568\($0)"), "text": .string("what a day \($0)"),
          "source": "<a href>", "truncated": .bool(false),
          "user": [
            "id": .integer($0), "name": .string("Nina \($0)"), "screen_name": .string("n\($0)"),
            "profile_image_url": .string("http://example.com/\($0).jpg"),
          ], "lang": "en",
        ]
      }, text: "text", detail: "user.name", image: "user.profile_image_url"),
    Case(
      name: "log line",
      records: [
        ["ts": "2024-05-01T10:00:00Z", "level": "info", "logger": "http", "msg": "listening"],
        ["ts": "2024-05-01T10:00:01Z", "level": "info", "logger": "http", "msg": "GET /"],
        ["ts": "2024-05-01T10:00:02Z", "level": "warn", "logger": "db", "msg": "slow query"],
      ], text: "msg", detail: "level"),
    Case(
      name: "packages",
      records: [
        ["Package": "zlib1g", "Version": "1:1.2", "Section": "libs", "Description": "compression"],
        ["Package": "bash", "Version": "5.2", "Section": "shells", "Description": "a shell"],
      ], text: "Package", detail: "Description"),
    Case(
      name: "people",
      records: [
        ["first_name": "Ann", "last_name": "Lee", "email": "ann@example.com", "age": 30],
        ["first_name": "Bob", "last_name": "Ray", "email": "bob@example.com", "age": 41],
      ], text: "first_name", detail: "email"),
    Case(
      name: "countries",
      records: [
        ["name": "Norway", "capital": "Oslo", "flag": "🇳🇴", "population": 5_400_000],
        ["name": "Chad", "capital": "N'Djamena", "flag": "🇹🇩", "population": 17_000_000],
      ], text: "name", detail: "capital", image: "flag"),
    Case(
      name: "no name is known: short varied text wins over a constant and an identifier",
      records: (1...4).map {
        [
          "uuid": .string("6f1c-\($0)"), "species": "owl", "ringed": .string("A\($0)"),
          "weight": .integer($0),
        ]
      }, text: "ringed", detail: "weight"),
    Case(
      name: "a title that all have alike gives way to a name",
      records: (1...4).map { ["title": "Dr", "name": .string("House \($0)")] }, text: "name",
      detail: "title"),
    Case(
      name: "a title that few have gives way too",
      records: [["title": "x", "name": "a"], ["name": "b"], ["name": "c"], ["name": "d"]],
      text: "name"),
    Case(
      name: "numbers alone", records: [["x": 1, "y": 2], ["x": 3, "y": 4]], text: "x", detail: "y"),
    Case(
      name: "an identifier is better than nothing", records: [["id": 1], ["id": 2]], text: "id"),
    Case(
      name: "a flag that is a truth value is no picture",
      records: [["name": "a", "flag": .bool(true)], ["name": "b", "flag": .bool(false)]],
      text: "name"),
    Case(
      name: "letter case and signs of keys don't matter",
      records: [
        ["Full-Name": "a", "SUB_TITLE": "x", "Thumb_Nail": "p"],
        ["Full-Name": "b", "SUB_TITLE": "y", "Thumb_Nail": "q"],
      ], text: "Full-Name", detail: "SUB_TITLE", image: "Thumb_Nail"),
    Case(name: "texts", records: ["a", "b"], text: "SELF"),
    Case(name: "numbers and nulls", records: [1, .null, 3], text: "SELF"),
    Case(name: "mostly records", records: [["name": "a"], ["name": "b"], 3], text: "name"),
    Case(name: "empty records", records: [[:], [:]]),
    Case(name: "nothing", records: []),
  ]

  @Test(arguments: cases) func infers(_ example: Case) throws {
    let roles = FieldRoles(inferredFrom: example.records)
    func path(_ text: String?) -> FieldPath? {
      text.map {
        $0 == "SELF" ? .itself : FieldPath($0.split(separator: ".").map { .key("\($0)") })
      }
    }
    #expect(roles.text == path(example.text))
    #expect(roles.detail == path(example.detail))
    #expect(roles.image == path(example.image))
    let table = FixtureTable(plain: example.records)
    #expect(try FieldRoles(inferredFrom: table) == roles)
  }

  @Test func looksAtTheFirstRecordsOnly() throws {
    let table = EndlessTable(rowCount: 1_000_000_000_000)
    #expect(try FieldRoles(inferredFrom: table).text == .itself)
  }
}

/// The few distinct values of a field are counted as a set counts them.
@Suite struct DistinctSampleTests {
  @Test func agreesWithASet() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let long = String(repeating: "long ", count: 20)
    let values: [Value] = [
      .null, .bool(true), .integer(1), .num("1.0"), .num("1e0"), .num("9007199254740993"),
      .num("9007199254740992"), .string("1"), .string("e\u{301}"), .string("é"), .string(long),
      .string(long + "!"), .array([.integer(1)]), .array([]), .data([1]), .data([2]),
      .date(Instant(secondsSince1970: 1)), .record(Record([("a", .null)])),
    ]
    for _ in 0..<50 {
      var sample = DistinctSample()
      var set: Set<DistinctValue> = []
      for _ in 0..<40 {
        let value = values.randomElement(using: &random) ?? .null
        sample.insert(value)
        set.insert(.digest(of: value))
        #expect(sample.count == set.count, "seed \(seed)")
      }
    }
  }
}
