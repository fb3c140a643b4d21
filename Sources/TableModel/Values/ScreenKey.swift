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
