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
  ///   - grouped: writes a count.
  package func sentences(
    _ name: String, in place: String, grouped: (Int) -> String
  ) -> [String] {
    let table = lookup.table
    if table.count == 0 { return ["\(place) has no records"] }
    let (name, key) = (Self.quoted(name), Self.quoted(lookup.key))
    func records(_ count: Int, _ one: String, _ many: String) -> String {
      count == 1 ? "1 record \(one)" : "\(grouped(count)) records \(many)"
    }
    func whose(_ count: Int) -> String { (count == 1 ? "its " : "their ") + key }
    var sentences: [String] = []
    if unmatched > 0 {
      sentences.append(
        "\(records(unmatched, "has", "have")) no \(name): \(whose(unmatched)) is not in \(place)"
          + Self.such(examples.key))
    }
    if partial > 0 {
      sentences.append(
        "\(records(partial, "lacks", "lack")) a part of \(name): not all of \(whose(partial))"
          + " is in \(place)" + Self.such(examples.element))
    }
    if without > 0 { sentences.append("\(records(without, "has", "have")) no \(key)") }
    return sentences + tableSentences(place, grouped) + [kindSentence].compactMap(\.self)
  }

  private static func quoted(_ path: FieldPath) -> String { quoted("\(path)") }

  private static func quoted(_ name: String) -> String { name.hasPrefix("`") ? name : "`\(name)`" }

  private static func such(_ example: Value?) -> String {
    guard let example else { return "" }
    let text = example.plainText.prefix(40)
    return ", such as " + (example.kind == .text ? "\"\(text)\"" : text)
  }

  /// What is to be said of the other table.
  private func tableSentences(_ place: String, _ grouped: (Int) -> String) -> [String] {
    guard let key = lookup.table.key else { return [] }
    let (repeated, unnamed) = (lookup.table.index.repeatedCount, lookup.table.unnamed)
    let name = Self.quoted(key)
    var sentences: [String] = []
    if repeated > 0 {
      let values =
        repeated == 1 ? "1 value of \(name) is" : "\(grouped(repeated)) values of \(name) are"
      sentences.append("\(values) repeated in \(place); the first record of each is taken")
    }
    if unnamed > 0 {
      let have =
        unnamed == 1 ? "1 record of \(place) has" : "\(grouped(unnamed)) records of \(place) have"
      sentences.append("\(have) no \(name)")
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
