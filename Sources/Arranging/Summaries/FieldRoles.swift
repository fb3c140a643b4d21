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

// MARK: - Scores

/// Scores: a well-known name counts for hundreds, what the values look like for tens, and what
/// many records lack, or all have alike, counts less. Nil rules a field out.
extension FieldSurvey.Field {
  private static let textNames = [
    "title", "headline", "name", "fullname", "displayname", "label", "subject", "heading",
    "caption", "text", "message", "msg", "package", "product", "question", "event", "login",
    "username", "nickname", "screenname", "filename", "file", "path", "word", "term", "key",
    "summary", "description", "content", "body", "code", "slug", "email", "id",
  ]

  private static let detailNames = [
    "subtitle", "detail", "details", "tagline", "description", "desc", "abstract", "excerpt",
    "author", "artist", "byline", "by", "creator", "owner", "manufacturer", "brand", "vendor",
    "publisher", "company", "summary", "director", "role", "job", "category", "genre", "price",
    "cost", "amount", "status", "state", "level", "severity", "priority", "type", "version",
    "language", "country", "city", "location", "address", "email", "date", "createdat",
    "publishedat", "updatedat", "timestamp", "time", "ts", "year", "score", "rating",
  ]

  private static let imageNames = [
    "image", "imagename", "imageurl", "thumbnail", "thumb", "icon", "iconname", "avatar",
    "avatarurl", "photo", "picture", "flag", "emoji", "logo", "cover", "poster", "artwork", "img",
  ]

  private static let imageEndings = [
    "image", "imagename", "imageurl", "thumbnail", "thumbnailurl", "icon", "iconurl", "avatar",
    "avatarurl", "photo", "photourl", "picture", "pictureurl", "logo", "logourl",
  ]

  /// Keys whose record is a person: what it is called says who.
  private static let people = ["author", "user", "owner", "artist", "creator", "actor", "sender"]
  private static let namesOfPeople = [
    "name", "displayname", "fullname", "login", "username", "screenname",
  ]

  private var isNested: Bool { parent != nil }
  private var isText: Bool { texts * 2 > present }
  private var isLink: Bool { links * 2 > max(1, texts) }
  private var isStamp: Bool { stamps * 2 > max(1, texts) }
  private var isConstant: Bool { distinct.count == 1 && present > 2 }
  private var averageLength: Double { Double(totalLength) / Double(max(1, texts)) }
  private var variety: Double { Double(distinct.count) / Double(max(1, present)) }
  private var isIdentifier: Bool {
    if ["id", "uuid", "guid", "key", "nodeid", "hash", "sha"].contains(name) { return true }
    guard case .key(let key)? = path.steps.last else { return false }
    return ["_id", "Id", "ID", "-id"].contains { key.hasSuffix($0) }
  }

  /// The place of a name in a list as points: the first has all of them, each further ten less.
  private func points(_ names: [String], _ all: Double) -> Double? {
    names.firstIndex(of: name).map { all - Double($0) * 10 }
  }

  private var isImage: Bool {
    Self.imageNames.contains(name) || Self.imageEndings.contains { name.hasSuffix($0) }
  }

  var textScore: Double? {
    guard texts + numbers + dates > 0 else { return nil }
    if presence < 0.2 { return presence }
    // An address is better than a time or a number, and worse than a name.
    if isLink, isText { return 150 + variety * 100 - (1 - presence) * 100 }
    let named = points(Self.textNames, 1000) ?? textPointsOfEnding
    var score = named ?? (isText && !isIdentifier ? 200 : 20)
    score += variety * 100 - min(averageLength, 100) * (named == nil ? 1 : 0.1)
    score -= (1 - presence) * 500
    if isIdentifier { score -= isText ? 250 : 900 } else if !isText || isStamp { score -= 150 }
    if isConstant { score -= 400 }
    if isNested { score -= 400 }
    if isImage { score -= 600 }
    if averageLength > 80 { score -= 120 }
    return max(score, presence)
  }

  /// `product_name` is nearly as good as `name`.
  private var textPointsOfEnding: Double? {
    let endings = ["title", "name", "label"]
    return endings.contains { name.hasSuffix($0) } && !isImage ? 750 : nil
  }

  var detailScore: Double? {
    guard texts + numbers + dates > 0, presence >= 0.3, !isImage, !isLink, !isIdentifier
    else { return nil }
    if let parent, Self.people.contains(parent), let rank = Self.namesOfPeople.firstIndex(of: name)
    {
      return 650 - Double(rank) * 10 + presence * 100
    }
    var score = points(Self.detailNames, 800) ?? 0
    if score == 0 {
      guard !isNested, presence >= 0.5, averageLength <= 80 else { return nil }
      score = isText ? 100 : 60
    }
    score += presence * 100 + variety * 20
    if isNested { score -= 300 }
    return isConstant ? max(1, score - 400) : score
  }

  var imageScore: Double? {
    guard (texts + datas) * 2 > present, present > 0, isImage else { return nil }
    let score = (points(Self.imageNames, 800) ?? 500) + presence * 100
    return isNested ? score - 100 : score
  }
}
