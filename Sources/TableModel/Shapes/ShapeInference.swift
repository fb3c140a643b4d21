/// Finds the shape that shows most of a document at first sight.
///
/// What is tried, in this order:
/// - a record with `sections` that hold `rows` or `items` is taken at its word;
/// - a record with one field that holds a record is opened: only what is inside has a shape;
/// - a dictionary of arrays: a section per key, one row of items each;
/// - a record that merely wraps one list of records (`features`, `results`...): that list;
/// - a dictionary of records: sections where they hold lists or records themselves, or where they
///   have nothing in common, or are long columns of one kind; otherwise a row per key;
/// - any other record: a section for each key that holds a container, the scalars in a first one;
/// - a list of lists: a row each, three levels where lists lie three deep; records instead where
///   the first row is the header of a table;
/// - a list of records that each hold one list of records: a section each with one row of items,
///   or rows of items where those hold one list again; but a row each where the list is only one
///   of many fields, which a table of its items would hide;
/// - any other list: a row each.
///
/// Lists are judged by a sample of their elements, so that the cost does not grow with them.
package struct ShapeInference {
  package var shape: Shape
  package var explanation: String
  /// Shapes that show the document as well.
  package var alternatives: [Shape] = []
  /// The document in another form, when it is a table in disguise.
  package var replacement: Value?
  /// True for one record whose fields are the rows, alone or in a section for each key.
  package var isRecord = false

  /// - Parameter path: where in the document the value stands.
  /// - Complexity: O(keys of records + cells of a list with a header).
  package static func infer(_ value: Value, at path: FieldPath) -> ShapeInference {
    switch value {
    case .array(let elements) where elements.isEmpty: rows(path, "an empty list: no rows")
    case .record(let record) where record.isEmpty:
      rows(path, "an empty record: no rows").ofOneRecord
    case .array(let elements): list(elements, at: path)
    case .record(let record): self.record(record, at: path)
    default: ShapeInference(shape: Shape(), explanation: "one value: one row")
    }
  }
}

extension ShapeInference {
  /// Words about a part of the document name the part.
  private init(_ shape: Shape, _ path: FieldPath, _ explanation: String) {
    self.shape = shape
    self.explanation =
      path.steps.isEmpty ? explanation : "'\(path.description.clipped(to: 60))': \(explanation)"
  }

  /// The same for a document that is one record.
  private var ofOneRecord: ShapeInference {
    var inference = self
    inference.isRecord = true
    return inference
  }

  static func rows(_ path: FieldPath, _ explanation: String) -> ShapeInference {
    ShapeInference(Shape(rows: path), path, explanation)
  }

  static func sections(
    _ path: FieldPath, rows: FieldPath? = nil, items: FieldPath? = nil, _ explanation: String
  ) -> ShapeInference {
    ShapeInference(Shape(sections: path, rows: rows, items: items), path, explanation)
  }

  private static func list(_ elements: [Value], at path: FieldPath) -> ShapeInference {
    let sample = ElementSample(elements)
    if path.steps.isEmpty, let records = HeaderTable.records(of: elements) {
      var inference = rows(path, "list of lists with a header: a row each, its cells by name")
      inference.replacement = records
      return inference
    }
    if let nested = nested(sample, at: path, isDictionary: false) { return nested }
    if let index = WrappedList.index(in: elements) {
      return infer(elements[index], at: path.appending(.index(index)))
    }
    if sample.isAllRecords { return rows(path, "list of records: a row each", of: sample) }
    return rows(
      path, sample.hasContainers ? "mixed list: a row each" : "list of values: a row each")
  }
}

extension ShapeInference {
  /// The shape of a list (or dictionary) whose elements are lists or each hold one.
  private static func nested(_ sample: ElementSample, at path: FieldPath, isDictionary: Bool)
    -> ShapeInference?
  {
    guard let second = NestedList.path(in: sample), !NestedList.isOneOfMany(second, in: sample)
    else { return nil }
    if let inside = levels(of: sample, second, at: path, isDictionary: isDictionary) {
      return inside
    }
    let what = isDictionary ? "dictionary" : "list"
    if !second.steps.isEmpty {
      let owners = ListOwners(sample.records, list: second, haveKeys: isDictionary)
      let words = "\(what) of records with '\(second.description.clipped())': a section each,"
      var inference = sections(path, items: second, words + " one row of items" + owners.remark)
      inference.shape.title = owners.title
      inference.alternatives = [Shape(rows: path)]
      return inference
    }
    if isDictionary {
      return sections(
        path, items: .itself, "dictionary of lists: a section per key, one row of items each")
    }
    let shape = Shape(rows: path, items: .itself)
    return ShapeInference(shape, path, "list of lists: a row each, its elements as items")
  }

