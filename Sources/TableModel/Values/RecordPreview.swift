/// What stands for a record that is too large to be shown in full: its first short scalars,
/// `{version 4.17.21, license MIT, ...}`, or how many fields it has.
///
/// Fields are added in the order in which the record has them, so that a source need not read more
/// of them than are shown.
package struct RecordPreview: Sendable {
  private var parts: [String] = []
  private static let mostParts = 2
  /// In bytes.
  private static let longestText = 40

  package init() {}

  /// True while another field would be shown.
  package var isOpen: Bool { parts.count < Self.mostParts }

  package mutating func add(_ key: String, _ value: Value) {
    guard isOpen, !value.isContainer, !value.isNull else { return }
    let text = value.plainText
    guard !text.isEmpty, text.utf8.count <= Self.longestText, !text.contains("\n") else { return }
    parts.append("\(key) \(text)")
  }

  /// - Parameter count: how many fields the record has.
  package func text(ofFields count: Int) -> String {
    if parts.isEmpty { return count == 1 ? "{1 field}" : "{\(count) fields}" }
    return "{" + (parts + ["...}"]).joined(separator: ", ")
  }
}
