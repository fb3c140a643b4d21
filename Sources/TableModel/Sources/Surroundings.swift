/// What stands around the records of a table, to be asked for together with them: as if it were a
/// field of theirs.
///
/// Each row and section is read once while records come in order.
package struct Surroundings {
  private let base: any TableSource
  private let levels: [OuterLevel]
  /// The levels of which titles and numbers are asked, as the screen has them.
  private let screens: Set<OuterLevel>
  private var known: [OuterLevel: (place: Address, record: Value)] = [:]

  /// - Parameter paths: the paths that are asked for.
  /// - Returns: nil where all of them begin in the records themselves.
  package init?(of base: any TableSource, for paths: some Sequence<FieldPath>) {
    let asked = Set(paths.compactMap { OuterLevel(at: $0) })
    let screens = Set(paths.filter { ScreenKey($0) != nil }.compactMap { OuterLevel(at: $0) })
    levels = OuterLevel.outwards.filter { level in
      screens.contains(level) || asked.contains(level) && base.outerLevels.contains(level)
    }
    self.screens = screens
    if levels.isEmpty { return nil }
    self.base = base
  }

  /// A record with the records around it under the keys of their levels. What is not a dictionary
  /// has nothing but these.
  package mutating func scoped(_ value: Value, at address: Address) throws(DataError) -> Value {
    var scoped = value.record ?? Record()
    guard let data = try base.inData(address) else { return .record(scoped) }
    for level in levels {
      // The rows of such a table are what the level consists of.
      let isOwn = (data.source as? OuterTable)?.level == level
      let place = isOwn ? data.address : level.place(around: data.address)
      if known[level]?.place != place {
        var record = try data.source.outerRecord(level, around: place) ?? .null
        if screens.contains(level) {
          let shown = try data.source.onScreen(level, around: place)
          record = ScreenKey.adding(title: shown.title, index: shown.index, to: record)
        }
        known[level] = (place, record)
      }
      scoped[level.fieldKey] = known[level]?.record
    }
    return .record(scoped)
  }
}

extension TableSource {
  /// The title and the number of a row or a section of the data, as the screen has them while nothing
  /// is grouped or in another order.
  fileprivate func onScreen(_ level: OuterLevel, around address: Address)
    throws(DataError) -> (title: String?, index: Int)
  {
    if let outer = self as? OuterTable {
      let place = outer.level == .row ? address : Address(address.row ?? 0)
      guard let data = try outer.base.inData(place) else { return (nil, 0) }
      return try data.source.onScreen(level, around: data.address)
    }
    let (section, row) = (address.section, address.row ?? 0)
    switch level {
    case .row: return (try rows(row..<row + 1, inSection: section).first?.title, row)
    case .section: return (try sections(section..<section + 1).first?.title, section)
    case .document: return (nil, 0)
    }
  }
}

extension ColumnStore {
  /// A column of what stands around the records: the same value for all of a row or a section.
  ///
  /// - Parameter path: the keys behind the one of the level.
  /// - Complexity: O(records), without reading them, and O(rows or sections) reads.
  func column(
    of path: ArraySlice<String>, at level: OuterLevel, over directory: RecordDirectory,
    by rule: FieldRule
  ) throws(DataError) -> FieldColumn? {
    var builder = FieldColumn.Builder()
    let field = FieldPath(keys: Array(path))
    var last: (place: Address, found: Value?, member: Value)?
    for run in directory.runs {
      // A run of plain rows is of one section, and of as many rows.
      let isWhole = level != .row || run.start.item != nil
      for record in isWhole ? run.records.prefix(1) : run.records[...] {
        let place = level.place(around: run.address(of: record))
        if last?.place != place {
          let value = try source.outerRecord(level, around: place) ?? .null
          last = (place, value[path: field], KeyReading.members(Array(path), of: value))
        }
        for _ in 0..<(isWhole ? run.records.count : 1) {
          builder.append(last?.found, member: last?.member ?? .null, by: rule)
        }
      }
    }
    return builder.finish()
  }
}

extension TableSource {
  /// Visits every record in order, with the records around it where paths ask for these.
  package func scan(
    for paths: [FieldPath], _ visit: (Address, Value) throws(DataError) -> Bool
  ) throws(DataError) {
    guard var around = Surroundings(of: self, for: paths) else { return try scan(visit) }
    try scan { address, value throws(DataError) in
      try visit(address, around.scoped(value, at: address))
    }
  }
}
