import TableModel

/// What the records of a list say about themselves beside the one list that each of them holds.
struct ListOwners {
  /// The field that titles them; nil where a well-known one does, or none differs in all of them.
  private(set) var title: FieldPath?
  /// Names what the table does not show, and how to see it; empty where there is nothing else.
  private(set) var remark = ""

  private static let mostNames = 4
  /// Longer texts are no titles.
  private static let longestTitle = 200

  /// - Parameters:
  ///   - list: the way to the list in each record.
  ///   - haveKeys: true where the keys of a dictionary title the records.
  init(_ records: [Record], list: FieldPath, haveKeys: Bool) {
    let rule = TitleRule()
    var titleKeys: Set<String> = []
    if !haveKeys {
      for record in records {
        if let key = rule.path(of: .record(record), key: nil)?.steps.first?.name {
          titleKeys.insert(key)
        }
      }
      if titleKeys.isEmpty, let key = Self.telling(records) {
        title = FieldPath(key: key)
        titleKeys = [key]
      }
    }
    let shown = titleKeys.union(["footer"] + list.steps.compactMap(\.name))
    remark = Self.remark(on: Self.keys(of: records).filter { !shown.contains($0) })
  }

  /// The first field that is a text in every record, and another one in each.
  private static func telling(_ records: [Record]) -> String? {
    records.first?.fields.first { field in
      var texts: Set<String> = []
      return records.allSatisfy { record in
        guard let text = record[field.key]?.string, !text.isEmpty,
          text.utf8.count <= longestTitle
        else { return false }
        return texts.insert(text).inserted
      }
    }?.key
  }

  private static func keys(of records: [Record]) -> [String] {
    var places = KeyPlaces()
    for record in records {
      places.beginRecord()
      for field in record.fields { _ = places.place(of: field.key) }
    }
    return places.keys
  }

  private static func remark(on keys: [String]) -> String {
    if keys.isEmpty { return "" }
    let names = keys.prefix(mostNames).map { $0.clipped() }.joined(separator: ", ")
    return " (each has more: \(names)\(keys.count > mostNames ? ", ..." : ""); 'show 0' shows it)"
  }
}

/// Numbers keys in the order in which records show them first.
///
/// Records are mostly alike: the key that came next in the record before is tried first.
struct KeyPlaces {
  private(set) var keys: [String] = []
  private var places: [String: Int] = [:]
  private var expected = 0

  mutating func beginRecord() { expected = 0 }

  /// The number of a key, which is a new one when it was never met.
  ///
  /// - Complexity: O(1).
  mutating func place(of key: String) -> Int {
    let place: Int
    if expected < keys.count, keys[expected] == key {
      place = expected
    } else if let known = places[key] {
      place = known
    } else {
      place = keys.count
      keys.append(key)
      places[key] = place
    }
    expected = place + 1
    return place
  }
}
