import Documents
import TableModel

extension DocumentRun {
  /// Writes the sections into the container that has those of the document.
  mutating func writeSections(_ list: EditedList<EditedSection>, in node: (any DocumentNode)?)
    throws(DataError)
  {
    let isKeyed = node?.kind == .record
    try begin(isRecord: isKeyed)
    var keys = isKeyed ? try takenKeys(of: list, in: node) : FreshKeys()
    if base.hasLooseSection, let node {
      for part in try MixedOrder(list, in: node, of: base).parts where isWanted {
        try write(part, &keys)
      }
    } else {
      try list.forEachPiece(in: 0..<list.count) { piece throws(DataError) in
        switch piece {
        case .base(let run):
          if let node, node.kind == .scalar { return try copy(.node(node)) }
          var children = try base.sectionChildren(from: run.lowerBound)
          for _ in run where isWanted {
            if let child = try children.next() { try copy(child, key: child.key) }
          }
        case .own(let section): try write(section, isKeyed: isKeyed, &keys)
        }
      }
    }
    end()
  }

  private mutating func write(_ part: MixedOrder.Part, _ keys: inout FreshKeys) throws(DataError) {
    switch part {
    case .base(let place):
      if let child = try base.child(at: place) { try copy(child, key: child.key) }
    case .section(let section): try write(section, isKeyed: true, &keys)
    case .row(let row): try write(row, in: 0, isKeyed: true, &keys)
    }
  }

  /// Writes a section that stands beside others as if it were the whole document.
  mutating func writeAlone(_ section: EditedSection) throws(DataError) {
    if shape.sections == nil { return try writeOnlySection(section) }
    if base.hasLooseSection, section.origin == 0 { return try writeGathering(section) }
    var (others, keys) = (try base.sectionChildren(from: 0), FreshKeys())
    try write(section, isKeyed: others.next()?.key != nil, &keys)
  }

  /// Writes the section of single fields as a record of its own.
  private mutating func writeGathering(_ section: EditedSection) throws(DataError) {
    var keys = FreshKeys()
    try begin(isRecord: true)
    try section.rows.forEachPiece(in: 0..<section.rows.count) { piece throws(DataError) in
      switch piece {
      case .base(let run): for index in run { try write(.base(Address(0, index)), &keys) }
      case .own(let row): try write(.row(row), &keys)
      }
    }
    end()
  }

  /// Writes a row that stands beside others as if it were the whole document.
  mutating func writeAlone(_ row: EditedRow, in section: EditedSection, isKeyed: Bool)
    throws(DataError)
  {
    var keys = FreshKeys()
    try write(row, in: section.origin, isKeyed: isKeyed, &keys)
  }

  /// Writes a document that is itself the only section.
  mutating func writeOnlySection(_ section: EditedSection) throws(DataError) {
    guard let path = shape.rows else { return try writeOnlyRow(of: section, base.root, nil) }
    let title = try newTitle(of: section)
    let isNamed = path.steps.last?.name != nil
    if title != nil, !isNamed { remarks.lostTitles += 1 }
    try write(base.root, path.steps[...], lastKey: isNamed ? title : nil) {
      run, node throws(DataError) in
      try run.writeRows(of: section, in: node)
    }
  }

  private func newTitle(of section: EditedSection) throws(DataError) -> String? {
    guard let origin = section.origin else { return section.info.title }
    let before = try base.sections(origin..<origin + 1).first?.title
    return section.info.title == before ? nil : section.info.title
  }

  private mutating func write(
    _ section: EditedSection, isKeyed: Bool, _ keys: inout FreshKeys
  ) throws(DataError) {
    guard let origin = section.origin, let child = try base.child(at: Address(origin)) else {
      return try writeNew(section, isKeyed: isKeyed, &keys)
    }
    let node = child.content.node
    let change = try putTitle(
      try newTitle(of: section), of: node, isKeyed ? child.key : nil, &keys)
    guard let path = shape.rows else { return try writeOnlyRow(of: section, node, change) }
    let count = try rowCount(of: origin)
    guard section.rows.hasOwnElements || section.rows.count != count else {
      return try copy(node, change)
    }
    if path.steps.isEmpty, change != nil { remarks.lostTitles += 1 }
    try write(node, path.steps[...], change) { run, node throws(DataError) in
      try run.writeRows(of: section, in: node)
    }
  }

  private func rowCount(of origin: Int) throws(DataError) -> Int? {
    try base.sections(origin..<origin + 1).first?.rows.known
  }

  /// Puts the key of a thing that is in the document, and gives what its title changes in it.
  mutating func putTitle(
    _ title: String?, of node: any DocumentNode, _ key: String?, _ keys: inout FreshKeys
  ) throws(DataError) -> TitleChange? {
    guard let title else {
      if let key { writer.put(key: key) }
      return nil
    }
    let path = TitleRule(path: shape.title).path(of: try node.outline(), key: key)
    if let key { writer.put(key: path == nil ? keys.fresh(title) : key) }
    if key != nil, path == nil { return nil }
    return TitleChange(path: path ?? titlePath, title: title)
  }

  /// Where the title of something new stands.
  private var titlePath: FieldPath {
    guard let path = shape.title, path.steps.allSatisfy({ $0.name != nil }), !path.steps.isEmpty
    else { return FieldPath(key: "title") }
    return path
  }

