/// What a source still does behind the prompt.
package struct SourceActivity: Sendable, Hashable {
  /// How far the counts are known, from 0 to 1; nil when they are known completely.
  package var indexing: Double?
  /// How many bytes have come so far of a text whose end nobody knows: then `indexing` is 0. Nil for
  /// any other.
  package var received: Int?
  /// How far the text has been checked, from 0 to 1; nil when that is not under way.
  package var verifying: Double?
  /// True when the whole text was checked and found right.
  package var isVerified: Bool
  /// True for a file that is followed: whatever is added to it comes, and nothing is checked before
  /// it is read.
  package var isFollowing: Bool
  /// What was found in the text and is worth a word, once all of it was checked.
  package var remarks: [String]
  /// Those of the remarks that say what an answer about all records leaves out.
  package var leftOut: [String]
  /// The first mistake that was found.
  package var error: DataError?

  package init(
    indexing: Double? = nil, received: Int? = nil, verifying: Double? = nil,
    isVerified: Bool = false, isFollowing: Bool = false, remarks: [String] = [],
    leftOut: [String] = [],
    error: DataError? = nil
  ) {
    self.indexing = indexing
    self.received = received
    self.verifying = verifying
    self.isVerified = isVerified
    self.isFollowing = isFollowing
    self.remarks = remarks
    self.leftOut = leftOut
    self.error = error
  }
}
