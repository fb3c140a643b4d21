import Foundation
import Synchronization
import Testing
import XCTest

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
