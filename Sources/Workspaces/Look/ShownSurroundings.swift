import PredicateLanguage
package import TableModel

extension ScreenKey {
  /// - Returns: nil for anything but the title or the number of a row or a section.
  package static func path(parsing text: String) -> FieldPath? {
    guard let path = FieldPath(parsing: text), path.steps.count == 2,
      let level = OuterLevel(at: path), case .key(let key)? = path.steps.last,
      level.showsOnScreen(key)
    else { return nil }
    return ScreenKey(rawValue: key)?.path(at: level)
  }
}

/// What stands around the records that are shown, for fields that begin there: the records of rows,
/// sections and the document, and titles and numbers as the screen has them.
package struct ShownSurroundings {
  private let source: any TableSource
  private let paths: [FieldPath]
  private var around: Surroundings?
  private var titles: [OuterLevel: (place: Address, title: Value?)] = [:]

  /// - Parameter paths: each begins at a level around the records.
  package init(of source: any TableSource, for paths: [FieldPath]) {
    (self.source, self.paths) = (source, paths)
    around = Surroundings(of: source, for: paths.filter { ScreenKey($0) == nil })
  }

  /// What each of the paths leads to from the record at an address; nil for nothing.
  package mutating func values(at address: Address) throws(DataError) -> [Value?] {
    let scoped = try around?.scoped(.null, at: address)
    var values: [Value?] = []
    for path in paths {
      if let key = ScreenKey(path), let level = OuterLevel(at: path) {
        values.append(try value(of: key, at: level, around: address))
      } else {
        values.append(scoped?[path: path])
      }
    }
    return values
  }

  private mutating func value(
    of key: ScreenKey, at level: OuterLevel, around address: Address
  ) throws(DataError) -> Value? {
    let place = level == .row ? address.rowAddress : Address(address.section)
    switch key {
    case .index: return .integer(level == .row ? address.row ?? 0 : address.section)
    case .title:
      if let known = titles[level], known.place == place { return known.title }
      let title: String? =
        if level == .row, let row = address.row {
          try source.rows(row..<row + 1, inSection: address.section).first?.title
        } else {
          try source.sections(address.section..<address.section + 1).first?.title
        }
      titles[level] = (place, title.map { .string($0) })
      return titles[level]?.title
    }
  }
}
