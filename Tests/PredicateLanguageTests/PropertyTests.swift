import PredicateLanguage
import TableModel
import TestSeeds
import Testing

/// What holds of all predicates, tried on random ones. A failure prints the seed.
@Suite struct PropertyTests {
  static let seeds: [UInt64] = [1, 2, 3, testSeed()]

  /// Predicates that parse; the generator also writes some whose literals are of the wrong type.
  static func predicates(seed: UInt64, count: Int) -> [(text: String, condition: Condition)] {
    var source = RandomPredicates(seed: seed)
    return (0..<count).compactMap { _ in
      let text = source.predicate()
      return (try? parse(text)).map { (text, $0) }
    }
  }

  static func record(_ generator: inout SeededGenerator) -> Value {
    let scalars: [Value] = [
      nil, true, 0, 1, 42, -7, 3.25, "a", "abc", "ü", "", "x1", ["a", 1], ["a": 1, "first": 2], [],
    ]
    func any(_ generator: inout SeededGenerator) -> Value {
      scalars.randomElement(using: &generator) ?? nil
    }
    var record = Record()
    for key in ["price", "name", "tags", "unit price", "in", "size", "größe", "rec", "a"]
    where Bool.random(using: &generator) {
      record[key] = any(&generator)
    }
    record["items"] = .array((0..<3).map { _ in ["price": any(&generator)] })
    return .record(record)
  }

  @Test(arguments: seeds) func whatIsPrintedParsesToTheSame(_ seed: UInt64) throws {
    let predicates = Self.predicates(seed: seed, count: 250)
    #expect(predicates.count > 200, "seed \(seed)")
    for (text, condition) in predicates {
      let printed = condition.format
      let again = try? parse(printed)
      #expect(again?.clause == condition.clause, "seed \(seed): \(text) -> \(printed)")
      #expect(again?.format == printed, "seed \(seed): \(text)")
    }
  }

  @Test(arguments: seeds) func notFlipsEveryVerdict(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let records = (0..<10).map { _ in Self.record(&generator) }
    var compared = 0
    for (text, condition) in Self.predicates(seed: seed, count: 150) {
      let opposite = try parse("NOT (\(text))")
      let printed = try parse(condition.format)
      for record in records {
        var context = EvaluationContext()
        // A pattern from the data may be one that cannot be read.
        guard let verdict = try? condition.evaluate(record, in: &context) else { continue }
        compared += 1
        #expect(try opposite.evaluate(record, in: &context) == !verdict, "seed \(seed): \(text)")
        #expect(try printed.evaluate(record, in: &context) == verdict, "seed \(seed): \(text)")
      }
    }
    #expect(compared > 1200, "seed \(seed): \(compared)")
  }

  @Test(arguments: seeds) func damagedPredicatesAreReadWithoutHarm(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let extras = Array("()[]{}'\"`\\.,$@#%&|!<=>*/-+:;é\u{301}0a \n".unicodeScalars)
    for (text, _) in Self.predicates(seed: seed, count: testRounds(50)) {
      let scalars = Array(text.unicodeScalars)
      for index in scalars.indices {
        var shorter = scalars
        shorter.remove(at: index)
        Self.check(shorter)
        var other = scalars
        other[index] = extras.randomElement(using: &generator) ?? " "
        Self.check(other)
      }
      Self.check(Array(scalars.prefix(scalars.count / 2)))
    }
  }

  /// Whatever is said of a text has its place in the text.
  private static func check(_ scalars: [Unicode.Scalar]) {
    let text = String(String.UnicodeScalarView(scalars))
    for diagnostic in diagnose(text) {
      let isWithin = diagnostic.position >= 0 && diagnostic.span.end <= scalars.count
      #expect(isWithin && !diagnostic.message.isEmpty, "\(text)")
    }
  }

  @Test func deepTreesThatAreAllowedCanBeUsed() throws {
    let depth = 190
    let alternating = (0..<90).reduce("a == 1") { text, _ in "a == 1 AND (b == 1 OR \(text))" }
    let texts = [
      alternating,
      String(repeating: "(", count: depth) + "a == 1" + String(repeating: ")", count: depth),
      String(repeating: "NOT ", count: depth) + "a == 1",
      "a == " + String(repeating: "-", count: depth) + "a",
      "{1} != " + String(repeating: "{", count: depth) + String(repeating: "}", count: depth),
      "a == 1" + String(repeating: " * a", count: 900),
      "0 == a" + String(repeating: " % 7 ", count: 190) + " - 1",
      "gone" + String(repeating: ".a", count: 900) + " == nil OR TRUEPREDICATE",
      "a == 0" + String(repeating: " OR a == 1", count: 10_000),
      String(repeating: "TERNARY(", count: 60) + "a == 1"
        + String(repeating: ", 1, 2) == 1", count: 60),
    ]
    for text in texts {
      let condition = try parse(text)
      var context = EvaluationContext()
      #expect(try condition.evaluate(["a": 1], in: &context), "\(text.prefix(20))")
      #expect(try parse(condition.format).clause == condition.clause)
    }
  }
}
