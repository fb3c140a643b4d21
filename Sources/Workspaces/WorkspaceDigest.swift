/// What can be seen of a session, however it came about: two ways to the same state have equal
/// digests.
package struct WorkspaceDigest: Sendable, Hashable {
  /// One thing that can differ, in words.
  package struct Fact: Sendable, Hashable {
    package var name: String
    package var text: String
    /// What is compared where the words are not all there is.
    package var detail = 0
  }

  package var facts: [Fact] = []
  /// What explains a difference of the records, such as the filters; it is never compared.
  package var explanations: [Fact] = []

  /// What differs, in the order of importance: each with both values in words.
  package func differences(from goal: WorkspaceDigest) -> [Difference] {
    var found: [Difference] = []
    for fact in facts {
      guard let wanted = goal.facts.first(where: { $0.name == fact.name }), wanted != fact else {
        continue
      }
      // What cells show differs whenever the rest does; it is worth a word only on its own.
      if fact.name == Self.cells, fact.text == wanted.text, !found.isEmpty { continue }
      found += explained(fact, wanted, goal)
    }
    return found
  }

  private func explained(_ fact: Fact, _ wanted: Fact, _ goal: WorkspaceDigest) -> [Difference] {
    let isAboutRecords = fact.name == Self.records
    let reasons = zip(explanations, goal.explanations).filter { $0 != $1 }.map {
      Difference(name: $0.name, found: $0.text, wanted: $1.text)
    }
    if isAboutRecords, !reasons.isEmpty { return reasons }
    guard fact.text == wanted.text else {
      return [Difference(name: fact.name, found: fact.text, wanted: wanted.text)]
    }
    return [Difference(name: fact.name, found: "other than in the goal", wanted: wanted.text)]
  }

  package struct Difference: Sendable, Hashable {
    package var name: String
    package var found: String
    package var wanted: String
  }

  package static let records = "records"
  package static let cells = "cells"
}
