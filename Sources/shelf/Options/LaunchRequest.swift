import Documents
import Files
import Rendering
import ShellCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
