import Files
import Foundation
import ShellCore
import TableEngine

/// A line `$ shelf ...` of a page: the program itself, in the page's sandbox.
struct SystemCommand {
  private let folders: PageFolders
  private let executable: String
  private let size: Size?

  init(folders: PageFolders, executable: String, size: Size?) {
    self.folders = folders
    self.executable = executable
    self.size = size
  }

  func run(_ text: String, timeout: Double) -> (bytes: [UInt8], output: StepOutput) {
    guard let words = ProgramCall(parsing: text) else {
      let problem = "only one call of the program is possible: $ shelf ARGUMENTS [< FILE] [> FILE]"
      return ([], StepOutput(problem: problem))
    }
    guard let work = folders.sandbox.work, let home = folders.sandbox.home else {
      return ([], StepOutput(problem: "cannot make a folder for temporary files"))
    }
    folders.link(["Datasets"] + words.arguments)
    let log = home + "/.output"
    let target: String?
    do throws(FileReplacement.Failure) {
      target = try words.output.map { name throws(FileReplacement.Failure) in
        try folders.writing(name)
      }
    } catch {
      return ([], StepOutput(problem: SystemMessage.text(of: error)))
    }
    do {
      var child = try ChildProgram(
        executable: executable, arguments: words.arguments,
        environment: folders.variables(size: size), folder: work,
        streams: [
          .reading(words.input.map { folders.reading($0) } ?? "/dev/null"),
          .writing(target ?? log), target == nil ? .same(1) : .writing(log),
        ])
      let end = ContinuousClock.now + .milliseconds(Int(timeout * 1000))
      let status = child.wait { ContinuousClock.now > end || SignalState.shouldStop }
      let bytes = FileManager.default.contents(atPath: log).map(Array.init) ?? []
      try? FileManager.default.removeItem(atPath: log)
      guard let status else {
        let problem = "did not end within \(TranscriptSession.seconds(timeout))"
        return ([], StepOutput(problem: problem))
      }
      return (bytes, StepOutput(status: status == 0 ? .ok : .exit(status)))
    } catch {
      guard case .system(let message) = error else { return ([], StepOutput()) }
      return ([], StepOutput(problem: message))
    }
  }
}

extension PageFolders {
  /// The environment of programs that a page starts: nothing of the user's own.
  func variables(size: Size?) -> [String: String] {
    let window = TranscriptSession.window(size)
    var variables = [
      "LC_ALL": "C.UTF-8", "TERM": "dumb", "COLUMNS": "\(window.width)",
      "LINES": "\(window.height)",
    ]
    let inherited = ProcessInfo.processInfo.environment
    for name in ["PATH", "LD_LIBRARY_PATH"] { variables[name] = inherited[name] }
    variables["TMPDIR"] = sandbox.temporary
    variables[FileReplacement.writableVariable] = sandbox.root
    if let home = sandbox.home {
      variables["HOME"] = home
      variables["XDG_STATE_HOME"] = home + "/state"
      variables["XDG_CONFIG_HOME"] = home + "/config"
    }
    variables["SHELF_DATASETS"] = datasets
    return variables
  }

  /// Lets programs in the sandbox see files that are beside the page or bundled.
  func link(_ names: [String]) {
    guard let work = sandbox.work else { return }
    let manager = FileManager.default
    for name in names {
      let target = name == "Datasets" ? datasets ?? "" : reading(name)
      let link = work + "/" + name
      guard target != name, !name.split(separator: "/").contains(".."), !name.hasPrefix("-"),
        !manager.fileExists(atPath: link), manager.fileExists(atPath: target)
      else { continue }
      let folder = URL(filePath: link).deletingLastPathComponent()
      try? manager.createDirectory(at: folder, withIntermediateDirectories: true)
      try? manager.createSymbolicLink(atPath: link, withDestinationPath: target)
    }
  }
}
