import PredicateLanguage
import TableModel
import TestSeeds
import Testing

/// What is proposed at the end of unfinished predicates.
@Suite struct CompletionTests {
  static let keys = KeyCatalog(sampling: [
    [
      "name": "x", "price": 1, "organic": true, "tags": ["a"],
      "author": ["name": "y", "first name": "z"], "in": 1,
    ]
  ])

  /// A text, the first proposals, and one that must not be there.
  static let table: [(String, [String], String)] = [
    ("", ["author", "#in", "name", "organic", "price", "tags", "NOT", "ANY"], "AND"),
    ("na", ["name"], "price"), ("name ", ["==", "!=", "BEGINSWITH"], "name"),
    ("name BEG", ["BEGINSWITH"], "=="),
    ("price ", ["==", "!=", "<"], "LIKE"), ("organic ", ["==", "!="], "<"),
    ("organic == ", ["YES", "NO"], "AND"),
    ("tags ", ["CONTAINS"], "<"), ("name == ", ["author"], "AND"),
    ("name == 'x' ", ["AND", "OR"], "name"),
    ("name == 'x' A", ["AND"], "OR"), ("name == 'x' AND ", ["author"], "OR"),
    ("name == 'x' AND pr", ["price"], "name"),
    ("author.", ["`first name`", "name", "@count"], "price"), ("author.na", ["name"], "@count"),
    ("SELF.author.", ["`first name`", "name"], "price"),
    ("tags.@co", ["@count"], "@sum"), ("name ==[", ["c]", "d]"], "FIRST]"),
    ("tags[", ["FIRST]", "LAST]", "SIZE]"], "c]"),
    ("$in", ["$index"], "$row"), ("price > $", ["$document", "$index"], "name"),
    ("(name ", ["==", "!="], "AND"), ("(name == 'x' ", ["AND", "OR", ")"], "name"),
    ("price IN ", ["{"], "AND"), ("price BETWEEN ", ["{"], "AND"), ("price IN {1", ["}"], "AND"),
    ("ANY ", ["author"], "AND"),
    ("upp", ["uppercase("], "name"), ("name == 'x", [], "name"), ("`", ["author"], "NOT"),
    ("@c", ["@count"], "name"),
    ("price < 3 AND (tags.@count > 2 OR n", ["name"], "price"), ("NOT ", ["author"], "AND"),
    ("a ~ b ", [], "AND"),
  ]

  @Test(arguments: table) func proposes(_ text: String, _ first: [String], _ absent: String) {
    let completion = Condition.completion(of: text, at: text.unicodeScalars.count, keys: Self.keys)
    let texts = completion.proposals.map(\.text)
    #expect(Array(texts.prefix(first.count)) == first)
    #expect(!texts.contains(absent))
  }

  @Test func theWordThatWasBegunIsReplaced() {
    #expect(
      Condition.completion(of: "a == 1 AND pr > 2", at: 13, keys: Self.keys).replaced
        == SourceSpan(11, 13))
    #expect(Condition.completion(of: "a.@co", at: 5).replaced == SourceSpan(2, 5))
    #expect(Condition.completion(of: "größe é", at: 99).replaced == SourceSpan(6, 7))
  }

  @Test func whatIsProposedIsAllowed() throws {
    for text in ["", "name ", "price > ", "price > 1 ", "NOT ", "(price ", "tags.", "ANY tags."] {
      for proposal in Condition.completion(of: text, at: 99, keys: Self.keys).proposals {
        let longer = text + proposal.text
        let diagnostics = diagnose(longer).filter {
          !$0.kind.isWarning && $0.span.end < longer.unicodeScalars.count
        }
        let isArity = diagnostics.allSatisfy { $0.kind == .wrongCount || $0.kind == .missingCloser }
        #expect(isArity, "\(longer): \(diagnostics.map(\.message))")
      }
    }
  }

  @Test func everyPlaceOfRandomPredicatesCanBeCompleted() {
    var source = RandomPredicates(seed: 7)
    for _ in 0..<20 {
      let text = source.predicate(2)
      for offset in 0...text.unicodeScalars.count {
        let completion = Condition.completion(of: text, at: offset, keys: Self.keys)
        #expect(completion.replaced.end == offset)
      }
    }
  }
}
