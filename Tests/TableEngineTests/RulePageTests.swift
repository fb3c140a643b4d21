import Foundation
import Testing

/// `Documentation/TableView.md` against the tree: each rule once, and nothing that is not there.
@Suite struct RulePageTests {
  private static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private struct Rule {
    var number: Int
    var basis: Substring
    var pages: [String]
    var tests: [String]
  }

  private static func rules() throws -> [Rule] {
    let page = try String(
      contentsOf: root.appendingPathComponent("Documentation/TableView.md"), encoding: .utf8)
    return page.split(separator: "\n").compactMap { line in
      let columns = line.split(separator: "|").map { $0.drop { $0 == " " } }
      guard columns.count == 5, let number = Int(columns[0].filter { $0 != " " }) else {
        return nil
      }
      let held = quoted(columns[4])
      return Rule(
        number: number, basis: columns[2],
        pages: held.filter { $0.contains("/") }
          + quoted(columns[3]).filter { $0.hasSuffix(".md") },
        tests: held.filter { !$0.contains("/") })
    }
  }

  /// What stands between backticks.
  private static func quoted(_ text: Substring) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  /// The tests of the tree as `Suite.function`.
  private static func tests() throws -> Set<String> {
    let folder = root.appendingPathComponent("Tests")
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    var tests: Set<String> = []
    for file in names ?? [] where file.hasSuffix(".swift") {
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      var suite = ""
      for line in text.utf8.split(separator: UInt8(ascii: "\n")).map(Substring.init) {
        if line.hasPrefix("struct ") || line.hasPrefix("@Suite") {
          suite = name(after: "struct ", in: line) ?? suite
        } else if line.hasPrefix("  func ") || line.hasPrefix("  @Test") {
          if let test = name(after: "func ", in: line) { tests.insert("\(suite).\(test)") }
        }
      }
    }
    return tests
  }

  private static func name(after word: String, in line: Substring) -> String? {
    guard let start = line.range(of: word)?.upperBound else { return nil }
    return String(line[start...].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
  }

  @Test func everyRuleIsThereOnceAndInOrder() throws {
    #expect(try Self.rules().map(\.number) == Array(1...56))
  }

  /// What is no choice of ours says where it is documented, what was measured, or when it was so.
  @Test func everyRuleSaysWhatItRestsOn() throws {
    var kinds: [Substring: Int] = [:]
    for rule in try Self.rules() {
      let kind = rule.basis.prefix { $0.isLetter }
      kinds[kind, default: 0] += 1
      guard kind != "ours" else { continue }
      #expect(rule.basis.dropFirst(kind.count).hasPrefix(" ("), "rule \(rule.number)")
    }
    #expect(Set(kinds.keys) == ["documented", "measured", "historical", "ours"])
  }

  @Test func whatHoldsARuleIsThere() throws {
    let tests = try Self.tests()
    for rule in try Self.rules() {
      #expect(!rule.tests.isEmpty, "rule \(rule.number) is held by no test")
      let missing = rule.tests.filter { !tests.contains($0) }
      #expect(missing.isEmpty, "rule \(rule.number)")
      for page in rule.pages {
        let places = ["", "Documentation/"].map { Self.root.appendingPathComponent($0 + page).path }
        #expect(
          places.contains { FileManager.default.fileExists(atPath: $0) },
          "rule \(rule.number): \(page)")
      }
    }
  }
}
