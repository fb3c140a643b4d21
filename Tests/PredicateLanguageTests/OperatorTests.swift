import Foundation
import TableModel
import TestSeeds
import Testing

@testable import PredicateLanguage

/// Each operator of the list in `Relation` is one in every part of the language: in the lexer, the
/// parser, the checker, both evaluators, the printer, completion and the pages.
@Suite struct OperatorTests {
  /// What an operator is to do. A `switch` without a default: a new operator does not compile
  /// before it has a sample.
  struct Sample {
    /// The right side.
    var right: String
    /// The same as a value of a record.
    var value: Value
    /// A left side that fulfils the comparison, and one that does not.
    var yes: Value
    var no: Value
    /// A right side that the checker refuses; nil where anything may stand.
    var wrong: String?

    init(_ relation: Relation) {
      switch relation {
      case .equal: self.init("2", 2, yes: 2, no: 3)
      case .notEqual: self.init("2", 2, yes: 3, no: 2)
      case .less: self.init("2", 2, yes: 1, no: 2, wrong: "{2}")
      case .lessOrEqual: self.init("2", 2, yes: 2, no: 3, wrong: "{2}")
      case .greater: self.init("2", 2, yes: 3, no: 2, wrong: "{2}")
      case .greaterOrEqual: self.init("2", 2, yes: 2, no: 1, wrong: "{2}")
      case .between: self.init("{1, 3}", [1, 3], yes: 3, no: 4, wrong: "1")
      case .in: self.init("{\"a\", \"b\"}", ["a", "b"], yes: "b", no: "c", wrong: "2")
      case .contains: self.init("\"b\"", "b", yes: "abc", no: "ac")
      case .beginsWith: self.init("\"ab\"", "ab", yes: "abc", no: "cab", wrong: "2")
      case .endsWith: self.init("\"ab\"", "ab", yes: "cab", no: "abc", wrong: "2")
      case .like: self.init("\"a*c\"", "a*c", yes: "abbc", no: "abcd", wrong: "2")
      case .matches: self.init("\"[ab]+c\"", "[ab]+c", yes: "abac", no: "ac c", wrong: "2")
      }
    }

    private init(_ right: String, _ value: Value, yes: Value, no: Value, wrong: String? = nil) {
      (self.right, self.value, self.yes, self.no) = (right, value, yes, no)
      self.wrong = wrong
    }
  }

  @Test(arguments: Relation.allCases) func isReadAndPrinted(_ relation: Relation) throws {
    let text = "x \(relation.rawValue) \(Sample(relation).right)"
    var lexer = Lexer(text.lowercased())
    lexer.run()
    #expect(lexer.tokens[1].relation == relation)
    let condition = try parse(text)
    guard case .comparison(let comparison) = condition.clause.syntax else {
      Issue.record("\(text) is not a comparison")
      return
    }
    #expect(comparison.relation.syntax == relation)
    #expect(condition.format == text)
    // A word is a key only where it is escaped.
    if Relation.words.contains(relation.rawValue) {
      #expect(Condition.spelling(of: [relation.rawValue]) == "#" + relation.rawValue)
      #expect(try parse("#\(relation.rawValue) == 1").keyPaths.map(\.keys) == [[relation.rawValue]])
    }
  }

  @Test(arguments: Relation.allCases) func isChecked(_ relation: Relation) {
    let sample = Sample(relation)
    #expect(diagnose("x \(relation.rawValue) \(sample.right)").isEmpty)
    guard let wrong = sample.wrong else { return }
    #expect(diagnose("x \(relation.rawValue) \(wrong)").map(\.kind) == [.wrongType])
  }

  /// With a right side that never changes, for which there are faster ways, and with a field.
  @Test(arguments: Relation.allCases) func isEvaluatedByBoth(_ relation: Relation) throws {
    let sample = Sample(relation)
    let records: [Value] = [sample.yes, sample.no, nil].map { ["x": $0, "y": sample.value] }
    for right in [sample.right, "y"] {
      let condition = try parse("x \(relation.rawValue) \(right)")
      let byRow = ColumnAgreementTests.byRow(condition, records, strict: false)
      #expect(byRow.verdicts?.prefix(2) == [true, false], "\(condition.source)")
      #expect(try ColumnAgreementTests.byColumn(condition, records, strict: false) == byRow)
    }
  }

  @Test(arguments: Relation.allCases) func isCompleted(_ relation: Relation) {
    let proposals = Condition.completion(of: "x ", at: 2).proposals
    #expect(proposals.contains { $0.text == relation.rawValue && $0.kind == .comparison })
  }

  /// For people who use it, and for those who read the grammar.
  @Test(arguments: [
    "Documentation/Filtering.shelf.md", "Sources/Commands/Shell/Help/HelpTopic.swift",
    "Sources/PredicateLanguage/Parsing/Parser.swift",
  ])
  func isDescribed(_ page: String) throws {
    let text = try String(contentsOfFile: Repository.path(page), encoding: .utf8)
    let words = Set(text.split { " `\n,\"".contains($0) }.map(String.init))
    #expect(Relation.allCases.filter { !words.contains($0.rawValue) } == [])
  }
}
