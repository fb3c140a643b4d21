package import TableModel

/// What becomes of the records of a table that refer to those of another one.
package struct LookupTally: Sendable {
  package private(set) var records = 0
  /// Records that refer to others, all of which are there.
  package private(set) var found = 0
  /// Records without a key.
  private var without = 0
  /// Records whose key is not there.
  private var unmatched = 0
  /// Records with a list of which some elements are not there.
  private var partial = 0
  /// The first key that is not there, and the first such element of a list.
  private var examples: (key: Value?, element: Value?)
  private let lookup: Lookup

  package init(_ lookup: Lookup) { self.lookup = lookup }

  mutating func add(_ key: Value) {
    records += 1
    if key.isNull {
      without += 1
    } else if let missing = key.flattened.first(where: { lookup.table.record(of: $0) == nil }) {
      if case .array = key {
        partial += 1
        if examples.element == nil { examples.element = missing }
      } else {
        unmatched += 1
        if examples.key == nil { examples.key = missing }
      }
    } else {
      found += 1
    }
  }

  /// Counts all records of a table.
  ///
  /// - Complexity: O(records), of which the key is read as a column.
  package mutating func count(
    _ columns: ColumnStore, budget: Int, _ checkpoint: Checkpoint
  ) throws(DataError) {
    if let keys = lookup.key.keys,
      let read = try columns.columns([keys], by: .path, budget: budget, checkpoint: checkpoint),
      let column = read.columns[keys]
    {
      for row in 0..<column.count {
        if row & 0xFFF == 0 { try checkpoint(row) }
        add(column.value(at: row))
      }
      return
    }
    try columns.source.scan(for: [lookup.key]) { _, value throws(DataError) in
      if records & 0xFFF == 0 { try checkpoint(records) }
      add(value[path: lookup.key] ?? .null)
      return true
    }
  }
}

extension LookupTally {
  /// What is missing and what is there more than once, a sentence each.
  ///
  /// - Parameters:
  ///   - name: the key that the records get.
  ///   - place: what the other table is called.
  package func sentences(_ name: String, in place: String) -> [String] {
    let table = lookup.table
    if table.count == 0 { return ["\(place) has no records"] }
    var sentences: [String] = []
    if unmatched > 0 {
      let have = unmatched == 1 ? "1 record has" : "\(unmatched) records have"
      let whose = unmatched == 1 ? "its" : "their"
      sentences.append(
        "\(have) no \(Self.quoted(name)): \(whose) \(Self.quoted(lookup.key)) is not in \(place)"
          + Self.such(examples.key))
    }
    if partial > 0 {
      let lack = partial == 1 ? "1 record lacks" : "\(partial) records lack"
      let whose = partial == 1 ? "its" : "their"
      sentences.append(
        "\(lack) a part of \(Self.quoted(name)): not all of \(whose) \(Self.quoted(lookup.key)) is in \(place)"
          + Self.such(examples.element))
    }
    if without > 0 {
      let have = without == 1 ? "1 record has" : "\(without) records have"
      sentences.append("\(have) no \(Self.quoted(lookup.key))")
    }
    return sentences + tableSentences(place) + [kindSentence].compactMap(\.self)
  }

  private static func quoted(_ path: FieldPath) -> String { quoted("\(path)") }

  private static func quoted(_ name: String) -> String { name.hasPrefix("`") ? name : "`\(name)`" }

  private static func such(_ example: Value?) -> String {
    guard let example else { return "" }
    let text = example.plainText.prefix(40)
    return ", such as " + (example.kind == .text ? "\"\(text)\"" : text)
  }

  /// What is to be said of the other table.
  private func tableSentences(_ place: String) -> [String] {
    guard let key = lookup.table.key else { return [] }
    var sentences: [String] = []
    let repeated = lookup.table.index.repeatedCount
    if repeated > 0 {
      let values =
        repeated == 1
        ? "1 value of \(Self.quoted(key)) is" : "\(repeated) values of \(Self.quoted(key)) are"
      sentences.append("\(values) repeated in \(place); the first record of each is taken")
    }
    let unnamed = lookup.table.unnamed
    if unnamed > 0 {
      let have = unnamed == 1 ? "1 record of \(place) has" : "\(unnamed) records of \(place) have"
      sentences.append("\(have) no \(Self.quoted(key))")
    }
    return sentences
  }

  /// Why what was not found can't be there, where the keys are of kinds that are never equal.
  private var kindSentence: String? {
    guard let example = examples.key ?? examples.element, let key = lookup.table.key
    else { return nil }
    let kinds = lookup.table.index.kinds
    guard !kinds.isEmpty, !kinds.contains(example.kind) else { return nil }
    let others = ValueKind.allCases.filter(kinds.contains).map(\.rawValue)
    return "\(Self.quoted(lookup.key)) is \(example.kind.rawValue) and \(Self.quoted(key)) is"
      + " \(others.joined(separator: " or ")): these are never equal"
  }
}
