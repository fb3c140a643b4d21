import ArgumentParser
import Commands
import ShellCore
import TableModel

/// `shelf lesson [NAME]`: lists the lessons, or begins one at the prompt.
struct Lesson: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lesson", abstract: "Learn by doing, in short lessons.",
    discussion: """
      Without a name the lessons are listed. A lesson goes on where it was left; your progress is \
      kept in $XDG_STATE_HOME/shelf/lessons.json.
      """)

  @Argument(
    help: "The lesson to begin; without it they are listed.",
    completion: .list(BundledLessons.names))
  var name: String?

  @Flag(
    name: .customLong("no-progress"), help: "Begin at the start and remember nothing.")
  var noProgress = false

  @OptionGroup var options: ShelfOptions

  func validate() throws {
    guard let name, !BundledLessons.names.contains(name) else { return }
    let near = Spelling.matches(for: name, among: BundledLessons.names)
    let proposal = near.first.map { "did you mean '\($0)'?" } ?? "'shelf lesson' lists them"
    throw ValidationError("there is no lesson '\(name)'; \(proposal)")
  }

  func run() throws {
    do {
      let launch = Launch(try options.launch.filled())
      throw ExitCode(try launch.runLesson(name, keepsProgress: !noProgress))
    } catch let error as UsageError {
      StandardError.write(error.text)
      throw ExitCode(ExitStatus.usage)
    }
  }
}
