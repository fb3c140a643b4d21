import ArgumentParser
import DataSources
import ShellCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `shelf evaluate [FILE | -]`: answers predicates for other programs, a line each.
struct Evaluate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate", abstract: "Answer predicates, one line of JSON each.",
    discussion: """
      Reads lines {"predicate": "...", "object": {...}, "variables": {...}} and writes for each \
      {"result": true}, {"result": false} or {"error": {"kind": "...", "at": 0, "message": \
      "..."}}, with "format", the predicate in its canonical form, when it can be read.
      """)

  @Argument(
    help: "The file of lines; standard input without one, and for -.", completion: .file())
  var file: String?

  func run() throws {
    let results = ResultWriter(descriptor: 1)
    let console = Console(
      writeResult: { results.write($0) },
      writeMessage: { text in
        results.flush()
        DescriptorOutput.write(text, to: 2)
      })
    func report(_ diagnostic: Diagnostic) { console.message(diagnostic.lines()) }
    guard let file, file != "-" else {
      let loop = EvaluationLoop(descriptor: 0, file: nil, results: results, reportError: report)
      throw ExitCode(loop.run())
    }
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      report(Diagnostic(.unreadable(file: file, reason: SystemMessage.text(errno))))
      throw ExitCode(ExitStatus.dataNotOpened)
    }
    defer { close(descriptor) }
    let loop = EvaluationLoop(
      descriptor: descriptor, file: file, results: results, reportError: report)
    throw ExitCode(loop.run())
  }
}
