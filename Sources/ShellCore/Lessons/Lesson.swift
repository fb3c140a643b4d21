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
