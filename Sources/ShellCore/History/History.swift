/// The commands that were typed, oldest first, shared by the editor and the `history` command.
///
/// A class because the editor adds to what the command shows. What is typed here is written to the
/// file at once, one line each, so shells that run side by side lose nothing.
package final class History {
  package private(set) var entries: [String]
  /// How many entries are kept.
  package let limit: Int
  private let file: HistoryFile?
  private var warning: HistoryError?
  private var hasWarned = false

  /// - Parameter file: where the history is kept; nil for this run only.
  package init(file: HistoryFile? = nil, limit: Int = 10_000) {
    self.file = file
    self.limit = max(1, limit)
    entries = []
    guard let file else { return }
    do {
      entries = try file.load(limit: self.limit)
    } catch {
      warn(error)
    }
  }

  /// Adds a command, unless it is blank or the same as the one before.
  ///
  /// A reference such as `!!` is not kept: whoever expands it records what it stands for.
  package func record(_ entry: String) {
    guard entry.contains(where: { !$0.isWhitespace }), entry != entries.last, entry.first != "!",
      entry.utf8.count <= HistoryFile.longestEntry
    else { return }
    entries.append(entry)
    if entries.count > limit + limit / 4 { entries.removeFirst(entries.count - limit) }
    do {
      try file?.append(entry)
    } catch {
      warn(error)
    }
  }

  /// Forgets all commands, in the file too.
  package func clear() throws(HistoryError) {
    entries = []
    try file?.clear()
  }

  /// What went wrong with the file, the first time only.
  package func takeWarning() -> HistoryError? {
    defer { warning = nil }
    return warning
  }

  private func warn(_ error: HistoryError) {
    if !hasWarned { warning = error }
    hasWarned = true
  }
}
