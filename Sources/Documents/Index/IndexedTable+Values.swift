package import TableModel

/// Whole values.
extension IndexedTable {
  package func value(at address: Address) throws(DataError) -> Value? {
    try reading { () throws(DataError) in
      guard let thing = thing(at: address) else { return nil }
      if address.row != nil, address.item == nil, items(of: thing) != nil {
        return .array(try items(ofStrip: thing))
      }
      return try value(of: thing)
    }
  }

  private func value(of thing: Thing) throws(DataError) -> Value {
    if case .looseSection = thing {
      var record = Record()
      for offset in known.loose {
        record[content.key(at: offset) ?? ""] = try content.value(
          at: content.valueStart(at: offset))
      }
      return .record(record)
    }
    if case .document = thing, plan.isSequence {
      return .array(try items(ofStrip: thing))
    }
    return try content.value(at: content.valueStart(at: try start(of: thing)))
  }

  private func items(ofStrip row: Thing) throws(DataError) -> [Value] {
    var values: [Value] = []
    let begin = try container(of: row)
    var sequence = begin
    while let value = try sequence?.next() {
      values.append(value)
      guard let first = begin?.offset, let now = sequence?.offset,
        now - first <= WholeValue.limit
      else { throw WholeValue.tooLarge }
    }
    if begin == nil, let only = scalarContainer(of: row) {
      values.append(try content.value(at: only))
    }
    return values
  }

  /// Where the scalar stands that is the only child of a thing; nil when there is none.
  func scalarContainer(of thing: Thing) -> Int? {
    let offset: Int?
    switch thing {
    case .document: offset = known.container
    case .group(_, let group):
      offset = group.entry.hasContainer ? group.entry.containerOffset : nil
    case .record, .loose, .looseSection: offset = nil
    }
    guard let offset, content.kind(ofValueAt: offset) == .scalar else { return nil }
    return offset
  }

  /// The children of a thing as text; nil when they are no container: null, or one scalar.
  func container(of thing: Thing) throws(DataError) -> (any TextRecords)? {
    let offset: Int
    switch thing {
    case .document where plan.isSequence:
      return content.records(inContainerAt: try start(of: thing), isSequence: true)
    case .document:
      guard let container = known.container else { return nil }
      offset = container
    case .group(_, let group):
      guard group.entry.hasContainer else { return nil }
      offset = group.entry.containerOffset
    case .record, .loose, .looseSection: return nil
    }
    guard content.kind(ofValueAt: offset).isContainer else { return nil }
    return content.records(inContainerAt: offset, isSequence: false)
  }
}
