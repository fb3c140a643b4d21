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

StandardDescriptors.occupy()
SignalHandlers.install()
let arguments = LaunchRequest.ordered(Array(CommandLine.arguments.dropFirst()))
if let request = LaunchRequest(arguments) { exit(request.carryOut()) }
if ["-h", "--help", "help"].contains(arguments.first) {
  DescriptorOutput.write(Shelf.help + "\n", to: 1)
  exit(ExitStatus.success)
}
do {
  var command = try Shelf.parseAsRoot(arguments)
  try command.run()
} catch {
  // Help and version are results; everything else is wrong usage or ends with its own status.
  let code = Shelf.exitCode(for: error)
  if code == .validationFailure {
    let message = Shelf.fullMessage(for: error).replacing("shelf table", with: "shelf")
    DescriptorOutput.write(message + "\n", to: 2)
    exit(ExitStatus.usage)
  }
  Shelf.exit(withError: error)
}
