import Arranging
package import TableModel

/// Looks for a text in records, regardless of case and accents.
package struct TextFinder: Sendable {
  private let wanted: String
  private let field: FieldPath?

  /// - Parameter field: where to look; nil for every field at any depth.
  package init(_ text: String, field: FieldPath? = nil) {
    wanted = Collation.key(for: text)
    self.field = field
  }

  /// True when the text is looked for in one field alone.
  var isScoped: Bool { field != nil }

  func matches(title: String) -> Bool {
    !wanted.isEmpty && Self.has(Collation.key(for: title), wanted)
  }

  package func matches(_ value: Value) -> Bool {
    if wanted.isEmpty { return false }
    guard let field else { return contains(value) }
    return value[path: field].map(contains) ?? false
  }

  private func contains(_ value: Value) -> Bool {
    switch value {
    case .record(let record): record.fields.contains { contains($0.value) }
    case .array(let elements): elements.contains(where: contains)
    case .null, .data: false
    case .string, .number, .date, .bool: Self.has(Collation.key(for: value.plainText), wanted)
    }
  }

  private static func has(_ text: String, _ part: String) -> Bool {
    let (haystack, needle) = (Array(text.utf8), Array(part.utf8))
    guard needle.count <= haystack.count, let first = needle.first else { return false }
    var start = 0
    while start <= haystack.count - needle.count {
      if haystack[start] == first, haystack[start..<start + needle.count].elementsEqual(needle) {
        return true
      }
      start += 1
    }
    return false
  }
}