  /// The shape of a list whose elements hold lists at a path, if those hold lists again.
  private static func levels(
    of sample: ElementSample, _ second: FieldPath, at path: FieldPath, isDictionary: Bool
  ) -> ShapeInference? {
    let inner = sample.inner(at: second)
    guard let third = NestedList.path(in: inner) else { return nil }
    let what = isDictionary ? "dictionary" : "list"
    let owners = ListOwners(sample.records, list: second, haveKeys: isDictionary)
    let keys = (second.steps + third.steps).compactMap(\.name).map { "'\($0.clipped())'" }
    if NestedList.isOneOfMany(third, in: inner) {
      let inside = second.steps.isEmpty ? "lists" : "lists in \(keys[0])"
      var inference = sections(path, rows: second, "\(what) with \(inside): sections and rows")
      inference.shape.title = owners.title(unlessIn: inner.records)
      inference.alternatives = [Shape(sections: path, rows: second, items: third)]
      return inference
    }
    let inside = keys.isEmpty ? "lists of lists" : "lists in " + keys.joined(separator: " and ")
    var inference = sections(
      path, rows: second, items: third, "\(what) with \(inside): sections, rows and items")
    inference.shape.title =
      owners.title(unlessIn: inner.records)
      ?? ListOwners(inner.records, list: third, haveKeys: false).title(unlessIn: sample.records)
    if !second.steps.isEmpty { inference.alternatives = [Shape(rows: path)] }
    return inference
  }

  /// Rows of records; where these hold lists of records, such a list could be their items.
  private static func rows(
    _ path: FieldPath, _ explanation: String, of sample: ElementSample
  ) -> ShapeInference {
    var inference = rows(path, explanation)
    inference.alternatives = NestedList.keys(in: sample.records).prefix(mostAlternatives).map {
      Shape(rows: path, items: FieldPath(key: $0))
    }
    return inference
  }

  private static let mostAlternatives = 2

  private static func record(_ record: Record, at path: FieldPath) -> ShapeInference {
    if let literal = literal(record, at: path) { return literal }
    if record.count == 1, let only = record.fields.first, only.value.isFilledContainer,
      only.value.record != nil
    {
      return infer(only.value, at: path.appending(.key(only.key)))
    }
    let sample = ElementSample(record.values)
    guard sample.hasContainers else {
      return rows(path, "one record: a row for each field").ofOneRecord
    }
    let isWrapper =
      sample.values.count == 1 && sample.values.allSatisfy(ElementSample.isListOfRecords)
    if sample.isAllArrays, !isWrapper, let nested = nested(sample, at: path, isDictionary: true) {
      return nested
    }
    if let wrapped = WrappedList.find(in: record) {
      let inner = path.steps + wrapped.path.steps
      var inference = infer(wrapped.list, at: FieldPath(inner))
      inference.explanation += wrapped.remark
      return inference
    }
    if sample.isAllRecords { return dictionaryOfRecords(sample, at: path) }
    var inference = sections(
      path, rows: .itself, "record of mixed values: a section per key"
    ).ofOneRecord
    inference.alternatives = NestedList.tables(in: record).prefix(mostAlternatives).map {
      Shape(rows: path.appending(.key($0)))
    }
    return inference
  }

  /// A dictionary of records: where the records belong together they are rows.
  private static func dictionaryOfRecords(_ sample: ElementSample, at path: FieldPath)
    -> ShapeInference
  {
    if let nested = nested(sample, at: path, isDictionary: true) { return nested }
    let inner = sample.inner
    if inner.isAllArrays {
      return sections(
        path, rows: .itself, items: .itself,
        "dictionary of dictionaries of lists: sections, rows and items")
    }
    if inner.isAllRecords {
      return sections(
        path, rows: .itself, "dictionary of dictionaries of records: a section and rows by key")
    }
    if RecordFamily.isSimilar(sample.records), !RecordFamily.isColumns(sample.records) {
      return rows(path, "dictionary of records: a row per key", of: sample)
    }
    return sections(
      path, rows: .itself, "dictionary of records: a section per key, a row per field")
  }

  /// `{sections: [{title, rows: [{title, items: []}]}]}`, with either of the two levels missing.
  private static func literal(_ record: Record, at path: FieldPath) -> ShapeInference? {
    guard let list = record["sections"]?.array else { return nil }
    let sections = ElementSample(list)
    let path = path.appending(.key("sections"))
    let (rows, items) = (FieldPath(key: "rows"), FieldPath(key: "items"))
    let words = "sections, rows and items as they are named"
    if list.isEmpty { return self.sections(path, rows: rows, items: items, words) }
    guard sections.isAllRecords else { return nil }
    if sections.records.contains(where: { $0["rows"]?.array != nil }) {
      let hasItems = sections.inner(at: rows).records.contains { $0["items"]?.array != nil }
      return self.sections(path, rows: rows, items: hasItems ? items : nil, words)
    }
    guard sections.records.contains(where: { $0["items"]?.array != nil }) else { return nil }
    return self.sections(path, items: items, words)
  }
}