  /// Writes a section that is its own only row.
  private mutating func writeOnlyRow(
    of section: EditedSection, _ node: any DocumentNode, _ change: TitleChange?
  ) throws(DataError) {
    guard case .own(let row)? = section.rows[0] else { return try copy(node, change) }
    if row.isStrip, row.title != nil { remarks.lostTitles += 1 }
    try writeContent(of: row, change)
  }

  private mutating func writeNew(
    _ section: EditedSection, isKeyed: Bool, _ keys: inout FreshKeys
  ) throws(DataError) {
    if isKeyed { putFreshKey(section.info.title, section.info.title ?? "section", &keys) }
    let (fields, change) = try named(
      section.fields, section.info.title, like: siblingOfSections, isKeyed: isKeyed)
    guard let path = shape.rows else {
      // The section consists of nothing but its only row.
      guard case .own(var row)? = section.rows[0] else { return try add(.array([])) }
      if row.title == nil { row.title = isKeyed ? nil : section.info.title }
      if row.fields.isEmpty { row.fields = fields }
      return try writeContent(of: row, nil, isTitled: isKeyed)
    }
    if path.steps.isEmpty, change != nil { remarks.lostTitles += 1 }
    let node = fields.isEmpty ? nil : ValueNode(.record(fields))
    try write(node, path.steps[...], path.steps.isEmpty ? nil : change) {
      run, node throws(DataError) in
      try run.writeRows(of: section, in: node)
    }
  }

  /// What something new holds, with its title where others in its list have theirs, or in the usual
  /// field; what stands in a dictionary has its title for a key.
  ///
  /// - Parameter sibling: another thing in the list.
  func named(
    _ fields: Record, _ title: String?, like sibling: Address?, isKeyed: Bool
  ) throws(DataError) -> (fields: Record, change: TitleChange?) {
    guard let title else { return (fields, nil) }
    var fields = fields
    let usual = "title"
    let isTyped = fields[usual]?.plainText == title
    if isKeyed {
      if isTyped { fields[usual] = nil }
      return (fields, nil)
    }
    let rule = TitleRule(path: shape.title)
    let child = try sibling.flatMapChild(in: base)
    let path = try child.flatMapTitlePath(rule)
    if isTyped, let path, path.steps != [.key(usual)] {
      guard case .key(let name)? = path.steps.first, path.steps.count == 1, fields[name] == nil
      else { return (fields, nil) }
      let renamed = fields.fields.map { ($0.key == usual ? name : $0.key, $0.value) }
      return (Record(renamed), nil)
    }
    if rule.title(of: .record(fields), key: nil) == title { return (fields, nil) }
    return (fields, TitleChange(path: path ?? titlePath, title: title))
  }

  /// A section of the document that stands in a list of others.
  private var siblingOfSections: Address? { base.hasLooseSection ? nil : Address(0) }

  mutating func putFreshKey(_ own: String?, _ wish: String, _ keys: inout FreshKeys) {
    let key = keys.fresh(wish)
    if key != own { remarks.madeKeys += 1 }
    writer.put(key: key)
  }

  /// The keys that stay in a dictionary of sections; none where no other is needed.
  private func takenKeys(of list: EditedList<EditedSection>, in node: (any DocumentNode)?)
    throws(DataError) -> FreshKeys
  {
    var keys = FreshKeys()
    guard let node, !list.ownElements.isEmpty else { return keys }
    var leaving: Set<String> = []
    for section in list.ownElements {
      guard let origin = section.origin, try newTitle(of: section) != nil else { continue }
      if let key = try base.child(at: Address(origin))?.key { leaving.insert(key) }
    }
    var children = try node.children()
    while let child = try children.next() {
      if let key = child.key, !leaving.contains(key) { keys.take(key) }
    }
    return keys
  }
}

/// Keys for what enters a dictionary, different from those that it has.
struct FreshKeys {
  private var taken: Set<String> = []

  mutating func take(_ key: String) { taken.insert(key) }

  /// The key that is wished for, with a number behind it where it is taken.
  mutating func fresh(_ wish: String) -> String {
    var (key, number) = (wish, 2)
    while !taken.insert(key).inserted {
      key = "\(wish) \(number)"
      number += 1
    }
    return key
  }
}

/// What a document had no place for, or had to be given.
struct DocumentRemarks {
  /// Titles of what stands in lists, which name nothing.
  var lostTitles = 0
  /// Keys that were made for what was put into dictionaries without one of its own.
  var madeKeys = 0

  /// Single fields of a record are shown in a section that is no part of it, and was moved.
  var hasMovedFields = false

  /// In words; empty where there is nothing to say.
  var words: [String] {
    var words: [String] = []
    if lostTitles > 0 {
      words.append(
        lostTitles == 1
          ? "a title has no place in the document and is left out"
          : "\(lostTitles) titles have no place in the document and are left out")
    }
    if hasMovedFields {
      words.append(
        "the section of single fields has no place of its own in the document:"
          + " it opens as the first one")
    }
    if madeKeys > 0 {
      words.append(
        madeKeys == 1
          ? "what was added to a dictionary was given a free key"
          : "\(madeKeys) things added to dictionaries were given free keys")
    }
    return words
  }
}

extension DocumentChild? {
  fileprivate func flatMapTitlePath(_ rule: TitleRule) throws(DataError) -> FieldPath? {
    guard let child = self else { return nil }
    return rule.path(of: try child.content.node.outline(), key: child.key)
  }
}

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
