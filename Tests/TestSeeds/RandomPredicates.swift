/// Writes predicates that are in the grammar, in all its spellings.
package struct RandomPredicates {
  package var generator: SeededGenerator

  package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  package mutating func pick(_ choices: [String]) -> String {
    choices.randomElement(using: &generator) ?? ""
  }

  package mutating func chance(_ one: Int) -> Bool {
    Int.random(in: 0..<one, using: &generator) == 0
  }

  package mutating func predicate(_ depth: Int = 4) -> String {
    if depth == 0 || chance(3) { return comparison(depth) }
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: return pick(["NOT ", "! ", "not "]) + "(" + predicate(depth - 1) + ")"
    case 1: return "(" + predicate(depth - 1) + ")"
    case 2: return pick(["TRUEPREDICATE", "falsepredicate"])
    case 3:
      return predicate(depth - 1) + pick([" AND ", " && ", " and "]) + predicate(depth - 1)
    default: return predicate(depth - 1) + pick([" OR ", " || ", " or "]) + predicate(depth - 1)
    }
  }

  package mutating func comparison(_ depth: Int) -> String {
    let quantifier = chance(6) ? pick(["ANY ", "SOME ", "ALL ", "NONE "]) : ""
    let left = quantifier.isEmpty ? term(depth) : pick(["tags", "items.price", "gone", "{1, 'a'}"])
    switch Int.random(in: 0..<5, using: &generator) {
    case 0:
      return quantifier + key() + pick([" ", " NOT "]) + pick(["IN", "in"]) + options() + " {"
        + term(1) + ", " + literal() + "}"
    case 1: return quantifier + key() + " BETWEEN {" + number() + ", " + key() + "}"
    case 2:
      return quantifier + key() + pick([" ", " NOT "])
        + pick(["BEGINSWITH", "endswith", "CONTAINS", "LIKE", "MATCHES"]) + options() + " "
        + pick(["'a*'", "\"x\\\\d+\"", "'ü'", "name", "''"])
    case 3:
      return quantifier + (quantifier.isEmpty ? key() : left) + pick([" < ", " >= "]) + number()
    default:
      return quantifier + left + pick([" = ", "==", " != ", " <> "]) + options() + " " + term(depth)
    }
  }

  package mutating func options() -> String {
    chance(3) ? pick(["[c]", "[d]", "[cd]", "[DC]", "[n]", "[cdl]", "[ c d ]"]) : ""
  }

  package mutating func term(_ depth: Int) -> String {
    if depth <= 0 || chance(3) { return chance(2) ? key() : literal() }
    switch Int.random(in: 0..<10, using: &generator) {
    case 0: return "(" + term(depth - 1) + ")"
    case 1: return number() + pick([" + ", "-", " * ", "/", "**", " % "]) + key()
    case 2:
      return key() + pick([" - ", " / ", " ** -"]) + "(" + key() + pick([" + ", " * "]) + number()
        + ")"
    case 3: return "-" + pick(["price", "(price)", "5", "(-5)", "-price"])
    case 4: return "{" + term(depth - 1) + ", " + term(depth - 1) + "}"
    case 5:
      return pick([
        "uppercase(name)", "sum(1, 2)", "abs:(price)", "add:to:(1, price)", "length( name )",
        "from:subtract:(price, -2)", "multiply:by:(add:to:(price, 1), -price)",
        "divide:by:(price, from:subtract:(1, price))", "raise:toPower:(-price, -2)",
        "raise:toPower:(2, raise:toPower:(price, 2))", "modulus:by:(-price, price ** -1)",
      ])
    case 6: return "TERNARY(" + predicate(depth - 1) + ", " + term(depth - 1) + ", " + term(0) + ")"
    case 7:
      return "SUBQUERY(items, $x, $x.price > " + number() + " OR " + comparison(0) + ").@count"
    case 8: return "CAST(" + key() + pick([", 'number')", ", 'date')", ", 'string')"])
    default: return pick(["tags UNION {1}", "tags MINUS items", "(tags INTERSECT tags)[0]"])
    }
  }

  package mutating func key() -> String {
    pick([
      "price", "name", "tags", "items.price", "SELF", "SELF.name", "`unit price`", "#in", "size",
      "tags[FIRST]",
      "tags[0]", "items[-1].price", "tags[SIZE]", "items.@sum.price", "tags.@count", "gone",
      "a.in.`b c`", "größe",
      "items.@distinctUnionOfObjects.price", "rec['a']", "rec[#first]", "@allKeys",
    ])
  }

  package mutating func literal() -> String {
    chance(2)
      ? number()
      : pick(["'a'", "\"it's\"", "'\\u00e9\\n'", "nil", "YES", "false", "{}", "'a\\'b'"])
  }

  package mutating func number() -> String {
    pick(["0", "1", "42", "-7", "3.25", "0x1F", "1e3", ".5", "9223372036854775808", "-0.0", "1E-7"])
  }
}
