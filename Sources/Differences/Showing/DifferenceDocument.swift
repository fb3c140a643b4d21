import Documents
package import TableModel

/// What two documents differ in, as a document of its own: a plain row for each difference, with
/// the fields `mark`, `path`, `name`, `field`, `old`, `new` and `was`, which is where it stood before; what has no sense is null.
///
/// Values are read from the two documents when they are asked for.
package struct DifferenceDocument: TableDocument {
  package let name: String
  package let format = "differences"
  package let changes: [Change]
  package let words: ChangeWords

  /// - Parameter kinds: which differences to show.
  package init(
    _ comparison: DocumentComparison, _ old: ComparedDocument, _ new: ComparedDocument,
    only kinds: [Change.Kind] = Change.Kind.allCases
  ) {
    name = "\(old.name) -> \(new.name)"
    changes = comparison.changes.filter { kinds.contains($0.kind) }
    words = ChangeWords(old, new)
  }

  package func table(shape: Shape?) throws(DataError) -> ShapedTable {
    guard shape == nil || shape == Shape(rows: .itself) else {
      throw .shape(message: "differences are plain rows", hint: "'push' opens a value in them")
    }
    return ShapedTable(
      source: DifferenceTable(changes: changes, words: words), shape: Shape(rows: .itself),
      explanation: "differences: a row each")
  }

  /// The line that a row of the table shows: `~ 0.47 Ada: age 36 -> 37`.
  package static let line = FieldPath([
    .computed(
      FieldPath.Computation("@line") { value in
        value.record.map { record in
          .string((record["mark"]?.plainText ?? "") + " " + ChangeWords.line(of: record))
        }
      })
  ])
}

/// Differences as plain rows.
struct DifferenceTable: TableSource {
  let changes: [Change]
  let words: ChangeWords

  func counts() -> Counts {
    Counts(sections: .exact(1), rows: .exact(changes.count), items: .exact(0))
  }

  func sections(_ range: Range<Int>) -> [SectionInfo] {
    range.contains(0) ? [SectionInfo(rows: .exact(changes.count))] : []
  }

  func rows(_ range: Range<Int>, inSection section: Int) -> [RowInfo] {
    section == 0 ? range.clamped(to: changes.indices).map { _ in RowInfo() } : []
  }

  func records(_ range: Range<Int>, inSection section: Int, fields: [FieldPath])
    throws(DataError) -> RecordBatch
  {
    var batch = RecordBatch(fields: fields)
    guard section == 0 else { return batch }
    for change in changes[range.clamped(to: changes.indices)] {
      batch.append(.record(try words.record(of: change)))
    }
    return batch
  }

  func items(_ range: Range<Int>, inRow row: Address, fields: [FieldPath]) -> RecordBatch {
    RecordBatch(fields: fields)
  }

  func value(at address: Address) throws(DataError) -> Value? {
    guard address.section == 0, address.item == nil else { return nil }
    guard let row = address.row else {
      var values: [Value] = []
      for change in changes { values.append(.record(try words.record(of: change))) }
      return .array(values)
    }
    return changes.indices.contains(row) ? .record(try words.record(of: changes[row])) : nil
  }

  func scan(_ visit: (Address, Value) throws(DataError) -> Bool) throws(DataError) {
    for (row, change) in changes.enumerated() {
      guard try visit(Address(0, row), .record(try words.record(of: change))) else { return }
    }
  }
}

extension DocumentComparison {
  /// How many differences there are of each kind, in words.
  package func summary(of changes: [Change]) -> String {
    let counts = Change.Kind.allCases.map { kind in (kind, changes.count { $0.kind == kind }) }
    let words = counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0.rawValue)" }
    return words.isEmpty ? "nothing differs" : words.joined(separator: Mark.dot)
  }

  private static let mostPlaces = 4

  /// How records were matched, in words; nil where there were none.
  package var matchingWords: String? {
    let named = matchings.prefix(Self.mostPlaces).map { matching in
      let what = matching.place.isEmpty ? "records" : "'\(matching.place)'"
      return matching.key.map { "\(what) by \($0) (\(matching.matched) in both)" }
        ?? "\(what) by place, for want of a unique key"
    }
    if named.isEmpty { return nil }
    let rest = matchings.count - named.count
    return "matched " + named.joined(separator: ", ")
      + (rest > 0 ? " and lists at \(rest) more places" : "")
  }
}
