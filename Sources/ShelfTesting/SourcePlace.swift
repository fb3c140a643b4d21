import Testing
import XCTest

/// Where an expectation stands in the source of a test, and how its failures are reported.
struct SourcePlace {
  var fileID: StaticString
  var filePath: StaticString
  var line: UInt
  var column: UInt

  /// Reports a failure to the library whose test is running.
  func fail(_ message: String) {
    if Test.current != nil {
      Issue.record(
        Comment(rawValue: message),
        sourceLocation: SourceLocation(
          fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column)))
    } else {
      XCTFail(message, file: filePath, line: line)
    }
  }
}
