/// Checks an expectation about what the table view did to show a dataset.
///
/// ```swift
/// expectReuse(of: "Datasets/pulse.plist", after: "repeat 20 down") { $0.created <= 60 }
/// ```
///
/// Works in Swift Testing and in XCTest; a failure names the figures.
///
/// - Parameters:
///   - dataset: the path of a file, seen from the working directory or from a folder above the
///     test's source up to its package, or the name of a bundled dataset.
///   - commands: what is typed before, as in a script.
///   - size: the viewport in characters.
///   - isExpected: the expectation.
/// - Returns: the figures; nil when the dataset could not be opened or a command failed.
@discardableResult
public func expectReuse(
  of dataset: String, after commands: String = "", size: ViewportSize = .standard,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, _ isExpected: (ReuseFigures) throws -> Bool
) rethrows -> ReuseFigures? {
  let place = SourcePlace(
    fileID: fileID, filePath: filePath, line: line, column: column)
  let figures: ReuseFigures
  do {
    let playback = try Playback(
      of: dataset, after: commands, size: size.size, source: "\(filePath)")
    figures = ReuseFigures(playback.statistics)
  } catch {
    place.fail("the table could not be shown\n" + error.text)
    return nil
  }
  if try !isExpected(figures) { place.fail("the figures are not as expected\n\(figures)") }
  return figures
}
