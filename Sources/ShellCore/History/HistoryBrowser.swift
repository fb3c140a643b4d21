/// Going up and down in the history, among the entries that begin with what was typed.
package struct HistoryBrowser: Sendable {
  private var typed = ""
  private var position: Int?
  private var shown: String?

  package init() {}

  /// The next older entry; nil when there is none.
  ///
  /// - Parameter line: what the editor shows. Anything but the entry shown last starts afresh.
  package mutating func older(than line: String, in history: History) -> String? {
    begin(line)
    let from = min(position ?? history.entries.count, history.entries.count)
    guard let index = history.index(before: from, prefix: typed, excluding: line) else {
      return nil
    }
    return show(history.entries[index], at: index)
  }

  /// The next newer entry, and behind the newest what was typed; nil when there is none.
  package mutating func newer(than line: String, in history: History) -> String? {
    begin(line)
    guard let position, position < history.entries.count else { return nil }
    if let index = history.index(after: position, prefix: typed, excluding: line) {
      return show(history.entries[index], at: index)
    }
    self.position = nil
    shown = nil
    return typed
  }

  private mutating func begin(_ line: String) {
    guard shown != line || position == nil else { return }
    typed = line
    position = nil
    shown = nil
  }

  private mutating func show(_ entry: String, at index: Int) -> String {
    position = index
    shown = entry
    return entry
  }
}
