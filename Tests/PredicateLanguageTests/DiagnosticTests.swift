import PredicateLanguage
import Testing

/// What is said of a predicate that is wrong, and where.
@Suite struct DiagnosticTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var text: String
    var kind: DiagnosticKind
    var position: Int
    /// Part of the message or of the hint.
    var says: String
    /// Where the opener is that was never closed.
    var opener: Int?

    init(
      _ text: String, _ kind: DiagnosticKind, _ position: Int, _ says: String, opener: Int? = nil
    ) {
      (self.text, self.kind, self.position, self.says) = (text, kind, position, says)
      self.opener = opener
    }

    var testDescription: String { "\(text) -> \(kind.rawValue) @\(position)" }
  }

  static let lexical: [Case] = [
    Case("", .empty, 0, "name == \"x\""), Case(" \t ", .empty, 0, "nothing to filter by"),
    Case("a == 1 & b == 2", .unexpectedCharacter, 7, "did you mean `&&`?"),
    Case("a == 1 | b == 2", .unexpectedCharacter, 7, "did you mean `||`?"),
    Case("a ? b", .unexpectedCharacter, 2, "TERNARY"),
    Case("a ~ 'b'", .unexpectedCharacter, 2, "MATCHES"),
    Case("a == 1;", .unexpectedCharacter, 6, "`;`"),
    Case("a ^ 2 == 1", .unexpectedCharacter, 2, "`**`"),
    Case("a == /* x */ 1", .unexpectedCharacter, 5, "cannot contain comments"),
    Case("a == 1 // x", .unexpectedCharacter, 7, "cannot contain comments"),
    Case("a == $1abc", .unexpectedCharacter, 5, "`$` and a name"),
    Case("a == \u{200B}1", .unexpectedCharacter, 5, "U+200B"),
    Case("name == “x”", .unexpectedCharacter, 8, "straight quotes"),
    Case("a ≤ 3", .unexpectedCharacter, 2, "`<=`"), Case("a ≠ 3", .unexpectedCharacter, 2, "`!=`"),
    Case("name == \"abc AND price > 20", .unterminatedString, 8, "not closed"),
    Case("name == 'abc", .unterminatedString, 8, "not closed"),
    Case("name == 'abc\\", .unterminatedString, 8, "not closed"),
    Case("`a == 1", .unterminatedString, 0, "not closed"),
    Case(#"a == "x\u00e""#, .badEscape, 7, "four hex digits"),
    Case(#"a == "\x4""#, .badEscape, 6, "two hex digits"),
    Case(#"a == "\uD800""#, .badEscape, 6, "surrogate"),
    Case("3apples == 1", .badNumber, 0, "`` `3apples` ``"),
    Case("a == 0xZZ", .badNumber, 5, "malformed"),
    Case("a == 1.2.3", .badNumber, 5, "malformed"), Case("a == 0b12", .badNumber, 5, "malformed"),
    Case("a == 1e", .badNumber, 5, "1e"), Case("a == 0o8", .badNumber, 5, "malformed"),
  ]

  static let syntactic: [Case] = [
    Case("a ==", .expectedExpression, 4, "after `==`, found the end"),
    Case("a ==   ", .expectedExpression, 4, "found the end"),
    Case("a == AND b == 1", .expectedExpression, 5, "found `AND`"),
    Case("== 1", .expectedExpression, 0, "found `==`"),
    Case("a == ,", .expectedExpression, 5, "found `,`"),
    Case("a == 1 AND", .expectedExpression, 10, "after `AND`"),
    Case("NOT", .expectedExpression, 3, "after `NOT`"),
    Case("a + * b == 1", .expectedExpression, 4, "after `+`"),
    Case("{1, } == a", .expectedExpression, 4, "found `}`"),
    Case("a == (b == 1)", .expectedExpression, 5 + 1, "a condition"),
    Case("LIKE 'x'", .expectedExpression, 0, "found `LIKE`"),
    Case("organic", .expectedOperator, 7, "organic == YES"),
    Case("organic AND a == 1", .expectedOperator, 8, "organic == YES"),
    Case("(organic)", .expectedOperator, 9, "organic == YES"),
    Case("name LKIE 'x'", .expectedOperator, 5, "did you mean LIKE?"),
    Case("name startswith 'x'", .expectedOperator, 5, "did you mean BEGINSWITH?"),
    Case("name 'x'", .expectedOperator, 5, "after `name`, found `'x'`"),
    Case("a b == 1", .expectedOperator, 2, "after `a`"),
    Case("IMDB Rating > 8", .expectedOperator, 5, "`IMDB Rating`"),
    Case(
      "a == 1 AND movie.MPAA Film Rating LIKE 'x'", .expectedOperator, 22,
      "movie.`MPAA Film Rating`"),
    Case("First Line == 3", .expectedOperator, 6, "`First Line`"),
    Case("name is 'x'", .expectedOperator, 5, "did you mean `==`?"),
    Case("a === 1", .expectedExpression, 4, "equality is written `==`"),
    Case("a !== 1", .expectedExpression, 4, "inequality is written `!=`"),
    Case("Director == Steven Spielberg", .trailingInput, 19, "\"Steven Spielberg\""),
    Case("Director = Ang Lee AND a == 1", .trailingInput, 15, "\"Ang Lee\""),
    Case("ANY tags", .expectedOperator, 8, "after `tags`"),
    Case("(name 'x')", .expectedOperator, 6, "after `name`"),
    Case("in == 3", .reservedWord, 0, "write `#in`"),
    Case("a == in", .reservedWord, 5, "write `#in`"),
    Case("not == 3", .reservedWord, 0, "write `#not`"),
    Case("all.x == 3", .reservedWord, 0, "write `#all`"),
    Case("or == 1", .reservedWord, 0, "write `#or`"),
    Case("a == like AND b == 1", .reservedWord, 5, "`#like`"),
    Case("name BEGINSWITH[c \"a\" AND price > 20", .missingCloser, 18, "expected `]`", opener: 15),
    Case("(a == 1", .missingCloser, 7, "expected `)`, found the end", opener: 0),
    Case("(a == 1 AND (b == 2)", .missingCloser, 20, "expected `)`", opener: 0),
    Case("a IN {1, 2", .missingCloser, 10, "expected `}`", opener: 5),
    Case("a[0 == 1", .missingCloser, 4, "expected `]`", opener: 1),
    Case("sqrt(4 == 2", .missingCloser, 7, "expected `)`", opener: 4),
    Case("a IN (1, 2)", .missingCloser, 7, "lists are written `{1, 2}`", opener: 5),
    Case("a == 1)", .unexpectedCloser, 6, "nothing for `)`"),
    Case("a == 1]", .unexpectedCloser, 6, "`]`"),
    Case("} a == 1", .unexpectedCloser, 0, "`}`"), Case("a) == 1", .unexpectedCloser, 1, "`)`"),
    Case("a == 1 b == 2", .trailingInput, 7, "AND, OR or the end"),
    Case("a == 1 'x'", .trailingInput, 7, "`'x'`"),
    Case("1 < a < 3", .chainedComparison, 6, "a BETWEEN {1, 3}"),
    Case("(a == 1) == 2", .chainedComparison, 9, "do not chain"),
    Case("a == b == c", .chainedComparison, 7, "do not chain"),
    Case("a ==[x] 'b'", .badOption, 5, "unknown option `x`"),
    Case("a ==[cxd] 'b'", .badOption, 6, "c d n l"),
    Case("a ==[] 'b'", .badOption, 5, "c d n l"), Case("a IN [1, 2]", .badOption, 6, "`{1, 2}`"),
    Case("a IN ['x']", .badOption, 6, "`{1, 2}`"), Case("a == b.", .expectedKey, 7, "after `.`"),
    Case("a. == 1", .expectedKey, 3, "found `==`"), Case("a.5 == 1", .expectedKey, 2, "`[5]`"),
    Case("a.@sum. == 1", .expectedKey, 8, "found `==`"),
    Case("a IN {1 2}", .expectedComma, 8, "found `2`"),
    Case("modulus:by:(1 2) == 1", .expectedComma, 14, "found `2`"),
  ]

  static let semantic: [Case] = [
    Case("a BETWEEN 1 AND 5", .wrongType, 10, "`BETWEEN {1, 5}`"),
    Case("a BETWEEN 1", .wrongType, 10, "{lower, upper}"),
    Case("a BETWEEN lo AND hi", .wrongType, 10, "SQL"),
    Case("a BEGINSWITH 5", .wrongType, 13, "needs text, not a number"),
    Case("5 ENDSWITH 'a'", .wrongType, 0, "needs text"),
    Case("a LIKE {1}", .wrongType, 7, "needs text, not a list"),
    Case("a IN 5", .wrongType, 5, "needs a list or text"),
    Case("5 CONTAINS 1", .wrongType, 0, "needs a list"),
    Case("5 IN 'abc'", .wrongType, 0, "needs text"),
    Case("'a' < 5", .wrongType, 6, "text and a number"),
    Case("a > {1}", .wrongType, 4, "lists have no order"),
    Case("a + 'x' == 1", .wrongType, 4, "`+` needs a number"),
    Case("-'x' == 1", .wrongType, 1, "needs a number"),
    Case("ANY 5 == 5", .wrongType, 4, "needs a list"),
    Case("sqrt('x') == 1", .wrongType, 5, "`sqrt` needs a number"),
    Case("length(5) == 1", .wrongType, 7, "needs text"),
    Case("sum(5) == 1", .wrongType, 4, "needs a list"),
    Case("a[1.5] == 1", .wrongType, 2, "whole number"),
    Case("a UNION 5 == {}", .wrongType, 8, "needs a list"),
    Case("a BETWEEN {1, 'z'}", .wrongType, 14, "no order"),
    Case("a BETWEEN {1, 2, 3}", .wrongCount, 10, "two bounds, got 3"),
    Case("sqrt(1, 2) == 1", .wrongCount, 0, "one argument, got 2"),
    Case("now(1) == 1", .wrongCount, 0, "no arguments"),
    Case("sum() == 1", .wrongCount, 0, "at least one argument"),
    Case("1 + modulus:by:(1) == 1", .wrongCount, 4, "two arguments"),
    Case("TERNARY(a == 1, 2) == 1", .wrongCount, 0, "three arguments, got 2"),
    Case("a MATCHES '[a'", .badRegex, 10, "missing `]`", opener: 11),
    Case("a MATCHES '(a'", .badRegex, 10, "missing `)`", opener: 11),
    Case("a MATCHES 'a)'", .badRegex, 10, "`)`", opener: 12),
    Case("a MATCHES '*a'", .badRegex, 10, "`*`", opener: 11),
    Case(#"a MATCHES '\\d\\'"#, .badRegex, 10, "backslash", opener: 14),
    Case("a MATCHES 'a{2'", .badRegex, 10, "missing `}`", opener: 12),
    Case("a MATCHES '[z-a]'", .badRegex, 10, "range", opener: 12),
    Case("a MATCHES 'a{3,2}'", .badRegex, 10, "repetition", opener: 12),
    Case("a.@total > 1", .unknownKeyOperator, 2, "`@sum`"),
    Case("a.@cuont > 1", .unknownKeyOperator, 2, "`@count`"),
    Case("@type == 'x'", .unknownKeyOperator, 0, "`` `@type` ``"),
    Case("sqrtt(4) == 2", .unknownFunction, 0, "`sqrt`"),
    Case("FUNCTION(a, 'x') == 2", .unknownFunction, 0, "FUNCTION"),
    Case("a == $who", .unboundVariable, 5, "$index"),
    Case("SUBQUERY(a, $x, $y == 1).@count > 0", .unboundVariable, 16, "`$y`"),
    Case("SUBQUERY(a, x, x == 1).@count > 0", .badSubquery, 12, "SUBQUERY(list, $x, condition)"),
    Case("SUBQUERY(a) == 1", .badSubquery, 10, "SUBQUERY(list"),
    Case("CAST(a, 'colour') == 1", .badCast, 8, "'number'"),
    Case("CAST('2024', 'NSDate') > a", .badCast, 5, "'2024-05-01'"),
    Case("a > CAST(\"31.12.2024\", 'date')", .badCast, 9, "cannot be read as a date"),
    Case("CAST('2023-02-29', 'date') > a", .badCast, 5, "cannot be read as a date"),
    Case("a == CAST('', 'number')", .badCast, 10, "cannot be read as a number"),
    Case("a == CAST('0x10', 'number')", .badCast, 10, "cannot be read as a number"),
    Case("CAST('12,5', 'number') > a", .badCast, 5, "'12.5'"),
    Case("date(day) > a", .wrongCount, 0, "`date` takes two arguments"),
    Case("date(day, format) > a", .badDate, 10, "`date` needs a pattern in quotes"),
    Case("date(day, 'YYYY-MM-dd') > a", .badDate, 10, "the year of a date is `yyyy`"),
    Case("date(day, 'dd.MM.') > a", .badDate, 10, "the pattern has `M`, but no `y`"),
    Case("date(day, 'yyyy-MM HH') > a", .badDate, 10, "no `d`"),
    Case("date(day, 'yyyy-MM-dd hh') > a", .badDate, 10, "from 0 to 23 are `HH`"),
    Case("date(day, 'yyyy-MM-ddTHH') > a", .badDate, 10, "text is written in quotes"),
    Case("date(day, \"yyyy 'T\") > a", .badDate, 10, "not closed"),
    Case("date(day, '') > a", .badDate, 10, "empty"),
    Case("date(day, 'yyyyy') > a", .badDate, 10, "`y` cannot stand 5 times"),
    Case("date('2024-02-30', 'yyyy-MM-dd') > a", .badDate, 5, "is no date by the pattern"),
    Case("text('2024-02-30', 'yyyy') == a", .badDate, 5, "date(text, pattern)"),
    Case("epoch(a) > b", .wrongCount, 0, "`epoch` takes two arguments"),
    Case("epoch(a, 'min') > b", .badDate, 9, "the units are"),
    Case("epoch(a, unit) > b", .badDate, 9, "needs a unit in quotes"),
    Case("epoch('5', 's') > b", .wrongType, 6, "needs a number"),
    Case("castObject:toType:('soon', 'NSDate') > a", .badCast, 19, "cannot be read as a date"),
    Case("CAST({1}, 'string') == a", .badCast, 5, "cannot be read as text"),
    Case("CAST(a, 5) == 1", .badCast, 8, "name of a type"),
    Case("CAST(a) == 1", .badCast, 6, "name of a type"),
    Case("a == %@", .formatArgument, 5, "write the value itself"),
    Case("%K == 1", .formatArgument, 0, "`%K`"),
    Case("a %@", .formatArgument, 2, "`%@`"),
    Case("a == %", .formatArgument, 5, "`%`"),
    Case("a UTI-CONFORMS-TO 'x'", .unsupportedOperator, 2, "`UTI-CONFORMS-TO`"),
    Case("a uti-conforms", .unsupportedOperator, 2, "`uti-conforms`"),
    Case("a UTI-", .unsupportedOperator, 2, "`UTI`"),
    Case("$x := 1", .unsupportedOperator, 3, "`:=`"),
    Case(String(repeating: "(", count: 300) + "a == 1", .tooDeep, 200, "200 levels"),
    Case(String(repeating: "NOT ", count: 300) + "a == 1", .tooDeep, 800, "200 levels"),
    Case("a == " + String(repeating: "{", count: 300), .tooDeep, 205, "200 levels"),
    Case("a == 1" + String(repeating: " + 1", count: 2000), .tooDeep, 5 + 4 * 1000, "1000 levels"),
  ]

  @Test(arguments: lexical + syntactic + semantic) func diagnoses(_ expected: Case) throws {
    let first = try #require(diagnose(expected.text).first)
    #expect(first.kind == expected.kind)
    #expect(first.position == expected.position)
    let words = first.message + " " + (first.hint ?? "")
    #expect(words.contains(expected.says), "\(words)")
    #expect(first.related?.start == expected.opener)
  }

  @Test func everyKindOfErrorIsTested() {
    let tested = Set((Self.lexical + Self.syntactic + Self.semantic + Self.warnings).map(\.kind))
    #expect(Set(DiagnosticKind.allCases).subtracting(tested).isEmpty)
  }

  static let catalog = KeyCatalog(sampling: [
    ["bom-ref": "x", "count": 1, "rec": ["last-seen-3": 1], "no": "x", "parts": ["n": 1]],
    ["parts": [["n": 1]]], ["name": "x", "tags": ["a"], "author": ["name": "y"]],
    ["name": "x", "author": ["name": "y"]],
  ])

  static let warnings: [Case] = [
    Case("bom-ref == 'x'", .hyphenatedKey, 0, "write `` `bom-ref` ``"),
    Case("1 < rec.last-seen-3", .hyphenatedKey, 4, "write `` rec.`last-seen-3` ``"),
    Case("tags == 'a'", .otherKind, 0, "ANY tags asks its elements"),
    Case("tags != 3", .otherKind, 0, "ANY tags asks its elements"),
    Case("name == 5", .otherKind, 0, "text is written in quotes"),
    Case("count != '1'", .otherKind, 0, "without quotes"),
    Case("name LIKE 'a%'", .sqlWildcard, 10, "LIKE \"a*\""),
    Case("'name' == 'x'", .quotedKey, 0, "for the key write `name`"),
    Case("author.name > 2024-05-01", .subtractedDate, 14, "CAST(\"2024-05-01\""),
    Case("name == Ada", .unknownKey, 8, "\"Ada\""),
    Case("author.nam == 'x'", .unknownKey, 0, "`author.name`"),
    Case(#"name == 'a\d'"#, .unknownEscape, 10, #"write `\\d`"#),
    Case(#"name MATCHES '\d+'"#, .lostBackslash, 14, #"write `\\d`"#),
    Case("name BETWEEN {5, 1}", .reversedBounds, 14, "lower one comes first"),
    Case("nmae == 'x'", .unknownKey, 0, "did you mean `name`?"),
    Case("author.nme == 'x'", .unknownKey, 0, "`author.name`"),
    Case("tags.@count == 0", .countOfMissing, 0, "add `OR tags == nil`"),
    Case("no == 'x'", .wordForKey, 0, "for the key write `#no`"),
    Case("parts.@count == 1", .recordAmongLists, 0, "one record in others"),
    Case("SUBQUERY(parts, $p, $p.n == 1).@count > 0", .recordAmongLists, 9, "ANY parts.KEY"),
    Case("name IN {'a', nil}", .nilAsElement, 14, "`OR name == nil` asks for it"),
    Case("tags CONTAINS nil", .nilAsElement, 14, "`ANY tags == nil` asks for it"),
    Case("$section.@count > 2", .countOfLevel, 0, "'show 0'"),
    Case("2 < $row.@count", .countOfLevel, 4, "'show 0.0'"),
    Case("name ==[c] 5", .uselessOption, 7, "has no effect on a number"),
  ]

  @Test(arguments: warnings) func warns(_ expected: Case) throws {
    let first = try #require(diagnose(expected.text, keys: Self.catalog).first)
    #expect(first.kind == expected.kind)
    #expect(first.kind.isWarning)
    #expect(first.position == expected.position)
    let words = first.message + " " + (first.hint ?? "")
    #expect(words.contains(expected.says), "\(words)")
  }

  @Test func severalErrorsAreReportedAtOnce() {
    let kinds = diagnose("a == AND b ==[x] 1 AND (c AND d > 'x' e) OR f(1) > 2 AND a == 'z").map(
      \.kind)
    #expect(
      kinds == [
        .expectedExpression, .badOption, .expectedOperator, .missingCloser, .unknownFunction,
        .unterminatedString,
      ])
  }

  @Test func anOpenStringHidesWhatIsBehindIt() {
    #expect(
      diagnose("a == AND b == 'x AND ==").map(\.kind) == [.expectedExpression, .unterminatedString])
    #expect(diagnose("`a == 1 AND b").map(\.kind) == [.unterminatedString])
  }

  @Test func validPredicatesGiveNoWarning() {
    for text in ["name == 'x' AND ANY tags == 'a'", "author.name.length > 2", "name ==[c] 'X'"] {
      #expect(diagnose(text, keys: Self.catalog).isEmpty, "\(text)")
    }
  }
}
