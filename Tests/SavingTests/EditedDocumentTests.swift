import TableModel
import TestSeeds
import Testing

@testable import Documents
@testable import Saving

/// Random edits of tables, saved, against the same edits made by hand on the document's value.
@Suite struct EditedDocumentTests {
  private static func records(of source: any TableSource) throws -> [String] {
    var lines: [String] = []
    try source.scan { address, value in
      lines.append("\(address) \(JSONWriter.text(of: value))")
      return true
    }
    return lines
  }

  @Test func savedEditsAreThoseMadeByHand() throws {
    let seed = testSeed()
    var tables = RandomTables(seed: seed)
    var (made, reopenings, mappings, wholes) = (0, 0, 0, 0)
    for round in 0..<120 {
      let document = tables.document([0, 1, 2, 4][round % 4])
      guard let shape = document.shape, let plain = try? table(document.text, shape).source else {
        continue
      }
      var edited = try EditedSource(plain)
      var hand = HandEditing(value: try DocumentWritingTests.value(document.text), shape: shape)
      var log: [DataEdit] = []
      for _ in 0..<tables.below(7) {
        guard let edit = try hand.edit(&tables, edited) else { continue }
        try edited.apply([edit])
        log.append(edit)
      }
      made += log.count
      let words: Comment = "seed \(seed), round \(round): \(document.text) \(log)"
      let saved = try DocumentWritingTests.saved(edited)
      #expect(saved.value == hand.value, words)
      #expect(saved.remarks.isEmpty, words)
      if let reopened = try? ValueDocument(name: "", value: saved.value).table(shape: shape).source
      {
        #expect(try Self.records(of: reopened) == Self.records(of: edited), words)
        reopenings += 1
        for section in 0..<reopened.counts().sections.known where shape.sections != nil {
          let whole = try edited.value(at: Address(section))
          #expect(try reopened.value(at: Address(section)) == whole, "section \(section), \(words)")
          wholes += 1
        }
      } else {
        // Where nothing is left of a level its key may be gone, and with it what a shape states.
        #expect(edited.counts().rows.known == 0, words)
      }
      try withFile(Array(document.text.utf8)) { path in
        guard let base = try? indexedTable(path, shape: shape).source,
          base.counts() == plain.counts()
        else { return }
        var mapped = try EditedSource(base)
        for edit in log { try mapped.apply([edit]) }
        #expect(try DocumentWritingTests.saved(mapped).value == hand.value, words)
        mappings += 1
      }
    }
    #expect(made > 120 && wholes > 20, "\(made), \(wholes)")
    #expect(reopenings > 50 && mappings > 50, "seed \(seed): \(reopenings), \(mappings)")
  }
}

/// Edits of a value, in the plainest way: containers along the paths of a shape.
private struct HandEditing {
  private(set) var value: Value
  let shape: Shape

  /// Where the container of a level stands, by the indices of the things around it.
  private func path(ofLevel level: Int, _ indices: [Int]) -> [FieldPath.Step]? {
    let paths = [shape.sections, shape.rows, shape.items].compactMap(\.self)
    var steps: [FieldPath.Step] = []
    for depth in 0...level {
      steps += paths[depth].steps
      guard let container = value[path: FieldPath(steps)] else { return nil }
      guard depth < level else { return container.isContainer ? steps : nil }
      switch container {
      case .array(let elements) where elements.indices.contains(indices[depth]):
        steps.append(.index(indices[depth]))
      case .record(let record) where record.fields.indices.contains(indices[depth]):
        steps.append(.key(record.keys[indices[depth]]))
      default: return nil
      }
    }
    return steps
  }

  /// The level, by the paths of the shape, and the indices of an address.
  private func place(_ address: Address) -> (level: Int, indices: [Int]) {
    var indices: [Int] = []
    if shape.sections != nil { indices.append(address.section) }
    if shape.rows != nil, let row = address.row { indices.append(row) }
    if let item = address.item { indices.append(item) }
    return (indices.count - 1, indices)
  }

  /// Makes a random edit, where there is something to edit in a plain container.
  ///
  /// - Parameter table: the same in its present state.
  mutating func edit(_ random: inout RandomTables, _ table: EditedSource) throws -> DataEdit? {
    guard let address = try pick(&random, table) else { return nil }
    let (level, indices) = place(address)
    guard indices.indices.contains(level), let steps = path(ofLevel: level, indices),
      let container = value[path: FieldPath(steps)]
    else { return nil }
    let (last, new) = (indices[level], Value.integer(random.below(100)))
    let isLowest = level == [shape.sections, shape.rows, shape.items].count { $0 != nil } - 1
    var children = Child.all(of: container)
    guard children.indices.contains(last) else { return nil }
    let edit: DataEdit
    switch (random.below(4), container) {
    case (0, .array) where isLowest:
      children.insert(Child(key: nil, value: new), at: last)
      edit = .insert(address, address.item == nil ? .row(NewRow(.record(new))) : .item(new))
    case (1, _) where isLowest:
      children[last].value = new
      edit = .update(address, new)
    case (2, _):
      let target = random.below(children.count)
      children.insert(children.remove(at: last), at: target)
      // An item does not remember the key it had.
      if case .record = container, address.item != nil { return nil }
      edit = .move(from: address, to: Self.replacing(address, target))
    default:
      children.remove(at: last)
      edit = .delete(address)
    }
    let changed: Value
    if case .record = container {
      changed = .record(Record(children.map { ($0.key ?? "", $0.value) }))
    } else {
      changed = .array(children.map(\.value))
    }
    value = value.replacing(steps[...], with: changed) ?? value
    return edit
  }

  private static func replacing(_ address: Address, _ index: Int) -> Address {
    if address.item != nil { return address.with(item: index) }
    return address.row != nil ? Address(address.section, index) : Address(index)
  }

  private func pick(_ random: inout RandomTables, _ table: EditedSource) throws -> Address? {
    let sections = table.counts().sections.known
    guard sections > 0 else { return nil }
    let section = random.below(sections)
    if shape.sections != nil, random.below(5) == 0 { return Address(section) }
    let rows = try table.sections(section..<section + 1).first?.rows.known ?? 0
    guard rows > 0 else { return nil }
    let row = random.below(rows)
    let items = try table.rows(row..<row + 1, inSection: section).first?.items?.known
    if shape.rows != nil, items == nil || random.below(4) == 0 {
      // A plain row among strips has no list to tell its kind by.
      return shape.items != nil && items == nil ? nil : Address(section, row)
    }
    guard let items, items > 0 else { return nil }
    return Address(section, row, random.below(items))
  }
}
