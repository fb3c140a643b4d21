import Arranging
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Commands

/// Conditions and questions by keys of any level against an evaluation that knows nothing of levels
/// but the rule: a key belongs to the innermost one of which any record has it.
@Suite struct ScopeOracleTests {
  /// A document of groups of members, whose keys come and go.
  private struct Nested {
    var groups: [(own: Record, members: [Record])] = []
    var document = Record()

    init(using random: inout SeededGenerator) {
      let keys = ["a", "b", "c", "d"]
      func record(_ share: Int, _ allowed: ArraySlice<String>, _ random: inout SeededGenerator)
        -> Record
      {
        var record = Record()
        for key in allowed where Int.random(in: 0..<10, using: &random) < share {
          record[key] = .integer(Int.random(in: 0..<5, using: &random))
        }
        return record
      }
      document = record(5, keys[3...], &random)
      let outer = keys.prefix(Int.random(in: 2...4, using: &random)).suffix(3)
      let inner = keys.prefix(Int.random(in: 1...2, using: &random))
      for number in 0..<Int.random(in: 1...6, using: &random) {
        var own = record(7, outer, &random)
        own["g"] = .integer(number)
        var members: [Record] = []
        for number in 0..<Int.random(in: 0...4, using: &random) {
          var member = record(6, inner, &random)
          member["m"] = .integer(number)
          members.append(member)
        }
        groups.append((own, members))
      }
    }

    var json: String {
      var whole = document
      whole["groups"] = .array(
        groups.map { own, members in
          var group = own
          group["list"] = .array(members.map(Value.record))
          return .record(group)
        })
      return JSONWriter.text(of: .record(whole))
    }

    /// The level of a key: 0 for members, 1 for groups, 2 for the document; nil for none.
    func level(_ key: String) -> Int? {
      if groups.contains(where: { $0.members.contains { $0[key] != nil } }) { return 0 }
      if groups.contains(where: { $0.own[key] != nil }) { return 1 }
      return document[key] == nil ? nil : 2
    }

    func value(_ key: String, _ group: Int, _ member: Int?) -> Int? {
      let value =
        switch level(key) {
        case 0: member.flatMap { groups[group].members[$0][key] }
        case 1: groups[group].own[key]
        case 2: document[key]
        default: nil as Value?
        }
      guard case .number(let number)? = value else { return nil }
      return number.integer.map { Int($0) }
    }
  }

  private struct Test {
    let key: String
    let bound: Int
    let isGreater: Bool

    var text: String { "\(key) \(isGreater ? ">" : "<=") \(bound)" }

    func passes(_ value: Int?) -> Bool {
      value.map { isGreater ? $0 > bound : $0 <= bound } ?? false
    }
  }

  @Test func conditionsKeepWhatANaiveEvaluationKeeps() throws {
    var random = SeededGenerator(seed: testSeed())
    var compared = 0
    var units = 0
    for _ in 0..<150 {
      let nested = Nested(using: &random)
      var session = try Workspace.over(json: nested.json)
      try session.said("shape --sections groups --items list")
      for _ in 0..<4 {
        let tests = (0..<Int.random(in: 1...3, using: &random)).map { _ in
          Test(
            key: ["a", "b", "c", "d"].randomElement(using: &random) ?? "a",
            bound: Int.random(in: 0..<5, using: &random), isGreater: Bool.random(using: &random))
        }
        let joined = Bool.random(using: &random) ? "AND" : "OR"
        let line = "filter " + tests.map(\.text).joined(separator: " \(joined) ")
        let said = try session.said(line)
        func passes(_ group: Int, _ member: Int?) -> Bool {
          let verdicts = tests.map { $0.passes(nested.value($0.key, group, member)) }
          return joined == "AND" ? !verdicts.contains(false) : verdicts.contains(true)
        }
        let isOfUnits = tests.allSatisfy { (nested.level($0.key) ?? 0) > 0 }
        var expected: [String] = []
        var keptGroups: [Int] = []
        for (number, group) in nested.groups.enumerated() {
          let kept = group.members.indices.filter { passes(number, $0) }
          expected += kept.map { "\(number)/\($0)" }
          if isOfUnits ? passes(number, nil) : !kept.isEmpty { keptGroups.append(number) }
        }
        let shown = try session.current().shown
        var found: [String] = []
        try shown.scan { address, value in
          let section = shown.baseAddress(of: address)?.section ?? -1
          found.append("\(section)/\(value[path: FieldPath(key: "m")]?.plainText ?? "-")")
          return true
        }
        let foundGroups = (0..<shown.counts().sections.known).compactMap {
          shown.baseAddress(of: Address($0))?.section
        }
        #expect(found == expected, "\(line) in \(nested.json): \(said)")
        #expect(foundGroups == keptGroups, "\(line) in \(nested.json): \(said)")
        compared += 1
        units += isOfUnits ? 1 : 0
      }
    }
    #expect(compared == 600)
    #expect(units > 50)
  }

  @Test func summariesCountWhatANaiveEvaluationCounts() throws {
    var random = SeededGenerator(seed: testSeed())
    var compared = 0
    for _ in 0..<150 {
      let nested = Nested(using: &random)
      var session = try Workspace.over(json: nested.json)
      try session.said("shape --sections groups --items list")
      for key in ["a", "b", "c"] {
        guard let level = nested.level(key), level < 2 else { continue }
        var counts: [Int: Int] = [:]
        var missing = 0
        for (number, group) in nested.groups.enumerated() {
          for member in level == 0 ? group.members.indices.map(Optional.some) : [nil] {
            if let value = nested.value(key, number, member) {
              counts[value, default: 0] += 1
            } else {
              missing += 1
            }
          }
        }
        let said = try session.said("distinct \(key)")
        var expected = counts.map { "\($0.value) \($0.key)" }.sorted()
        if missing > 0 { expected.append("\(missing) (missing)") }
        let found = said.split(separator: "\n").dropFirst().map { line in
          line.split(separator: " ").joined(separator: " ")
        }
        let values = found.filter { !$0.hasSuffix(")") }.sorted()
        #expect(
          values + found.filter { $0.hasSuffix(")") } == expected, "\(key) in \(nested.json)")
        compared += 1
      }
    }
    #expect(compared > 200)
  }
}
