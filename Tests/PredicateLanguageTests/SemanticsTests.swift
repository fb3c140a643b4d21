import PredicateLanguage
import TableModel
import Testing

/// What predicates say of values.
@Suite struct SemanticsTests {
  // MARK: nil

  /// Operators with their verdicts for nil and nil, nil and a value, a value and nil.
  static let nilTable: [(String, Bool, Bool, Bool)] = [
    ("==", true, false, false), ("!=", false, true, true), ("<=", true, false, false),
    (">=", true, false, false), ("<", false, false, false), (">", false, false, false),
    ("BEGINSWITH", false, false, false), ("ENDSWITH", false, false, false),
    ("LIKE", false, false, false), ("MATCHES", false, false, false),
    ("CONTAINS", false, false, false), ("IN", false, false, false),
    ("BETWEEN", false, false, false),
  ]

  @Test(arguments: nilTable)
  func comparesWithNil(_ name: String, _ both: Bool, _ left: Bool, _ right: Bool) throws {
    let value: Value = name == "BETWEEN" ? ["a", "b"] : name == "IN" ? ["x"] : "x"
    let item: Value = ["null": nil, "num": 1, "v": value, "t": name == "CONTAINS" ? ["x"] : "x"]
    for missing in ["null", "gone", "NULL", "gone.deeper", "num.gone"] {
      #expect(try holds("\(missing) \(name) gone", item) == both, "\(missing) \(name) gone")
      #expect(try holds("gone \(name) \(missing)", item) == both)
      #expect(try holds("\(missing) \(name) v", item, strict: true) == left, "\(missing) \(name) v")
      #expect(try holds("t \(name) \(missing)", item, strict: true) == right)
      #expect(try holds("NOT \(missing) \(name) v", item) == !left)
    }
  }

  static let nilMore: [(String, Bool)] = [
    ("nil BETWEEN {1, 2}", false), ("1 BETWEEN {nil, 2}", false), ("nil IN {nil}", false),
    ("{nil} CONTAINS nil", false), ("ANY gone == 1", false), ("ALL gone == 1", true),
    ("NONE gone == 1", true), ("ANY {} == 1", false), ("ALL {} == 1", true),
    ("NONE {} == 1", true), ("ANY {nil, 1} == nil", true), ("ALL {nil, nil} == nil", true),
    ("NOT price > 5", true), ("gone.@count == 0", false), ("gone.@count == nil", true),
    ("SUBQUERY(gone, $x, $x == 1).@count == 0", false), ("gone + 1 == nil", true),
    ("-gone == nil", true), ("length(gone) == nil", true), ("sum(gone) == nil", true),
    ("gone[0] == nil", true), ("gone[FIRST] == nil", true), ("gone UNION {1} == nil", true),
    ("CAST(gone, 'string') == nil", true), ("gone == NULL AND NULL == gone", true),
    ("TERNARY(gone == nil, 1, 2) == 1", true),
  ]

  @Test(arguments: nilMore) func treatsNil(_ text: String, _ verdict: Bool) throws {
    #expect(try holds(text, [:], strict: true) == verdict)
  }

  // MARK: Kinds

  static let samples: [(ValueKind, Value, Value)] = [
    (.bool, false, true), (.number, 0, 1), (.text, "a", "b"),
    (.date, .date(Instant(secondsSince1970: 0)), .date(Instant(secondsSince1970: 1))),
    (.array, [1], [2]), (.record, ["k": 1], ["k": 2]), (.data, .data([1]), .data([2])),
  ]

  /// Every pair of kinds: what is equal, what has an order, and what is counted as a mismatch.
  @Test func comparesKinds() throws {
    for (kind, low, high) in Self.samples {
      for (otherKind, other, _) in Self.samples {
        let isNumeric = [.bool, .number].contains(kind) && [.bool, .number].contains(otherKind)
        let isSame = kind == otherKind || isNumeric
        let isOrdered = isNumeric || kind == otherKind && [.text, .date].contains(kind)
        let item: Value = ["low": low, "high": high, "other": other]
        #expect(try holds("low == other", item, strict: true) == isSame, "\(kind) \(otherKind)")
        #expect(try holds("low != other", item, strict: true) == !isSame)
        #expect(try holds("high == other", item, strict: true) == false)
        var context = EvaluationContext()
        for (name, verdict) in [("<", false), ("<=", isOrdered), (">", false), (">=", isOrdered)] {
          #expect(try parse("low \(name) other").evaluate(item, in: &context) == verdict)
        }
        #expect(try parse("high > other").evaluate(item, in: &context) == isOrdered)
        #expect(context.mismatches.isEmpty == isOrdered, "\(kind) \(otherKind)")
        let strict = Result { try holds("low < other", item, strict: true) }
        #expect((try? strict.get()) == (isOrdered ? false : nil), "\(kind) \(otherKind)")
      }
    }
  }

