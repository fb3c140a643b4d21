import Arranging
import Foundation
package import PredicateLanguage
package import TableModel

/// What texts are searched for: a text, regardless of case and accents, or a regular expression.
package struct TextPattern: Sendable {
  private enum Kind: Sendable {
    /// A text as `Collation` folds it.
    case text(String, isWord: Bool)
    case expression(TextExpression)
  }

  private let kind: Kind

  /// - Parameter isWord: whether no letter or digit may stand beside the text.
  package init(_ text: String, isWord: Bool = false) {
    kind = .text(Collation.key(for: text), isWord: isWord)
  }

  package init(_ expression: TextExpression) {
    kind = .expression(expression)
  }

  /// Whether it stands anywhere in a text.
  package func isFound(in text: String) -> Bool {
    switch kind {
    case .text(let wanted, let isWord): Self.has(Collation.key(for: text), wanted, isWord)
    // What takes too long to be decided is gone to: people see for themselves.
    case .expression(let expression): expression.isFound(in: text) ?? true
    }
  }

  /// The parts of a text that are what is looked for.
  package func ranges(in text: String) -> [Range<String.Index>] {
    let wanted: String
    switch kind {
    case .expression(let expression): return expression.ranges(in: text)
    case .text(let key, _): wanted = key
    }
    var ranges: [Range<String.Index>] = []
    var rest = text.startIndex..<text.endIndex
    while !wanted.isEmpty,
      let range = text.range(
        of: wanted, options: [.caseInsensitive, .diacriticInsensitive], range: rest)
    {
      if isFound(in: String(text[range])) { ranges.append(range) }
      rest = max(range.upperBound, text.index(after: range.lowerBound))..<text.endIndex
    }
    return ranges
  }

  private static func has(_ text: String, _ part: String, _ isWord: Bool) -> Bool {
    let (haystack, needle) = (Array(text.utf8), Array(part.utf8))
    guard needle.count <= haystack.count, let first = needle.first else { return false }
    var start = 0
    while start <= haystack.count - needle.count {
      let end = start + needle.count
      if haystack[start] == first, haystack[start..<end].elementsEqual(needle),
        !isWord || standsAlone(start..<end, in: haystack)
      {
        return true
      }
      start += 1
    }
    return false
  }

  private static func standsAlone(_ range: Range<Int>, in text: [UInt8]) -> Bool {
    let before = String(decoding: text[..<range.lowerBound].suffix(8), as: UTF8.self).last
    let after = String(decoding: text[range.upperBound...].prefix(8), as: UTF8.self).first
    return [before, after].allSatisfy { !($0?.isLetter ?? false) && !($0?.isNumber ?? false) }
  }
}

/// Looks for a text in records.
package struct TextFinder: Sendable {
  /// What of a record is looked at.
  package enum Scope: Sendable, Hashable {
    /// Every value at any depth.
    case values
    /// The values at a path, and within what stands there.
    case field(FieldPath)
    /// The keys, at any depth.
    case keys
    /// Every key and every value.
    case keysAndValues

    package var includesKeys: Bool { self == .keys || self == .keysAndValues }
    package var includesValues: Bool { self != .keys }
  }

  package let pattern: TextPattern
  package let scope: Scope

  package init(_ pattern: TextPattern, in scope: Scope = .values) {
    (self.pattern, self.scope) = (pattern, scope)
  }

  /// - Parameter field: where to look; nil for every field at any depth.
  package init(_ text: String, field: FieldPath? = nil) {
    self.init(TextPattern(text), in: field.map(Scope.field) ?? .values)
  }

  /// True when titles are looked at as well.
  package var looksAtTitles: Bool { scope == .values || scope == .keysAndValues }

  /// True for a key that is looked at and holds the text.
  package func isFound(inKey key: String) -> Bool {
    scope.includesKeys && pattern.isFound(in: key)
  }

  /// True for a value anywhere that is looked at and is, or holds, the text.
  package func isFound(beside value: Value) -> Bool { looksAtTitles && contains(value) }

  /// The level whose field is looked at; nil for the records themselves and for all.
  package var level: OuterLevel? {
    if case .field(let path) = scope { OuterLevel(at: path) } else { nil }
  }

  package func matches(title: String) -> Bool { pattern.isFound(in: title) }

  package func matches(_ value: Value) -> Bool {
    switch scope {
    case .values: contains(value)
    case .field(let path): value[path: path].map(contains) ?? false
    case .keys, .keysAndValues: path(in: value) != nil
    }
  }

  /// Where the first match stands in a record; empty where the record itself is what matches, nil
  /// where nothing does.
  package func path(in value: Value) -> FieldPath? {
    if case .field(let path) = scope {
      return value[path: path].flatMap { firstPath(in: $0, path) }
    }
    return firstPath(in: value, FieldPath())
  }

  private func firstPath(in value: Value, _ path: FieldPath) -> FieldPath? {
    switch value {
    case .record(let record):
      for field in record.fields {
        let inner = path.appending(.key(field.key))
        if isFound(inKey: field.key) { return inner }
        if let found = firstPath(in: field.value, inner) { return found }
      }
      return nil
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        if let found = firstPath(in: element, path.appending(.index(index))) { return found }
      }
      return nil
    default: return scope.includesValues && contains(value) ? path : nil
    }
  }

  private func contains(_ value: Value) -> Bool {
    switch value {
    case .record(let record): record.fields.contains { contains($0.value) }
    case .array(let elements): elements.contains(where: contains)
    case .null, .data: false
    case .string, .number, .date, .bool: pattern.isFound(in: value.plainText)
    }
  }
}
