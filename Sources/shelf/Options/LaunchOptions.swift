import CommandLanguage
import Commands
import Documents
import Files
import ManyFiles
import Rendering
import ShellCore
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
          "the variable \(name) cannot be '\(value)'", hint: "it is \(option.expected)")
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
  /// What the value has to be, in words.
  var expected: String {
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

/// What the program is asked to do, for arguments that are plain: options by their whole names,
/// and either a file or `run` with scripts.
///
/// Reading these takes almost no time. Everything else - other words, help, mistakes - is left to
/// the argument parser, which gives the same result for plain arguments.
struct LaunchRequest: Equatable {
  enum Task: Equatable {
    case open(files: [String])
    case run(scripts: [String])
  }

  var task: Task
  var options = LaunchOptions()

  init(_ task: Task, _ options: LaunchOptions) {
    self.task = task
    self.options = options
  }

  static let runWord = "run"
  /// Words that mean something else than a file where they come first.
  static let words = [
    runWord, "table", "diff", "test", "lesson", "evaluate", "completions", "manual", "help",
  ]

  /// True where arguments, or else the variable, ask for ASCII alone. Messages about arguments that
  /// can't be read have it too, so this is known before they are read.
  static func wantsASCII(
    _ arguments: [String],
    _ variable: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) -> Bool {
    let option = "--charset"
    let last = arguments.indices.last { index in
      arguments[index].hasPrefix(option + "=") || (index > 0 && arguments[index - 1] == option)
    }
    let value = last.map { arguments[$0] } ?? ProgramOption.charset.variable.flatMap(variable) ?? ""
    return [Charset.ascii.rawValue, "\(option)=\(Charset.ascii.rawValue)"].contains(value)
  }

  /// The arguments with the word that says what to do in front, where only options precede it: the
  /// argument parser takes no options before such a word.
  static func ordered(_ arguments: [String]) -> [String] {
    var index = 0
    while index < arguments.count, arguments[index].hasPrefix("-"), arguments[index] != "-" {
      let isJoined = arguments[index].contains("=")
      let name = arguments[index].prefix { $0 != "=" }
      guard let option = ProgramOption(argument: name) else { return arguments }
      index += option.takesValue && !isJoined ? 2 : 1
    }
    guard index > 0, index < arguments.count, words.contains(arguments[index]) else {
      return arguments
    }
    return [arguments[index]] + arguments[..<index] + arguments[(index + 1)...]
  }

  /// - Parameter arguments: those after the program's name.
  /// - Returns: nil for arguments that are not plain.
  init?(_ arguments: some Sequence<String>) {
    var files: [String] = []
    var runs = false
    var isFirst = true
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      defer { isFirst = false }
      if isFirst, argument == Self.runWord {
        runs = true
      } else if argument == "-" || !argument.hasPrefix("-") {
        files.append(argument)
      } else {
        guard options.take(argument, valueFrom: &rest) else { return nil }
      }
    }
    guard !files.contains(where: { $0.isEmpty || Self.words.contains($0) }) else { return nil }
    if runs {
      guard !files.isEmpty else { return nil }
      task = .run(scripts: files)
    } else {
      task = .open(files: files)
    }
  }
}

extension LaunchOptions {
  /// Takes over an argument that begins with a dash, and the value after it or its `=`.
  ///
  /// - Returns: false for what is not plain.
  fileprivate mutating func take(
    _ argument: String, valueFrom rest: inout some IteratorProtocol<String>
  ) -> Bool {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let isJoined = parts.count == 2
    guard let name = parts.first, let option = ProgramOption(argument: name),
      !isJoined || name.hasPrefix("--")
    else { return false }
    guard option.takesValue else {
      turnOn(option)
      return !isJoined
    }
    let value = isJoined ? String(parts[1]) : rest.next()
    guard let value, !value.isEmpty, isJoined || !value.hasPrefix("-") else { return false }
    return set(option, to: value)
  }
}

/// What the program was started with.
enum ProgramArguments {
  /// The arguments behind the program's name, with all of their bytes: a name of a file need not be
  /// UTF-8.
  static var all: [String] {
    let texts = CommandLine.arguments
    // What is damaged was repaired with this character.
    guard texts.contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }) else {
      return Array(texts.dropFirst())
    }
    return (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { argument in
        let bytes = UnsafeRawBufferPointer(start: argument, count: strlen(argument))
        return SystemPath.text(of: bytes)
      }
    }
  }
}
