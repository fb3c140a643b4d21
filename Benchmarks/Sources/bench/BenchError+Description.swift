import Glibc

extension BenchError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unknownOption(let option): "unknown option '\(option)'"
    case .missingValue(let option): "'\(option)' wants a value"
    case .badNumber(let option, let text): "'\(option)' wants a whole number above 0, not '\(text)'"
    case .unknownCase(let name, _): "no case '\(name)'"
    case .noRepository: "no 'Datasets/pulse.plist' here or in a folder above"
    case .noProgram(let path): "no program '\(path)'"
    case .cannotWrite(let path, let code): "cannot write '\(path)': \(Self.reason(code))"
    case .cannotRead(let path, let code): "cannot read '\(path)': \(Self.reason(code))"
    case .cannotStart(let program, let code): "cannot start '\(program)': \(Self.reason(code))"
    case .cannotWait(let program, let code): "lost track of '\(program)': \(Self.reason(code))"
    case .exited(let program, let status): "'\(program)' ended with exit status \(status)"
    case .killed(let program, let signal): "'\(program)' was ended by signal \(signal)"
    case .wrongOutput(let program, let missing): "'\(program)' did not print '\(missing)'"
    }
  }

  /// What to do next, when there is something.
  var hint: String? {
    switch self {
    case .unknownOption, .missingValue, .badNumber: "'bench --help' lists the options"
    case .unknownCase(_, let known): "the cases are \(known.joined(separator: ", "))"
    case .noRepository: "run it in a checkout of shelf"
    case .noProgram: "build it with 'swift build -c release' in the folder above, or give --shelf"
    default: nil
    }
  }

  private static func reason(_ code: Int32) -> String {
    guard let text = strerror(code) else { return "error \(code)" }
    return String(cString: text)
  }
}
