import Documents
package import TableModel

extension EditedSource {
  /// Makes edits together, as a batch: first all that change or take away, by the places before
  /// the batch, then all that put in, by the places after it, whatever their order.
  ///
  /// An edit of a place that is not there is left out, and an insertion beyond the end goes to the
  /// end: the table sees that from the counts, and it is the one to complain.
  ///
  /// - Complexity: O(edits x edits made so far), plus the rows of sections that are taken out.
  package mutating func apply(_ edits: [DataEdit]) throws(DataError) {
    renewEdition()
    var moved: [Address: Part] = [:]
    for case .update(let place, let value) in edits { try update(place, value) }
    let origins = Self.origins(of: edits)
    for place in Self.leaving(edits) {
      let part = try take(place)
      if origins.contains(place) { moved[place] = part }
    }
    var entering: [(place: Address, part: Part)] = []
    for edit in edits {
      switch edit {
      case .insert(let place, let new): entering.append((place, Part(new)))
      case .move(let from, let to):
        if let part = moved[from] { entering.append((to, part)) }
      case .delete, .update: break
      }
    }
    // Sections before rows before items, each ascending, so that every place is the final one.
    for (place, part) in entering.sorted(by: {
      ($0.place.depth, $0.place) < ($1.place.depth, $1.place)
    }) { try put(part, at: place) }
  }

  /// What is taken out, so that no removal changes the place of one that follows.
  private static func leaving(_ edits: [DataEdit]) -> [Address] {
    let places = edits.compactMap { edit -> Address? in
      switch edit {
      case .delete(let place): place
      case .move(let from, _): from
      case .insert, .update: nil
      }
    }
    return Set(places).sorted { ($0.depth, $0) > ($1.depth, $1) }
  }

  private static func origins(of edits: [DataEdit]) -> Set<Address> {
    Set(
      edits.compactMap { edit in
        if case .move(let from, _) = edit { from } else { nil }
      })
  }

  /// Something on its way from one place to another.
  private enum Part {
    case section(EditedSection)
    case row(EditedRow)
    case item(Value)

    init(_ new: NewPart) {
      switch new {
      case .section(let title, let rows, let fields):
        self = .section(EditedSection(title: title, rows: rows, fields: fields))
      case .row(let row): self = .row(EditedRow(row))
      case .item(let value): self = .item(value)
      }
    }
  }

  // MARK: Taking out

  private mutating func take(_ place: Address) throws(DataError) -> Part? {
    guard var section = try section(at: place.section) else { return nil }
    guard let index = place.row else {
      sections.remove(at: place.section)
      count(section.rows.count, try items(in: section), sign: -1)
      return .section(section)
    }
    guard var row = try row(at: index, in: section) else { return nil }
    guard let item = place.item else {
      section.rows.remove(at: index)
      sections.replace(at: place.section, with: section)
      count(1, row.items?.count ?? 0, sign: -1)
      return .row(row)
    }
    guard let value = try self.item(item, of: row) else { return nil }
    row.items?.remove(at: item)
    section.rows.replace(at: index, with: row)
    sections.replace(at: place.section, with: section)
    count(0, 1, sign: -1)
    return .item(value)
  }

  private mutating func count(_ rows: Int, _ items: Int, sign: Int) {
    totals.rows += sign * rows
    totals.items += sign * items
  }

  /// The items in all strips of a section.
  ///
  /// - Complexity: O(rows) where there are strips.
  private func items(in section: EditedSection) throws(DataError) -> Int {
    var sum = 0
    try section.rows.forEachPiece(in: 0..<section.rows.count) { piece throws(DataError) in
      switch piece {
      case .own(let row): sum += row.items?.count ?? 0
      case .base(let run):
        guard let origin = section.origin, totals.items > 0 else { return }
        for start in stride(from: run.lowerBound, to: run.upperBound, by: 4096) {
          let window = start..<min(run.upperBound, start + 4096)
          for info in try base.rows(window, inSection: origin) { sum += info.items?.known ?? 0 }
        }
      }
    }
    return sum
  }

  // MARK: Putting in

