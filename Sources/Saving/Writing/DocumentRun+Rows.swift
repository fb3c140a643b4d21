import Documents
import TableModel

extension DocumentRun {
  /// Writes the rows of a section into the container that has those of the document.
  mutating func writeRows(of section: EditedSection, in node: (any DocumentNode)?)
    throws(DataError)
  {
    let isKeyed = node?.kind == .record
    try begin(isRecord: isKeyed)
    if let header = base.header { try add(.array(header.map(Value.string))) }
    var keys = isKeyed ? try takenKeys(of: section) : FreshKeys()
    try section.rows.forEachPiece(in: 0..<section.rows.count) { piece throws(DataError) in
      switch piece {
      case .base(let run):
        guard let origin = section.origin else { return }
        if let node, node.kind == .scalar { return try copy(.node(node)) }
        var children = try base.children(of: Address(origin), from: run.lowerBound)
        for _ in run where isWanted {
          if let child = try children.next() { try copy(inColumns(child), key: child.key) }
        }
      case .own(let row): try write(row, in: section.origin, isKeyed: isKeyed, &keys)
      }
    }
    end()
  }

  /// - Parameter section: the base's section whose container it is written into.
  mutating func write(
    _ row: EditedRow, in section: Int?, isKeyed: Bool, _ keys: inout FreshKeys
  ) throws(DataError) {
    guard isWanted else { return }
    guard let origin = row.origin, let child = try base.child(at: origin) else {
      let title = isKeyed ? try title(of: row) : nil
      if isKeyed { putFreshKey(row.key ?? row.title, row.key ?? title ?? "new", &keys) }
      return try writeContent(of: row, nil, isTitled: isKeyed)
    }
    var change: TitleChange?
    let title = row.isStrip ? row.title : nil
    if isKeyed, origin.section != section || child.key == nil {
      let known = try base.rows(origin)?.title
      putFreshKey(row.key ?? child.key, row.key ?? title ?? child.key ?? known ?? "new", &keys)
    } else {
      change = try putTitle(title, of: child.content.node, isKeyed ? child.key : nil, &keys)
      if !isKeyed, title == nil, child.key != nil { remarks.lostTitles += 1 }
    }
    try writeContent(of: row, change)
  }

  private func title(of row: EditedRow) throws(DataError) -> String? {
    row.title ?? row.record.flatMap { TitleRule(path: shape.title).title(of: $0, key: nil) }
  }

  /// Writes a row without its key.
  ///
  /// - Parameter isTitled: whether the title of a new one is known already.
  mutating func writeContent(
    of row: EditedRow, _ change: TitleChange?, isTitled: Bool = false
  ) throws(DataError) {
    guard isWanted else { return }
    let node = try row.origin.flatMapChild(in: base)?.content.node
    if let record = row.record { return try add(inColumns(record)) }
    guard let items = row.items else {
      if let node { try copy(inColumns(DocumentChild(content: .node(node))).content.node, change) }
      return
    }
    guard let node, let origin = row.origin else {
      let sibling = shape.rows == nil ? Address(0) : Address(0, 0)
      let (fields, title) = try named(row.fields, row.title, like: sibling, isKeyed: isTitled)
      return try add(strip(items.ownElements, title, fields, edits.itemsPath(of: row)))
    }
    let count = try base.rows(origin)?.items?.known
    guard items.hasOwnElements || items.count != count else { return try copy(node, change) }
    let path = edits.itemsPath(of: row).steps
    if path.isEmpty, change != nil { remarks.lostTitles += 1 }
    try write(node, path[...], change) { run, node throws(DataError) in
      try run.writeItems(items, of: origin, in: node)
    }
  }

  /// A new row of items.
  private mutating func strip(
    _ items: [Value], _ change: TitleChange?, _ fields: Record, _ path: FieldPath
  ) -> Value {
    guard !path.steps.isEmpty else {
      if change != nil { remarks.lostTitles += 1 }
      return .array(items)
    }
    var record = Value.record(fields)
    if let change {
      record =
        record.replacing(
          change.path.steps[...], with: change.value(replacing: record[path: change.path]))
        ?? record
    }
    return record.replacing(path.steps[...], with: .array(items)) ?? .array(items)
  }

