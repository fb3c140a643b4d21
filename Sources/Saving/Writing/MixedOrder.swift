import Documents
import TableModel

/// The order in which sections and the scalars among them are written.
///
/// A table shows the scalars of a record in a section of their own before the others. Both come in
/// the order of the table; how they alternate is as in the document.
struct MixedOrder {
  enum Part {
    /// A section or a scalar as it stands.
    case base(Address)
    case section(EditedSection)
    case row(EditedRow)
  }

  private typealias Placed = (part: Part, position: Int)

  private(set) var parts: [Part] = []
  /// The positions in the document of the scalars and of the sections.
  private var scalars: [Int] = []
  private var others: [Int] = []

  init(
    _ list: EditedList<EditedSection>, in node: any DocumentNode, of base: any DocumentTable
  ) throws(DataError) {
    var (place, children) = (0, try node.children())
    while let child = try children.next() {
      if child.content.isContainer { others.append(place) } else { scalars.append(place) }
      place += 1
    }
    var (rows, sections): ([Placed], [Placed]) = ([], [])
    list.forEachPiece(in: 0..<list.count) { piece in
      switch piece {
      case .base(let run):
        for origin in run {
          guard origin == 0 else {
            sections.append((.base(Address(origin)), position(of: origin - 1, in: others)))
            continue
          }
          rows += scalars.enumerated().map { (.base(Address(0, $0)), $1) }
        }
      case .own(let section) where section.origin == 0: rows += placed(section.rows)
      case .own(let section):
        sections.append((.section(section), position(of: (section.origin ?? 0) - 1, in: others)))
      }
    }
    merge(rows[...], sections[...])
  }

  private func placed(_ list: EditedList<EditedRow>) -> [Placed] {
    var rows: [Placed] = []
    list.forEachPiece(in: 0..<list.count) { piece in
      switch piece {
      case .base(let run):
        rows += run.map { (.base(Address(0, $0)), position(of: $0, in: scalars)) }
      case .own(let row):
        let place = row.origin?.section == 0 ? row.origin?.row : nil
        rows.append((.row(row), position(of: place ?? -1, in: scalars)))
      }
    }
    return rows
  }

  private func position(of number: Int, in positions: [Int]) -> Int {
    positions.indices.contains(number) ? positions[number] : -1
  }

  /// What has no position comes directly after what stands before it.
  private mutating func merge(_ rows: ArraySlice<Placed>, _ sections: ArraySlice<Placed>) {
    var (rows, sections) = (rows, sections)
    while let row = rows.first ?? sections.first {
      let isRow = !rows.isEmpty && (sections.first.map { row.position <= $0.position } ?? true)
      if let next = isRow ? rows.popFirst() : sections.popFirst() { parts.append(next.part) }
    }
  }
}
