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

  /// How people write the level at the head of a path: `$section.age`.
  package var variable: String { "$\(rawValue)" }

  /// The key under which records have the record of the level around them, where they are asked for
  /// it: the head of paths such as `$section.age`.
  ///
  /// It begins with a character of private use that nobody uses, so that it is none of the data: records
  /// with a key `$section` of their own keep it, and people write that one in backquotes.
  package var fieldKey: String {
    switch self {
    case .row: "\u{10FFFD}row"
    case .section: "\u{10FFFD}section"
    case .document: "\u{10FFFD}document"
    }
  }

  /// The level that a path of a field begins at; nil for the fields of the records themselves.
  package init?(at path: FieldPath) {
    guard case .key(let key)? = path.steps.first else { return nil }
    self.init(fieldKey: key)
  }

  /// The level that a path of keys begins at.
  init?(at keys: [String]) {
    guard let key = keys.first else { return nil }
    self.init(fieldKey: key)
  }

  private init?(fieldKey key: String) {
    guard key.unicodeScalars.first == "\u{10FFFD}" else { return nil }
    self.init(rawValue: String(key.dropFirst()))
  }

  /// - Parameter text: the level as people write it.
  package init?(variable text: String) {
    guard text.first == "$" else { return nil }
    self.init(rawValue: String(text.dropFirst()))
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
