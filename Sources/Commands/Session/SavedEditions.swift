/// Which states of a table's data are in a file: the one that was read, and those that were saved.
///
/// An object, because it says something about the disk: undo does not take it back.
final class SavedEditions {
  /// A table without edits has edition 0.
  private var editions: Set<Int> = [0]

  func contains(_ edition: Int) -> Bool { editions.contains(edition) }

  /// - Parameter replacingOrigin: whether the file that the table was read from is another one now,
  ///   so that the data without edits is in no file any more.
  func add(_ edition: Int, replacingOrigin: Bool) {
    if replacingOrigin { editions = [] }
    editions.insert(edition)
  }
}
