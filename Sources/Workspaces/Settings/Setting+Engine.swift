import CommandLanguage
import PredicateLanguage
import Rendering
import TableEngine
import TableModel

/// Settings of the recycling engine: what `policy`, `nested` and their kin set, and the finer ones.
extension Setting {
  package static let control: [Setting] = [
    policy, nested, images,
    named(
      "enqueue-order", "the order in which cells that left enter a pool", \.engine.enqueueOrder),
    named("end-order", "the order in which cells that left end displaying", \.engine.endOrder),
    some(
      "delegate", "what the delegate of a table on a scroll view implements", \.engine.delegate,
      of: DelegateMethods.named),
    named("dequeue", "how the data source comes by the cell it returns", \.engine.dequeue),
    named("search-table", "which table shows the results of a search", \.engine.searchTable),
    some(
      "mistakes", "what is done wrong on purpose, to be seen", \.engine.mistakes,
      of: Mistakes.named),
    named("header-style", "whether headers and footers float", \.engine.headerStyle),
    count("chunk", "cells recyclerview lays out before it recycles", \.engine.chunk, 1...1000),
    Setting(
      name: "jumps", summary: "how recyclerview scrolls by a screen or more",
      expected: "scrollBy, scrollToPosition or auto",
      choices: ScrollWay.allCases.map(\.rawValue) + AutoWord.words, scope: .engine,
      get: { $0.engine.jumps?.rawValue ?? AutoWord.auto.rawValue },
      set: { preferences, text in
        guard AutoWord(rawValue: text) != nil || ScrollWay(rawValue: text) != nil else {
          return false
        }
        preferences.engine.jumps = ScrollWay(rawValue: text)
        return true
      }),
    count(
      "draw-distance", "points beyond the viewport that flashlist lays out", \.engine.drawDistance,
      0...100_000),
    prefetch,
    ofPolicy(
      "cell-prefetch", "cells prepared ahead in each frame", \.engine.cellPrefetch, 0...10_000,
      \.effectiveCellPrefetch),
    estimate,
    identity,
    onOff("resets-all", "clear the content too when a cell is reused", \.engine.resetsAll, .engine),
    some(
      "conditional-writes", "what the data source writes only where it has to",
      \.engine.conditionalWrites, of: CellProperties.named),
    count("cost-create", "the price of a cell that is made", \.engine.costs.create, prices),
    count("cost-bind", "the price of configuring a cell", \.engine.costs.bind, prices),
    count("cost-height", "the price of measuring a row", \.engine.costs.height, prices),
    count("cost-prefetch", "the price of asking ahead", \.engine.costs.prefetch, prices),
    count("cost-image", "the price of an image that is read", \.engine.costs.image, prices),
    count("cost-subview", "the price of a subview beyond three", \.engine.costs.subview, prices),
    count("cost-blend", "the price of a blended subview", \.engine.costs.blend, prices),
    count("frame-budget", "what a frame may cost", \.engine.costs.budget, 1...1_000_000),
  ]

  package static let policy = named(
    "policy", "how cells are asked for, kept and recycled", \.engine.policy)

  package static let nested = named(
    "nested", "what a strip keeps when its cell is reused", \.engine.nested)

  package static let images = named(
    "images", "when the virtual loader delivers images", \.engine.images)

  package static let prefetch = Setting(
    name: "prefetch", summary: "how far ahead data is asked for",
    expected: "off, viewport or a number of rows, 1 to 10000", choices: PrefetchDistance.Word.words,
    scope: .engine, get: { $0.engine.prefetch.word },
    set: { preferences, text in
      guard let distance = PrefetchDistance(parsing: text) else { return false }
      preferences.engine.prefetch = distance
      return true
    })

  package static let estimate = Setting(
    name: "estimate", summary: "the height of rows that were not seen yet, in points",
    expected: "off or a number of points, 1 to 1000000", choices: OffWord.words,
    scope: .engine,
    get: { $0.engine.estimatedRowHeight.map(String.init) ?? OffWord.off.rawValue },
    set: { preferences, text in
      let height = Int(text)
      let isHeight = height.map { (1...1_000_000).contains($0) } ?? false
      guard isHeight || OffWord(rawValue: text) != nil else { return false }
      preferences.engine.estimatedRowHeight = height
      return true
    })

