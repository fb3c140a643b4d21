import Synchronization
import TableModel
import TestSeeds
import Testing

@testable import PredicateLanguage

/// Columns say what records say: verdicts, mismatches, errors. A failure prints the seed.
@Suite struct ColumnAgreementTests {
  static let seeds: [UInt64] = [1, 2, 3, testSeed()]

  /// A random table. In some, fields have one kind; in others any kind comes anywhere.
  static func table(_ generator: inout SeededGenerator) -> [Value] {
    let disorder = [0, 0, 2, 20].randomElement(using: &generator) ?? 0
    let count = [0, 1, 63, 64, 65, 130].randomElement(using: &generator) ?? 65
    return (0..<count).map { _ in record(disorder: disorder, &generator) }
  }

  static func record(disorder percent: Int, _ generator: inout SeededGenerator) -> Value {
    var record = Record()
    for (key, values) in fields {
      let isOdd = Int.random(in: 0..<100, using: &generator) < percent
      let values = isOdd ? odd : values
      let value = values.randomElement(using: &generator) ?? nil
      if Int.random(in: 0..<12, using: &generator) > 0 { record[key] = value }
    }
    return .record(record)
  }

  static func number(_ text: String) -> Value { .number(NumberText(text: text)) }

  static let fields: [(String, [Value])] = [
    ("n", [0, 1, 2, -7, 42, 1000]),
    (
      "big",
      [
        number("9007199254740993"), number("9007199254740992"), 0.1, 3.25,
        number("0.10000000000000000001"), number("1e400"), number("-0.0"), number("nan"),
        number("1e-400"), number("9223372036854775808"), number("5000000000000000.5"), 1,
        number("1000000000000000000000.0"), number("1.10"),
      ]
    ),
    (
      "name",
      [
        "a", "A", "ab", "Ab", "abc", "", "é", "e\u{301}", "É", "ß", "ss", "b c", "x\n", "ﬁ", "K",
        "\u{212A}", "a(b", "日本", "a.b", "aab", "abcdefgh\r\nk", "Zaun",
      ]
    ),
    ("tags", [["a"], ["a", "b"], [], ["é", "AB"], ["b", "a", "日"], ["x", "1"]]),
    ("mixed", [1, "a", true, ["a"], nil, 3.25, ["a": 1], [1, "b"], "b"]),
    (
      "huge",
      [
        9_007_199_254_740_993, 9_007_199_254_740_992, 1_000_000_000_000_000_001,
        1_000_000_000_000_000_000, -9_007_199_254_740_993, 7,
      ]
    ),
    ("flag", [true, false]),
    ("rec", [["a": 1, "t": "ab"], ["a": 2], ["t": "é"], nil, [["a": 1], ["a": "x"]]]),
    ("list", [[["a": 1], ["a": 2]], [["a": "ab"], ["a": "b"]], [], [["b": 1]], ["a": "b"]]),
  ]

  static let odd: [Value] = [
    1, "a", true, nil, ["a"], [1, 2], [["a"], "b"], ["a": 1], .date(Instant(secondsSince1970: 0)),
    .data([1]), "ab", 3.25,
  ]

  /// What came of asking all records: the verdicts as far as it went.
  struct Outcome: Equatable {
    var verdicts: [Bool]?
    var mismatches: [String]
    var error: EvaluationError?
  }

  static func byRow(_ condition: Condition, _ records: [Value], strict: Bool) -> Outcome {
    var context = context(strict: strict)
    var verdicts: [Bool]? = []
    var failure: EvaluationError?
    for record in records {
      do {
        verdicts?.append(try condition.evaluate(record, in: &context))
      } catch {
        failure = error
        verdicts = nil
        break
      }
    }
    return Outcome(verdicts: verdicts, mismatches: told(context.mismatches), error: failure)
  }

