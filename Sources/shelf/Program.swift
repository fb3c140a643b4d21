import ArgumentParser
import Documents
import Files
import ShellCore
import TableModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

#if !FUZZING
  @main
#endif
enum Program {
  static func main() {
    let closed = StandardDescriptors.occupy()
    SignalHandlers.install()
    if closed.contains(1) {
      StandardError.write(
        "error: standard output is closed\n  hint: '> /dev/null' is the way to print nothing\n")
      exit(ExitStatus.commandFailed)
    }
    let arguments = LaunchRequest.ordered(ProgramArguments.all)
    exit(Mark.plain(LaunchRequest.wantsASCII(arguments)) { status(of: arguments) })
  }

  /// Does what the arguments say.
  ///
  /// - Returns: the exit status.
  private static func status(of arguments: [String]) -> Int32 {
    if let request = LaunchRequest(arguments) { return request.carryOut() }
    if ["-h", "--help", "help"].contains(arguments.first) {
      DescriptorOutput.write(Shelf.help + "\n", to: 1)
      return ExitStatus.success
    }
    do {
      var command = try Shelf.parseAsRoot(arguments)
      try command.run()
      return ExitStatus.success
    } catch {
      // Help and version are results; everything else is wrong usage or ends with its own status.
      let code = Shelf.exitCode(for: error)
      let text = Shelf.fullMessage(for: error).replacing("shelf table", with: "shelf")
      if code == .success {
        if text.isEmpty { return code.rawValue }
        DescriptorOutput.write(text + "\n", to: 1)
      } else if !text.isEmpty {
        let message = StandardError.message(text, about: arguments)
        StandardError.write(
          message.replacing("Error: ", with: "error: ", maxReplacements: 1) + "\n")
      }
      return code == .validationFailure ? ExitStatus.usage : code.rawValue
    }
  }
}
