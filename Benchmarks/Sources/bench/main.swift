import Glibc
import Workloads

do {
  let options = try Options(parsing: Array(CommandLine.arguments.dropFirst()))
  switch options.action {
  case .help:
    print(Options.help)
  case .readMemory(let times):
    print(MemoryReading(words: 2 * options.records).sum(times: times), "is the sum")
  case .measure, .list:
    let workbench = try Workbench(options: options)
    let succeeded = try Bench(options: options, workbench: workbench).run()
    exit(succeeded ? 0 : 1)
  }
} catch {
  StandardError.print("error: \(error)")
  if let hint = error.hint { StandardError.print("  hint: \(hint)") }
  exit(error.exitCode)
}