  static func byColumn(_ condition: Condition, _ records: [Value], strict: Bool) throws -> Outcome {
    var context = context(strict: strict)
    let plan = ColumnPlan(condition)
    let read = try RecordColumns.read(plan.paths, of: ListTable(records: records), limit: .max)
    let columns = try #require(read)
    do {
      let mask = try plan.records(in: columns, context: &context) {
        (row, _) throws(DataError) in records[row]
      }
      return Outcome(
        verdicts: records.indices.map(mask.contains), mismatches: told(context.mismatches),
        error: nil)
    } catch {
      guard case .evaluation(let failure) = error else { throw error }
      return Outcome(verdicts: nil, mismatches: told(context.mismatches), error: failure)
    }
  }

  private static func context(strict: Bool) -> EvaluationContext {
    var context = EvaluationContext(isStrict: strict)
    context.regexStepLimit = 20_000
    context.now = Instant(secondsSince1970: 1e9)
    return context
  }

  private static func told(_ counts: MismatchCounts) -> [String] {
    counts.all.map { "\($0.items) \($0.mismatch.purpose) \($0.mismatch.found) \($0.mismatch.term)" }
      .sorted()
  }

  @Test(arguments: seeds) func columnsAgreeWithRecords(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var predicates = ColumnPredicates(seed: seed)
    var used = 0
    for round in 0..<testRounds(600) {
      let records = Self.table(&generator)
      let text = predicates.predicate()
      guard !text.contains("random"), let condition = try? parse(text) else { continue }
      used += 1
      let strict = round % 5 == 0
      let expected = Self.byRow(condition, records, strict: strict)
      let found = try Self.byColumn(condition, records, strict: strict)
      #expect(found == expected, "seed \(seed), round \(round), strict \(strict): \(text)")
      if found != expected { break }
    }
    #expect(used > testRounds(400), "seed \(seed): only \(used) predicates were usable")
  }

