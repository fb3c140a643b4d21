import PredicateLanguage
import TableModel
import Testing

/// What a text is printed as: the shape of the tree in one line.
@Suite struct PrintingTests {
  static let table: [(String, String)] = [
    ("a = 1", "a == 1"), ("a == 1", "a == 1"), ("a <> 1", "a != 1"), ("a != 1", "a != 1"),
    ("a =< 1", "a <= 1"), ("a => 1", "a >= 1"), ("a<1", "a < 1"), ("a>1", "a > 1"),
    ("a between {1, 2}", "a BETWEEN {1, 2}"),
    ("name beginswith[DC] 'x'", "name BEGINSWITH[cd] \"x\""),
    ("name ==[LNDC] 'x'", "name ==[cdnl] \"x\""), ("b <[c] 'ABC'", "b <[c] \"ABC\""),
    ("name LIKE [ c d ] 'x'", "name LIKE[cd] \"x\""),
    ("SOME a = 1", "ANY a == 1"), ("NONE a = 1", "NOT ANY a == 1"), ("ALL a = 1", "ALL a == 1"),
    ("a NOT IN {1}", "NOT a IN {1}"), ("a not contains 'x'", "NOT a CONTAINS \"x\""),
    ("ANY a NOT IN {1}", "NOT ALL a IN {1}"),
    ("not a = 1 && b = 2", "(NOT a == 1) AND b == 2"),
    ("!a = 1 || b = 2", "(NOT a == 1) OR b == 2"),
    ("a = 1 and b = 2 and c = 3", "a == 1 AND b == 2 AND c == 3"),
    ("a = 1 and (b = 2 and c = 3)", "a == 1 AND b == 2 AND c == 3"),
    ("a = 1 or b = 2 and c = 3", "a == 1 OR (b == 2 AND c == 3)"),
    ("(a = 1 or b = 2) and c = 3", "(a == 1 OR b == 2) AND c == 3"),
    ("not not a = 1", "NOT (NOT a == 1)"), ("NOT (a = 1 OR b = 1)", "NOT (a == 1 OR b == 1)"),
    ("truepredicate or FALSEPREDICATE", "TRUEPREDICATE OR FALSEPREDICATE"),
    ("((a)) = ((1))", "a == 1"), ("((a = 1))", "a == 1"),
    ("a + b * c = 1", "a + b * c == 1"), ("(a + b) * c = 1", "(a + b) * c == 1"),
    ("a - (b - c) = 1", "a - (b - c) == 1"), ("(a - b) - c = 1", "a - b - c == 1"),
    ("a / (b * c) = 1", "a / (b * c) == 1"), ("2**3**2 = 1", "2 ** 3 ** 2 == 1"),
    ("2**(3**2) = 1", "2 ** (3 ** 2) == 1"), ("-2**2 = 1", "-2 ** 2 == 1"),
    ("(-2)**2 = 1", "(-2) ** 2 == 1"), ("2**-1 = 1", "2 ** (-1) == 1"), ("-a = 1", "-a == 1"),
    ("--a = 1", "--a == 1"), ("-(2) = --2", "-2 == 2"), ("-(a+b) = 1", "-(a + b) == 1"),
    ("a % 2 = 1", "modulus:by:(a, 2) == 1"), ("a UNION b minus c = d", "a UNION b MINUS c == d"),
    ("a union (b intersect c) = d", "a UNION (b INTERSECT c) == d"),
    ("UPPERCASE:(a) = uppercase(b)", "uppercase(a) == uppercase(b)"),
    ("add:to:(1, 2) = now()", "1 + 2 == now()"), ("2**-a = 1", "2 ** (-a) == 1"),
    ("from:subtract:(a, b - 1) = 1", "a - (b - 1) == 1"),
    ("multiply:by:(a + 1, b) = 1", "(a + 1) * b == 1"),
    ("divide:by:(a, multiply:by:(b, 2)) = 1", "a / (b * 2) == 1"),
    ("raise:toPower:(2, -1) = 1", "2 ** (-1) == 1"),
    ("raise:toPower:(-2, 2) = 1", "(-2) ** 2 == 1"),
    ("raise:toPower:(a, raise:toPower:(b, 2)) = 1", "a ** (b ** 2) == 1"),
    ("modulus:by:(add:to:(a, 1), 2) = 1", "modulus:by:(a + 1, 2) == 1"),
    ("a - -1 = from:subtract:(a, -1)", "a - -1 == a - -1"), ("sum(1,2 , 3)=6", "sum(1, 2, 3) == 6"),
    ("SELF.a = SELF", "a == SELF"), ("SELF['a b'] = 1", "SELF[\"a b\"] == 1"),
    ("#in = #size", "#in == size"), ("`unit price` = `size`", "`unit price` == size"),
    ("a.in.`b c`.#or = 1", "a.#in.`b c`.#or == 1"), ("`self`.a = 1", "#self.a == 1"),
    ("tags[first] = tags[LAST]", "tags[FIRST] == tags[LAST]"),
    ("a[SIZE] = a[0]", "a[SIZE] == a[0]"),
    ("a[#first] = a[b.c]", "a[#first] == a[b.c]"), ("(2)[0] = 1", "(2)[0] == 1"),
    ("@count = 1", "@count == 1"), ("SELF.@count = 1", "@count == 1"),
    ("a.@sum.b.c = 1", "a.@sum.b.c == 1"), ("a.@firstObject.b = 1", "a.@firstObject.b == 1"),
    ("a.@distinctUnionOfObjects.#self = b", "a.@distinctUnionOfObjects.#self == b"),
    ("a.@unionOfArrays.@count = 1", "a.@unionOfArrays.@count == 1"),
    ("a = NULL or b = Nil or c = yes or d = FALSE", "a == nil OR b == nil OR c == YES OR d == NO"),
    ("a = {}", "a == {}"), ("a = {1, {b, 'c'}}", "a == {1, {b, \"c\"}}"),
    ("$x.y = $index", "$x.y == $index"),
    ("SUBQUERY(a, $x, $x.b = 1).@count > 0", "SUBQUERY(a, $x, $x.b == 1).@count > 0"),
    ("ternary(a = 1, 'b', c) = 'b'", "TERNARY(a == 1, \"b\", c) == \"b\""),
    ("(ternary(a = 1, 'b', c)) = 'b'", "TERNARY(a == 1, \"b\", c) == \"b\""),
    ("CAST(a, 'number') = 1", "CAST(a, \"NSNumber\") == 1"),
    ("first = 1 and cast = 2 and union = 3", "first == 1 AND cast == 2 AND union == 3"),
    ("union union union = 3", "union UNION union == 3"),
    ("größe = 1 and 价格 > 2", "größe == 1 AND 价格 > 2"),
  ]

