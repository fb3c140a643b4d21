import CommandLanguage
import Commands
import Documents
import Files
import ManyFiles
import Rendering
import TableEngine
import TableModel
import Workspaces

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the options of the program say, however they were read.
struct LaunchOptions: Equatable {
  var command: [String] = []
  var size: Size?
  var color: ColorChoice?
  var charset: Charset?
  var open = OpenOptions()
  var shape: Shape?
  var initFile: String?
  /// The flags that are on, a bit each.
  private var flags: UInt64 = 0

  func has(_ flag: ProgramOption) -> Bool { flags & Self.bit(flag) != 0 }

  mutating func turnOn(_ flag: ProgramOption) {
    flags |= Self.bit(flag)
    switch flag {
    case .wait: open.waits = true
    case .follow: open.follows = true
    case .lenient: open.tolerance.isLenient = true
    case .skipBadLines: open.tolerance.skipsBadLines = true
    default: break
    }
  }

  private static func bit(_ flag: ProgramOption) -> UInt64 { 1 << UInt64(flag.rawValue) }

  /// Takes over an option with its value. If it is repeated the last counts; of commands, all do.
  ///
  /// - Returns: false for a value that the option does not allow.
  mutating func set(_ option: ProgramOption, to value: String) -> Bool {
    switch option {
    case .command: command.append(value)
    case .format: open.format = value
    case .table: open.table = value
    case .query: open.query = value
    case .groupBy: open.groupBy = value
    case .key: open.key = value
    case .delimiter, .header, .quote, .types:
      return option.dialect?.state(value, in: &open.dialect) ?? false
    case .initFile: initFile = value
    case .size:
      guard let new = Size(parsing: value) else { return false }
      size = new
    case .color:
      guard let new = ColorChoice(rawValue: value) else { return false }
      color = new
    case .charset:
      guard let new = Charset(rawValue: value) else { return false }
      charset = new
    case .shape:
      guard let new = ShapeOption(argument: value) else { return false }
      shape = new.shape
    case .limit:
      guard let bytes = ByteCount.read(value) else { return false }
      open.limit = bytes
    case .form:
      guard let form = ConcatenatedTable.Form(rawValue: value) else { return false }
      open.form = form
    default: return false
    }
    return true
  }
}

/// When to use colours.
enum ColorChoice: String, CaseIterable {
  case auto
  case always
  case never
}

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
    case .key: open.key != nil
    case .delimiter, .header, .quote, .types:
      option.dialect?.word(of: open.dialect) != nil
    case .shape: shape != nil
    case .limit: open.limit != nil
    case .form: open.form != nil
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
    case .limit: return "a size such as 500M or 2G"
    case .shape: return "sections=PATH,rows=PATH,items=PATH,title=KEY"
    case .delimiter, .header, .quote, .types: return dialect?.expected ?? ""
    default: return "one of " + choices.joined(separator: ", ")
    }
  }
}
