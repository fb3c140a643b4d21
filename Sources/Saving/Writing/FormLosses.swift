import Documents
import TableModel

extension DocumentEdits {
  /// Where a table in another form goes: to the place of the document's own one. A list of sections
  /// where rows were is called so, unless that key is taken.
  func place(of form: TableWriting.Form) throws(DataError) -> (path: FieldPath, lastKey: String?) {
    let path = top
    guard form == .named, base.shape.sections == nil, path.steps.last?.name != nil else {
      return (path, nil)
    }
    let parent = try base.root.find(FieldPath(Array(path.steps.dropLast())))
    let isTaken = try parent?.find(FieldPath(key: "sections")) != nil
    return (path, isTaken ? nil : "sections")
  }

  /// What of the document has no place in another form of its table, in words.
  ///
  /// - Complexity: O(sections), and O(rows) where these are rows of items.
  func losses(
    in form: TableWriting.Form, _ outline: TableOutline,
    checkpoint: () throws(DataError) -> Void
  ) throws(DataError) -> [String] {
    guard let table else { return [] }
    var losses = FormLosses(titles: TitleRule(path: base.shape.title))
    for index in 0..<table.sections.count {
      try checkpoint()
      guard let origin = table.origin(ofSection: index) else {
        if case .own(let section)? = table.sections[index] { losses.take(section.fields) }
        continue
      }
      if base.shape.sections != nil, !(base.hasLooseSection && origin == 0),
        let child = try base.child(at: Address(origin))
      {
        let title = outline.sections[index].title
        try losses.take(
          child, titled: title, path: base.shape.rows ?? base.shape.items ?? .itself,
          keys: "the keys of sections")
      }
      if base.shape.rows != nil, let items = base.shape.items {
        for row in try table.origins(ofRowsIn: index) {
          guard let child = try base.child(at: row) else { continue }
          try losses.take(child, titled: nil, path: items, keys: nil)
        }
      }
    }
    losses.takeRowKeys(outline, form)
    return losses.words
  }
}

extension EditedSource {
  /// Where the rows of a section that were in the base stood there.
  fileprivate func origins(ofRowsIn index: Int) throws(DataError) -> [Address] {
    var origins: [Address] = []
    guard let section = try section(at: index) else { return [] }
    section.rows.forEachPiece(in: 0..<section.rows.count) { piece in
      switch piece {
      case .base(let run): origins += run.map { Address(section.origin ?? 0, $0) }
      case .own(let row): if let origin = row.origin { origins.append(origin) }
      }
    }
    return origins
  }
}

/// Fields beside the rows of sections and beside the items of rows, and keys.
private struct FormLosses {
  private static let mostFields = 5

  let titles: TitleRule
  private var fields: [String] = []
  private var keys: [String] = []

  init(titles: TitleRule) { self.titles = titles }

  /// - Parameters:
  ///   - title: the title that is written in place of the key; nil where the key is not asked for.
  ///   - path: what of the thing is kept.
  ///   - keysName: what the thing's key is called.
  mutating func take(
    _ child: DocumentChild, titled title: String?, path: FieldPath, keys keysName: String?
  ) throws(DataError) {
    if let keysName, let key = child.key, key != title { note(keysName, in: &keys) }
    var node = child.content.node
    guard !path.steps.isEmpty else { return }
    let titlePath = titles.path(of: try node.outline(), key: child.key)
    for (depth, step) in path.steps.enumerated() {
      guard case .key(let key) = step, node.kind == .record else { return }
      for field in try node.fields() {
        guard let name = field.key, name != key else { continue }
        let isTitle = depth == 0 && titlePath?.steps == [.key(name)]
        if !isTitle, depth > 0 || name != "footer" { note("'\(name.clipped())'", in: &fields) }
      }
      guard let next = try node.find(FieldPath(key: key)) else { return }
      node = next
    }
  }

  /// Takes the fields of something new.
  mutating func take(_ fields: Record) {
    let titlePath = titles.path(of: .record(fields), key: nil)
    for field in fields.fields where titlePath?.steps != [.key(field.key)] {
      if !["rows", "items", "footer"].contains(field.key) {
        note("'\(field.key.clipped())'", in: &self.fields)
      }
    }
  }

  mutating func takeRowKeys(_ outline: TableOutline, _ form: TableWriting.Form) {
    let areLost = outline.sections.contains { section in
      switch form {
      case .named: section.hasKeys && !section.keysRows
      case .keyed: section.hasKeysBesideTitles
      case .list, .strips: section.hasKeysBesideTitles && section.hasKeys
      }
    }
    if areLost { note("the keys of rows", in: &keys) }
  }

  private func note(_ words: String, in list: inout [String]) {
    if !list.contains(words) { list.append(words) }
  }

  /// The names of fields, the first few of them, and which keys.
  var words: [String] {
    let more = fields.count - Self.mostFields
    return fields.prefix(Self.mostFields) + (more > 0 ? ["\(more) more fields"] : []) + keys
  }
}