  @Test(arguments: seeds) func columnsAgreeOnAllOfTheLanguage(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed &+ 77)
    for (text, condition) in PropertyTests.predicates(seed: seed &+ 5, count: testRounds(600)) {
      let records = (0..<70).map { _ in PropertyTests.record(&generator) }
      let expected = Self.byRow(condition, records, strict: false)
      let found = try Self.byColumn(condition, records, strict: false)
      #expect(found == expected, "seed \(seed): \(text)")
    }
  }

  /// More rows than are decided at once where nothing is remarked upon, and a last block that is not full.
  @Test func moreRowsThanOneRoundAgree() throws {
    let names = ["Ab", "ab", "Åb", "B", "abc"]
    let records: [Value] = (0..<66_100).map { row in
      ["n": .integer(row % 97), "name": .string(names[row % names.count])]
    }
    let condition = try parse("n > 20 AND name BEGINSWITH 'ab'")
    let found = try Self.byColumn(condition, records, strict: true)
    let expected = records.indices.map { $0 % 97 > 20 && [1, 4].contains($0 % names.count) }
    #expect(found.verdicts == expected && found.mismatches.isEmpty)
  }

  /// It is asked again and again whether to go on.
  @Test func aLongRunIsCancelled() throws {
    let records: [Value] = (0..<66_100).map { ["n": .integer($0)] }
    let plan = ColumnPlan(try parse("n > 20"))
    let columns = try #require(
      try RecordColumns.read(plan.paths, of: ListTable(records: records), limit: .max))
    let questions = Mutex(0)
    var context = EvaluationContext(isCancelled: {
      questions.withLock { count in
        count += 1
        return count > 1
      }
    })
    #expect(throws: ColumnFailure.self) {
      try plan.records(in: columns, context: &context) { row, _ in records[row] }
    }
    #expect(questions.withLock { $0 } == 2)
  }

  @Test func itIsToldHowManyWereFoundSoFar() throws {
    let records: [Value] = (0..<200_000).map { ["n": .integer($0 % 10)] }
    let plan = ColumnPlan(try parse("n > 6"))
    let columns = try #require(
      try RecordColumns.read(plan.paths, of: ListTable(records: records), limit: .max))
    var context = EvaluationContext()
    var told: [[UInt64]] = []
    let note = { (words: [UInt64]) in told.append(words) }
    _ = try plan.records(in: columns, context: &context, progress: note) { row, _ in
      records[row]
    }
    #expect(told.map(\.count) == [0, 1024, 2048, 3072])
    for words in told {
      let found = words.reduce(0) { $0 + $1.nonzeroBitCount }
      #expect(found == (0..<words.count * 64).count { $0 % 10 > 6 })
    }
  }

  /// Texts that have to be folded first are folded only as long as nobody cancels.
  @Test func foldingIsCancelled() throws {
    let records: [Value] = (0..<5000).map { ["name": .string("é\($0)")] }
    let plan = ColumnPlan(try parse("name CONTAINS[d] 'e7'"))
    let columns = try #require(
      try RecordColumns.read(plan.paths, of: ListTable(records: records), limit: .max))
    // It is asked twice while they are folded, and once in the run that follows.
    let questions = Mutex(0)
    var context = EvaluationContext(isCancelled: {
      questions.withLock { count in
        count += 1
        return count == 2
      }
    })
    #expect(throws: ColumnFailure.self) {
      try plan.records(in: columns, context: &context) { row, _ in records[row] }
    }
    let found = try plan.records(in: columns, context: &context) { row, _ in records[row] }
    #expect(found.population == (0..<5000).count { String($0).hasPrefix("7") })
  }

  /// Rows enough for several rounds, in which few are out of order, and whole rounds without any.
  @Test(arguments: [
    "n > 1 AND name BEGINSWITH 'a'", "NOT (n > 1 OR name BEGINSWITH[c] 'A')", "n != 42 OR big < 1",
    "name BEGINSWITH[d] 'e' AND n BETWEEN {0, 50}", "n IN {1, 42} AND flag == YES",
    "big >= 0.1 AND (n <= 2 OR ANY tags == 'a')", "n < 2.5 AND n > -7.5", "n == 1 AND rec.a > 0",
  ])
  func manyRowsAgree(_ text: String) throws {
    let seed = testSeed()
    var generator = SeededGenerator(seed: seed)
    let records = (0..<9000).map { row in
      Self.record(disorder: row % 1500 == 700 ? 30 : 0, &generator)
    }
    let condition = try parse(text)
    for strict in [false, true] {
      let expected = Self.byRow(condition, records, strict: strict)
      #expect(
        try Self.byColumn(condition, records, strict: strict) == expected,
        "seed \(seed), strict \(strict)")
    }
  }

  /// More distinct texts than are remembered one by one, some of them beyond ASCII.
  static let manyNames: [Value] = {
    let heads = ["Ab", "ab", "aB", "éb", "e\u{301}b", "\u{212A}b", "ßb", "b\r\na", "", "日", "ﬁ"]
    let tails = ["an", "An", "án", "x", "\n", "k\u{301}", "."]
    return (0..<4700).map { number in
      let text = heads[number % heads.count] + String(number) + tails[number % tails.count]
      return number % 97 == 0 ? ["name": .integer(number)] : ["name": .string(text)]
    }
  }()

  @Test(arguments: [
    "name BEGINSWITH 'ab'", "name BEGINSWITH[c] 'AB'", "name BEGINSWITH[cd] 'e'",
    "name BEGINSWITH[n] 'e'", "name ENDSWITH[d] 'an'", "NOT name ENDSWITH[n] 'an'",
    "name CONTAINS[d] 'k'", "name CONTAINS[c] '1a'", "name CONTAINS[d] '1a'", "name != 'ab1An'",
    "name ==[cd] 'KB5K'", "name LIKE[c] 'a?1*n'", "name LIKE 'é*'", "name MATCHES 'A.*an.*'",
    "name MATCHES[c] 'a.*1.+n'", "name MATCHES 'ab[0-9]+x'", "name MATCHES[c] 'k.*'",
    "name MATCHES '(?s)b.*'", "'2' IN name", "name IN {'ab1An', 'éb3x'}", "name < 'ab'",
    "name CONTAINS ''", "name ENDSWITH 'n' OR name > 3",
  ])
  func manyTextsAreSearchedInPlace(_ text: String) throws {
    let condition = try parse(text)
    let expected = Self.byRow(condition, Self.manyNames, strict: false)
    #expect(try Self.byColumn(condition, Self.manyNames, strict: false) == expected)
    #expect(expected.verdicts?.contains(true) == (text != "name CONTAINS ''"))
  }
}
