import TableModel

/// Gathers a field's numbers for each value of another field.
struct GroupSummarizer {
  private let field: FieldPath
  private let group: FieldPath?
  private var positions: [DistinctValue: Int] = [:]
  private var groups: [Group] = []

  private struct Group {
    var value: Value
    var records = 0
    var counter = FieldCounter(cap: 0)
    var numbers = NumberStatistics()
  }

  /// The title of the only group, when there is no field to group by.
  static let everythingTitle = "(all)"

  init(field: FieldPath, group: FieldPath?) {
    self.field = field
    self.group = group
    if group == nil { groups.append(Group(value: .null)) }
  }

  mutating func add(_ record: Value) {
    let index = groupIndex(of: record)
    groups[index].records += 1
    guard let value = record[path: field] else { return }
    groups[index].counter.add(value)
    if case .number(let number) = value { groups[index].numbers.add(number) }
  }

  private mutating func groupIndex(of record: Value) -> Int {
    guard let group else { return 0 }
    let value = record[path: group] ?? .null
    let key = DistinctValue(value)
    if let index = positions[key] { return index }
    positions[key] = groups.count
    groups.append(Group(value: value))
    return groups.count - 1
  }

  func finish() -> [GroupSummary] {
    groups.map(summary).inOrder
  }

  private func summary(of group: Group) -> GroupSummary {
    let summary = group.counter.summary(of: field, records: group.records)
    guard self.group == nil else {
      return GroupSummary(
        of: group.value, summary, records: group.records, group.numbers)
    }
    return GroupSummary(
      value: nil, title: Self.everythingTitle, records: group.records, present: summary.count,
      numbers: group.numbers, minimum: summary.minimum, maximum: summary.maximum)
  }
}

extension GroupSummary {
  /// - Parameters:
  ///   - value: what the group's records share; null for those that lack it.
  ///   - summary: what was found of the field that is summed up.
  init(of value: Value, _ summary: FieldSummary, records: Int, _ numbers: NumberStatistics) {
    self.init(
      value: value.isNull ? nil : value,
      title: value.isNull ? ValueLabels.noValueTitle : value.plainText,
      records: records, present: summary.count, numbers: numbers, minimum: summary.minimum,
      maximum: summary.maximum)
  }
}

extension [GroupSummary] {
  /// In the sort order of the groups' values, the group without a value last.
  var inOrder: [GroupSummary] {
    let keys = map { SortValue($0.value) }
    let order = indices.sorted { a, b in
      let order = keys[a].compare(keys[b])
      return order == 0 ? a < b : order < 0
    }
    return order.map { self[$0] }
  }
}
