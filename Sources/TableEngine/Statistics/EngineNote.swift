/// A rule or a word of the engine explained, with what the explanation rests on.
package struct EngineNote: Sendable, Hashable {
  /// Where a statement comes from.
  package enum Basis: String, Sendable, Hashable, CaseIterable {
    /// The vendor's documentation says so.
    case documented
    /// Seen by measuring the original, or in the source of an open implementation.
    case observed
    /// It was so, or was advised, and no longer is.
    case historical
    /// The behaviour of the original is unknown or differs, and this one is our choice.
    case ownChoice
    /// A word that the other notes use.
    case term
  }

  package var topic: String
  package var text: String
  package var basis: Basis
  /// Where the vendor says it, what was measured and in which version, or when it was so; nil for
  /// our own choices and words.
  package var source: EngineSource?
  /// Topics that go with it.
  package var related: [String]

  init(_ topic: String, _ ground: Ground, _ text: String, related: [String] = []) {
    self.topic = topic
    self.text = text
    self.related = related
    (basis, source) =
      switch ground {
      case .documented(let source): (.documented, source)
      case .observed(let source): (.observed, source)
      case .historical(let source): (.historical, source)
      case .ownChoice: (.ownChoice, nil)
      case .term: (.term, nil)
      }
  }

  /// A basis with its source, so that no statement about a platform can be without one.
  enum Ground {
    case documented(EngineSource)
    case observed(EngineSource)
    case historical(EngineSource)
    case ownChoice
    case term
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

  /// The notes on a rule of `Documentation/TableView.md`, which counts from 1; none where there is
  /// no such rule.
  package static func on(rule number: Int) -> [EngineNote] {
    guard topicsByRule.indices.contains(number - 1) else { return [] }
    return topicsByRule[number - 1].compactMap(named)
  }

  /// The numbers of the rules that the note is about.
  package var rules: [Int] {
    Self.topicsByRule.indices.filter { Self.topicsByRule[$0].contains(topic) }.map { $0 + 1 }
  }

  package static var ruleCount: Int { topicsByRule.count }

  private static func folded(_ topic: String) -> String {
    topic.lowercased().filter { $0 != " " && $0 != "-" }
  }
}

extension EngineNote {
  /// What speaks of each rule, in the order of the rules and under the headings of their page.
  static let topicsByRule: [[String]] =
    geometryRules + passRules + poolRules + cellRules + changeRules + prefetchRules + choiceRules
    + stripRules + figureRules

  private static let geometryRules = [
    ["points", "axis"], ["identity"], ["visible"], ["offset", "insets", "overscroll", "bounce"],
    ["frame"], ["scroll-position", "animated"], ["estimate", "drift", "height"],
  ]
  private static let passRules = [
    ["pass"], ["request", "initial-fill"], ["will-display"],
    ["ask-first", "order", "did-end-displaying"], ["headers", "pinned-header"], ["exempt"],
  ]
  private static let poolRules = [
    ["pool", "lifo"], ["pool-cap", "discard"], ["unnamed"], ["memory-warning"],
    ["shared", "orthogonal"], ["headers"], ["dequeue", "register", "prepare-for-reuse"],
    ["register"], ["register"],
    [
      "pool-order", "uikit", "ketable", "recyclerview", "flashlist", "none", "prebuilt", "fifo",
    ],
    ["recyclerview", "jumps", "chunk"], ["kept-cells", "revive"],
  ]
  private static let cellRules = [
    ["property", "mark"], ["stale", "conditional-writes"], ["prepare-for-reuse", "resets-all"],
    ["images", "async"], ["log", "cell-names"],
  ]
  private static let changeRules = [
    ["reload"], ["reload"], ["reconfigure"], ["batch", "balance"], ["diff", "identity"],
    ["behind-the-table"],
  ]
  private static let prefetchRules = [["prefetch"], ["cell-prefetch"], ["hit-waste-late"]]
  private static let choiceRules = [
    ["selection", "delegate", "mistakes"], ["accessory"], ["selection"],
    ["section-index", "index-letters"], ["search"],
  ]
  private static let stripRules = [["nested", "strip", "lock-step"], ["items", "pass"]]
  private static let figureRules = [
    ["hit-rate", "high-water", "alive", "cardinality"], ["will-display", "did-end-displaying"],
    ["alive"], ["cost", "hitch", "blank", "subview", "blended"],
    ["height", "drift", "invisible-request", "repeated-bind", "cardinality", "row-edges"],
    ["stale", "images"], ["compare"], ["log"], ["log"], ["basis"],
  ]
}

extension EngineNote.Basis {
  /// The basis as it stands behind an explanation.
  package var words: String {
    switch self {
    case .documented: "documented behaviour"
    case .observed: "observed, not documented"
    case .historical: "as it was"
    case .ownChoice: "this program's own choice"
    case .term: "a word"
    }
  }
}

extension EngineNote.Basis {
  /// What stands before a source.
  package var sourceLabel: String {
    switch self {
    case .documented: "documented in"
    case .observed: "measured on, or read in"
    case .historical: "historical"
    case .ownChoice, .term: ""
    }
  }
}

/// What statements about platforms rest on, with the version where one is known.
package enum EngineSource: String, Sendable, Hashable, CaseIterable {
  case tableView = "UIKit's reference, UITableView"
  case tableDelegate = "UIKit's reference, UITableViewDelegate"
  case dataSource = "UIKit's reference, UITableViewDataSource"
  case cell = "UIKit's reference, UITableViewCell"
  case scrollView = "UIKit's reference, UIScrollView"
  case diffable = "UIKit's reference, UITableViewDiffableDataSource (iOS 13)"
  case searching =
    "UIKit's reference, UISearchDisplayController (iOS 3 to 8) and UISearchController"
  case instruments = "Xcode's guides to Core Animation and to hitches"
  case recycledViewPool = "Android's reference, RecyclerView.setRecycledViewPool"
  case uikit = "UIKit under Mac Catalyst, by one author who notes no release"
  case uikitAndRecyclerView =
    "UIKit under Mac Catalyst, by one author who notes no release; the source of AndroidX RecyclerView"
  case uikitAndOldLogs =
    "UIKit under Mac Catalyst, by one author who notes no release; logs of iPhone OS 2 and 3"
  case oldLogs = "a log of iPhone OS 3"
  case clones = "the sources of Chameleon, TwUI, PSTCollectionView and WinObjC, which follow UIKit"
  case scrollViewTable = "the source of one table view written on a scroll view, KETableView"
  case recyclerView = "the sources of AndroidX RecyclerView, LinearLayoutManager and GapWorker"
  case flashList = "the source of FlashList 2"
  case guide2010 = "the advice of the Table View Programming Guide of 2010, for iPhone OS 3"
  case turnedTables = "programs for iOS 3 to 5, before there was a collection view"
}
