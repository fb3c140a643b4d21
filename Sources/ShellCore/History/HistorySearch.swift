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
