/// A value as one of a set of distinct ones: numbers are the same when their exact values are,
/// however they are written.
package struct DistinctValue: Sendable, Hashable {
  private enum Key: Sendable, Hashable {
    case number(Number)
    case other(Value)
    case digest(kind: ValueKind, hash: Int)
  }

  private let key: Key

  package init(_ value: Value) {
    switch value {
    case .number(let number): key = .number(Number(number: number))
    default: key = .other(value)
    }
  }

  private init(key: Key) {
    self.key = key
  }

  /// The same, but never large: what is long or nested is replaced by its hash. Good for
  /// counting; two large values are taken for one once in 2^64.
  package static func digest(of value: Value) -> DistinctValue {
    switch value {
    case .string(let text) where text.utf8.count <= 64: DistinctValue(value)
    case .null, .bool, .date, .number: DistinctValue(value)
    case .string, .data, .array, .record:
      DistinctValue(key: .digest(kind: value.kind, hash: value.hashValue))
    }
  }

  private struct Number: Sendable, Hashable {
    let number: NumberText

    static func == (a: Number, b: Number) -> Bool {
      a.number.text == b.number.text || a.number.compare(b.number) == 0
        || (a.number.double.isNaN && b.number.double.isNaN)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(number.double.isNaN ? .nan : number.double)
    }
  }
}