/// Some of the values of a list, enough to judge them all by.
///
/// Nulls say nothing about a list and are left out.
package struct ElementSample {
  private static let limit = 256

  let values: [Value]

  /// Takes values from the whole length of a list.
  init(_ list: [Value]) {
    values = Self.indices(of: list.count).map { list[$0] }.filter { !$0.isNull }
  }

  /// Which elements of a list are its sample; a short list is its own sample.
  package static func indices(of count: Int) -> [Int] {
    Array(stride(from: 0, to: count, by: max(1, count / limit)))
  }

  var isAllRecords: Bool { !values.isEmpty && values.allSatisfy { $0.record != nil } }
  var isAllArrays: Bool { !values.isEmpty && values.allSatisfy { $0.array != nil } }
  var hasContainers: Bool { values.contains(where: \.isContainer) }
  var records: [Record] { values.compactMap(\.record) }

  /// The values inside the sample's containers: of arrays, or of records.
  var inner: ElementSample {
    ElementSample(values.flatMap { ElementSample($0.array ?? $0.record?.values ?? []).values })
  }

  /// True for a list that holds records and nothing else but nulls.
  static func isListOfRecords(_ value: Value) -> Bool {
    value.array.map { ElementSample($0).isAllRecords } ?? false
  }

  /// The values of the lists at a path in each value.
  func inner(at path: FieldPath) -> ElementSample {
    ElementSample(values.flatMap { ElementSample($0[path: path]?.array ?? []).values })
  }
}

/// Whether the records of a dictionary are of one kind.
enum RecordFamily {
  /// True when at least half of the records' fields are fields that most records have.
  static func isSimilar(_ records: [Record]) -> Bool {
    var counts: [String: Int] = [:]
    for key in records.lazy.flatMap(\.keys) { counts[key, default: 0] += 1 }
    let all = counts.values.reduce(0, +)
    let shared = counts.values.filter { $0 * 2 > records.count }.reduce(0, +)
    return all > 0 && shared * 2 >= all
  }

  /// True for a few records that are long columns of scalars of one kind, as translations are:
  /// a row for each field reads better than one row with all of them.
  static func isColumns(_ records: [Record]) -> Bool {
    let values = records.flatMap(\.values).filter { !$0.isNull }
    guard let first = values.first, !first.isContainer,
      values.allSatisfy({ $0.kind == first.kind })
    else { return false }
    let length = values.count / records.count
    return length > 8 && length > records.count
  }
}

/// How sections and rows get their titles.
package struct TitleRule: Sendable {
  /// The path that was stated; nil to go by the key in the document or by well-known names.
  package var path: FieldPath?

  package init(path: FieldPath? = nil) { self.path = path }

  /// Names of fields that title a record, the most telling first; compared without case.
  private static let names = [
    "title", "name", "label", "headline", "heading", "caption", "display_name", "displayname",
    "full_name", "fullname", "subject", "summary", "description", "login", "username", "slug",
    "text", "message", "msg", "event", "key", "code", "symbol", "id",
  ]

  /// Records that keep what describes them one level down.
  private static let inner = ["properties", "attributes", "fields", "metadata"]

  /// The title of a value that stands under a key (or under none) in the document.
  ///
  /// - Complexity: O(fields of the record).
  package func title(of value: Value, key: String?) -> String? {
    if let path, let title = value[path: path].flatMap(Self.text) { return title }
    if let key { return key }
    return Self.wellKnown(in: value)?.text
  }

  /// Where the title stands in a value; nil for one that is its key, or where there is none.
  package func path(of value: Value, key: String?) -> FieldPath? {
    if let path, value[path: path].flatMap(Self.text) != nil { return path }
    return key == nil ? Self.wellKnown(in: value)?.path : nil
  }

  private static func wellKnown(in value: Value) -> (path: FieldPath, text: String)? {
    guard let record = value.record else { return nil }
    if let title = wellKnownTitle(of: record) { return (FieldPath(key: title.key), title.text) }
    for name in inner {
      if let nested = record[name]?.record, let title = wellKnownTitle(of: nested) {
        return (FieldPath([.key(name), .key(title.key)]), title.text)
      }
    }
    return nil
  }

  private static func wellKnownTitle(of record: Record) -> (key: String, text: String)? {
    var best: (rank: Int, key: String, text: String)?
    for field in record.fields where field.key.utf8.count <= longestKey {
      guard let rank = rank(of: field.key), rank < best?.rank ?? Int.max,
        let text = text(of: field.value)
      else { continue }
      best = (rank, field.key, text)
    }
    return best.map { ($0.key, $0.text) }
  }

  private static let longestKey = 32

  /// How well a key titles a record, 0 best; behind the names come keys such as `InstanceId`.
  private static func rank(of key: String) -> Int? {
    let folded = key.lowercased()
    if let rank = names.firstIndex(of: folded) { return rank }
    if folded.hasSuffix("name") || folded.hasSuffix("title") { return names.count }
    let isIdentifier = key.hasSuffix("Id") || key.hasSuffix("ID") || key.hasSuffix("_id")
    return isIdentifier ? names.count + 1 : nil
  }

  private static func text(of value: Value) -> String? {
    guard !value.isContainer, !value.isNull else { return nil }
    let text = value.plainText
    return text.isEmpty ? nil : text
  }
}
