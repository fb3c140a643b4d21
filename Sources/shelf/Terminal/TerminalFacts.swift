package import Browsing
import CommandLanguage
import Documents
import Files
import Foundation
package import Rendering
import ShellCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the system knows about the terminal.
package enum TerminalFacts {
  /// True when the terminfo database describes a terminal of this name.
  ///
  /// Asking the editing library instead would print its warnings.
  package static func isDescribed(_ name: String, environment: [String: String]) -> Bool {
    description(of: name, environment) != nil
  }

  /// Where the system does not describe the terminal, as in a container with nothing but the
  /// program, the descriptions that were installed with the program do, also for the editing
  /// library, which asks the process for `TERMINFO`.
  ///
  /// - Returns: the environment, with that variable where it helps.
  static func describing(_ environment: [String: String], beside program: URL?) -> [String: String]
  {
    guard let name = environment["TERM"], environment["TERMINFO"] == nil,
      !isDescribed(name, environment: environment),
      let folder = program.flatMap({
        BundledTerminals.bundle.find(above: $0.resolvingSymlinksInPath())
      })
    else { return environment }
    let described = environment.merging(["TERMINFO": folder]) { $1 }
    guard isDescribed(name, environment: described) else { return environment }
    setenv("TERMINFO", folder, 1)
    return described
  }

  /// The file of the terminfo database that describes a terminal.
  private static func description(of name: String, _ environment: [String: String]) -> String? {
    guard let first = name.unicodeScalars.first, !name.contains("/") else { return nil }
    var folders = ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo", "/usr/lib/terminfo"]
    folders += (environment["TERMINFO_DIRS"] ?? "").split(separator: ":").map(String.init)
    if let home = environment["HOME"] { folders.append(home + "/.terminfo") }
    if let own = environment["TERMINFO"] { folders.append(own) }
    let places = [String(first), String(first.value, radix: 16)]
    return folders.lazy.flatMap { folder in places.map { "\(folder)/\($0)/\(name)" } }
      .first { access($0, R_OK) == 0 }
  }

  /// How many colours the terminfo database says that a terminal has; nil where it says nothing.
  ///
  /// The file (term(5)) is a header of six numbers, then names, flags and numbers, of which the 14th
  /// is `max_colors`; numbers have two bytes, or four by another magic number.
  package static func colourCount(of name: String, environment: [String: String]) -> Int? {
    guard let path = description(of: name, environment), let file = fopen(path, "rb") else {
      return nil
    }
    defer { fclose(file) }
    let bytes = [UInt8](unsafeUninitializedCapacity: 32_768) { buffer, count in
      count = fread(buffer.baseAddress, 1, buffer.count, file)
    }
    func number(at offset: Int, size: Int = 2) -> Int? {
      guard offset >= 0, offset + size <= bytes.count else { return nil }
      return bytes[offset..<offset + size].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    guard let magic = number(at: 0), let names = number(at: 2), let flags = number(at: 4),
      let count = number(at: 6), count > 13, [0x011A, 0x021E].contains(magic)
    else { return nil }
    let size = magic == 0x021E ? 4 : 2
    let start = (12 + names + flags + 1) / 2 * 2
    let colours = number(at: start + 13 * size, size: size)
    // Negative numbers say that the terminal has none.
    return colours.flatMap { $0 >= 1 << (size * 8 - 1) ? nil : $0 }
  }

  /// True for terminals that understand marks around commands and have a title, or let both be
  /// without showing anything. The console of Linux, for one, would show them.
  package static func knowsMarks(_ name: String) -> Bool {
    let families = [
      "xterm", "screen", "tmux", "rxvt", "alacritty", "foot", "kitty", "wezterm", "ghostty",
      "contour", "konsole", "vte", "gnome", "iterm", "mintty", "st-",
    ]
    return name == "st" || families.contains { name.lowercased().hasPrefix($0) }
  }

  /// True for terminals that put on the clipboard what a program sends them for it. tmux and GNU screen
  /// do that only where their settings say so.
  package static func takesClipboard(_ name: String, isMultiplexed: Bool) -> Bool {
    knowsMarks(name) && !isMultiplexed && !["screen", "tmux"].contains(where: name.hasPrefix)
  }

  /// Opens the terminal that the program runs on, for a prompt while data arrives on standard
  /// input or results leave by a pipe.
  ///
  /// - Returns: a descriptor to read and write, which stays open for good; nil without a terminal.
  package static func openTerminal() -> Int32? {
    let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC)
    return descriptor >= 0 ? descriptor : nil
  }

  /// The window's size in characters; nil when the descriptor is not a terminal or does not say.
  package static func size(of descriptor: Int32) -> (columns: Int, lines: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// How large a character is, in pixels; nil where that is not known.
  static func cell(of descriptor: Int32) -> PixelSize? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    let cell = PixelSize(
      width: Int(size.ws_xpixel / size.ws_col), height: Int(size.ws_ypixel / size.ws_row))
    return cell.width > 0 && cell.height > 0 ? cell : nil
  }

  /// Makes the C library read and write UTF-8, whatever the environment says.
  ///
  /// Only the character set is touched: numbers and dates stay as the program writes them.
  package static func useUTF8() {
    for locale in ["", "C.UTF-8", "en_US.UTF-8", "UTF-8"] {
      guard setlocale(LC_CTYPE, locale) != nil, let codeset = nl_langinfo(nl_item(CODESET)) else {
        continue
      }
      if String(cString: codeset).uppercased() == "UTF-8" { return }
    }
  }
}

/// Marks that let a terminal know where prompts, commands and their output begin (OSC 133), so
/// that it can jump between them, and the title of its window. Nothing of it is visible.
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

  package var cell: PixelSize? { TerminalFacts.cell(of: output) }

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