  static let equality: [(String, Bool)] = [
    ("42 == '42'", false), ("1 == TRUE", true), ("0 == NO", true), ("2 == YES", false),
    ("TRUE > FALSE", true), ("1 == 1.0", true), ("{1, 2} == {1, 2}", true),
    ("{1, 2} == {2, 1}", false), ("{1, {'a'}} ==[c] {TRUE, {'A'}}", true),
    ("r == s", true), ("9007199254740993 == 9007199254740992.0", false),
    ("9007199254740993 > 9007199254740992.0", true),
    ("9223372036854775807 < 9223372036854775808", true),
    ("big == 12345678901234567891", true), ("big == 12345678901234567892", false),
    ("0.1 + 0.2 == 0.3", false), ("dec == 1.1", true), ("'a' < 'B'", false), ("'B' < 'a'", true),
    ("'10' < '9'", true), ("'b' <[c] 'ABC'", false), ("'a' <[c] 'ABC'", true),
    ("1 BETWEEN {1, 2}", true), ("2 BETWEEN {1, 2}", true), ("3 BETWEEN {1, 2}", false),
    ("'b' BETWEEN {'a', 'c'}", true), ("5 BETWEEN {lo, hi}", true), ("5 BETWEEN bounds", true),
    ("5 BETWEEN {10, 1}", false),
  ]

  @Test(arguments: equality) func compares(_ text: String, _ verdict: Bool) throws {
    let item: Value = [
      "r": ["a": 1, "b": ["c": nil]], "s": ["b": ["c": nil], "a": 1], "lo": 1, "hi": 9,
      "bounds": [1, 9], "big": .number(NumberText(text: "12345678901234567891")),
      "dec": .number(NumberText(text: "1.10")),
    ]
    #expect(try holds(text, item, strict: true) == verdict)
  }

  // MARK: Collections

  static let collections: [(String, Bool)] = [
    ("1 IN {1, 2}", true), ("3 IN {1, 2}", false), ("TRUE IN {1}", true), ("'1' IN {1}", false),
    ("'b' IN 'abc'", true), ("'' IN 'abc'", false), ("'B' IN[c] {'a', 'b'}", true),
    ("'é' IN[d] {'e'}", true), ("2 IN rec", true), ("9 IN rec", false), ("rec CONTAINS 2", true),
    ("tags CONTAINS 'new'", true), ("tags CONTAINS 'ne'", false), ("tags CONTAINS[c] 'NEW'", true),
    ("'x' NOT IN tags", true), ("tags NOT CONTAINS 'new'", false), ("{1} IN {{1}, {2}}", true),
    ("ANY tags == 'new'", true), ("ALL tags == 'new'", false), ("NONE tags == 'x'", true),
    ("SOME tags BEGINSWITH 'n'", true), ("ALL tags MATCHES '[a-z]+'", true),
    ("ANY tags IN {'new', 'x'}", true),
    ("ANY tags NOT IN {'new'}", true), ("ALL tags NOT IN {'x', 'y'}", true),
    ("NONE tags NOT IN tags", true),
    ("ANY items.price > 25", true), ("ALL items.price > 5", true), ("ANY items.sizes == 3", true),
    ("ALL items.sizes < 9", false), ("ANY items.sizes == {1, 2}", true),
    ("ANY items.sizes IN {3}", true),
    ("ANY items.sizes CONTAINS 3", true), ("ANY rec == 2", true),
    ("ANY items.price BETWEEN {15, 25}", true),
    ("items.price == {10, 20, 30}", true), ("items.gone == {nil, nil, nil}", true),
    ("items[0].price == 10", true), ("items[-1].price == 30", true),
    ("items[LAST].price == 30", true),
    ("items[FIRST].price == 10", true), ("items[SIZE] == 3", true), ("rec['a'] == 1", true),
    ("(SELF.rec)['b'] == 2", true), ("SELF['rec'].b == 2", true), ("items[two].price == 30", true),
    ("rec[SIZE] == 2", true),
    ("items.@count == 3", true), ("rec.@count == 2", true), ("items.@sum.price == 60", true),
    ("items.@avg.price == 20", true),
    ("items.@min.price == 10", true), ("items.@max.price == 30", true), ("nums.@sum == 6", true),
    ("nums.@avg == 1.5", true), ("nums.@max == 3", true), ("nums.@max.#self == 3", true),
    ("nums.@min.self == 1", true),
    ("tags.@max == 'old'", true), ("items.@unionOfObjects.name == {'a', 'a'}", true),
    ("items.@distinctUnionOfObjects.name == {'a'}", true),
    ("items.@unionOfArrays.sizes == {1, 2, 2, 3}", true),
    ("items.@distinctUnionOfArrays.sizes == {1, 2, 3}", true),
    ("items.@firstObject.price == 10", true),
    ("items.@lastObject.price == 30", true), ("rec.@allKeys == {'a', 'b'}", true),
    ("rec.@allValues == {1, 2}", true),
    ("{}.@sum == 0 AND {}.@avg == 0 AND {}.@max == nil", true),
    ("{1, 2} UNION {2, 3} == {1, 2, 3}", true), ("{1, 2} INTERSECT {2, 3} == {2}", true),
    ("{1, 2} MINUS {2, 3} == {1}", true),
    ("SUBQUERY(items, $i, $i.price > 15).@count == 2", true),
    ("SUBQUERY(items, $i, $i.price > limit).@count == 1", true),
    (
      "SUBQUERY(items, $i, SUBQUERY(items, $j, $j.price > $i.price).@count == 0).price == {30}",
      true
    ),
    ("SUBQUERY(items, $i, $i.price > 15 AND ANY $i.sizes == 3)[0].price == 30", true),
    ("{r, s, 1, TRUE, {1}, {YES}, 'e', nil}.@distinctUnionOfObjects.@count == 4", true),
    ("r IN {s}", true), ("{r} MINUS {s} == {}", true),
    ("tags[0].length == 3", true), ("'👩‍👧é'.length == 2", true), ("@count == 9", true),
  ]

