import Foundation

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
