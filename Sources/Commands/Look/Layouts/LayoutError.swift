import TableModel

/// Why a text that is JSON is no layout, and which of its values is at fault.
struct LayoutError: Error, Sendable {
  var problem: Problem
  /// The keys and positions that lead to the value.
  var path: [FieldPath.Step]
  /// True when the key is wrong and not what stands behind it.
  var isAboutKey = false

  enum Problem: Sendable, Hashable {
    case unknownKey(String, of: String, known: [String])
    case unfitKey(String, of: String)
    case missingKey(String, of: String, hint: String)
    case wrongKind(expected: String, found: ValueKind)
    case unknownWord(String, for: String, known: [String])
    case badIdentifier(String)
    case takenName(String)
    case badPath(String)
    case outOfRange(String, allowed: ClosedRange<Int>)
    case badLength(String)
    case badSize
    case tooMany(String, limit: Int)
    case twice(String)
    case noSource(String)
    case severalSources([String])
    case overconstrained(String)
    case nestedParts
  }
}
