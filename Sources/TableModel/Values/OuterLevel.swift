/// A level around the records of a table, by the name of the variable that conditions know it by.
///
///     document -> section -> row -> item
///
/// The record of a level is the dictionary that stands around the list of the next one: a user's
/// `name` and `age` beside `friends`, where the friends are the items.
package enum OuterLevel: String, Sendable, Hashable, CaseIterable, Comparable {
  case row
  case section
  case document

  /// From the innermost one outwards, as keys are looked up.
  package static let outwards: [OuterLevel] = [.row, .section, .document]

  /// The outer one is the greater one.
  package static func < (a: OuterLevel, b: OuterLevel) -> Bool {
    switch (a, b) {
    case (.row, .section), (.row, .document), (.section, .document): true
    default: false
    }
  }

  /// What the records of the level belong to, as messages have it.
  package var plural: String {
    switch self {
    case .row: "rows"
    case .section: "sections"
    case .document: "the document"
    }
  }

  /// The key under which records have the record of the level around them, where they are asked for
  /// it: the head of paths such as `$section.age`.
  package var fieldKey: String { "$\(rawValue)" }

  /// The level that a path of a field begins at; nil for the fields of the records themselves.
  package init?(at path: FieldPath) {
    guard case .key(let key)? = path.steps.first, key.first == "$" else { return nil }
    self.init(rawValue: String(key.dropFirst()))
  }

  /// The level that a path of keys begins at.
  init?(at keys: [String]) {
    guard let key = keys.first, key.first == "$" else { return nil }
    self.init(rawValue: String(key.dropFirst()))
  }

  /// What a record of the level belongs to: the row or the section of an address, or the first
  /// section for the document.
  package func place(around address: Address) -> Address {
    switch self {
    case .row: address.rowAddress
    case .section: Address(address.section)
    case .document: Address(0)
    }
  }
}