  private mutating func put(_ part: Part, at place: Address) throws(DataError) {
    switch part {
    case .section(var new):
      if new.origin == nil { giveTitles(toRowsOf: &new) }
      sections.insert(new, at: place.section)
      count(new.rows.count, try items(in: new), sign: 1)
    case .row(var new):
      guard let index = place.row, var section = try section(at: place.section) else { return }
      try giveKey(to: &new, in: &section)
      giveTitle(to: &new)
      section.rows.insert(new, at: index)
      sections.replace(at: place.section, with: section)
      count(1, new.items?.count ?? 0, sign: 1)
    case .item(let value):
      guard let index = place.row, let item = place.item,
        var section = try section(at: place.section), var row = try row(at: index, in: section),
        row.isStrip
      else { return }
      row.items?.insert(value, at: item)
      section.rows.replace(at: index, with: row)
      sections.replace(at: place.section, with: section)
      count(0, 1, sign: 1)
    }
  }

  private func giveTitles(toRowsOf section: inout EditedSection) {
    for index in 0..<section.rows.count {
      guard case .own(var row)? = section.rows[index] else { continue }
      giveTitle(to: &row)
      section.rows.replace(at: index, with: row)
    }
  }

  // MARK: Changing

  private mutating func update(_ place: Address, _ value: Value) throws(DataError) {
    guard var section = try section(at: place.section) else { return }
    guard let index = place.row else {
      section.fields = retitled(section.fields, to: value)
      section.info.title = value.plainText
      sections.replace(at: place.section, with: section)
      return
    }
    guard var row = try row(at: index, in: section) else { return }
    if let item = place.item {
      guard row.items?[item] != nil else { return }
      row.items?.replace(at: item, with: value)
    } else if row.isStrip {
      row.fields = retitled(row.fields, to: value)
      row.title = value.plainText
      if let key = row.key, key != row.title {
        row.key = value.plainText
        try giveKey(to: &row, in: &section)
      }
    } else {
      row.title = try title(of: row, updatedTo: value)
      row.record = value
    }
    section.rows.replace(at: index, with: row)
    sections.replace(at: place.section, with: section)
  }

  /// The fields of something new with another title, where that is one of them.
  private func retitled(_ fields: Record, to title: Value) -> Record {
    let record = Value.record(fields)
    let path = titleRule?.path(of: record, key: nil)
    return path.flatMap { path in
      let title = Value.title(title.plainText, replacing: record[path: path])
      return record.replacing(path.steps[...], with: title)?.record
    } ?? fields
  }

  /// A title that was one of the record's fields follows that field; one that was its key stays.
  private func title(of row: EditedRow, updatedTo new: Value) throws(DataError) -> String? {
    let info = try info(of: row)
    guard let title = info.title, title != info.key, let old = try record(of: row)?.record else {
      return row.title
    }
    let field = old.fields.first { $0.value.plainText == title && new.record?[$0.key] != nil }
    return field.flatMap { new.record?[$0.key]?.plainText } ?? title
  }
}

extension Address {
  /// 0 for a section, 1 for a row, 2 for an item.
  fileprivate var depth: Int { row == nil ? 0 : item == nil ? 1 : 2 }
}

// MARK: - Origins

extension EditedSource {
  /// Where the section, row or item at an address stood before any edit.
  ///
  /// - Returns: nil for what was added, and for an item that took the place of another one among
  ///   items that were added or removed.
  package func origin(of address: Address) throws(DataError) -> Address? {
    if case .base(let origin) = sections[address.section] {
      return Address(origin, address.row, address.item)
    }
    guard let section = try section(at: address.section) else { return nil }
    guard let index = address.row else { return section.origin.map { Address($0) } }
    if case .base(let row) = section.rows[index], let origin = section.origin {
      return Address(origin, row, address.item)
    }
    guard let row = try row(at: index, in: section), let origin = row.origin else { return nil }
    guard let item = address.item else { return origin }
    let before = try origin.row.map { number throws(DataError) in
      try base.rows(number..<number + 1, inSection: origin.section).first?.items?.known ?? 0
    }
    return row.items?.origin(of: item, among: before ?? 0).map { origin.with(item: $0) }
  }
}

extension EditedList {
  /// The index in the base of the element at an index, or of the one whose place it took: where as
  /// many stand between two elements of the base as before, each has taken the place of another one.
  ///
  /// - Parameter baseCount: the elements of the base.
  fileprivate func origin(of index: Int, among baseCount: Int) -> Int? {
    guard 0..<count ~= index else { return nil }
    var (first, end) = (index, index)
    var (before, after) = (-1, baseCount)
    while first >= 0, let place = self[first] {
      if case .base(let origin) = place {
        before = origin
        break
      }
      first -= 1
    }
    while end < count, let place = self[end] {
      if case .base(let origin) = place {
        after = origin
        break
      }
      end += 1
    }
    return end - first == after - before ? before + index - first : nil
  }
}