  static let shelf: Value = [
    "tags": ["new", "old"], "rec": ["a": 1, "b": 2], "nums": [1, 2, 3, nil], "two": 2, "limit": 20,
    "items": [
      ["price": 10, "sizes": [1, 2], "name": "a"], ["price": 20, "name": "a"],
      ["price": 30, "sizes": [2, 3]],
    ],
    "r": ["a": 1, "b": [2]], "s": ["b": [2], "a": true], "p": 1,
  ]

  @Test(arguments: collections) func searches(_ text: String, _ verdict: Bool) throws {
    #expect(try holds(text, Self.shelf, strict: true) == verdict)
  }

  // MARK: Precedence, logic, variables

  static let logic: [(String, Bool)] = [
    ("1 = 1 OR 1 = 1 AND 1 = 2", true), ("(1 = 1 OR 1 = 1) AND 1 = 2", false),
    ("NOT 1 = 2 AND 1 = 2", false),
    ("NOT (1 = 2 AND 1 = 2)", true), ("TRUEPREDICATE AND NOT FALSEPREDICATE", true),
    ("TERNARY(1 < 2, 'y', 'n') == 'y'", true), ("TERNARY(1 > 2, 'y', 'n') == 'n'", true),
    ("$a + 1 == 3", true), ("$b.c == 'x'", true), ("ANY $d == 2", true),
  ]

  @Test(arguments: logic) func decides(_ text: String, _ verdict: Bool) throws {
    let variables: [String: Value] = ["a": 2, "b": ["c": "x"], "d": [1, 2]]
    #expect(try holds(text, nil, variables: variables, strict: true) == verdict)
  }

  @Test func placesHaveVariables() throws {
    var context = EvaluationContext(
      place: .init(
        section: ["title": "A"], row: ["title": "B"], index: 3, sectionIndex: 1, rowIndex: 2))
    let text =
      "$section.title == 'A' AND $row.title == 'B' AND $index == 3 AND $sectionIndex == 1 AND $rowIndex == 2"
    let condition = try Condition(parsing: text)
    #expect(try condition.evaluate(nil, in: &context))
    context.place?.index = 4
    #expect(try !condition.evaluate(nil, in: &context))
    context.place = nil
    #expect(throws: EvaluationError.unboundVariable("section", at: SourceSpan(0, 8))) {
      try condition.evaluate(nil, in: &context)
    }
  }

  @Test func scalarsAreThemselves() throws {
    #expect(try holds("SELF > 0.5", 0.7))
    #expect(try holds("SELF BEGINSWITH 'a' AND SELF.length == 2", "ab"))
    #expect(try holds("SELF == nil", nil))
    #expect(try holds("self.self == 3", 3))
  }
}
