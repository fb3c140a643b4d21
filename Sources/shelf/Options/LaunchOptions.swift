import Commands
import Rendering
import TableEngine
import TableModel

/// What the options of the program say, whoever has read them.
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

  mutating func turnOn(_ flag: ProgramOption) { flags |= Self.bit(flag) }

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
    case .verify, .json, .plain, .noInput, .quiet, .noRC, .projectRC, .keepGoing, .echo, .check,
      .thenInteractive:
      return false
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
