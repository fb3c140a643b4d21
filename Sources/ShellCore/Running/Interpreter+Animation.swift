import CommandLanguage
import Commands
import Rendering
import Workspaces

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `--animated` on a terminal: each frame is seen, 30 a second, one in the place of the other.
extension Interpreter {
  /// Runs a command, and shows the frames that it has made if it asks for that.
  func animated(_ statement: Statement) throws(CommandError) -> Workspace.Result {
    guard drawsFrames, statement.words.contains(where: { $0.text.hasPrefix("--animated") }) else {
      return try result(of: statement)
    }
    let camera = SessionCamera()
    camera.attend(session)
    defer { camera.close() }
    let result = try result(of: statement)
    for picture in camera.develop(session).dropLast() where !shouldStop() { show(picture) }
    return result
  }

  /// True where the viewport is drawn after a command, on a terminal that shows it at once.
  private var drawsFrames: Bool {
    mode.isInteractive && printsToTerminal && !mode.json && !isBrowsing && !isHandingOn
      && console.divert == nil && session.preferences.showsViewAfterChanges
  }

  /// Draws a picture for a moment and erases it again. It never becomes part of the output.
  private func show(_ picture: ViewPicture) {
    let lines = picture.lines.map { $0.truncated(to: console.columns ?? .max) }
    let palette = console.colorsResults ? Palette.standard : nil
    console.writeResult(ViewEncoder.text(of: lines, palette: palette))
    console.flush()
    usleep(Self.frameTime)
    console.writeResult("\u{1B}[\(lines.count)A\r\u{1B}[J")
  }

  /// In microseconds.
  private static var frameTime: UInt32 { 33_333 }
}
