import TableModel

extension ArrangedTable {
  /// The table with its sections in the order of their titles as people compare them; those
  /// without a title come last, and an index of letters stays as it is.
  ///
  /// - Complexity: O(s log s) comparisons for s sections; no record is read.
  func sortingSections(_ order: SectionOrder) throws(DataError) -> ArrangedTable {
    if indexTitles != nil { return self }
    let infos = try sections(0..<counts().sections.known)
    let places = Self.places(of: infos.map(\.title), order)
    if places == Array(infos.indices) { return self }
    return ArrangedTable(
      base: base, layout: reordered(places, infos), tally: tally,
      keptItems: counts().items.known)
  }

  private static func places(of titles: [String?], _ order: SectionOrder) -> [Int] {
    titles.indices.sorted { a, b in
      guard let titleA = titles[a], let titleB = titles[b] else {
        return titles[a] != nil || (titles[b] == nil && a < b)
      }
      let comparison = Collation.compare(titleA, titleB)
      if comparison == 0 { return a < b }
      return (comparison < 0) == (order == .ascending)
    }
  }

  private func reordered(_ places: [Int], _ infos: [SectionInfo]) -> Layout {
    switch layout {
    case .identity:
      .narrowed(
        places.map { NarrowedSection(origin: $0, rows: .range(0..<infos[$0].rows.known)) })
    case .narrowed(let sections): .narrowed(places.map { sections[$0] })
    case .gathered(let sections): .gathered(places.map { sections[$0] })
    }
  }
}

extension [NarrowedSection] {
  /// True when the sections stand as in the base.
  var areInBaseOrder: Bool { zip(self, dropFirst()).allSatisfy { $0.origin < $1.origin } }
}
