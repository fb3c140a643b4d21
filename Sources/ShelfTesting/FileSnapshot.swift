import Foundation

/// A snapshot in a file of its own beside the test.
struct FileSnapshot {
  private let file: URL

  /// - Parameters:
  ///   - source: the test's file.
  ///   - function: the test's function.
  ///   - name: distinguishes several snapshots of one function.
  init(source: String, function: String, name: String?) {
    let source = URL(filePath: source)
    let parts = [Self.plain(function), name.map(Self.plain)].compactMap { $0 }
    file = source.deletingLastPathComponent()
      .appending(path: "__Snapshots__")
      .appending(path: source.deletingPathExtension().lastPathComponent)
      .appending(path: parts.joined(separator: ".") + ".txt")
  }

  /// A name that every file system takes.
  private static func plain(_ name: String) -> String {
    let name = name.hasSuffix("()") ? String(name.dropLast(2)) : name
    return String(name.map { $0.isLetter || $0.isNumber || "-_".contains($0) ? $0 : "-" })
  }

  /// Compares, or records.
  ///
  /// - Returns: why the test fails; nil when all is as it was recorded.
  func check(_ text: String, _ mode: RecordMode) -> String? {
    let old = (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) }
    let comparison = SnapshotComparison(
      expected: old ?? "", printed: text, allowsPatterns: false)
    if old != nil, comparison.matches, mode != .all { return nil }
    if mode.records(isMissing: old == nil) { return record(text, old: old) }
    if old == nil { return "there is no snapshot \(file.path); SHELF_RECORD=missing writes it" }
    return "the viewport differs from \(file.path)\n\(comparison.text)\n"
      + "SHELF_RECORD=failed accepts it"
  }

  private func record(_ text: String, old: String?) -> String? {
    if text == old { return nil }
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file, options: .atomic)
      return "recorded \(file.path); run the test again to compare with it"
    } catch {
      return "cannot write \(file.path): \((error as NSError).localizedDescription)"
    }
  }
}
