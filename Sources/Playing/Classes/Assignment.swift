import ShellCore

/// A lesson that is marked: somebody's answers are compared with what its tasks and questions ask for.
///
/// ```
/// lesson page ── Handout ──> page with room ── filled in ──> answers ── Assignment ──> points
/// ```
///
/// A task begins where the lesson's own blocks before it lead, whatever was answered to earlier
/// ones, so that a mistake costs its points once.
struct Assignment {
  private let lesson: Lesson

  init(_ page: Transcript) {
    lesson = Lesson(page, name: page.file)
  }

  /// The tasks and questions, by their blocks.
  private var asked: [Int] { Self.asked(in: lesson.page) }

  private static func asked(in page: Transcript) -> [Int] {
    page.blocks.indices.filter { index in
      page.blocks[index].kind == .session
        && [.task, .quiz].contains(page.blocks[index].attributes.role)
    }
  }

  /// What all of it is worth.
  var points: Int { asked.reduce(0) { $0 + lesson.page.blocks[$1].points } }

  /// Marks a page of answers: its tasks and questions are taken in their order.
  ///
  /// - Returns: a result for each task and question, and the points.
  func mark(_ answers: Transcript) -> (result: TranscriptResult, points: Int) {
    let given = Self.asked(in: answers)
    var steps: [StepResult] = []
    var points = 0
    for (place, index) in asked.enumerated() {
      let block = lesson.page.blocks[index]
      let answer = given.indices.contains(place) ? answers.blocks[given[place]] : nil
      let problem = problem(with: answer, to: block, at: index)
      if problem == nil { points += block.points }
      let name = name(of: block, place + 1)
      steps.append(
        StepResult(
          block: answer == nil ? 0 : given[place], step: 0, name: name, heading: name,
          input: answer?.steps.first?.summary ?? block.question,
          line: answer?.line ?? 1, outcome: problem.map { .broken($0) } ?? .passed))
    }
    return (TranscriptResult(file: answers.file, steps: steps), points)
  }

  private func name(of block: TranscriptBlock, _ number: Int) -> String {
    let kind = block.attributes.role == .task ? "Task" : "Question"
    let worth = block.points == 1 ? "1 point" : "\(block.points) points"
    return "\(kind) \(number) (\(worth))"
  }

  /// What is wrong with an answer, in words; nil when it is right.
  private func problem(
    with answer: TranscriptBlock?, to block: TranscriptBlock, at index: Int
  ) -> String? {
    guard let answer, answer.attributes.role == block.attributes.role else {
      return "the page has no answer in this place"
    }
    return block.attributes.role == .task
      ? problem(withTask: answer, block, index) : problem(withQuestion: answer, block)
  }

  private func problem(withQuestion answer: TranscriptBlock, _ block: TranscriptBlock) -> String? {
    let right = Set(block.choices.filter(\.isRight).map(\.text))
    let ticked = Set(answer.choices.filter(\.isRight).map(\.text))
    if ticked.isEmpty { return "no answer is ticked" }
    return ticked == right ? nil : "ticked: " + ticked.sorted().joined(separator: ", ")
  }

  private func problem(
    withTask answer: TranscriptBlock, _ block: TranscriptBlock, _ index: Int
  ) -> String? {
    if answer.steps.isEmpty { return "there are no commands" }
    let goal = LessonGoal(block, of: lesson, at: index)
    let stage = LessonStage(lesson.page)
    stage.play(upTo: index)
    stage.forgetUndo()
    var hasPassed = goal.isOnTheWay(stage.state)
    let played = stage.play(answer) { hasPassed = hasPassed || goal.isOnTheWay($0) }
    let problems = goal.problems(
      stage.state, lastOutput: played.last?.output ?? "", hasPassed: hasPassed)
    guard let first = problems.first else { return nil }
    let words = lesson.steps.first { $0.block == index }?.notYet
    let refused = played.filter(\.hasFailed).map { "'\($0.input)' fails" }
    return ([words.map { "\($0) (\(first))" } ?? first] + refused).joined(separator: "\n")
  }
}

extension TestRun {
  /// Marks pages of answers instead of running them.
  ///
  /// - Parameter file: the lesson, with its solutions.
  /// - Returns: the exit status: 0, 2 when a page cannot be read, 4 where points are missing.
  package func mark(by file: String) -> Int32 {
    let assignment: Assignment
    let pages: [Page]
    do throws(Failure) {
      do throws(TranscriptError) {
        assignment = Assignment(try TranscriptFile.read(file))
      } catch {
        throw Failure(text: error.description + "\n")
      }
      pages = try read(isAnswers: true)
    } catch {
      writeMessage(error.text)
      return ExitStatus.usage
    }
    var lines: [String] = []
    let results = pages.map { page in
      if let problem = page.problem {
        return TranscriptResult(file: page.transcript.file, steps: [], problem: problem)
      }
      let (result, points) = assignment.mark(page.transcript)
      lines.append("\(page.transcript.file): \(points) of \(assignment.points) points\n")
      return result
    }
    let status = report(results, pages.map(\.transcript))
    // Machines read the points of each answer in its name.
    if options.format == .pretty { lines.forEach(writeResult) }
    return status
  }
}
