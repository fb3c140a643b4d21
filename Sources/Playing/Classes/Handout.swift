package import CommandLanguage
import Workspaces

/// A lesson on paper: a page with its text, its demonstrations, and room for answers.
///
/// It is a page like any other, so that a learner can fill it in and hand it back to be marked by
/// an `Assignment`. How tasks are checked does not stand in it, nor what was written for teachers.
package struct Handout {
  private let page: Transcript
  private let hasAnswers: Bool
  private var writer = TranscriptWriter()
  /// How many tasks and questions were written so far.
  private var count = 0

  /// The handout of a lesson.
  ///
  /// - Parameters:
  ///   - name: one that comes with the program, or a file.
  ///   - hasAnswers: whether solutions, reasons and hints stand in it.
  package static func text(of name: String, hasAnswers: Bool) throws(CommandError) -> String {
    var handout = Handout(try LessonLibrary.lesson(named: name).page, hasAnswers: hasAnswers)
    return handout.text()
  }

  init(_ page: Transcript, hasAnswers: Bool) {
    (self.page, self.hasAnswers) = (page, hasAnswers)
  }

  mutating func text() -> String {
    var matter = FrontMatter()
    matter.title = page.frontMatter.title
    matter.size = page.frontMatter.size
    matter.directory = page.frontMatter.directory
    writer.write(matter)
    var line = page.contentStart
    for block in page.blocks {
      take(page.lines[line..<max(line, block.line - 1)].map(\.text))
      line = max(line, block.lastLine)
      if let block = filled(block) { writer.write(block) }
    }
    take(page.lines[line...].map(\.text))
    return writer.text
  }

  /// Writes prose, without asides that learners are not to see.
  private mutating func take(_ prose: [String]) {
    var kept: [String] = []
    var isLeftOut = false
    for line in prose {
      if let aside = LessonReader.Aside(beginning: line) {
        isLeftOut = !(hasAnswers && aside == .hint)
      } else if !line.hasPrefix(">") {
        isLeftOut = false
      }
      if !isLeftOut { kept.append(line) }
    }
    let lines = LessonReader.trimmed(kept)
    if !lines.isEmpty { writer.write(prose: lines) }
  }

  /// A block as it is handed out; nil for what learners do not see.
  private mutating func filled(_ block: TranscriptBlock) -> TranscriptBlock? {
    guard block.kind == .session, block.attributes.role != .setup else { return nil }
    if block.attributes.role == .demo { return block }
    count += 1
    var open = block
    open.attributes.check = nil
    open.attributes.via = nil
    open.attributes.name = "\(block.attributes.role == .task ? "Task" : "Question") \(count)"
    open.attributes.points = block.points
    for index in open.steps.indices {
      (open.steps[index].expected, open.steps[index].status) = ([], nil)
    }
    if hasAnswers { return open }
    open.steps = []
    open.choices = block.choices.map { QuizChoice(text: $0.text, isRight: false) }
    return open
  }
}

extension TranscriptBlock {
  /// What a task or a question is worth.
  var points: Int { attributes.points ?? 1 }
}
