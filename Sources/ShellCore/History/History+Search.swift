extension History {
  /// The rest of the newest entry that begins with a line; nil when there is none.
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
