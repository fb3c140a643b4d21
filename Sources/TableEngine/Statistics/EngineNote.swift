/// A rule or a word of the engine explained, with what the explanation rests on.
package struct EngineNote: Sendable, Hashable {
  /// Where a statement comes from.
  package enum Basis: String, Sendable, Hashable, CaseIterable {
    /// The vendor's documentation says so.
    case documented
    /// Seen by measuring the original, or in the source of an open implementation.
    case observed
    /// The behaviour of the original is unknown or differs, and this one is our choice.
    case ownChoice
    /// A word that the other notes use.
    case term
  }

  package var topic: String
  package var text: String
  package var basis: Basis
  /// Topics that go with it.
  package var related: [String]

  init(_ topic: String, _ basis: Basis, _ text: String, related: [String] = []) {
    self.topic = topic
    self.basis = basis
    self.text = text
    self.related = related
  }

  /// Every note, by what it is about: cells and pools, passes, policies, strips, geometry,
  /// changes, choices, and what is counted.
  package static let all: [EngineNote] =
    cells + passes + policies + strips + geometry + changes + choices + figures

  /// The note on a topic, ignoring case and treating blanks as hyphens.
  package static func named(_ topic: String) -> EngineNote? {
    let wanted = folded(topic)
    return all.first { folded($0.topic) == wanted }
  }

  private static func folded(_ topic: String) -> String {
    topic.lowercased().filter { $0 != " " && $0 != "-" }
  }
}

extension EngineNote.Basis {
  /// The basis as it stands behind an explanation.
  package var words: String {
    switch self {
    case .documented: "documented behaviour"
    case .observed: "observed, not documented"
    case .ownChoice: "this program's own choice"
    case .term: "a word"
    }
  }
}
