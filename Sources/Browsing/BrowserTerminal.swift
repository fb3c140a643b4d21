package import Rendering
package import ShellCore

/// The terminal that a browser draws on and gets keys from; a test plays it.
package protocol BrowserTerminal: AnyObject {
  /// The window's size in characters.
  var size: (columns: Int, lines: Int) { get }
  /// What it can do; a browser adds what the terminal says of itself.
  var abilities: TerminalAbilities { get set }

  /// True where texts can be put on the clipboard (OSC 52).
  var takesClipboard: Bool { get }

  /// Takes the whole screen.
  func enter()
  /// Gives it back as it was.
  func leave()
  /// Stops the program, as Ctrl-Z does; returns when it goes on.
  func suspend()

  /// Whether what the mouse does arrives as keys do.
  var reportsMouse: Bool { get set }

  func write(_ bytes: [UInt8])

  /// True when a key can be had without waiting.
  func hasKey() -> Bool

  /// Waits for a key or a signal.
  ///
  /// - Parameter milliseconds: how long at most; nil for as long as it takes.
  func next(milliseconds: Int32?) -> KeyEvent

  /// While a command runs: true when Escape was pressed since. Other keys wait.
  func takesEscape() -> Bool
}

/// What came of waiting for a key.
package enum KeyEvent: Sendable, Hashable {
  case key(Key)
  /// A signal arrived, or the time is over: look at `SignalState`.
  case woken
  case end
  case failed
}
