import TableModel

/// What the fields of a few records look like, for choosing among them.
struct FieldSurvey {
  struct Field {
    let path: FieldPath
    /// The last key and the one above it, in small letters without signs.
    let name: String
    let parent: String?
    var present = 0
    var texts = 0
    var numbers = 0
    var dates = 0
    var datas = 0
    var links = 0
    var totalLength = 0
    var distinct: Set<DistinctValue> = []
    /// The share of records that have the field.
    var presence = 0.0
  }

  private var fields: [Field] = []
  private var positions: [FieldPath: Int] = [:]
  private var records = 0
  private var others = 0
  private static let depth = 2

  var isEmpty: Bool { records + others == 0 }

  var isOfRecords: Bool { records > 0 && records >= others }

  mutating func add(_ value: Value) {
    if let record = value.record {
      records += 1
      addFields(of: record, under: .itself, parent: nil, level: 1)
    } else {
      others += 1
    }
  }

  private mutating func addFields(
    of record: Record, under path: FieldPath, parent: String?, level: Int
  ) {
    for field in record.fields {
      let path = path.appending(.key(field.key))
      let name = Self.normalized(field.key)
      if case .record(let inner) = field.value, level < Self.depth {
        addFields(of: inner, under: path, parent: name, level: level + 1)
      } else if !field.value.isContainer, !field.value.isNull {
        let position = positions[path] ?? fields.count
        if position == fields.count {
          positions[path] = position
          fields.append(Field(path: path, name: name, parent: parent))
        }
        fields[position].add(field.value)
      }
    }
  }

  /// `ImageName`, `image_name` and `image-name` are the same name.
  private static func normalized(_ key: String) -> String {
    key.lowercased().filter { $0.isLetter || $0.isNumber }
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
  fileprivate mutating func add(_ value: Value) {
    present += 1
    distinct.insert(.digest(of: value))
    switch value {
    case .string(let text):
      texts += 1
      totalLength += text.count
      if text.contains("://") || text.hasPrefix("data:") { links += 1 }
    case .number: numbers += 1
    case .date: dates += 1
    case .data: datas += 1
    default: break
    }
  }
}
