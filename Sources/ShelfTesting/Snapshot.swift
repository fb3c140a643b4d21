import Foundation
import Playing

/// What a viewport is compared with.
///
/// A string literal is an inline snapshot: `matches: """ ... """`.
public enum Snapshot: Sendable, Hashable {
  /// The text itself, in the source of the test. An empty one has not been recorded yet.
  case inline(String)
  /// A file in the folder `__Snapshots__` beside the test's source, named after the test's file
  /// and function and, when there are several in one function, by a name of its own.
  case file(named: String? = nil)

  /// A file without a name of its own.
  public static let file = Snapshot.file(named: nil)
}

extension Snapshot: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self = .inline(value) }
}

/// When a snapshot is written instead of compared.
public enum RecordMode: String, Sendable, Hashable, CaseIterable {
  /// Every snapshot is written anew.
  case all
  /// Snapshots that do not exist are written.
  case missing
  /// Snapshots that differ are written, and those that do not exist.
  case failed
  /// Nothing is written.
  case never

  /// The mode for tests that do not name one: `SHELF_RECORD` from the environment, `never` where
  /// `CI` is set, else `missing`.
  public static var standard: RecordMode {
    if ContinuousIntegration.isOn { return .never }
    let value = ProcessInfo.processInfo.environment["SHELF_RECORD"] ?? ""
    return RecordMode(rawValue: value) ?? .missing
  }

  func records(isMissing: Bool) -> Bool {
    switch self {
    case .all: true
    case .failed: true
    case .missing: isMissing
    case .never: false
    }
  }
}

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

/// A recorded text beside the one that is there now.
struct SnapshotComparison {
  private let alignment: OutputAlignment
  private let difference: UnifiedDifference

  /// - Parameter expected: lines of a snapshot; wildcards count when `allowsPatterns`.
  init(expected: String, printed: String, allowsPatterns: Bool) {
    let output = PrintedOutput(printed)
    let lines = PrintedOutput(expected).lines.map { line in
      ExpectedLine(snapshot: line, allowsPatterns: allowsPatterns)
    }
    alignment = OutputAlignment(expected: lines, printed: output)
    difference = UnifiedDifference(alignment, status: (nil, .ok))
  }

  var matches: Bool { alignment.matches }

  /// The difference, with its marks at the start of the lines.
  var text: String { difference.text(context: 3, firstLine: 1).joined(separator: "\n") }
}
