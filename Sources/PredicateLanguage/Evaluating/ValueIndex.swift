import TableModel

/// Numbers values in the order in which they first come, equal ones alike.
///
/// - Complexity: O(size of the value) for each question.
struct ValueIndex: Sendable {
  private var places: [Key: Int] = [:]

  func contains(_ value: Value) -> Bool {
    places[Key(value: value)] != nil
  }

  /// The number of a value, the next free one when it is new.
  mutating func place(of value: Value) -> Int {
    let next = places.count
    let key = Key(value: value)
    if let known = places[key] { return known }
    places[key] = next
    return next
  }

  /// A value that is equal to another one where `==` of the language says so: 1 to `TRUE`, records
  /// whatever the order of their keys.
  private struct Key: Hashable {
    let value: Value

    static func == (a: Key, b: Key) -> Bool {
      ValueComparison.areEqual(a.value, b.value, [])
    }

    func hash(into hasher: inout Hasher) {
      switch value {
      case .null: break
      case .bool, .number: hasher.combine(value.numberText?.double)
      case .string(let text): hasher.combine(text)
      case .date(let instant): hasher.combine(instant)
      case .data(let bytes): hasher.combine(bytes)
      case .array(let elements):
        for element in elements { Key(value: element).hash(into: &hasher) }
      case .record(let record):
        let fields = record.fields.map { field in
          var inner = Hasher()
          inner.combine(field.key)
          Key(value: field.value).hash(into: &inner)
          return inner.finalize()
        }
        hasher.combine(fields.reduce(0, ^))
      }
    }
  }
}
