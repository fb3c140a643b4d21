import Foundation
import Synchronization

/// A snapshot in the source of the test.
struct InlineSnapshot {
  private let place: SourcePlace
  private let expected: String

  init(_ place: SourcePlace, _ expected: String) {
    self.place = place
    self.expected = expected
  }

  /// Compares, or records.
  ///
  /// - Returns: why the test fails; nil when all is as it was recorded.
  func check(_ text: String, _ mode: RecordMode) -> String? {
    let comparison = SnapshotComparison(expected: expected, printed: text, allowsPatterns: true)
    let isMissing = expected.isEmpty
    if !isMissing, comparison.matches, mode != .all { return nil }
    if mode.records(isMissing: isMissing) {
      if text.trimmingLineBreaks == expected { return nil }
      return InlineRecorder.shared.write(text, at: place)
    }
    if isMissing { return "there is no snapshot yet; SHELF_RECORD=missing writes it here" }
    return "the viewport differs\n\(comparison.text)\nSHELF_RECORD=failed accepts it"
  }
}

extension String {
  var trimmingLineBreaks: String {
    var text = self
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }
}

/// Writes inline snapshots into the sources of tests.
///
/// Each text that is written moves the lines below it, so all writing goes through one place.
final class InlineRecorder: Sendable {
  static let shared = InlineRecorder()

  /// For each file, the lines after which the source grew, as the compiler numbered them.
  private let growth = Mutex<[String: [(line: Int, by: Int)]]>([:])

  /// - Returns: what happened, for the report.
  func write(_ text: String, at place: SourcePlace) -> String {
    let path = "\(place.filePath)"
    return growth.withLock { growth in
      guard let data = FileManager.default.contents(atPath: path),
        let source = String(validating: data, as: UTF8.self)
      else { return "cannot read \(path) to record the snapshot" }
      let moved = growth[path, default: []].filter { $0.line < Int(place.line) }
      let line = Int(place.line) + moved.reduce(0) { $0 + $1.by }
      guard var edit = InlineEdit(source, line: line) else {
        return "no 'matches: \"...\"' was found at \(path):\(line) to record the snapshot in"
      }
      edit.replace(with: text.trimmingLineBreaks)
      do {
        try Data(edit.source.utf8).write(to: URL(filePath: path), options: .atomic)
      } catch {
        return "cannot write \(path): \((error as NSError).localizedDescription)"
      }
      growth[path, default: []].append((Int(place.line), edit.addedLines))
      return "recorded the snapshot here; build and run the test again to compare with it"
    }
  }
}
