import Documents
package import TableModel

/// When two values are the same as data.
///
/// Numbers are by what they are worth, however they are written (`1`, `1.0`, `1e0`); the order of
/// keys in a record says nothing; texts and keys are the same when their characters are, code point
/// by code point.
package struct Sameness: Sendable {
  /// Whether dates and data are the same as the texts that JSON has for them: where one of two
  /// documents is in a format that can't hold them.
  package var readsTexts: Bool

  package init(readsTexts: Bool = false) {
    self.readsTexts = readsTexts
  }

  package func areSame(_ a: Value, _ b: Value) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.number(let a), .number(let b)): Self.areSame(a, b)
    case (.string(let a), .string(let b)): ExactText(a) == ExactText(b)
    case (.date(let a), .date(let b)): a == b
    case (.data(let a), .data(let b)): a == b
    case (.array(let a), .array(let b)):
      a.count == b.count && zip(a, b).allSatisfy { areSame($0, $1) }
    case (.record(let a), .record(let b)): areSame(a, b)
    case (.date, .string), (.string, .date), (.data, .string), (.string, .data):
      readsTexts && JSONWriter.text(of: a) == JSONWriter.text(of: b)
    default: false
    }
  }

  private static func areSame(_ a: NumberText, _ b: NumberText) -> Bool {
    if a.text == b.text { return true }
    // An exponent that no Int holds is compared as it is written.
    return a.compare(b) == 0 && a.hasUsualExponent && b.hasUsualExponent
  }

  private func areSame(_ a: Record, _ b: Record) -> Bool {
    guard a.count == b.count else { return false }
    if zip(a.fields, b.fields).allSatisfy({ ExactText($0.key) == ExactText($1.key) }) {
      return zip(a.fields, b.fields).allSatisfy { areSame($0.value, $1.value) }
    }
    var others: [ExactText: Value] = Dictionary(minimumCapacity: b.count)
    for field in b.fields { others[ExactText(field.key)] = field.value }
    return a.fields.allSatisfy { field in
      others[ExactText(field.key)].map { areSame(field.value, $0) } ?? false
    }
  }
}

extension NumberText {
  private static let mostExponentDigits = 17

  fileprivate var hasUsualExponent: Bool {
    let exponent = text.utf8.drop { $0 | 0x20 != UInt8(ascii: "e") }
    return exponent.count <= Self.mostExponentDigits
  }
}

/// A text that is the same as another one only where its code points are.
struct ExactText: Hashable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (a: ExactText, b: ExactText) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension Sameness {
  /// The digest of a value as data: values that are the same have the same one.
  ///
  /// - Complexity: O(value).
  package func digest(of value: Value) -> UInt64 {
    typealias Kind = ValueDigest.Kind
    switch value {
    case .null: return TextDigest.joined(0, Kind.null.rawValue)
    case .bool(let value): return TextDigest.joined(value ? 1 : 0, Kind.bool.rawValue)
    case .number(let number): return ValueDigest.of(number)
    case .string(let text): return TextDigest.of(text, kind: Kind.text.rawValue)
    case .date, .data: return digest(ofUntextual: value)
    case .array(let elements):
      var list = ListDigest()
      for element in elements { list.add(digest(of: element)) }
      return list.digest
    case .record(let record):
      var fields = RecordDigest()
      for field in record.fields { fields.add(field.key, digest(of: field.value)) }
      return fields.digest
    }
  }

  private func digest(ofUntextual value: Value) -> UInt64 {
    let kind: ValueDigest.Kind = readsTexts ? .text : value.kind == .date ? .date : .data
    let quoted = JSONWriter.bytes(of: value)
    return quoted.withUnsafeBufferPointer { bytes in
      TextDigest.of(
        UnsafeBufferPointer(rebasing: bytes.dropFirst().dropLast()), kind: kind.rawValue)
    }
  }

  /// The same of a value where it stands, of which no more is read at a time than its parts.
  func digest(of content: DocumentChild.Content) throws(DataError) -> UInt64 {
    switch content {
    case .value(let value): return digest(of: value)
    case .node(let node):
      switch node.kind {
      case .scalar: return digest(of: try node.value())
      case .list:
        var list = ListDigest()
        var children = try node.children()
        while let child = try children.next() { list.add(try digest(of: child.content)) }
        return list.digest
      case .record:
        var fields = RecordDigest()
        for field in try node.fields() {
          fields.add(field.key ?? "", try digest(of: field.content))
        }
        return fields.digest
      }
    }
  }

  private struct ListDigest {
    var digest = TextDigest.joined(0, ValueDigest.Kind.array.rawValue)

    mutating func add(_ element: UInt64) { digest = TextDigest.joined(digest, element) }
  }

  /// Sums know no order.
  private struct RecordDigest {
    private var sum = TextDigest.joined(0, ValueDigest.Kind.record.rawValue)
    var digest: UInt64 { TextDigest.joined(sum, ValueDigest.Kind.record.rawValue) }

    mutating func add(_ key: String, _ value: UInt64) {
      sum &+= TextDigest.joined(TextDigest.of(key), value)
    }
  }
}
