/// Writes predicates that columns can answer, and some that they cannot.
package struct ColumnPredicates {
  package var source: RandomPredicates
  package var keys = [
    "n", "n", "big", "huge", "name", "name", "tags", "tags", "mixed", "flag", "rec.a", "rec.t",
    "list.a", "gone", "SELF", "name.length", "rec.self", "rec",
  ]
  package var numbers = [
    "0", "1", "2", "-7", "3.25", "1e3", "9007199254740992", "9007199254740993",
    "9007199254740992.0", "1e18", "9.007199254740992e15", "9223372036854775807", "0.1",
    "0.10000000000000000001", "1e400", "-0.0", "1e-400", "9223372036854775808",
    "5000000000000000.5", "1000000000000000000000",
  ]
  package var texts = [
    "'a'", "'A'", "'ab'", "''", "'é'", "'e'", "'e\\u0301'", "'ß'", "'SS'", "'b c'", "'a*'",
    "'?b'", "'*b*'", "'x\\n'", "'ﬁ'", "'k'", "'a(b'", "lowercase('AB')", "'日'",
  ]
  package var lists = [
    "{}", "{1, 2, 3.25}", "{'a', 'AB', 'é'}", "{1, 'a', nil}", "{{'a'}, 'b'}", "'abc'", "{YES}",
    "{0.1, 9007199254740993}", "{0.5, 1e18}", "rec",
    "{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17}",
  ]

  package init(seed: UInt64) { source = RandomPredicates(seed: seed) }

  package mutating func predicate(_ depth: Int = 3) -> String {
    if depth == 0 || source.chance(3) { return comparison() }
    switch Int.random(in: 0..<6, using: &source.generator) {
    case 0: return "NOT (" + predicate(depth - 1) + ")"
    case 1: return source.pick(["TRUEPREDICATE", "FALSEPREDICATE"])
    case 2, 3: return "(" + predicate(depth - 1) + " AND " + predicate(depth - 1) + ")"
    case 4:
      return "(" + predicate(depth - 1) + " AND " + comparison() + " AND " + comparison() + ")"
    default: return "(" + predicate(depth - 1) + " OR " + predicate(depth - 1) + ")"
    }
  }

  package mutating func comparison() -> String {
    let options = source.options()
    switch Int.random(in: 0..<12, using: &source.generator) {
    case 0: return key() + order() + number()
    case 1: return number() + order() + key()
    case 2: return key() + order() + options + " " + text()
    case 3: return key() + source.pick([" == ", " != "]) + options + " " + literal()
    case 4: return literal() + source.pick([" == ", " != "]) + options + " " + key()
    case 5: return key() + " BETWEEN {" + bounds() + "}"
    case 6: return key() + " IN" + options + " " + list()
    case 7: return key() + textual() + options + " " + text()
    case 8:
      return text() + source.pick([" IN", " CONTAINS", " BEGINSWITH"]) + options + " " + key()
    case 9: return key() + " MATCHES" + options + " " + pattern()
    case 10: return quantified(options)
    default:
      switch Int.random(in: 0..<4, using: &source.generator) {
      case 0: return source.comparison(1)
      case 1: return "CAST(" + key() + ", 'NSDate')" + order() + "CAST('2024-05-01', 'NSDate')"
      case 2: return "CAST(" + key() + ", 'number')" + order() + number()
      default: return key() + " == " + key()
      }
    }
  }

  private mutating func quantified(_ options: String) -> String {
    let quantifier = source.pick(["ANY ", "ALL ", "NONE "])
    switch Int.random(in: 0..<5, using: &source.generator) {
    case 0: return quantifier + key() + order() + source.pick([number(), text()])
    case 1: return quantifier + key() + " == " + literal()
    case 2: return quantifier + key() + " IN" + options + " " + list()
    case 3: return quantifier + key() + " BETWEEN {" + bounds() + "}"
    default: return quantifier + key() + textual() + options + " " + text()
    }
  }

  private mutating func key() -> String { source.pick(keys) }

  private mutating func order() -> String {
    source.pick([" == ", " != ", " < ", " <= ", " > ", " >= "])
  }

  private mutating func textual() -> String {
    source.pick([" BEGINSWITH", " ENDSWITH", " CONTAINS", " LIKE", " NOT CONTAINS"])
  }

  private mutating func number() -> String { source.pick(numbers) }

  private mutating func text() -> String { source.pick(texts) }

  private mutating func pattern() -> String {
    source.pick([
      "'a.*'", "'.*b.*'", "'A.*b.*'", "'a.b'", "'^ab?$'", "'[a-c]+'", "'ab.+'", "'.*'", "'a|b'",
      "'(?i)ab.*'", "'a\\\\..*'", "'a{2}'", "'(a+)+b'", "'k.*?'", "'.'", "'ab[c-e]*'", "name",
      "'x.*'",
    ])
  }

  private mutating func literal() -> String {
    source.pick([number(), text(), "nil", "YES", "NO", "{}", "{'a', 'b'}", "{1, 2}", "1 + 1"])
  }

  private mutating func bounds() -> String {
    source.pick([
      "0, 2", "1, 9007199254740993", "'a', 'b'", "nil, 3", "0.1, 3.25", "2, 1",
      "lowercase('A'), abs(2)", "YES, 5", "0.5, 1e18",
    ])
  }

  private mutating func list() -> String { source.pick(lists) }
}
