package import Browsing
import Documents
import Files
package import Rendering
import ShellCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The terminal on whose whole screen a browser draws.
package final class ScreenTerminal: BrowserTerminal {
  package var abilities: TerminalAbilities {
    didSet { TerminalGuard.clearsPictures = abilities.pictures == .kitty }
  }
  private var input: KeySource
  private let output: Int32
  /// Buttons, what is dragged, and places that may lie beyond column 223.
  package var reportsMouse = false {
    didSet {
      if reportsMouse == oldValue { return }
      let end = reportsMouse ? "h" : "l"
      write(Array("\u{1B}[?1000\(end)\u{1B}[?1002\(end)\u{1B}[?1006\(end)".utf8))
    }
  }

  package let takesClipboard: Bool

  package init(
    input: Int32, output: Int32, abilities: TerminalAbilities, takesClipboard: Bool
  ) {
    self.takesClipboard = takesClipboard
    self.input = KeySource(descriptor: input)
    self.output = output
    self.abilities = abilities
  }

  package var size: (columns: Int, lines: Int) { TerminalFacts.size(of: output) ?? (80, 24) }

  package func enter() {
    TerminalGuard.enterScreen(input: input.descriptor, output: output)
    SignalHandlers.startEditing()
  }

  package func leave() {
    reportsMouse = false
    SignalHandlers.stopEditing()
    TerminalGuard.leave()
  }

  package func suspend() {
    leave()
    _ = SignalState.takeContinuation()
    raise(SIGTSTP)
    // Here the program was stopped; `fg` goes on.
    enter()
    _ = SignalState.takeContinuation()
  }

  package func write(_ bytes: [UInt8]) {
    if bytes.isEmpty { return }
    DescriptorOutput.write(String(decoding: bytes, as: UTF8.self), to: output) {
      SignalState.exitStatus != nil
    }
  }

  package func hasKey() -> Bool { input.hasKey() }

  package func next(milliseconds: Int32?) -> KeyEvent { input.next(milliseconds: milliseconds) }

  package func takesEscape() -> Bool { input.takeEscape() }
}