  @Test(arguments: table) func prints(_ text: String, _ printed: String) throws {
    let condition = try parse(text)
    #expect(condition.format == printed)
    let again = try parse(printed)
    #expect(again.clause == condition.clause)
    #expect(again.format == printed)
  }

  static let literals: [(String, String)] = [
    ("0", "0"), ("007", "7"), ("0x1F", "31"), ("0o17", "15"), ("0b101", "5"), ("1.", "1.0"),
    (".5", "0.5"), ("1.50", "1.5"), ("1e3", "1000.0"), ("1.5E-3", "0.0015"), ("1e+2", "100.0"),
    ("-9223372036854775808", "-9223372036854775808"), ("100000000000000000000", "1e+20"),
    ("12345678901234567891", "12345678901234567891"),
    ("0.10000000000000000001", "0.10000000000000000001"), ("1e999", "1.0e999"), ("-0", "0"),
    (#"'it''s'"#, ""), (#""it's""#, #""it's""#), (#"'say "x"'"#, #""say \"x\"""#),
    (#"'\t\n\r\\'"#, #""\t\n\r\\""#), (#"'\a\b\f\v'"#, #""\u0007\u0008\u000C\u000B""#),
    (#"'\101\x42\X43\u0044\U0045'"#, #""ABCDE""#), (#"'\uD83D\uDE00'"#, "\"😀\""),
    (#"'\d+\.'"#, #""d+.""#), (#"'\''"#, #""'""#), (#"'\0'"#, #""\u0000""#),
    ("'a\u{202E}b'", #""a\u202Eb""#), ("'Grüße 👩‍👧'", "\"Grüße 👩‍👧\""),
  ]

  @Test(arguments: literals) func printsLiterals(_ text: String, _ printed: String) throws {
    if printed.isEmpty {
      #expect(throws: ConditionError.self) { try parse("a == " + text) }
      return
    }
    let condition = try parse("a == " + text)
    #expect(condition.format == "a == " + printed)
    #expect(try parse(condition.format).clause == condition.clause)
  }

  @Test func aReservedWordMayFollowANumber() throws {
    #expect(try parse("a == 1AND b == 2").format == "a == 1 AND b == 2")
  }

  @Test func keyPathsAreThoseOfTheItem() throws {
    let condition = try parse(
      "a.b > 1 AND $section.title == c AND SUBQUERY(d, $x, $x.e == f[0]).@count > a.b AND SELF != 1"
    )
    #expect(condition.keyPaths.map(\.description) == ["a.b", "c", "d", "f[0]", "SELF"])
  }
}
