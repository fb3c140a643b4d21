package import PredicateLanguage
package import TableModel

/// What a path of more than one step finds in all records of a table: as steps from value to
/// value, and as conditions read it.
package struct PathSurvey {
  package private(set) var records = 0
  /// Records that have something at the path itself, null included.
  package private(set) var plain = 0
  /// Those of them where it is a list.
  package private(set) var plainLists = 0
  /// Records where only conditions find something: behind a list, or because a list was asked.
  package private(set) var computed = 0
  /// Those of them where it is a list.
  package private(set) var lists = 0
  /// The first list on the way, and the way from its elements; nil where no key leads through one.
  package private(set) var listed: (list: FieldPath, rest: FieldPath)?
  /// The kinds of values that an operator could do nothing with, with the records that have them.
  package private(set) var strangers: [(kind: ValueKind, records: Int)] = []

  private let path: FieldPath
  private let reading: PathReading

  package init(_ path: FieldPath, _ reading: PathReading) {
    (self.path, self.reading) = (path, reading)
  }

  package mutating func add(_ record: Value) {
    records += 1
    if let value = record[path: path] {
      plain += 1
      if case .array = value { plainLists += 1 }
      return
    }
    let (value, strangers) = reading.read(record)
    if let value {
      computed += 1
      if case .array = value {
        lists += 1
        if lists == 1 { listed = firstList(in: record) }
      }
    }
    for kind in ValueKind.allCases where strangers.contains(kind) { count(kind) }
  }

  private func firstList(in record: Value) -> (list: FieldPath, rest: FieldPath)? {
    for end in 1..<path.steps.count {
      let list = FieldPath(Array(path.steps[..<end]))
      guard case .array? = record[path: list] else { continue }
      let rest = FieldPath(Array(path.steps[end...]))
      return rest.keys?.contains { $0.hasPrefix("@") } == false ? (list, rest) : nil
    }
    return nil
  }

  private mutating func count(_ kind: ValueKind) {
    if let index = strangers.firstIndex(where: { $0.kind == kind }) {
      strangers[index].records += 1
    } else {
      strangers.append((kind, 1))
    }
  }

  /// The records with a list that stands among other values: all lists go by their size.
  package var listsAmongOthers: Int {
    lists + (plainLists < plain || computed > lists ? plainLists : 0)
  }

  /// True when nothing was found.
  package var isEmpty: Bool { plain == 0 && computed == 0 }

  /// The path that finds all that there is to find.
  package var field: FieldPath { computed > 0 ? reading.field : path }
}
