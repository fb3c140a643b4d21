import Asking
package import CommandLanguage
package import Differences
import Documents
package import TableModel

/// Two documents and what they differ in, for `diff` at the prompt and `shelf diff`.
package struct DocumentDifferences {
  package let comparison: DocumentComparison
  package let changes: [Change]
  package let words: ChangeWords
  let old: ComparedDocument
  let new: ComparedDocument

  /// A document with the table that shows all of it.
  package typealias Shown = (document: any TableDocument, source: any TableSource)

  /// Compares two documents, and notes meanwhile how far that is.
  ///
  /// - Parameters:
  ///   - identity: the key that names records; nil to find one.
  ///   - bytes: how long both are together, as far as that is known.
  package init(
    _ old: Shown, _ new: Shown, identity: FieldPath?, bytes: Int?, in environment: Environment
  ) throws(DataError) {
    let (meter, checkpoint) = (environment.meter, environment.checkpoint)
    meter.begin(.bytes, of: bytes)
    self.old = try ComparedDocument(old.document, old.source, checkpoint: checkpoint)
    self.new = try ComparedDocument(new.document, new.source, checkpoint: checkpoint)
    comparison = try DocumentComparison(of: self.old, and: self.new, identity: identity) {
      count throws(DataError) in
      meter.note(count)
      try checkpoint()
    }
    changes = comparison.changes
    words = ChangeWords(self.old, self.new)
  }

  /// What is worth a word beside the differences.
  package var notes: [String] { [comparison.matchingWords].compactMap(\.self) + comparison.remarks }

  /// How many differences there are of each kind, in words.
  package var summary: String { comparison.summary(of: changes) }

  /// The differences as a document of their own.
  func document(only kinds: [Change.Kind]) -> DifferenceDocument {
    DifferenceDocument(comparison, old, new, only: kinds)
  }

  /// The JSON patch that makes the newer document of the older one, and what JSON can't hold of it.
  func patch() throws(DataError) -> (text: String, losses: [String]) {
    var text: [UInt8] = []
    let losses = try writePatch { text += $0 }
    return (String(decoding: text, as: UTF8.self), losses)
  }

  /// The same in pieces.
  package func writePatch(_ take: ([UInt8]) throws(DataError) -> Void) throws(DataError) -> [String]
  {
    try Patch(comparison).write(take).words
  }

  /// The `shelf.diff.1` record.
  var record: Record {
    var record = Record([("schema", .string("shelf.diff.1"))])
    for kind in Change.Kind.allCases {
      record[kind.rawValue] = .integer(changes.count { $0.kind == kind })
    }
    record["matched"] = .array(
      comparison.matchings.map { matching in
        .record(
          Record([
            ("place", .string(matching.place)),
            ("key", matching.key.map { .string("\($0)") } ?? .null),
            ("records", .integer(matching.matched)),
          ]))
      })
    record["notes"] = .array(comparison.remarks.map(Value.string))
    return record
  }
}
