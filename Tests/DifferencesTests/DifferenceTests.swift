import Foundation
import TableModel
import TestSeeds
import Testing

@testable import Differences
@testable import Documents

/// What people are told of two documents.
@Suite struct DifferenceTests {
  private func document(
    _ text: String, _ name: String = "a.json", _ shape: Shape? = nil
  ) throws -> ComparedDocument {
    let document = try DocumentOpener.open(bytes: Array(text.utf8), name: name)
    return try ComparedDocument(document, document.table(shape: shape).source) {}
  }

  private func lines(
    _ old: String, _ new: String, by key: String? = nil,
    names: (String, String) = ("a.json", "b.json"), as shape: Shape? = nil
  ) throws -> (lines: [String], comparison: DocumentComparison) {
    let (a, b) = (
      try document(old, names.0, shape), try document(new, names.1, shape)
    )
    let found = try DocumentComparison(of: a, and: b, identity: key.map { FieldPath(key: $0) }) {
      _ in
    }
    let words = ChangeWords(a, b)
    return (try found.changes.map { try words.line(of: $0) }, found)
  }

  static let users =
    #"{"count": 3, "users": [{"id": 1, "name": "Ada", "age": 36, "tags": ["x","y"], "friends": [{"name": "Bo", "since": 2001}, {"name": "Cy", "since": 2002}]}, {"id": 2, "name": "Bob", "age": 20, "tags": [], "friends": []}, {"id": 3, "name": "Cem", "age": 50, "tags": [], "friends": [{"name": "Di", "since": 1999}]}]}"#
  static let others =
    #"{"count": 4, "extra": null, "users": [{"id": 3, "name": "Cem", "age": 50.0, "tags": [], "friends": [{"name": "Di", "since": 1999},{"name": "Ed", "since": 2020}]}, {"id": 1, "name": "Ada", "age": 37, "tags": ["y", "z"], "friends": [{"name": "Cy", "since": 2003}]}, {"id": 9, "name": "Eve", "age": 1, "tags": [], "friends": []}]}"#

