import CommandLanguage
import Workspaces

/// `output`: results go to a file from now on.
struct OutputCommand: ShelfCommand {
  static let declaration = Command(
    "output", .shell, "write results to a file from now on",
    parameters: [Parameter("FILE", .file(.new), optional: true)], options: [.force],
    discussion: "`output -` ends it, `output` alone says where results go. Messages stay.",
    examples: [
      .init("output views.txt; view; output -", "two viewports into a file"),
      .init("output", "where results go"),
    ],
    errors: [.impossible: "the file exists (use --force)"], related: ["once", "export"],
    needs: .nothing)

  private let request: Output.OutputRequest

  init(_ call: Invocation) throws(CommandError) {
    request = call[0].map { Output.OutputRequest($0, call, isForOneCommand: false) } ?? .tell
  }

  func run(in workspace: inout Workspace) -> Output { .next(.output(request)) }
}

/// `once`: the next command's result goes to a file.
struct OnceCommand: ShelfCommand {
  static let declaration = Command(
    "once", .shell, "write the next command's result to a file",
    parameters: [Parameter("FILE", .file(.new))], options: [.force],
    examples: [
      .init("once counts.txt; count", "the counts"),
      .init("once one.txt; view; count", "the viewport; the counts are printed"),
    ],
    errors: [.impossible: "the file exists (use --force)"], related: ["output"], needs: .nothing)

  private let request: Output.OutputRequest

  init(_ call: Invocation) throws(CommandError) {
    request = .init(try call.required(0), call, isForOneCommand: true)
  }

  func run(in workspace: inout Workspace) -> Output { .next(.output(request)) }
}

extension Output.OutputRequest {
  /// - Parameter file: a path, or `-` for where results usually go.
  fileprivate init(_ file: Word, _ call: Invocation, isForOneCommand: Bool) {
    self =
      file.isStandardStream
      ? .standard
      : .file(file.text, replacing: call.has(.force), isForOneCommand: isForOneCommand)
  }
}
