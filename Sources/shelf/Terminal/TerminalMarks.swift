import DataSources
import Rendering
import ShellCore

/// What tells a terminal where prompts, commands and their output begin (OSC 133), so that it can
/// jump between them, and the title of its window. Nothing of it is visible.
struct TerminalMarks {
  /// Whether the terminal is to get them.
  var isOn = false
  /// True between a command and the next prompt.
  private var hasOutput = false
  private var awaitsInput = false
  /// The title that the window has from us.
  private var title: String?

  /// - Parameters:
  ///   - status: how the command before ended.
  ///   - title: what the window is to be called.
  mutating func beginPrompt(after status: Int32, title: String, to output: Int32) {
    guard isOn else { return giveBackTitle(to: output) }
    var text = hasOutput ? Self.mark("D;\(status)") : ""
    hasOutput = false
    if self.title == nil { text += "\u{1B}[22;2t" }
    if self.title != title { text += "\u{1B}]2;\(DisplaySafe.line(title))\u{1B}\\" }
    self.title = title
    awaitsInput = true
    DescriptorOutput.write(text + Self.mark("A"), to: output)
  }

  /// Called when the prompt is drawn.
  mutating func beginInput(to output: Int32) {
    guard awaitsInput else { return }
    awaitsInput = false
    DescriptorOutput.write(Self.mark("B"), to: output)
  }

  mutating func beginOutput(to output: Int32) {
    guard isOn else { return }
    hasOutput = true
    DescriptorOutput.write(Self.mark("C"), to: output)
  }

  /// Puts the title back that the window had.
  mutating func giveBackTitle(to output: Int32) {
    guard title != nil else { return }
    title = nil
    DescriptorOutput.write("\u{1B}[23;2t", to: output)
  }

  private static func mark(_ kind: String) -> String { "\u{1B}]133;\(kind)\u{1B}\\" }
}
