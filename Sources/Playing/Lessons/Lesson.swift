import CommandLanguage
import Commands
import Foundation
import Rendering
import TableModel
import Workspaces

/// A page taken as a lesson: its blocks as steps, with the prose and the hints between them.
package struct Lesson: Sendable {
  package var name: String
  package var title: String
  package var page: Transcript
  /// What is played one after the other; the last is the end.
  package var steps: [LessonStep]

  /// How many steps there are to take.
  package var count: Int { steps.count - 1 }
}

/// A step of a lesson.
package struct LessonStep: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// Commands that are shown and then run.
    case demo
    /// Commands that the learner finds.
    case task
    /// A question with answers.
    case quiz
    /// Nothing is left to do.
    case end
  }

  package var kind: Kind
  /// What stands above it in the page, line by line.
  package var prose: [String]
  /// The index of its block; at the end the number of blocks.
  package var block: Int
  package var hints: [String] = []
}

extension Lesson {
  /// - Parameter name: what `lesson start` calls it.
  package init(_ page: Transcript, name: String) {
    var reader = LessonReader(page)
    self.name = name
    self.page = page
    title = page.frontMatter.title ?? name
    steps = reader.read()
  }
}

/// Takes a page apart into the steps of a lesson.
///
/// Blocks that set something up or bring files make no step; what stands above them belongs to the
/// next one. Block quotes that begin with `Hint:` belong to the step above them.
struct LessonReader {
  private let page: Transcript
  private var steps: [LessonStep] = []
  private var prose: [String] = []
  /// True while the lines of a hint are read.
  private var isInHint = false

  private static let hint = "> Hint:"

  init(_ page: Transcript) {
    self.page = page
  }

  mutating func read() -> [LessonStep] {
    var line = contentStart
    for (index, block) in page.blocks.enumerated() {
      take(lines: line..<max(line, block.line - 1))
      line = max(line, block.lastLine)
      guard let kind = Self.kind(of: block) else { continue }
      finish(kind, block: index)
    }
    take(lines: line..<max(line, page.lines.count))
    finish(.end, block: page.blocks.count)
    return steps
  }

  /// The first line behind the front matter.
  private var contentStart: Int {
    guard page.lines.first?.text == "---" else { return 0 }
    let end = page.lines.dropFirst().firstIndex { $0.text == "---" || $0.text == "..." }
    return end.map { $0 + 1 } ?? 0
  }

  private static func kind(of block: TranscriptBlock) -> LessonStep.Kind? {
    guard block.kind == .session else { return nil }
    return switch block.attributes.role {
    case .setup: nil
    case .demo: .demo
    case .task: .task
    case .quiz: .quiz
    }
  }

  private mutating func take(lines: Range<Int>) {
    for line in page.lines[lines].map(\.text) { take(line) }
    isInHint = false
  }

  private mutating func take(_ line: String) {
    if line.hasPrefix(Self.hint) {
      isInHint = true
      add(hint: line.dropFirst(Self.hint.count).trimmed)
    } else if isInHint, line.hasPrefix(">") {
      continueHint(line.dropFirst().trimmed)
    } else {
      isInHint = false
      prose.append(line)
    }
  }

  private mutating func add(hint: String) {
    guard let last = steps.indices.last else { return }
    steps[last].hints.append(hint)
  }

  private mutating func continueHint(_ text: String) {
    guard let last = steps.indices.last, let hint = steps[last].hints.indices.last else { return }
    steps[last].hints[hint] += (steps[last].hints[hint].isEmpty ? "" : " ") + text
  }

  private mutating func finish(_ kind: LessonStep.Kind, block: Int) {
    // The title is said above each step already.
    let isTitle = steps.isEmpty && prose.first { !$0.trimmed.isEmpty }?.hasPrefix("# ") == true
    if isTitle { prose.removeFirst((prose.firstIndex { $0.hasPrefix("# ") } ?? 0) + 1) }
    steps.append(LessonStep(kind: kind, prose: Self.trimmed(prose), block: block))
    prose = []
  }

  /// Lines without empty ones at both ends, and with one at most between two others.
  private static func trimmed(_ lines: [String]) -> [String] {
    var kept: [String] = []
    for line in lines {
      if line.trimmed.isEmpty, kept.last?.isEmpty ?? true { continue }
      kept.append(line.trimmed.isEmpty ? "" : line)
    }
    if kept.last?.isEmpty == true { kept.removeLast() }
    return kept
  }
}

/// The prose of a lesson as a terminal shows it: paragraphs filled to a width, headings without
/// their marks, spans of code as quoted words.
enum LessonText {
  /// How many columns a line takes at most, unless a word is longer.
  static let width = 76

  static func lines(_ prose: [String]) -> [StyledLine] {
    var lines: [StyledLine] = []
    var paragraph: [String] = []
    func finish() {
      if !paragraph.isEmpty { lines += filled(paragraph.joined(separator: " ")) }
      paragraph = []
    }
    for text in prose {
      if let heading = heading(text) {
        finish()
        lines.append(StyledLine(DisplaySafe.line(heading), TextStyle(.plain, .bold)))
      } else if text.isEmpty {
        finish()
        lines.append(StyledLine(""))
      } else {
        if text.first == " " || text.hasPrefix("- ") { finish() }
        paragraph.append(text)
      }
    }
    finish()
    return lines
  }

  private static func heading(_ text: String) -> String? {
    let marks = text.prefix { $0 == "#" }.count
    guard (1...6).contains(marks), text.dropFirst(marks).first == " " else { return nil }
    return text.dropFirst(marks).trimmed
  }

  /// A text in one line, with its spans of code in colour.
  static func line(_ text: String) -> StyledLine {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    // A mark without its partner is a character like any other.
    guard parts.count % 2 == 1 else { return StyledLine(DisplaySafe.line(text)) }
    var line = StyledLine()
    for (index, part) in parts.enumerated() {
      if index % 2 == 0 {
        line.append(DisplaySafe.line(String(part).replacing("*", with: "")))
      } else {
        line.append("'" + DisplaySafe.line(String(part)) + "'", TextStyle(.accent))
      }
    }
    return line
  }

  /// Fills lines with the words of a text.
  private static func filled(_ text: String) -> [StyledLine] {
    let words = text.split(separator: " ").joined(separator: " ")
    return line(words).wrapped(to: width, hanging: 0)
  }
}

/// The lessons on this machine.
enum LessonLibrary {
  /// Reads a lesson.
  static func lesson(named name: String) throws(CommandError) -> Lesson {
    guard let folder = BundledLessons.folder() else {
      throw CommandError(
        .impossible(
          "the lessons are not where the program looks for them",
          hint: "name their folder in SHELF_LESSONS"))
    }
    let path = URL(filePath: folder).standardizedFileURL.path + "/" + name + BundledLessons.suffix
    do {
      return Lesson(try TranscriptFile.read(path), name: name)
    } catch {
      throw CommandError(.impossible("\(error.location): \(error.message)", hint: error.hint))
    }
  }

  /// A line a lesson, with how far somebody has come in it.
  static func list(_ progress: LessonProgress) -> [String] {
    let width = BundledLessons.names.map(\.count).max() ?? 0
    return BundledLessons.summaries.map { name, summary in
      let padding = String(repeating: " ", count: width - name.count + 2)
      let entry = progress.lessons[name]
      let mark =
        switch entry {
        case let entry? where entry.isFinished: "\(Mark.dot)done"
        case let entry? where entry.step > 0: "\(Mark.dot)at step \(entry.step + 1)"
        default: ""
        }
      return name + padding + summary + mark
    }
  }
}
