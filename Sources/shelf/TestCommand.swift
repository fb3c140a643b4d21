import ArgumentParser
import Documents
import Files
import Foundation
import Playing
import Rendering
import ShellCore
import Workspaces

/// `shelf test PATH...`: runs the sessions in pages of Markdown and compares what they print.
struct Test: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Run the sessions in Markdown pages and compare their output.",
    discussion: """
      Pages are files, or all *.shelf.md files below a folder. The exit status is 0 when all \
      output is as expected, 4 when some is not, 2 when a page cannot be read. SHELF_UPDATE may \
      hold new, failed, all or none instead of --update. Where CI is set nothing is rewritten. With \
      --assignment pages are answers to a lesson, which gives points for each of its tasks and \
      questions; 4 then says that some points are missing.
      """)

  @Argument(help: "Pages, and folders with pages.", completion: .file())
  var paths: [String]

  @Option(
    name: .customLong("update"), defaultAsFlag: UpdateMode.failed,
    help: "Rewrite expected output: new, failed, all or none; failed without a value.")
  var update: UpdateMode?

  @Option(
    help: "Mark pages of answers by this lesson, whose handout they are.", completion: .file())
  var assignment: String?

  @Flag(help: "Show each difference and ask whether to accept it.")
  var review = false

  @Flag(name: .customLong("no-input"), help: "Fail instead of asking.")
  var noInput = false

  @Option(help: "Only inputs whose name (heading / input) a regular expression matches.")
  var filter: String?

  @Option(help: "How many pages run at a time.")
  var jobs: Int = ProcessInfo.processInfo.activeProcessorCount

  @Option(help: "The form of the report: pretty, tap, junit or json.")
  var format = ReportFormat.pretty

  @Option(help: "Characters for marks in the report: unicode or ascii; unicode without it.")
  var charset: Charset?

  @Flag(name: .customLong("fail-fast"), help: "Stop at the first input that fails.")
  var failFast = false

  @Flag(help: "Run again whenever a page changes.")
  var watch = false

  @Option(help: "How many lines are shown around a change.")
  var context: Int = 3

  @Option(help: "How many seconds an input may take.")
  var timeout: Double = 10

  func validate() throws {
    // The argument parser takes '--update=OTHER' for '--update', which would rewrite pages.
    for argument in CommandLine.arguments where argument.hasPrefix("--update=") {
      let value = String(argument.dropFirst("--update=".count))
      guard UpdateMode(rawValue: value) == nil else { continue }
      throw ValidationError("--update must be new, failed, all or none, not '\(value)'")
    }
    if review, try forbidsInput() {
      throw ValidationError("--review asks what to do, and --no-input forbids that")
    }
    if assignment != nil, update != nil || review || filter != nil {
      throw ValidationError("--assignment marks whole pages and rewrites none of them")
    }
    guard (1...256).contains(jobs) else { throw ValidationError("--jobs must be 1 to 256") }
    guard context >= 0 else { throw ValidationError("--context must be 0 or more lines") }
    guard timeout > 0, timeout <= 3600 else {
      throw ValidationError("--timeout must be above 0, up to 3600")
    }
  }

  func run() throws {
    var options = TestRun.Options()
    options.paths = paths
    options.assignment = assignment
    options.update = try updateMode()
    options.reviews = review
    options.filter = filter
    options.jobs = jobs
    options.format = format
    options.failsFast = failFast
    options.context = context
    options.timeout = timeout
    var run = TestRun(
      options, writeResult: { DescriptorOutput.write($0, to: 1) },
      writeMessage: { StandardError.write($0) })
    run.ask = { question in
      StandardError.write(question)
      return readLine()
    }
    throw ExitCode(watch ? run.watch() : run.run())
  }

  private func forbidsInput() throws -> Bool {
    var options = LaunchOptions()
    if noInput { options.turnOn(.noInput) }
    do throws(UsageError) {
      return try options.filled().has(.noInput)
    } catch {
      throw ValidationError(error.message)
    }
  }

  /// The option, then `SHELF_UPDATE`, which counts for nothing where CI is set.
  private func updateMode() throws -> UpdateMode {
    if let update { return update }
    let value = ProcessInfo.processInfo.environment["SHELF_UPDATE"] ?? ""
    if value.isEmpty || ContinuousIntegration.isOn { return .none }
    guard let mode = UpdateMode(rawValue: value) else {
      throw ValidationError("SHELF_UPDATE must be new, failed, all or none, not '\(value)'")
    }
    return mode
  }
}

extension UpdateMode: ExpressibleByArgument {}
extension ReportFormat: ExpressibleByArgument {}
