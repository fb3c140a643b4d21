package import Arranging
import PredicateLanguage
package import TableModel

extension ConditionRun {
  /// Asks a condition of the records around those of the table alone: once for each row or section.
  ///
  /// - Complexity: O(rows or sections); with a column for each field that is asked, where that is
  ///   of a single level.
  package func keptUnits(from store: ColumnStore, budget: Int) throws(DataError) -> KeptUnits {
    let levels = condition.askedLevels
    let level = OuterLevel.outwards.first(where: levels.contains) ?? .document
    let base = store.source
    guard level != .document else {
      let isKept = try matches(Address(0), .null)
      return try KeptUnits(.document, keeping: isKept ? [Address(0)] : [], of: 1, in: base)
    }
    guard let outer = store.outer(level) else {
      return try KeptUnits(level, keeping: [], of: 0, in: base)
    }
    let kept =
      levels.count == 1
      ? try asking(condition.asked(of: level), in: outer.source) { run throws(DataError) in
        if let selection = try run.selection(from: outer, budget: budget) {
          return selection.addresses
        }
        return try outer.source.addresses { (address, record) throws(DataError) in
          try run.matches(address, record)
        }
      }
      : try outer.source.addresses { (address, _) throws(DataError) in
        try matches(level == .row ? address : Address(address.row ?? 0), .null)
      }
    return try KeptUnits(
      level, keeping: kept.map { level == .row ? $0 : Address($0.row ?? 0) },
      of: outer.source.counts().rows.known, in: base)
  }
}

extension TableSource {
  /// Where the records stand that pass a test.
  fileprivate func addresses(
    where passes: (Address, Value) throws(DataError) -> Bool
  ) throws(DataError) -> [Address] {
    var found: [Address] = []
    try scan { address, record throws(DataError) in
      if try passes(address, record) { found.append(address) }
      return true
    }
    return found
  }
}
