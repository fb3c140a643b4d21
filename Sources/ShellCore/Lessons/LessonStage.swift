import Commands
import Rendering
import TableEngine

/// A shell of its own in which the blocks of a lesson are played.
///
/// Tables are objects that sessions share when they are copied, so whatever must not follow the
/// learner's steps comes from another stage.
final class LessonStage {
  /// An input with what it printed.
  struct Played {
    var input: String
    var output: String
    var hasFailed: Bool
  }

  private let shell: TranscriptSession
  private let page: Transcript

  /// - Parameter charset: the characters of marks that the learner has chosen.
  init(_ page: Transcript, charset: Charset = .unicode) {
    self.page = page
    let folders = PageFolders(
      file: page.file, directory: page.frontMatter.directory, sandbox: Sandbox())
    shell = TranscriptSession(
      folders: folders, matter: page.frontMatter, deadline: StepDeadline(),
      timeout: Self.timeout, allowsLessons: false, charset: charset)
  }

  /// How long a command may take, in seconds.
  private static let timeout = 20.0

  /// The session as it was left.
  var session: Session {
    var session = shell.state
    session.forgetUndo()
    return session
  }

  /// Plays all blocks before an index.
  func play(upTo index: Int) {
    for block in page.blocks.prefix(index) { play(block) }
  }

  /// Plays a block.
  ///
  /// - Parameter hasPlayed: called after each command with the number of them.
  /// - Returns: its commands with what they printed.
  @discardableResult
  func play(_ block: TranscriptBlock, hasPlayed: (Int) -> Void = { _ in }) -> [Played] {
    guard block.kind == .session, !block.attributes.isSkipped else { return [] }
    shell.enter(block)
    var played: [Played] = []
    for step in block.steps {
      guard case .command(let input) = step.input else { continue }
      let (text, output) = shell.run(input, layers: block.attributes.layers)
      let hasFailed = output.problem != nil || !output.status.isSuccess
      played.append(Played(input: input, output: text, hasFailed: hasFailed))
      hasPlayed(played.count)
    }
    return played
  }
}
