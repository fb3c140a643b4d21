/// How far somebody has come in the lessons.
package struct LessonProgress: Sendable, Hashable, Codable {
  package var version = LessonProgress.currentVersion
  package var lessons: [String: Entry] = [:]

  static let currentVersion = 1

  package struct Entry: Sendable, Hashable, Codable {
    /// The step to go on with, from 0.
    package var step = 0
    package var isFinished = false
    /// The fewest commands that a task was solved with, by the task's step.
    package var commands: [String: Int] = [:]

    package init() {}

    /// The same with numbers that no lesson exceeds: a file may hold any.
    var withinLimits: Entry {
      var entry = self
      entry.step = min(max(0, step), Self.limit)
      entry.commands = commands.mapValues { min(max(0, $0), Self.limit) }
      if entry.commands.count > Self.limit { entry.commands = [:] }
      return entry
    }

    private static let limit = 100_000
  }

  package init() {}
}
