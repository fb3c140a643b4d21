import Commands

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Options from the environment: each that has a long name may also be given as a variable,
/// `--group-by` as `SHELF_GROUP_BY`.
extension LaunchOptions {
  /// The options with what variables say about those that the arguments leave open. An empty
  /// variable says nothing.
  ///
  /// - Parameter variable: the value of a variable; nil for one that is not set.
  func filled(
    from variable: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) throws(UsageError) -> LaunchOptions {
    var options = self
    for option in ProgramOption.allCases where !hasAnswer(for: option) {
      guard let name = option.variable, let value = variable(name), !value.isEmpty else { continue }
      guard options.take(option, from: value) else {
        throw UsageError(
          "the variable \(name) cannot be '\(value)'", hint: "it is \(option.expectedOfVariable)")
      }
    }
    return options
  }

  private mutating func take(_ option: ProgramOption, from value: String) -> Bool {
    if option.takesValue {
      let choices = option.choices
      return (choices.isEmpty || choices.contains(value)) && set(option, to: value)
    }
    switch value.lowercased() {
    case "1", "true", "yes", "on": turnOn(option)
    case "0", "false", "no", "off": break
    default: return false
    }
    return true
  }

  /// True when the arguments decide what a variable would say. A table and a query exclude each
  /// other, so one that is given keeps the other's variable from being read.
  private func hasAnswer(for option: ProgramOption) -> Bool {
    switch option {
    case .command: true
    case .size: size != nil
    case .color: color != nil
    case .charset: charset != nil
    case .format: open.format != nil
    case .table, .query: open.table != nil || open.query != nil
    case .groupBy: open.groupBy != nil
    case .shape: shape != nil
    case .initFile: initFile != nil
    default: has(option)
    }
  }
}

extension ProgramOption {
  fileprivate var expectedOfVariable: String {
    guard takesValue else { return "1 or 0, true or false" }
    switch self {
    case .size: return "WIDTHxHEIGHT, such as 80x24"
    case .shape: return "sections=PATH,rows=PATH,items=PATH,title=KEY"
    default: return "one of " + choices.joined(separator: ", ")
    }
  }
}