  /// Sections, items, fields, lists in fields, and what stands beside the table.
  @Test func everyLevelIsCompared() throws {
    let shape = Shape(sections: FieldPath(key: "users"), items: FieldPath(key: "friends"))
    let found = try lines(Self.users, Self.others, as: shape)
    #expect(
      found.lines == [
        "~ count: 3 -> 4", "+ extra: null", "+ 0.0.1 Ed: {name: Ed, since: 2020}",
        "- 1 Bob: {id 2, name Bob, ...}", "> 1 Ada: from 0", "~ 1 Ada: age 36 -> 37",
        "- 1 Ada: tags[0] x",
        "+ 1 Ada: tags[1] z", "- 0.0.0 Bo: {name: Bo, since: 2001}",
        "~ 1.0.0 Cy: since 2002 -> 2003", "+ 2 Eve: {id 9, name Eve, ...}",
      ])
    #expect(
      found.comparison.matchingWords
        == "matched 'users' by id (2 in both), 'users.friends' by name (2 in both)")
  }

  @Test(
    arguments: [
      // The key that is unique and has most in common.
      (#"[{"n":"a","k":1},{"n":"b","k":2}]"#, #"[{"n":"b","k":9},{"n":"a","k":8}]"#, "n", 2),
      // Equally good ones: a usual name.
      (#"[{"x":1,"id":5},{"x":2,"id":6}]"#, #"[{"x":1,"id":5},{"x":2,"id":6,"y":0}]"#, "id", 2),
      // One that stands twice is none.
      (
        #"[{"id":1,"n":"a"},{"id":1,"n":"b"}]"#, #"[{"id":1,"n":"a"},{"id":1,"n":"b","z":1}]"#, "n",
        2
      ),
      // In a record inside.
      (
        #"[{"p":{"id":1},"v":1},{"p":{"id":2},"v":1}]"#,
        #"[{"p":{"id":2},"v":3},{"p":{"id":1},"v":2}]"#, "p.id", 2
      ),
      // Nothing in common and no usual name: places.
      (#"[{"v":1}]"#, #"[{"v":2}]"#, nil, 0),
    ] as [(String, String, String?, Int)])
  func theBestKeyIsTaken(_ old: String, _ new: String, _ key: String?, _ matched: Int) throws {
    let matching = try #require(try lines(old, new).comparison.matchings.first)
    #expect(matching.key?.description == key)
    #expect(matching.matched == matched)
  }

  @Test func aStatedKeyCountsAndSaysWhereItFails() throws {
    let (old, new) = (
      #"[{"id":1,"n":"a"},{"id":2,"n":"b"}]"#, #"[{"id":2,"n":"a"},{"id":1,"n":"b"}]"#
    )
    #expect(
      try lines(old, new, by: "n").lines
        == ["~ 0.0 1: id 1 -> 2", "~ 0.1 2: id 2 -> 1"].map {
          $0.replacing(" 1:", with: " a:").replacing(" 2:", with: " b:")
        })
    #expect(try lines(old, new, by: "id").lines.count == 3)
    let twice = try lines(#"[{"id":1,"n":"a"},{"id":1,"n":"b"}]"#, #"[{"id":1,"n":"a"}]"#, by: "id")
    #expect(
      twice.comparison.remarks.first?.contains("'id' is not unique in the list, where 1 stands")
        == true)
    #expect(twice.comparison.matchings.first?.key?.description == "n")
    let unknown = try lines(old, new, by: "idd")
    #expect(unknown.comparison.remarks == ["no list that was compared has 'idd' in its records"])
  }

  @Test(arguments: [
    ("[1,2,3]", "[1,2,3]"), ("[1]", "[1.0]"), ("[1e2]", "[100]"),
    (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#),
    (#"["é"]"#, #"["\u00e9"]"#), ("0", "-0"), ("[ 1 ,\n2]", "[1,2]"), ("{}", "{}"),
    ("null", "null"),
  ])
  func whatIsTheSameAsDataDoesNotDiffer(_ old: String, _ new: String) throws {
    let found = try lines(old, new)
    #expect(found.lines == [])
    #expect(found.comparison.summary(of: []) == "nothing differs")
  }

  @Test(arguments: [
    (#"["é"]"#, #"["e\u0301"]"#, "~ 0.0: é -> é (another text)"),
    ("[1]", #"["1"]"#, #"~ 0.0: 1 -> "1""#),
    (#"{"a":null}"#, "{}", "- 0.0 a: null"), ("[[]]", "[{}]", "~ 0.0: [] -> {0 fields}"),
    (
      "[12345678901234567890]", "[12345678901234567891]",
      "~ 0.0: 12345678901234567890 -> 12345678901234567891"
    ),
    (#"[""]"#, #"["a"]"#, #"~ 0.0: "" -> a"#), ("3", "4", "~ 0.0: 3 -> 4"),
  ])
  func whatLooksAlikeIsToldApart(_ old: String, _ new: String, _ line: String) throws {
    #expect(try lines(old, new).lines == [line])
  }

  @Test func repeatedKeysAreSaid() throws {
    let found = try lines(#"{"a":1,"a":2,"b":1}"#, #"{"a":2,"b":1}"#)
    #expect(found.lines == [])
    #expect(
      found.comparison.remarks.contains { $0.hasPrefix("1 value was not compared: where a key") })
  }

  /// Formats that hold other values are compared as what JSON writes, and that is said.
  @Test func otherFormatsAreCompared() throws {
    let list =
      "<plist><dict><key>when</key><date>2024-05-01T12:00:00Z</date><key>n</key><integer>1</integer></dict></plist>"
    let found = try lines(
      list, #"{"when":"2024-05-01T12:00:00Z","n":2}"#, names: ("a.plist", "b.json"))
    #expect(found.lines == ["~ 0.1 n: 1 -> 2"])
    #expect(found.comparison.remarks.contains { $0.contains("can't hold the same") })
    let same = try lines(list, list, names: ("a.plist", "b.plist"))
    #expect(same.lines.isEmpty && same.comparison.remarks.isEmpty)
    let rows = #"[{"id":1,"v":1},{"id":2,"v":2}]"#
    let sequence = "{\"id\":1,\"v\":1}\n{\"id\":2,\"v\":3}\n"
    let lined = try lines(rows, sequence, names: ("a.json", "b.ndjson"))
    #expect(lined.lines == ["~ 0.1 2: v 2 -> 3"] && lined.comparison.remarks.isEmpty)
  }

  /// The fewest moves: of many elements that stand in order, one that has gone elsewhere.
  @Test func fewMovesAreFound() throws {
    func list(_ ids: [Int]) -> String {
      "[" + ids.map { #"{"id":\#($0)}"# }.joined(separator: ",") + "]"
    }
    #expect(
      try lines(list(Array(0..<500)), list(Array(1..<500) + [0])).lines == ["> 0.499 0: from 0.0"])
    #expect(
      try lines(list([1, 2, 3, 4, 5, 6, 7]), list([1, 4, 5, 2, 3, 6, 7])).lines.count == 2)
    // Two halves that have changed places: the shorter one moves.
    let swapped = Array(300..<1000) + Array(0..<300)
    #expect(try lines(list(Array(0..<1000)), list(swapped)).lines.count == 300)
  }

  @Test func moreDifferencesThanAreListedAreAnError() throws {
    let (a, b) = (try document("[1,2,3,4]"), try document("[5,6,7,8]"))
    #expect(throws: DataError.self) {
      try DocumentComparison(of: a, and: b, identity: nil, mostFound: 3) { _ in }
    }
  }

  @Test func theWorkCanBeStopped() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<20_000).map { #"{"id":\#($0),"t":"\#(String(repeating: "x", count: 60))"}"# }
    let path = try folder.write("a.json", "[" + rows.joined(separator: ",") + "]")
    let document = try #require(
      try DocumentOpener.large(path: path, name: "a", format: nil, from: 0))
    let compared = try ComparedDocument(document, document.table(shape: nil).source) {}
    #expect(throws: DataError.cancelled) {
      try DocumentComparison(of: compared, and: compared, identity: nil) { _ throws(DataError) in
        throw .cancelled
      }
    }
  }

  /// Text that is damaged anywhere is an error, also where both documents have it.
  @Test(arguments: ["]", "x", "[1,]", #"["\x"]"#, "\u{1}"])
  func damagedTextIsAnError(_ piece: String) throws {
    let folder = try TemporaryFolder()
    let rows = (0..<3000).map { #"{"id":\#($0)}"# }
    let text =
      "[" + (rows[..<2000] + ["{\"id\": \(piece)}"] + rows[2000...]).joined(separator: ",") + "]"
    let path = try folder.write("a.json", text)
    #expect(throws: DataError.self) {
      let document = try #require(
        try DocumentOpener.large(path: path, name: "a", format: nil, from: 0))
      let compared = try ComparedDocument(document, document.table(shape: nil).source) {}
      _ = try DocumentComparison(of: compared, and: compared, identity: nil) { _ in }
    }
  }
}

/// What two lists have in common, found in several ways.
@Suite struct AlignmentTests {
  /// The length of the longest common part, the plain way.
  private func longest(_ a: [UInt64], _ b: [UInt64]) -> Int {
    var row = [Int](repeating: 0, count: b.count + 1)
    for x in a {
      var diagonal = 0
      for (index, y) in b.enumerated() {
        let above = row[index + 1]
        row[index + 1] = x == y ? diagonal + 1 : max(above, row[index])
        diagonal = above
      }
    }
    return row[b.count]
  }

  private func check(_ a: [UInt64], _ b: [UInt64], _ words: String) -> Int {
    let runs = Alignment(a, b).runs
    var (i, j) = (0, 0)
    for run in runs {
      #expect(run.a >= i && run.b >= j && run.count > 0, "\(words)")
      #expect(a[run.a..<run.a + run.count] == b[run.b..<run.b + run.count], "\(words)")
      (i, j) = (run.a + run.count, run.b + run.count)
    }
    #expect(i <= a.count && j <= b.count, "\(words)")
    return runs.reduce(0) { $0 + $1.count }
  }

  @Test(arguments: 0..<200)
  func smallListsHaveTheLongestPart(_ variant: Int) {
    var random = SeededGenerator(seed: testSeed(variant))
    let (n, m) = (Int.random(in: 0...30, using: &random), Int.random(in: 0...30, using: &random))
    let letters = UInt64(Int.random(in: 1...12, using: &random))
    let a = (0..<n).map { _ in UInt64.random(in: 1...letters, using: &random) }
    let b = (0..<m).map { _ in UInt64.random(in: 1...letters, using: &random) }
    #expect(check(a, b, "\(testSeed(variant))") == longest(a, b), "\(a) \(b)")
  }

  /// Long lists with some changes lose next to nothing of what they have in common.
  @Test(arguments: 0..<testRounds(20))
  func longListsHaveNearlyTheLongestPart(_ variant: Int) {
    var random = SeededGenerator(seed: testSeed(variant))
    let a = (0..<2000).map { _ in
      UInt64.random(in: 1...(variant % 2 == 0 ? 100_000 : 400), using: &random)
    }
    var b = a
    for _ in 0..<40 {
      let place = Int.random(in: 0..<b.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: b.remove(at: place)
      case 1: b.insert(UInt64.random(in: 1...100_000, using: &random), at: place)
      case 2: b[place] = 7
      default: b.removeSubrange(place..<min(b.count, place + 60))
      }
    }
    let found = check(a, b, "\(testSeed(variant))")
    #expect(Double(found) >= 0.97 * Double(longest(a, b)), "\(testSeed(variant))")
  }
}

/// Values that are the same have the same digest, whatever stands in them.
@Suite struct SamenessTests {
  @Test(arguments: 0..<20)
  func sameValuesHaveTheSameDigest(_ variant: Int) {
    var documents = RandomDocuments(random: SeededGenerator(seed: testSeed(variant)))
    var same = 0
    for _ in 0..<100 {
      let old = documents.value(depth: 3)
      let new = documents.changed(old)
      let sameness = Sameness()
      let areSame = PlainEquality.areSame(old, new)
      same += areSame ? 1 : 0
      #expect(sameness.areSame(old, new) == areSame)
      #expect((sameness.digest(of: old) == sameness.digest(of: new)) == areSame)
    }
    #expect(same > 5)
  }

  @Test(arguments: [
    ["1", "1.0", "1e0", "10e-1", "0.1e1"], ["100", "1e2", "100.000"], ["0", "-0", "0.0", "0e7"],
    ["0.1", "0.10000000000000000000", "1e-1"], ["1e400", "10e399", "0.1e401"], ["1e500"],
    ["123456789012345678901234567890", "123456789012345678901234567890.0"],
    ["123456789012345678901234567891"], ["-123456789012345678901234567891"],
    ["9007199254740993", "9007199254740993.0"], ["9007199254740992", "9007199254740992.00"],
    ["1e-300", "10e-301"], ["1e-301"], ["-1"], ["2.5", "25e-1"],
  ])
  func numbersAreByTheirWorth(_ texts: [String]) {
    let all = Self.numbers
    for text in texts {
      for other in all {
        let (a, b) = (Value.number(NumberText(text: text)), Value.number(NumberText(text: other)))
        let areSame = texts.contains(other)
        #expect(Sameness().areSame(a, b) == areSame, "\(text) \(other)")
        let digests = (Sameness().digest(of: a), Sameness().digest(of: b))
        #expect((digests.0 == digests.1) == areSame, "\(text) \(other)")
      }
    }
  }

  private static let numbers = [
    "1", "1.0", "1e0", "10e-1", "0.1e1", "100", "1e2", "100.000", "0", "-0", "0.0", "0e7", "0.1",
    "0.10000000000000000000", "1e-1", "1e400", "10e399", "0.1e401", "1e500",
    "123456789012345678901234567890", "123456789012345678901234567890.0",
    "123456789012345678901234567891", "-123456789012345678901234567891", "9007199254740993",
    "9007199254740993.0", "9007199254740992", "9007199254740992.00", "1e-300", "10e-301", "1e-301",
    "-1", "2.5", "25e-1",
  ]

  @Test func repeatedNumbersAreFound() {
    #expect([UInt64]().repeated == nil)
    #expect([0, 0, 1, 2].repeated == nil)
    #expect([3, 1, 0, 3].repeated == 0)
    var many = (1...200_000).map { UInt64($0) &* 0x9E37_79B9_7F4A_7C15 }
    #expect(many.repeated == nil)
    many[150_000] = many[7]
    #expect(many.repeated == 7)
  }
}