  /// A record as a list of cells, where the first list of the document names them.
  private func inColumns(_ value: Value) -> Value {
    guard let header = base.header, let record = value.record else { return value }
    return .array(header.map { record[$0] ?? .null })
  }

  private func inColumns(_ child: DocumentChild) throws(DataError) -> DocumentChild {
    guard base.header != nil else { return child }
    return DocumentChild(
      key: child.key, content: .value(inColumns(try child.content.node.value())))
  }

  /// The keys that stay in a dictionary of rows; none where no other is needed.
  private func takenKeys(of section: EditedSection) throws(DataError) -> FreshKeys {
    var keys = FreshKeys()
    let isFresh = { (row: EditedRow) in
      row.origin == nil || row.origin?.section != section.origin
        || (row.isStrip && row.title != nil)
    }
    guard let origin = section.origin, section.rows.ownElements.contains(where: isFresh) else {
      return keys
    }
    try section.rows.forEachPiece(in: 0..<section.rows.count) { piece throws(DataError) in
      switch piece {
      case .base(let run):
        var children = try base.children(of: Address(origin), from: run.lowerBound)
        for _ in run { if let key = try children.next()?.key { keys.take(key) } }
      case .own(let row):
        guard !isFresh(row), let place = row.origin else { return }
        if let key = try base.child(at: place)?.key { keys.take(key) }
      }
    }
    return keys
  }
}

extension DocumentRun {
  /// Writes the items of a row into the container that has those of the document.
  ///
  /// In a dictionary, items that replace as many of the document's items take over their keys.
  private mutating func writeItems(
    _ items: EditedList<Value>, of row: Address, in node: (any DocumentNode)?
  ) throws(DataError) {
    let isKeyed = node?.kind == .record
    try begin(isRecord: isKeyed)
    var names = isKeyed ? try ItemKeys(of: items, in: node) : nil
    try items.forEachPiece(in: 0..<items.count) { piece throws(DataError) in
      switch piece {
      case .base(let run):
        if let node, node.kind == .scalar { return try copy(.node(node)) }
        var children = try base.children(of: row, from: run.lowerBound)
        for _ in run where isWanted {
          if let child = try children.next() { try copy(child, key: child.key) }
        }
      case .own(let value):
        if let key = names?.next(for: value) {
          if key.isMade { remarks.madeKeys += 1 }
          writer.put(key: key.text)
        }
        try add(value)
      }
    }
    end()
  }
}

/// The keys of items that an edit has put into a dictionary, in their order.
private struct ItemKeys {
  private var fresh = FreshKeys()
  /// For each item of its own the key of the one that it replaces.
  private var replaced: [String?] = []
  private var index = 0

  init(of items: EditedList<Value>, in node: (any DocumentNode)?) throws(DataError) {
    var all: [String] = []
    var children = try node?.children()
    while let key = try children?.next()?.key { all.append(key) }
    var (end, waiting) = (0, 0)
    let pieces = items.pieces.map { piece -> Range<Int>? in
      if case .base(let run) = piece { run } else { nil }
    }
    for run in pieces + [all.count..<all.count] {
      guard let run else {
        waiting += 1
        continue
      }
      let isSame = waiting > 0 && run.lowerBound - end == waiting
      replaced += (0..<waiting).map { isSame ? all[end + $0] : nil }
      for key in all[run.clamped(to: all.indices)] { fresh.take(key) }
      (end, waiting) = (run.upperBound, 0)
    }
    for case let key? in replaced { fresh.take(key) }
  }

  mutating func next(for value: Value) -> (text: String, isMade: Bool) {
    defer { index += 1 }
    if let key = replaced[index] { return (key, false) }
    return (fresh.fresh(TitleRule().title(of: value, key: nil) ?? "new"), true)
  }
}

extension Address? {
  func flatMapChild(in base: any DocumentTable) throws(DataError) -> DocumentChild? {
    guard let place = self else { return nil }
    return try base.child(at: place)
  }
}

extension TableSource {
  /// What is known of the row at an address.
  fileprivate func rows(_ address: Address) throws(DataError) -> RowInfo? {
    guard let row = address.row else { return nil }
    return try rows(row..<row + 1, inSection: address.section).first
  }
}
