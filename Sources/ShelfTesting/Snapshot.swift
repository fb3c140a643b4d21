import Foundation
import Playing
import Synchronization
import TableModel
import Testing
import XCTest

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
  private let growth = Guarded<[String: [(line: Int, by: Int)]]>([:])

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

/// The literal behind `matches:` in a call, found in the source text and replaced.
struct InlineEdit {
  private(set) var source: String
  /// How many more lines the source has than before.
  private(set) var addedLines = 0
  private var literal: Range<String.Index>
  private let indentation: String

  /// - Parameter line: the line in which the call begins, from 1.
  /// - Returns: nil when the call has no literal behind `matches:`.
  init?(_ source: String, line: Int) {
    self.source = source
    guard let start = Self.start(ofLine: line, in: source) else { return nil }
    let rest = source[start...]
    indentation = String(rest.prefix { $0 == " " || $0 == "\t" })
    var scanner = CallScanner(rest: rest)
    guard let literal = scanner.literal(behind: "matches:") else { return nil }
    self.literal = literal
  }

  private static func start(ofLine line: Int, in text: String) -> String.Index? {
    var index = text.startIndex
    for _ in 1..<max(1, line) {
      guard let end = text[index...].firstIndex(where: \.isNewline) else { return nil }
      index = text.index(after: end)
    }
    return index
  }

  /// Puts a text in the literal's place, as a literal of several lines without escapes.
  mutating func replace(with text: String) {
    let before = source[literal].filter(\.isNewline).count
    var marks = "#"
    while text.contains("\"\"\"" + marks) || text.contains("\\" + marks) { marks += "#" }
    let needsMarks = text.contains("\\") || text.contains("\"\"\"")
    if !needsMarks { marks = "" }
    let inner = indentation + "  "
    var lines = [marks + "\"\"\""]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      lines.append(line.isEmpty ? "" : inner + line)
    }
    lines.append(inner + "\"\"\"" + marks)
    source.replaceSubrange(literal, with: lines.joined(separator: "\n"))
    addedLines = lines.count - 1 - before
  }
}

/// Walks through the arguments of a call, with regard to brackets, comments and literals.
private struct CallScanner {
  var rest: Substring

  mutating func literal(behind label: String) -> Range<String.Index>? {
    var depth = 0
    while let character = rest.first {
      if depth == 1, rest.hasPrefix(label) {
        rest = rest.dropFirst(label.count).drop(while: \.isWhitespace)
        return takeLiteral()
      }
      if rest.hasPrefix("//") {
        rest = rest.drop { !$0.isNewline }
        continue
      }
      if takeLiteral() != nil { continue }
      rest.removeFirst()
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) {
        depth -= 1
        if depth <= 0 { return nil }
      }
    }
    return nil
  }

  /// Takes a string literal; nil when there is none here.
  private mutating func takeLiteral() -> Range<String.Index>? {
    let marks = rest.prefix { $0 == "#" }
    let quoted = rest.dropFirst(marks.count)
    guard quoted.first == "\"" else { return nil }
    let start = rest.startIndex
    let quotes = quoted.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
    let escape = "\\" + marks
    rest = quoted.dropFirst(quotes.count)
    while !rest.isEmpty {
      if rest.hasPrefix(quotes + marks) {
        rest = rest.dropFirst(quotes.count + marks.count)
        return start..<rest.startIndex
      }
      rest = rest.dropFirst(rest.hasPrefix(escape) ? escape.count + 1 : 1)
    }
    return nil
  }
}

/// Where an expectation stands in the source of a test, and how its failures are reported.
struct SourcePlace {
  var fileID: StaticString
  var filePath: StaticString
  var line: UInt
  var column: UInt

  /// Reports a failure to the library whose test is running.
  func fail(_ message: String) {
    if Test.current != nil {
      Issue.record(
        Comment(rawValue: message),
        sourceLocation: SourceLocation(
          fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column)))
    } else {
      XCTFail(message, file: filePath, line: line)
    }
  }
}
