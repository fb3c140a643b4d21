package import TableModel

/// Which fields a cell shows as its text, its detail and its image, until the user says.
package struct FieldRoles: Sendable, Hashable {
  package var text: FieldPath?
  package var detail: FieldPath?
  package var image: FieldPath?
  /// How many fields the first records have themselves.
  package private(set) var fieldCount = 0

  package init(text: FieldPath? = nil, detail: FieldPath? = nil, image: FieldPath? = nil) {
    self.text = text
    self.detail = detail
    self.image = image
  }

  /// How many records are looked at.
  package static let sampleSize = 50

  /// Chooses by the names that such fields usually have, by what the values look like, and by
  /// how many records have them.
  ///
  /// - Complexity: O(fields of the first 50 values).
  package init(inferredFrom values: some Sequence<Value>) {
    var survey = FieldSurvey()
    for value in values.prefix(Self.sampleSize) { survey.add(value) }
    guard survey.isOfRecords else {
      self.init(text: survey.isEmpty ? nil : .itself)
      return
    }
    let image = survey.best { $0.imageScore }
    let text = survey.best { $0.path == image ? nil : $0.textScore }
    let detail = survey.best { [text, image].contains($0.path) ? nil : $0.detailScore }
    self.init(text: text, detail: detail, image: image)
    fieldCount = survey.fieldCount
  }

  /// Reads the first records of a table and chooses from them.
  ///
  /// - Complexity: O(records read), however many rows without items come before them.
  package init(inferredFrom source: any TableSource) throws(DataError) {
    var first = FirstRecords(source, count: Self.sampleSize)
    try first.read()
    guard !first.values.isEmpty || !first.hasGivenUp else {
      // Whatever comes later is shown as it is.
      self.init(text: .itself)
      return
    }
    self.init(inferredFrom: first.values)
  }
}

/// What the fields of a few records look like, for choosing among them.
struct FieldSurvey {
  struct Field {
    let path: FieldPath
    fileprivate let key: String
    fileprivate let parentKey: String?
    /// The last key and the one above it, in small letters without signs.
    let name: String
    let parent: String?
    var present = 0
    var texts = 0
    var numbers = 0
    var dates = 0
    var datas = 0
    var links = 0
    /// Texts that begin as a date does: `2026-05-01`.
    var stamps = 0
    var totalLength = 0
    var distinct = DistinctSample()
    /// The share of records that have the field.
    var presence = 0.0
  }

  private var fields: [Field] = []
  /// The places of fields by their keys, and by the key of the record that holds them in the
  /// record.
  private var positions: [String: Int] = [:]
  private var nestedPositions: [String: [String: Int]] = [:]
  /// The place of the field that will be met next, if this record is like the one before.
  private var expected = 0
  private var records = 0
  private var others = 0
  /// The keys of the records themselves, in order and once more for looking them up.
  private var names: [String] = []
  private var known: Set<String> = []
  var fieldCount: Int { names.count }

  var isEmpty: Bool { records + others == 0 }

  var isOfRecords: Bool { records > 0 && records >= others }

  mutating func add(_ value: Value) {
    if let record = value.record {
      records += 1
      expected = 0
      // Records are mostly alike: then their keys need not be looked up.
      for (place, field) in record.fields.enumerated()
      where !(place < names.count && names[place] == field.key) {
        if known.isEmpty { known = Set(names) }
        if known.insert(field.key).inserted { names.append(field.key) }
      }
      addFields(of: record, in: nil)
    } else {
      others += 1
    }
  }

  /// - Parameter parent: the key of the record inside the one that is looked at.
  private mutating func addFields(of record: Record, in parent: String?) {
    for field in record.fields {
      if case .record(let inner) = field.value, parent == nil {
        addFields(of: inner, in: field.key)
      } else if !field.value.isContainer, !field.value.isNull {
        let position = position(of: field.key, in: parent)
        fields[position].add(field.value)
        expected = position + 1
      }
    }
  }

  private mutating func position(of key: String, in parent: String?) -> Int {
    if expected < fields.count, fields[expected].stands(at: key, in: parent) { return expected }
    let known = parent.map { nestedPositions[$0]?[key] } ?? positions[key]
    if let known { return known }
    fields.append(Field(key: key, parent: parent))
    if let parent {
      nestedPositions[parent, default: [:]][key] = fields.count - 1
    } else {
      positions[key] = fields.count - 1
    }
    return fields.count - 1
  }

  /// The field with the highest score above zero, the first among equals; nil without any.
  func best(_ score: (Field) -> Double?) -> FieldPath? {
    var best: (path: FieldPath, score: Double)?
    for var field in fields {
      field.presence = Double(field.present) / Double(max(1, records))
      guard let score = score(field), score > best?.score ?? 0 else { continue }
      best = (field.path, score)
    }
    return best?.path
  }
}

extension FieldSurvey.Field {
  fileprivate init(key: String, parent: String?) {
    path = FieldPath((parent.map { [.key($0)] } ?? []) + [.key(key)])
    (self.key, parentKey) = (key, parent)
    name = Self.normalized(key)
    self.parent = parent.map(Self.normalized)
  }

  fileprivate func stands(at key: String, in parent: String?) -> Bool {
    self.key == key && parentKey == parent
  }

  /// `ImageName`, `image_name` and `image-name` are the same name.
  private static func normalized(_ key: String) -> String {
    guard key.utf8.allSatisfy({ $0 < 0x80 }) else {
      return key.lowercased().filter { $0.isLetter || $0.isNumber }
    }
    let lowered = key.utf8.compactMap { byte -> UInt8? in
      if (0x30...0x39).contains(byte) { return byte }
      return (0x61...0x7A).contains(byte | 0x20) ? byte | 0x20 : nil
    }
    return String(decoding: lowered, as: UTF8.self)
  }

  fileprivate mutating func add(_ value: Value) {
    present += 1
    distinct.insert(value)
    switch value {
    case .string(let text):
      texts += 1
      let look = TextLook(text)
      totalLength += look.length
      if look.isLink { links += 1 }
      if look.isStamp { stamps += 1 }
    case .number: numbers += 1
    case .date: dates += 1
    case .data: datas += 1
    default: break
    }
  }
}

/// What counts of a text, in one pass over its first bytes.
private struct TextLook {
  /// In characters; in bytes where a text is too long to be a title or a link.
  var length: Int
  var isLink = false
  /// True for a text that begins with year, month and day.
  var isStamp: Bool

  /// More than this is not looked at, in bytes.
  private static let longest = 4096

  init(_ text: String) {
    let colon = UInt8(ascii: ":")
    let slash = UInt8(ascii: "/")
    var isPlain = true
    // The last three bytes.
    var last: (UInt8, UInt8, UInt8) = (0, 0, 0)
    for byte in text.utf8.prefix(Self.longest) {
      if byte >= 0x80 || byte == UInt8(ascii: "\r") { isPlain = false }
      last = (last.1, last.2, byte)
      if last.0 == colon, last.1 == slash, last.2 == slash { isLink = true }
    }
    isStamp =
      text.utf8.count >= 10
      && zip(text.utf8, "0000-00-00".utf8).allSatisfy { byte, form in
        form == UInt8(ascii: "-") ? byte == form : (0x30...0x39).contains(byte)
      }
    let isShort = text.utf8.count <= Self.longest
    length = isPlain || !isShort ? text.utf8.count : text.count
    if text.hasPrefix("data:") { isLink = true }
  }
}
