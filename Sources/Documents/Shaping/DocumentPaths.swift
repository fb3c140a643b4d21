package import TableModel

/// The ways from a document's root to what its table shows.
extension DocumentTable {
  /// The way to the section, row or item at an address: its value in the document, which has the
  /// list that the table shows of it inside.
  ///
  /// - Parameter new: where it stands once edits are written; its numbers are those of lists then.
  /// - Returns: nil where nothing is there, and for the gathering of what belongs to no section.
  /// - Complexity: O(log records) where the document is indexed; O(fields of the container) beside
  ///   sections that are gathered.
  package func path(to address: Address, writtenAt new: Address? = nil) throws(DataError)
    -> FieldPath?
  {
    let new = new ?? address
    var path = FieldPath()
    if let sections = shape.sections {
      path.steps += sections.steps
      if hasLooseSection {
        guard let step = try mixedStep(to: address, in: sections) else { return nil }
        path.steps.append(step)
        if address.section == 0 { return path }
      } else {
        guard let child = try child(at: Address(address.section)) else { return nil }
        path.steps.append(child.key.map { .key($0) } ?? .index(new.section))
      }
    }
    guard let row = address.row else { return path }
    if let rows = shape.rows {
      guard let child = try child(at: address.rowAddress) else { return nil }
      path.steps += rows.steps
      // A header stands in front of the rows.
      let number = (new.row ?? row) + (header == nil ? 0 : 1)
      path.steps.append(child.key.map { .key($0) } ?? .index(number))
    }
    guard let item = address.item else { return path }
    guard let items = shape.items, let child = try child(at: address) else { return nil }
    path.steps += items.steps
    path.steps.append(child.key.map { .key($0) } ?? .index(new.item ?? item))
    return path
  }

  /// The way from a record to one of its fields: a column of its list where a header names those.
  package func written(_ field: FieldPath) -> FieldPath {
    guard let header, case .key(let key)? = field.steps.first,
      let column = header.firstIndex(of: key)
    else { return field }
    return FieldPath([.index(column)] + field.steps.dropFirst())
  }

  /// The step to a section where scalars stand among them, which the first section gathers.
  private func mixedStep(to address: Address, in sections: FieldPath) throws(DataError)
    -> FieldPath.Step?
  {
    let isLoose = address.section == 0
    guard let node = try root.find(sections),
      var rest = isLoose ? address.row : address.section - 1
    else { return nil }
    for (index, child) in try node.fields().enumerated()
    where child.content.isContainer != isLoose {
      if rest == 0 { return child.key.map { .key($0) } ?? .index(index) }
      rest -= 1
    }
    return nil
  }
}

extension FieldPath {
  /// The path as jq takes it: `.users[3]["unit price"]`.
  ///
  /// - Returns: nil where something on the way is computed.
  package var jq: String? {
    var text = ""
    for step in steps {
      switch step {
      case .key(let key) where Self.isName(key): text += ".\(key)"
      case .key(let key): text += "[\(JSONWriter.text(of: .string(key)))]"
      case .index(let index): text += "[\(index)]"
      case .computed: return nil
      }
    }
    return text.hasPrefix(".") ? text : "." + text
  }

  /// True for keys that jq takes without quotes.
  private static func isName(_ key: String) -> Bool {
    let letters = key.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 & ~0x20 || $0 == 0x5F }
    let isAllowed = zip(key.utf8, letters).allSatisfy { byte, isLetter in
      isLetter || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }
    return isAllowed && letters.first == true
  }
}
