package import TableModel

/// What identifies the records of a table when their places change: the value of a key that the
/// user named. Rows of items, which have no record of their own, are identified by their titles.
package struct RecordIdentities: Sendable {
  package let path: FieldPath
  /// Records without the key, which are known by their places only.
  package private(set) var unnamed = 0
  package private(set) var named = 0
  /// Names that several records have, in the order of their first repetition; at most five.
  package private(set) var duplicates: [String] = []
  private var repeatedTitles: Set<String> = []

  /// Errors list no more of them than this.
  private static let mostDuplicates = 5

  /// - Parameter checkpoint: called for each record; throws to stop.
  /// - Complexity: O(records), each of which is read, and as much memory as their names take.
  package init(
    _ path: FieldPath, of source: some TableSource, checkpoint: () throws(DataError) -> Void
  ) throws(DataError) {
    self.path = path
    var seen: Set<String> = []
    var (named, unnamed) = (0, 0)
    var repeated: [String] = []
    try source.scan { _, value throws(DataError) in
      try checkpoint()
      guard let name = Self.name(of: value, path) else {
        unnamed += 1
        return true
      }
      named += 1
      if !seen.insert(name).inserted, !repeated.contains(name) { repeated.append(name) }
      return repeated.count < Self.mostDuplicates
    }
    (self.named, self.unnamed, duplicates) = (named, unnamed, repeated)
    if source.counts().items.known > 0 { try readTitles(of: source) }
  }

  private mutating func readTitles(of source: some TableSource) throws(DataError) {
    var seen: Set<String> = []
    let infos = try source.sections(0..<source.counts().sections.known)
    for (section, info) in infos.enumerated() {
      for row in try source.rows(0..<info.rows.known, inSection: section) {
        guard let title = Self.title(of: row, in: info) else { continue }
        if !seen.insert(title).inserted { repeatedTitles.insert(title) }
      }
    }
  }

  /// True where the key names records and no two of them share a name.
  package var isStable: Bool { named > 0 && duplicates.isEmpty }

  /// The name of a record; nil where it has none.
  package func name(of value: Value) -> String? { isStable ? Self.name(of: value, path) : nil }

  private static func name(of value: Value, _ path: FieldPath) -> String? {
    guard let name = value[path: path], !name.isContainer, name.kind != .null else { return nil }
    return name.plainText
  }

  /// The name of a row of items; nil where its title does not tell it from others.
  package func name(ofStrip row: RowInfo, in section: SectionInfo) -> String? {
    guard isStable, let title = Self.title(of: row, in: section), !repeatedTitles.contains(title)
    else { return nil }
    return title
  }

  private static func title(of row: RowInfo, in section: SectionInfo) -> String? {
    guard row.items != nil else { return nil }
    // The only row of a section goes by the section's title.
    if row.title == nil, section.rows.known != 1 || section.title == nil { return nil }
    return "\(section.title ?? "")/\(row.title ?? "")"
  }
}
