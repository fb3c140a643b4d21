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

  /// The key under which a record with those around it keeps what it was itself, for paths that begin with
  /// `SELF`.
  static let ownKey = "\u{10FFFD}self"

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

/// A key of what stands around a record on the screen: `$section.title`, `$row.index`.
package enum ScreenKey: String, Sendable, CaseIterable {
  case title
  case index

  /// The path of a field that shows it. In the data it leads nowhere; `Surroundings` have it.
  package func path(at level: OuterLevel) -> FieldPath {
    let key = fieldKey
    return FieldPath([
      .key(level.fieldKey), .computed(FieldPath.Computation(rawValue) { $0.record?[key] }),
    ])
  }

  /// - Returns: nil for anything but the title or the number of a row or a section.
  package init?(_ path: FieldPath) {
    guard path.steps.count == 2, OuterLevel(at: path) != nil,
      case .computed(let computation)? = path.steps.last
    else { return nil }
    self.init(rawValue: computation.name)
  }

  /// The key under which the record around others has it, where it is asked for. No text of the
  /// data begins so.
  private var fieldKey: String { "\u{10FFFD}\(rawValue)" }

  /// The record around others with its title and its number.
  static func adding(title: String?, index: Int, to record: Value) -> Value {
    var fields = record.record ?? Record()
    fields[ScreenKey.title.fieldKey] = title.map { .string($0) }
    fields[ScreenKey.index.fieldKey] = .integer(index)
    return .record(fields)
  }
}

extension OuterLevel {
  /// The key that leads to a level's whole record, in which it may have keys of the screen itself.
  package static let recordKey = "record"

  /// Whether `$row` or `$section` has a key from the screen, and not from the data.
  package func showsOnScreen(_ key: String) -> Bool {
    self != .document && ScreenKey(rawValue: key) != nil
  }
}

extension FieldPath {
  /// The path of a shown field as it can be typed. What a record around has under a key that the
  /// screen has, too, is named by way of that record: `$section.record.title`.
  package var shownName: String {
    guard let level = OuterLevel(at: self), steps.count > 1, case .key(let key) = steps[1],
      level.showsOnScreen(key)
    else { return description }
    return "\(level.variable).\(OuterLevel.recordKey)."
      + FieldPath(Array(steps.dropFirst())).description
  }
}
