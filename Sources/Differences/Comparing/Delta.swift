package import Documents
package import TableModel

/// What two values differ in.
package indirect enum Delta: Sendable {
  /// One stands where the other one stood.
  case replaced(old: DocumentChild.Content, new: DocumentChild.Content)
  case inside(ContainerDelta)
}

/// What two records or two lists differ in. What is the same in both is not mentioned.
package struct ContainerDelta: Sendable {
  package var isRecord: Bool
  /// In the order in which people read them: that of the newer one, with what was removed where it
  /// stood.
  package var entries: [Entry]

  /// A child that is not the same in both, or has another place.
  package struct Entry: Sendable {
    /// The key, in a record.
    package var key: String?
    /// Its places in both; nil where it is not there.
    package var old: Int?
    package var new: Int?
    /// The child itself, where it is only in one of them.
    package var content: DocumentChild.Content?
    package var isMoved = false
    /// What it differs in itself.
    package var delta: Delta?
    /// What people call it.
    package var name: String?
  }
}

/// How the elements of lists at one place of the documents were matched.
package struct Matching: Sendable, Hashable {
  /// The way there, without the places in lists: `users.friends`.
  package var place: String
  /// What names the elements; nil where only their places do.
  package var key: FieldPath?
  /// How many elements of the older document were found in the newer one by it.
  package var matched = 0
}

/// What a comparison has found.
package struct DocumentComparison: Sendable {
  /// Nil where the documents are the same as data.
  package internal(set) var delta: Delta?
  /// In the order in which lists were come to.
  package internal(set) var matchings: [Matching] = []
  /// What is worth a word: keys that are not unique, values that were lost.
  package internal(set) var remarks: [String] = []
}
