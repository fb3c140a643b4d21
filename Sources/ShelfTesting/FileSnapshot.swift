import Foundation

/// A snapshot in a file of its own beside the test.
struct FileSnapshot {
  private let place: SourcePlace
  private let file: URL

  init(_ place: SourcePlace, _ name: String?) {
    self.place = place
    let source = URL(filePath: "\(place.filePath)")
    let function = Self.plain("\(place.function)")
    let parts = [function, name.map(Self.plain)].compactMap { $0 }
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

  func check(_ text: String, _ mode: RecordMode) {
    let old = (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) }
    let comparison = SnapshotComparison(
      expected: old ?? "", printed: text, allowsPatterns: false)
    if old != nil, comparison.matches, mode != .all { return }
    if mode.records(isMissing: old == nil) {
      record(text, old: old)
    } else if old == nil {
      place.fail("there is no snapshot \(file.path); SHELF_RECORD=missing writes it")
    } else {
      place.fail(
        "the viewport differs from \(file.path)\n\(comparison.text)\n"
          + "SHELF_RECORD=failed accepts it")
    }
  }

  private func record(_ text: String, old: String?) {
    if text == old { return }
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file, options: .atomic)
      place.fail("recorded \(file.path); run the test again to compare with it")
    } catch {
      place.fail("cannot write \(file.path): \((error as NSError).localizedDescription)")
    }
  }
}