  package static let overlay = named(
    "overlay", "what is drawn over cells to teach", \.overlay, scope: .screen)

  package static let identity = Setting(
    name: "identity", summary: "the key by which records are known when their places change",
    expected: "off or a key path, like id or a.b", choices: OffWord.words,
    scope: .identity, get: { $0.identity?.description ?? OffWord.off.rawValue },
    set: { preferences, text in
      let isOff = OffWord(rawValue: text) != nil
      let path = FieldPath(parsing: text)
      guard isOff || path != nil else { return false }
      preferences.identity = isOff ? nil : path
      return true
    })

  package static let cellNames = named(
    "cell-names", "how cells are named: Row#3, or a made-up address in memory",
    \.cellNames, scope: .screen)

  package static let selectionStyle = onOff(
    "selection-style", "show which cells are selected", \.showsSelection)

  package static let pager = named(
    "pager", "when results of the prompt go through a pager", \.pager, scope: .screen)

  package static let shell: Setting = {
    var setting = onOff(
      "shell", "let '| COMMAND' hand results to the system's shell", \.usesShell)
    setting.isForPersons = true
    return setting
  }()

  package static let labelBackground = named(
    "label-background", "what becomes of a label's background in a selected cell",
    \.labelBackground, scope: .screen)

  package static let onSelect = named(
    "on-select", "what follows when a tap has selected", \.onSelect, scope: .screen)

  private static let prices = 0...1_000_000

  /// A setting whose values are the names of an enumeration's cases.
  static func named<Choice>(
    _ name: String, _ summary: String,
    _ path: any WritableKeyPath<Preferences, Choice> & Sendable, scope: Scope = .engine
  ) -> Setting
  where Choice: RawRepresentable<String> & CaseIterable & Sendable {
    let names = Choice.allCases.map(\.rawValue)
    return Setting(
      name: name, summary: summary, expected: names.joined(separator: ", "), choices: names,
      scope: scope, get: { $0[keyPath: path].rawValue },
      set: { preferences, text in
        guard let choice = Choice(rawValue: text) else { return false }
        preferences[keyPath: path] = choice
        return true
      })
  }

  /// A setting whose values are some of the names of a set.
  private static func some<Choices: OptionSet & Sendable>(
    _ name: String, _ summary: String,
    _ path: any WritableKeyPath<Preferences, Choices> & Sendable,
    of known: [(name: String, element: Choices)]
  ) -> Setting where Choices.Element == Choices {
    let names = known.map(\.name)
    return Setting(
      name: name, summary: summary,
      expected: "none, all, or some of " + names.joined(separator: ","),
      choices: AllWord.words + names, scope: .engine,
      get: { $0[keyPath: path].words(among: known) },
      set: { preferences, text in
        guard let choice = Choices(parsing: text, among: known) else { return false }
        preferences[keyPath: path] = choice
        return true
      })
  }

  /// A number that the policy knows for itself where none is set.
  static func ofPolicy(
    _ name: String, _ summary: String, _ path: any WritableKeyPath<Preferences, Int?> & Sendable,
    _ range: ClosedRange<Int>,
    _ effective: any KeyPath<EngineConfiguration, Int> & Sendable
  ) -> Setting {
    Setting(
      name: name, summary: summary,
      expected: "a number from \(range.lowerBound) to \(range.upperBound)", scope: .engine,
      get: { String($0.engine[keyPath: effective]) },
      set: { preferences, text in
        guard let count = Int(text), range.contains(count) else { return false }
        preferences[keyPath: path] = count
        return true
      }, setDefault: { $0[keyPath: path] = nil })
  }

  private static func count(
    _ name: String, _ summary: String, _ path: any WritableKeyPath<Preferences, Int> & Sendable,
    _ range: ClosedRange<Int>
  ) -> Setting {
    Setting(
      name: name, summary: summary,
      expected: "a number from \(range.lowerBound) to \(range.upperBound)", scope: .engine,
      get: { String($0[keyPath: path]) },
      set: { preferences, text in
        guard let count = Int(text), range.contains(count) else { return false }
        preferences[keyPath: path] = count
        return true
      })
  }
}
