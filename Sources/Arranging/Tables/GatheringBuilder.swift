import TableModel

/// Builds a layout whose sections are made from the records, from a scan of the base.
struct GatheringBuilder {
  private let grouping: Arrangement.Grouping
  private let sortKeys: [SortKey]
  private var groups: [Group] = []
  private var groupOfValue: [DistinctValue: Int] = [:]

  private struct Group {
    var title: String?
    /// What the records share that are grouped by values.
    var value = Value.null
    var records = RecordList()
    var columns: SortColumns
  }

  init(grouping: Arrangement.Grouping, sortKeys: [SortKey]) {
    self.grouping = grouping
    self.sortKeys = grouping.sortKeys(after: sortKeys)
    switch grouping {
    case .flat: addGroup(title: nil)
    case .byValue: break
    case .byLetter: for title in Collation.titles { addGroup(title: title) }
    }
  }

  private mutating func addGroup(title: String?, value: Value = .null) {
    groups.append(Group(title: title, value: value, columns: SortColumns(keys: sortKeys)))
  }

  mutating func visit(_ address: Address, _ value: Value, isKept: Bool) throws(DataError) {
    // A record that is filtered out still gives its group a place, so that sections keep their
    // order while filters come and go.
    let group = group(of: value)
    guard isKept else { return }
    try groups[group].records.append(RecordRef(address))
    groups[group].columns.append(value)
  }

  private mutating func group(of record: Value) -> Int {
    switch grouping {
    case .flat:
      return 0
    case .byLetter(let field):
      guard let value = record[path: field], !value.isNull else { return Collation.otherIndex }
      return Collation.titleIndex(of: value.plainText)
    case .byValue(let field, _, _):
      let value = record[path: field] ?? .null
      let key = DistinctValue(value)
      if let group = groupOfValue[key] { return group }
      groupOfValue[key] = groups.count
      addGroup(title: nil, value: value)
      return groups.count - 1
    }
  }

  mutating func finish(_ ticker: Ticker) throws(DataError) -> (layout: Layout, titles: IndexTitles?)
  {
    var asStrip = false
    var order = Array(groups.indices)
    if case .byValue(_, let groupOrder, let asStrips) = grouping {
      asStrip = asStrips
      if groupOrder == .sorted { order = sortedGroups() }
    }
    order.removeAll { groups[$0].records.count == 0 }
    nameGroups(order)
    var sections: [GatheredSection] = []
    for index in order {
      let group = groups[index]
      let records = try group.records.reordered(by: group.columns.order(ticker))
      sections.append(GatheredSection(title: group.title, records: records, asStrip: asStrip))
    }
    guard case .byLetter = grouping else { return (.gathered(sections), nil) }
    return (.gathered(sections), IndexTitles(filled: order))
  }

  private func sortedGroups() -> [Int] {
    let keys = groups.map { SortValue($0.value) }
    return groups.indices.sorted { a, b in
      let order = keys[a].compare(keys[b])
      return order == 0 ? a < b : order < 0
    }
  }

  private mutating func nameGroups(_ order: [Int]) {
    guard case .byValue = grouping else { return }
    let labels = ValueLabels(telling: order.map { groups[$0].value })
    for index in order { groups[index].title = labels.title(ofGroup: groups[index].value) }
  }
}

extension Arrangement.Grouping {
  /// The field whose value decides about the group; nil where there is only one.
  var field: FieldPath? {
    switch self {
    case .flat: nil
    case .byValue(let field, _, _), .byLetter(let field): field
    }
  }

  /// What the records of a group are sorted by: under letters, the grouping field comes last.
  func sortKeys(after keys: [SortKey]) -> [SortKey] {
    if case .byLetter(let field) = self { keys + [SortKey(field)] } else { keys }
  }
}
