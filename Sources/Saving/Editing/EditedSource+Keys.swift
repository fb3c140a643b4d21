import Documents
import TableModel

/// Keys of rows that enter a dictionary. A row gets its key when it enters, so that no later edit
/// and no saving gives it another one.
extension EditedSource {
  /// Sections with more rows than this give keys when they are saved: finding a free one means
  /// reading all keys once.
  private static let mostKeys = 65_536

  /// Gives a row that enters a section the key that it wishes for, or a free one like it; a row that
  /// comes back to where it was has its key already.
  ///
  /// - Complexity: O(edited rows), and once O(rows of the section).
  func giveKey(to row: inout EditedRow, in section: inout EditedSection) throws(DataError) {
    let before = row.key
    row.key = nil
    if let origin = row.origin, origin.section == section.origin { return }
    guard try readKeys(of: &section), let rule = titleRule else { return }
    var wish = before
    if wish == nil, let place = row.origin, let index = place.row {
      wish = try base.rows(index..<index + 1, inSection: place.section).first?.key
    }
    let title = row.title ?? row.record.flatMap { rule.title(of: $0, key: nil) }
    let key = section.freshKey(wish ?? title ?? "new")
    row.key = key
    if row.title == nil, row.origin == nil, let record = row.record {
      row.title = rule.title(of: record, key: key)
    }
  }

  private var titleRule: TitleRule? {
    (base as? any DocumentTable).map { TitleRule(path: $0.shape.title) }
  }

  /// Reads the keys of a section of the base, for the first row that enters it.
  ///
  /// - Returns: false where rows have no keys, or too many.
  private func readKeys(of section: inout EditedSection) throws(DataError) -> Bool {
    if section.baseKeys != nil { return true }
    let count = section.info.rows.known
    guard let origin = section.origin, count <= Self.mostKeys, try isKeyed(origin) else {
      return false
    }
    var keys: [String: Int] = [:]
    for (index, row) in try base.rows(0..<count, inSection: origin).enumerated() {
      if let key = row.key { keys[key] = index }
    }
    section.baseKeys = keys
    return true
  }

  /// True where the rows of a section of the base are the fields of a dictionary.
  private func isKeyed(_ section: Int) throws(DataError) -> Bool {
    if let first = try base.rows(0..<1, inSection: section).first { return first.key != nil }
    guard let table = base as? any DocumentTable, let path = table.shape.rows else { return false }
    let node =
      table.shape.sections == nil
      ? table.root : try table.child(at: Address(section))?.content.node
    return try node?.find(path)?.kind == .record
  }
}

extension EditedSection {
  /// The key that is wished for, with a number behind it where a row has it.
  fileprivate mutating func freshKey(_ wish: String) -> String {
    // Numbers go on where they ended: most keys are wished for again and again.
    var number = numbers[wish] ?? 0
    var key: String
    repeat {
      number += 1
      key = number == 1 ? wish : "\(wish) \(number)"
    } while holds(key)
    numbers[wish] = number
    return key
  }

  private func holds(_ key: String) -> Bool {
    let index = baseKeys?[key]
    var isHeld = false
    rows.forEachPiece(in: 0..<rows.count) { piece in
      switch piece {
      case .base(let run): isHeld = isHeld || index.map(run.contains) ?? false
      case .own(let row) where row.key != nil: isHeld = isHeld || row.key == key
      case .own(let row):
        isHeld = isHeld || index != nil && row.origin == origin.map { Address($0, index) }
      }
    }
    return isHeld
  }
}
