import CommandLanguage
import Rendering
import TableEngine
import TableModel
import Workspaces

/// `device`: chooses a preset of geometry.
enum DeviceCommand: ShelfCommand {
  case show
  case choose(Device)
  /// Prints all constants; nil for those of the present device.
  case constants(Device?)

  static let declaration = Command(
    "device", .dress, "choose a preset of geometry",
    parameters: [Parameter("NAME", .choice(names), optional: true)],
    options: [withConstants],
    discussion: """
      terminal: a point is a column by a line and the viewport is the window. phone: 320 x 480 \
      points, 8 x 16 a character. `set` shows and changes single constants.
      """,
    examples: [
      .init("device", "say which"), .init("device phone; view", "the classic phone"),
      .init("device phone --constants", "what it consists of"),
    ],
    related: ["set"], effect: .change)

  private static let names = Device.all.map(\.name)
  private static let withConstants = CommandOption(
    "constants", nil, "print every constant of a preset")

  init(_ call: Invocation) throws(CommandError) {
    let device = try call[0].map { word throws(CommandError) in
      guard let device = Device.named(word.text) else {
        throw CommandError(
          .badValue(
            word.text, argument: "device", expected: Self.names.joined(separator: ", ")),
          at: word.range)
      }
      return device
    }
    if call.has(Self.withConstants) {
      self = .constants(device)
    } else {
      self = device.map { .choose($0) } ?? .show
    }
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    switch self {
    case .show: return Output("device \(workspace.preferences.device.name)")
    case .constants(let device):
      return Self.report(of: device ?? workspace.preferences.device)
    case .choose(let device):
      workspace.preferences.device = device
      workspace.preferences.viewport = nil
      try workspace.levels.remeasure(workspace.preferences)
      let size = workspace.preferences.metrics(hasRowTitles: false).viewport
      return Output("device \(device.name)\(Mark.dot)viewport \(size.width)x\(size.height) points")
    }
  }

  private static func report(of device: Device) -> Output {
    let lines = device.constants.map { $0.name.padded(to: 21) + $0.value }
    var output = Output(
      "device \(device.name), in points\n" + lines.map { "  " + $0 }.joined(separator: "\n"))
    output.fields = device.constants.map { [$0.name, $0.value] }
    return output
  }
}
