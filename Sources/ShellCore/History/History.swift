import Foundation

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
  /// A reference such as `!!` is not kept: the reader that expands it records what it stands for.
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

extension History {
  /// The last entries with their numbers, from 1.
  ///
  /// - Parameter text: only entries that hold it, in any case; nil for all.
  package func numbered(_ count: Int?, holding text: String?) -> [(number: Int, text: String)] {
    let found = entries.indices.filter { index in
      text.map { entries[index].localizedCaseInsensitiveContains($0) } ?? true
    }
    return found.suffix(max(0, count ?? found.count)).map { ($0 + 1, entries[$0]) }
  }

  /// What a line stands for; a reference is recorded as what it became.
  package func recall(_ line: String) -> String? {
    let text = expansion(of: line)
    if let text, line.first == "!" { record(text) }
    return text
  }

  /// What a line that begins with `!!`, `!N` or `!TEXT` stands for.
  ///
  /// - Returns: the entry with the rest of the line behind it; nil when there is no such entry.
  func expansion(of line: String) -> String? {
    guard line.first == "!" else { return line }
    let reference = line.dropFirst().prefix { !$0.isWhitespace }
    let rest = line.dropFirst(1 + reference.count)
    if reference == "!" { return entries.last.map { $0 + rest } }
    if let number = Int(reference) {
      return entries.indices.contains(number - 1) ? entries[number - 1] + rest : nil
    }
    guard !reference.isEmpty else { return nil }
    return entries.last { $0.hasPrefix(reference) }.map { $0 + rest }
  }

  /// The rest of the newest entry that begins with a line; nil when there is none, or when the rest
  /// has several lines.
  ///
  /// - Complexity: O(entries).
  package func suggestion(for line: String) -> String? {
    guard !line.isEmpty else { return nil }
    guard let index = index(before: entries.count, prefix: line, excluding: line) else {
      return nil
    }
    let rest = String(decoding: entries[index].utf8.dropFirst(line.utf8.count), as: UTF8.self)
    return rest.isEmpty || rest.contains("\n") ? nil : rest
  }

  /// The nearest older entry that begins with a prefix.
  ///
  /// - Parameter excluding: a text that would be no change.
  func index(before position: Int, prefix: String, excluding: String) -> Int? {
    entries[..<position].lastIndex { Self.begins($0, with: prefix) && $0 != excluding }
  }

  /// The nearest newer entry that begins with a prefix.
  func index(after position: Int, prefix: String, excluding: String) -> Int? {
    guard position + 1 < entries.count else { return nil }
    return entries[(position + 1)...].firstIndex {
      Self.begins($0, with: prefix) && $0 != excluding
    }
  }

  /// Compares bytes: entries are composed, and this runs between two keys.
  private static func begins(_ entry: String, with prefix: String) -> Bool {
    entry.utf8.starts(with: prefix.utf8)
  }
}

/// Searching the history while a pattern is being typed, newest match first.
package struct HistorySearch: Sendable {
  package private(set) var pattern = ""
  /// The entries that contain the pattern, newest first, without repetitions.
  package private(set) var matches: [String] = []
  /// Which match is shown, from 0.
  package private(set) var index = 0
  private let entries: [String]

  package init(in history: History) {
    entries = history.entries.reversed()
  }

  /// The match that is shown.
  package var match: String? { matches.indices.contains(index) ? matches[index] : nil }

  /// What stands before the pattern: which match it is of how many.
  package var title: String {
    if pattern.isEmpty { return "search: " }
    return match == nil ? "search 0/0: " : "search \(index + 1)/\(matches.count): "
  }

  /// Where the pattern stands in the match that is shown.
  package var matchedRange: Range<String.Index>? {
    match.flatMap { $0.range(ofPattern: pattern, foldsCase: foldsCase) }
  }

  package mutating func type(_ scalar: Unicode.Scalar) {
    pattern.unicodeScalars.append(scalar)
    find(in: pattern.unicodeScalars.count == 1 ? nil : matches)
  }

  package mutating func deleteBackward() {
    guard !pattern.isEmpty else { return }
    pattern.removeLast()
    find(in: nil)
  }

  /// - Returns: false when there is no older match.
  package mutating func older() -> Bool {
    guard index + 1 < matches.count else { return false }
    index += 1
    return true
  }

  /// - Returns: false when there is no newer match.
  package mutating func newer() -> Bool {
    guard index > 0 else { return false }
    index -= 1
    return true
  }

  /// A pattern in small letters finds capitals as well.
  private var foldsCase: Bool { pattern == pattern.lowercased() }

  private mutating func find(in narrowed: [String]?) {
    let shown = match
    guard !pattern.isEmpty else {
      matches = []
      index = 0
      return
    }
    var seen: Set<String> = []
    // A longer pattern may turn case into a difference, but never finds more.
    matches = (narrowed ?? entries).filter {
      $0.range(ofPattern: pattern, foldsCase: foldsCase) != nil && seen.insert($0).inserted
    }
    index = shown.flatMap { matches.firstIndex(of: $0) } ?? 0
  }
}

extension String {
  fileprivate func range(ofPattern pattern: String, foldsCase: Bool) -> Range<String.Index>? {
    foldsCase ? firstRange(folding: pattern) : firstRange(of: pattern)
  }

  /// The first place where the text equals the pattern when both are in small letters.
  private func firstRange(folding pattern: String) -> Range<String.Index>? {
    guard let first = pattern.first else { return nil }
    let wanted = Array(pattern)
    var start = startIndex
    while start < endIndex {
      if self[start].lowercased() == String(first) {
        var index = start
        var matched = 0
        while matched < wanted.count, index < endIndex,
          self[index].lowercased() == String(wanted[matched])
        {
          matched += 1
          formIndex(after: &index)
        }
        if matched == wanted.count { return start..<index }
      }
      formIndex(after: &start)
    }
    return nil
  }
}

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
