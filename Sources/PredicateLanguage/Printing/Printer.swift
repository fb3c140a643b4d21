import TableModel

/// Writes a syntax tree in canonical form: what is printed parses to the same tree.
enum Printer {
  static func print(_ clause: Clause) -> String {
    switch clause {
    case .constant(let value): value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .comparison(let comparison): print(comparison)
    case .not(let inner): "NOT " + operand(inner)
    case .and(let parts): parts.map(operand).joined(separator: " AND ")
    case .or(let parts): parts.map(operand).joined(separator: " OR ")
    }
  }

  /// A clause inside another one; every compound clause is in parentheses there.
  private static func operand(_ clause: ClauseNode) -> String {
    switch clause.syntax {
    case .constant, .comparison: print(clause.syntax)
    case .not, .and, .or: "(" + print(clause.syntax) + ")"
    }
  }

  private static func print(_ comparison: Comparison) -> String {
    let quantifier = comparison.quantifier.map { $0.rawValue + " " } ?? ""
    let letters = comparison.options.syntax.text
    let options = letters.isEmpty ? "" : "[\(letters)]"
    return quantifier + print(comparison.left) + " " + comparison.relation.syntax.rawValue
      + options + " " + print(comparison.right)
  }

  // MARK: Terms

  /// How tightly a term holds together, loosest first.
  private enum Binding: Int, Comparable {
    case combined, sum, product, unary, power, postfix, atom

    static func < (a: Binding, b: Binding) -> Bool { a.rawValue < b.rawValue }
  }

  static func print(_ term: TermNode) -> String {
    print(term, atLeast: .combined)
  }

  /// A term where only those that bind at least so tightly need no parentheses.
  private static func print(_ term: TermNode, atLeast needed: Binding) -> String {
    let text = print(term.syntax)
    return binding(of: term.syntax) < needed ? "(" + text + ")" : text
  }

  private static func binding(of term: Term) -> Binding {
    switch term {
    case .combined: .combined
    case .arithmetic(_, let operation, _):
      switch operation {
      case .plus, .minus: .sum
      case .times, .dividedBy: .product
      case .power: .power
      }
    case .negated: .unary
    case .number(let number): number.text.hasPrefix("-") ? .unary : .atom
    case .member, .element, .collected: .postfix
    default: .atom
    }
  }

  private static func print(_ term: Term) -> String {
    switch term {
    case .null: "nil"
    case .bool(let value): value ? "YES" : "NO"
    case .number(let number): number.text
    case .string(let text): quote(text)
    case .itself: "SELF"
    case .variable(let name): "$" + name
    case .list(let elements): "{" + list(elements) + "}"
    case .member(let base, let key): self.base(base, separator: ".") + spell(key)
    case .element(let base, let index): self.base(base) + "[" + print(index) + "]"
    case .collected(let base, let keyOperator, let path):
      self.base(base, separator: ".")
        + (["@" + keyOperator.rawValue] + path.map(spell)).joined(separator: ".")
    case .negated(let operand): "-" + print(operand, atLeast: .unary)
    case .arithmetic(let a, let operation, let b): print(a, operation, b)
    case .combined(let a, let operation, let b):
      print(a) + " \(operation.rawValue) " + print(b, atLeast: .sum)
    case .call(let function, let arguments):
      function.syntax.rawValue + "(" + list(arguments) + ")"
    case .subquery(let collection, let variable, let clause):
      "SUBQUERY(\(print(collection)), $\(variable), \(print(clause.syntax)))"
    case .ternary(let clause, let a, let b):
      "TERNARY(\(print(clause.syntax)), \(print(a)), \(print(b)))"
    case .cast(let value, let type): "CAST(\(print(value)), \"\(type.syntax.rawValue)\")"
    }
  }

  private static func print(
    _ a: TermNode, _ operation: ArithmeticOperator, _ b: TermNode
  ) -> String {
    let sides: (left: Binding, right: Binding) =
      switch operation {
      case .plus, .minus: (.sum, .product)
      case .times, .dividedBy: (.product, .unary)
      case .power: (.power, .postfix)
      }
    return print(a, atLeast: sides.left) + " \(operation.rawValue) "
      + print(b, atLeast: sides.right)
  }

  /// What stands in front of a key or a bracket; nothing does where a key is one of the record.
  private static func base(_ term: TermNode, separator: String = "") -> String {
    if case .itself = term.syntax, !separator.isEmpty { return "" }
    if case .number = term.syntax { return "(" + print(term) + ")" + separator }
    return print(term, atLeast: .postfix) + separator
  }

  private static func print(_ index: Subscript) -> String {
    switch index {
    case .first: return "FIRST"
    case .last: return "LAST"
    case .size: return "SIZE"
    case .at(let term):
      if case .member(let base, let key) = term.syntax, case .itself = base.syntax,
        ["FIRST", "LAST", "SIZE"].contains(Keyword.asciiUppercased(key))
      {
        return "#" + key
      }
      return print(term)
    }
  }

  private static func list(_ terms: [TermNode]) -> String {
    terms.map { print($0) }.joined(separator: ", ")
  }

  /// A key as it can be written: `#in` for a reserved word, between backquotes if it is not a word.
  static func spell(_ key: String) -> String {
    if Keyword.isReserved(key) { return "#" + key }
    return SpelledKey.spelled(key)
  }

  static func spell(_ path: [String]) -> String {
    path.map { spell($0) }.joined(separator: ".")
  }

  /// A string in double quotes, with escapes for what is not visible as itself.
  ///
  /// - Parameter mark: the quotes to put around it, double ones or single ones.
  static func quote(_ text: String, with mark: Unicode.Scalar = "\"") -> String {
    SpelledKey.quoted(text, with: mark)
  }
}

/// Texts in quotes as command lines and addresses have them, by the escapes of the language's
/// strings.
package enum QuotedText {
  /// What a text with its quotes around it stands for.
  ///
  /// A backslash that does not begin an escape stands for itself, so that paths and patterns may be
  /// quoted without doubling it; where there is one, only quotes and backslashes are escaped.
  ///
  /// - Complexity: O(characters).
  package static func content(of quoted: String) -> String {
    var lexer = Lexer(quoted)
    if case .string(let content)? = lexer.lexString(), lexer.position == lexer.scalars.count,
      lexer.diagnostics.isEmpty, lexer.unknownEscapes.isEmpty
    {
      return content
    }
    var content = ""
    var isEscaped = false
    for character in quoted.dropFirst().dropLast() {
      if isEscaped, !"\\\"'".contains(character) { content.append("\\") }
      if !isEscaped, character == "\\" {
        isEscaped = true
      } else {
        content.append(character)
        isEscaped = false
      }
    }
    return isEscaped ? content + "\\" : content
  }

  /// A text in double quotes, with escapes for what is not visible as itself.
  package static func spelled(_ text: String) -> String { Printer.quote(text) }
}
