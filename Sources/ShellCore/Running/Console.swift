package import Rendering

/// Where the shell writes: results to one stream, messages about them to another.
///
/// Two functions and two choices of colour, so that a test can collect what a terminal would show.
package struct Console {
  package var writeResult: (String) -> Void
  package var writeMessage: (String) -> Void
  /// Hands over what was written, before the program waits.
  package var flush: () -> Void
  package var colorsResults: Bool
  package var colorsMessages: Bool

  package init(
    writeResult: @escaping (String) -> Void, writeMessage: @escaping (String) -> Void,
    flush: @escaping () -> Void = {}, colorsResults: Bool = false, colorsMessages: Bool = false
  ) {
    self.writeResult = writeResult
    self.writeMessage = writeMessage
    self.flush = flush
    self.colorsResults = colorsResults
    self.colorsMessages = colorsMessages
  }

  package func result(_ lines: [StyledLine]) {
    if !lines.isEmpty { writeResult(Self.encode(lines, colors: colorsResults)) }
  }

  package func message(_ lines: [StyledLine]) {
    if !lines.isEmpty { writeMessage(Self.encode(lines, colors: colorsMessages)) }
  }

  private static func encode(_ lines: [StyledLine], colors: Bool) -> String {
    ViewEncoder.text(of: lines, palette: colors ? .standard : nil)
  }
}
