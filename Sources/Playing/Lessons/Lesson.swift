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
  /// What is said to somebody who has not done a task yet.
  package var notYet: String?
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
/// next one. Block quotes that begin with the word of an `Aside` belong to the step above them.
struct LessonReader {
  private let page: Transcript
  private var steps: [LessonStep] = []
  private var prose: [String] = []
  /// What the block quote that is being read is for, and its text so far.
  private var aside: (kind: Aside, text: String)?

  /// What a block quote is for, by the word that it begins with.
  enum Aside: String, CaseIterable {
    /// Shown one by one to those who ask.
    case hint = "> Hint:"
    /// Said after a command that did not solve the task.
    case notYet = "> Not yet:"
    /// A note for instructors; learners never see it.
    case instructor = "> Instructor:"

    /// The aside that begins in a line.
    init?(beginning line: String) {
      guard let kind = Self.allCases.first(where: { line.hasPrefix($0.rawValue) }) else {
        return nil
      }
      self = kind
    }
  }

  init(_ page: Transcript) {
    self.page = page
  }

  mutating func read() -> [LessonStep] {
    var line = page.contentStart
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
    finishAside()
  }

  private mutating func take(_ line: String) {
    if let kind = Aside(beginning: line) {
      finishAside()
      aside = (kind, line.dropFirst(kind.rawValue.count).trimmed)
    } else if aside != nil, line.hasPrefix(">") {
      aside?.text += " " + line.dropFirst().trimmed
    } else {
      finishAside()
      prose.append(line)
    }
  }

  private mutating func finishAside() {
    defer { aside = nil }
    guard let (kind, text) = aside, let last = steps.indices.last else { return }
    switch kind {
    case .hint: steps[last].hints.append(text.trimmed)
    case .notYet: steps[last].notYet = text.trimmed
    case .instructor: break
    }
  }

  private mutating func finish(_ kind: LessonStep.Kind, block: Int) {
    // The title is said above each step already.
    let isTitle = steps.isEmpty && prose.first { !$0.trimmed.isEmpty }?.hasPrefix("# ") == true
    if isTitle { prose.removeFirst((prose.firstIndex { $0.hasPrefix("# ") } ?? 0) + 1) }
    steps.append(LessonStep(kind: kind, prose: Self.trimmed(prose), block: block))
    prose = []
  }

  /// Lines without empty ones at both ends, and with one at most between two others.
  static func trimmed(_ lines: [String]) -> [String] {
    var kept: [String] = []
    for line in lines {
      if line.trimmed.isEmpty, kept.last?.isEmpty ?? true { continue }
      kept.append(line.trimmed.isEmpty ? "" : line)
    }
    if kept.last?.isEmpty == true { kept.removeLast() }
    return kept
  }
}

extension Transcript {
  /// The first line behind the front matter.
  var contentStart: Int {
    guard lines.first?.text == "---" else { return 0 }
    let end = lines.dropFirst().firstIndex { $0.text == "---" || $0.text == "..." }
    return end.map { $0 + 1 } ?? 0
  }
}

/// The prose of a lesson as a terminal shows it: paragraphs filled to a width, headings without
/// their marks, spans of code as quoted words.
enum LessonText {
  /// How many columns a line takes at most, unless a word is longer.
  static let width = 76

  static func lines(_ prose: [String], width: Int = width) -> [StyledLine] {
    var lines: [StyledLine] = []
    var paragraph: [String] = []
    func finish() {
      if !paragraph.isEmpty { lines += filled(paragraph.joined(separator: " "), width) }
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
  private static func filled(_ text: String, _ width: Int) -> [StyledLine] {
    let words = text.split(separator: " ").joined(separator: " ")
    return line(words).wrapped(to: width, hanging: 0)
  }
}

/// The lessons on this machine.
package enum LessonLibrary {
  /// True for words behind `lesson` that begin one, so that a prompt has something to go on with.
  package static func isPlayed(_ words: [String]) -> Bool {
    let isNamed = words.first.map { BundledLessons.names.contains($0) || Int($0) != nil } ?? false
    return isNamed || words.contains { BundledLessons.isFile($0) } && words.first != "new"
      || words.first == "start"
  }

  /// The line that says the same at a prompt.
  package static func command(_ words: [String]) -> String {
    (["lesson"] + words.map(Recorder.quoted)).joined(separator: " ")
  }

  /// Reads a lesson: one that comes with the program, or a page of somebody's own.
  ///
  /// - Parameter locate: where a file of that name is.
  static func lesson(
    named name: String, locate: (String) -> String = { $0 }
  ) throws(CommandError) -> Lesson {
    if BundledLessons.isFile(name) { return try lesson(in: locate(name), named: name) }
    guard let folder = BundledLessons.folder() else {
      throw CommandError(
        .impossible(
          "the lessons are not where the program looks for them",
          hint: "name their folder in SHELF_LESSONS"))
    }
    guard let name = BundledLessons.name(meantBy: name) else {
      throw CommandError(
        .badValue(name, argument: "lesson", expected: "one that 'lesson list' names"))
    }
    let path = URL(filePath: folder).standardizedFileURL.path + "/" + name + BundledLessons.suffix
    return try lesson(in: path, named: name)
  }

  private static func lesson(in path: String, named name: String) throws(CommandError) -> Lesson {
    do {
      return Lesson(try TranscriptFile.read(path), name: name)
    } catch {
      throw CommandError(.impossible("\(error.location): \(error.message)", hint: error.hint))
    }
  }

  /// A line a lesson, with how far somebody has come in it.
  static func list(_ progress: LessonProgress) -> [String] {
    let width = BundledLessons.names.map(\.count).max() ?? 0
    return BundledLessons.summaries.enumerated().map { index, lesson in
      let (name, summary) = lesson
      let number = String(index + 1)
      let padding = String(repeating: " ", count: width - name.count + 2)
      let entry = progress.lessons[name]
      let mark =
        switch entry {
        case let entry? where entry.isFinished: "\(Mark.dot)done"
        case let entry? where entry.step > 0: "\(Mark.dot)at step \(entry.step + 1)"
        default: ""
        }
      return String(repeating: " ", count: max(0, 2 - number.count)) + number + "  " + name
        + padding
        + summary + mark
    }
  }
}

/// The page that `lesson new` writes: it passes `shelf test` once its task is solved, and shows each
/// kind of block once.
enum LessonSkeleton {
  static let text = """
    ---
    shelf: 1
    title: A lesson of my own
    size: 60x8
    tags: [lesson]
    ---

    # A lesson of my own

    > Instructor: paragraphs that begin like this one are for whoever teaches. Learners never see
    > them, and handouts leave them out.

    Blocks of set-up run unseen. What you write above a block is shown with it.

    ```shelf {setup}
    shelf> open rows.json
    [..]
    ```

    A block without a word in braces is a demonstration: Enter runs it.

    ```shelf
    shelf> count
    1 section · 25 rows
    ```

    A task says what to reach, and `check` what matters about it: a condition as `expect` takes it.
    The commands of its block are one solution.

    **Select row 3.**

    ```shelf {task points=2 check=predicate:"selected CONTAINS '0.3'"}
    shelf> select 0.3
    selected 0.3 Row 3
    ```

    > Hint: `help select`

    > Not yet: row 3 is not selected

    ```shelf {quiz points=1}
    What belongs to the table?
    - [x] The selection.
      Say why an answer is right or wrong.
    - [ ] The values of the records.
      They belong to the data.
    ```

    What stands behind the last block is the end of the lesson.

    """
}
