import Arranging
import CommandLanguage
import Rendering
import TableEngine
import TableModel

extension Workspace {
  /// How the tables, their look and their position are now, for comparing two sessions.
  ///
  /// Records are compared by their values and their order, so a filter said in other words is the
  /// same. The books of the engine do not count: they tell of the way, not of where it led.
  ///
  /// - Complexity: O(records), at most 500 of them.
  package func digest() -> WorkspaceDigest {
    var digest = WorkspaceDigest()
    func add(_ name: String, _ text: String, detail: Int = 0) {
      let text = text.isEmpty ? WorkspaceDigest.none : text
      digest.facts.append(.init(name: name, text: text, detail: detail))
    }
    add("table", breadcrumb.joined(separator: " > "))
    guard let level = levels.last else { return digest }
    let table = level.table
    add(
      WorkspaceDigest.records, Words.counts(level.shown.counts()),
      detail: WorkspaceDigest.hash(level.shown))
    digest.explanations = WorkspaceDigest.explanations(level.arrangement)
    add("focus", table.focus?.description ?? "")
    add("selected", WorkspaceDigest.list(table.selection))
    add("edited", table.editing?.description ?? "")
    add("marked", WorkspaceDigest.list(level.presenter.marks))
    add("scrolled to", "\(table.offset)")
    add("strips", WorkspaceDigest.strips(table.state))
    add("locked", WorkspaceDigest.list(table.state.lockedRows))
    add("hidden", level.look.hidden.map(\.rawValue).sorted().joined(separator: " "))
    add("derived", level.derivation)
    add("watch", level.watch?.text ?? "")
    add("columns", level.look.columns?.state ?? "")
    let settings = preferences.changedSettings().filter { Setting.named($0.name)?.scope != .screen }
    add("settings", settings.map { "\($0.name) \($0.value)" }.joined(separator: ", "))
    add("batch", history.batch == nil ? "none" : "open")
    add(
      WorkspaceDigest.cells, WorkspaceDigest.dress(table),
      detail: WorkspaceDigest.hash(cells: table))
    return digest
  }
}

extension WorkspaceDigest {
  fileprivate static func explanations(_ arrangement: Arrangement) -> [Fact] {
    func fact(_ name: String, _ texts: [String]) -> Fact {
      .init(name: name, text: texts.isEmpty ? WorkspaceDigest.none : texts.joined(separator: ", "))
    }
    return [
      fact("filter", arrangement.filters.map(\.statement)),
      fact("sort", arrangement.sortKeys.map(\.description)),
      fact("grouping", [arrangement.groupingStatement].compactMap(\.self)),
    ]
  }

  fileprivate static func list(_ addresses: Set<Address>) -> String {
    let shown = addresses.sorted().prefix(12).map(\.description).joined(separator: " ")
    return addresses.count > 12 ? "\(shown) and \(addresses.count - 12) more" : shown
  }

  fileprivate static func strips(_ state: TableState) -> String {
    let offsets = state.stripOffsets.map { key, offset in
      switch key {
      case .stable(let name): "\(name) by \(offset)"
      case .address(let address): "\(address) by \(offset)"
      }
    }.sorted()
    return offsets.prefix(12).joined(separator: ", ")
  }

  /// The styles and accessories in view, in words.
  fileprivate static func dress(_ table: Table) -> String {
    var names: [String] = []
    for content in contents(table).map(\.content) {
      let accessory = content.accessory == .none ? "" : " " + content.accessory.rawValue
      let name = content.style.name + accessory
      if !names.contains(name) { names.append(name) }
    }
    return names.joined(separator: ", ")
  }

  /// The cells in view that show records.
  private static func contents(_ table: Table) -> [CellSnapshot] {
    table.snapshot().rows.flatMap { row in row.strip?.cells ?? [row.cell] }
  }

  fileprivate static func hash(cells table: Table) -> Int {
    var hasher = Hasher()
    for cell in contents(table) {
      hasher.combine(cell.address)
      hasher.combine(cell.content)
    }
    return hasher.finalize()
  }

  private static let recordLimit = 500

  /// The titles, counts and values of a table, in their order.
  fileprivate static func hash(_ source: some TableSource) -> Int {
    var hasher = Hasher()
    let sections = min(source.counts().sections.known, recordLimit)
    for section in (try? source.sections(0..<sections)) ?? [] { hasher.combine(section.title) }
    var count = 0
    try? source.scan { address, value throws(DataError) in
      hasher.combine(address)
      hasher.combine(value)
      count += 1
      return count < recordLimit
    }
    return hasher.finalize()
  }
}

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
    let reasons = reasons(from: goal)
    if fact.name == Self.records, !reasons.isEmpty { return reasons }
    guard fact.text == wanted.text else {
      return [Difference(name: fact.name, found: fact.text, wanted: wanted.text)]
    }
    return [Difference(name: fact.name, found: "other than in the goal", wanted: wanted.text)]
  }

  /// Which filters, orders and groups differ: why records are where they are.
  package func reasons(from goal: WorkspaceDigest) -> [Difference] {
    zip(explanations, goal.explanations).filter { $0 != $1 }.map {
      Difference(name: $0.name, found: $0.text, wanted: $1.text)
    }
  }

  package struct Difference: Sendable, Hashable {
    package var name: String
    package var found: String
    package var wanted: String
  }

  package static let records = "records"
  package static let cells = "cells"
  /// How it is said that something is missing.
  package static let none = "none"
}
