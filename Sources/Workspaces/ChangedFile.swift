import Arranging
package import CommandLanguage
import Documents
import Files
import TableEngine
import TableModel

/// A file that is no longer as it was when it was read, as it is now.
package struct ChangedFile: Hashable {
  package let path: String
  private let stamp: FileStamp?
  /// What has happened and what to do, in words.
  package let words: String

  fileprivate init(_ path: String, _ stamp: FileStamp?, _ words: String) {
    (self.path, self.stamp, self.words) = (path, stamp, words)
  }
}

extension Workspace {
  /// The file of the open table, if it has changed.
  ///
  /// - Complexity: a system call or two for each table that is open.
  package var changedFile: ChangedFile? {
    guard let level = levels.first(where: { $0.hasFileChanged(environment) }),
      let shown = levels.last
    else { return nil }
    let path = level.origin?.path ?? level.document.name
    return ChangedFile(
      path, environment.stamp(path), "'\(level.document.name)' \(shown.fileChangeWords)")
  }
}

extension Level {
  /// True when the file is no longer as it was when it was read, or saved here.
  package func hasFileChanged(_ environment: Environment) -> Bool {
    guard document.hasChanged else { return false }
    return !saved.left(origin.flatMap { environment.stamp($0.path) })
  }

  /// Says what reads the file anew: a nested value, and a table with changes that are not in the
  /// file, stay as they are.
  package var fileChangeWords: String {
    "changed since it was read; '\(isReadAgain ? "reload" : "open")' reads it again"
  }
}

// MARK: - Files that go on growing

/// Tables of files that are followed.
extension Level {
  /// True when the focus is on the last row that is shown.
  var focusIsLast: Bool { table.focus.map { $0.rowAddress == lastRow } ?? false }

  private var lastRow: Address? {
    let count = shown.counts().sections.known
    guard count > 0, let last = try? shown.sections(count - 1..<count).first, last.rows.known > 0
    else { return nil }
    return Address(count - 1, last.rows.known - 1)
  }

  /// Shows what has come where it is in view: a frame, as for rows that are inserted.
  ///
  /// - Parameter toTheEnd: whether the focus moves to the last row, with the least scroll.
  mutating func showWhatHasCome(toTheEnd: Bool) {
    try? table.makeFrame()
    guard toTheEnd, let last = lastRow, last != table.focus?.rowAddress, let row = last.row else {
      return
    }
    let strip = try? shown.rows(row..<row + 1, inSection: last.section).first?.items
    table.moveFocus(to: (strip?.known ?? 0) > 0 ? last.with(item: 0) : last)
    try? revealFocus()
  }

  /// True for a file to which records may be added while it is open.
  package var isFollowing: Bool { shaped.source.isFollowing }

  /// What opening the document had to say of it.
  package var remarksOnDocument: [String] { document.remarks }

  /// Says once how many records have come that an arrangement does not show, because they may
  /// belong anywhere in it.
  mutating func noteOnWhatHasCome() -> String? {
    guard isFollowing, !arrangement.isIdentity, let known = try? shaped.source.recordCount(),
      let arranged = try? shown.base.recordCount()
    else { return nil }
    let count = known - arranged
    defer { toldRecords = count }
    guard count > 0, count != toldRecords else { return nil }
    let words = Words.number(count, "new record")
    return
      "\(words) came since the table was arranged; 'reload' shows \(count == 1 ? "it" : "them")"
  }

  /// Says once what an answer about all records has left out.
  mutating func noteOnWhatIsLeftOut() -> [String] {
    let remarks = shaped.source.activity?.leftOut ?? []
    defer { toldRemarks = remarks }
    return remarks.filter { !toldRemarks.contains($0) }
  }
}

extension TableSource {
  /// Whether what is added to the file belongs to the table as well.
  var isFollowing: Bool { activity?.isFollowing ?? false }
}
