import CommandLanguage
import Documents
package import Files
import Saving
import TableModel

/// Which states of a table's data are in a file: the one that was read, and those that were saved.
///
/// An object, because it says something about the disk: undo does not take it back.
package final class SavedEditions {
  /// A table without edits has edition 0.
  private var editions: Set<Int> = [0]
  /// The file that the table was read from, as it was when a state was last saved in its place.
  private var origin: FileStamp?

  package init() {}

  package func contains(_ edition: Int) -> Bool { editions.contains(edition) }

  /// Notes that a state was saved.
  ///
  /// - Parameter origin: the file that the table was read from, where it is another one now: the
  ///   data without edits is in no file any more.
  package func add(_ edition: Int, replacing origin: FileStamp?) {
    if let origin {
      editions = []
      self.origin = origin
    }
    editions.insert(edition)
  }

  /// True for a state that was saved in the place of the file that the table was read from.
  package func replacedFile(_ edition: Int) -> Bool { origin != nil && editions.contains(edition) }

  /// True while a file is as it was left by the last state that was saved.
  package func left(_ file: FileStamp?) -> Bool { origin != nil && origin == file }
}
