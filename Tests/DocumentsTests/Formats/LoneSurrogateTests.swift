import Foundation
import TableModel
import Testing

@testable import Documents
@testable import Files

/// Escapes for halves of characters are read as U+FFFD, which is said.
@Suite struct LoneSurrogateTests {
  static let cases: [(text: String, first: Int?, count: Int)] = [
    (#"["\ud800"]"#, 2, 1), (#"["\udc00\ud800"]"#, 2, 2), (#"["\ud83d\ude00"]"#, nil, 0),
    (#"["\\ud800"]"#, nil, 0), (#"["\\\ud800"]"#, 4, 1), (#"["\ud800\ud83d\ude00"]"#, 2, 1),
    (#"["\u00e9\n"]"#, nil, 0), (#"{"\uDBFF": 1}"#, 2, 1), (#"["\ud800\n"]"#, 2, 1), ("", nil, 0),
  ]

  @Test(arguments: cases)
  func areFound(_ example: (text: String, first: Int?, count: Int)) {
    let found = Array(example.text.utf8).withUnsafeBytes(LoneSurrogates.init(in:))
    #expect(found?.first == example.first && found?.count ?? 0 == example.count)
  }

  @Test(arguments: ["a.json", "a.ndjson"])
  func areNotedWhereTheyStand(_ name: String) throws {
    let document = try DocumentOpener.open(
      bytes: Array("{\"a\": 1}\n{\"a\": \"\\ud800 \\udfff\"}\n".utf8), name: name)
    #expect(
      document.remarks == [
        "line 2, column 8: '\\ud800' is half of a character, which no text can hold, and is read"
          + " as U+FFFD; there are 2 in all"
      ])
    #expect(document.savingRemark?.hasPrefix("2 halves of characters") == true)
  }

  /// Files that stay as their bytes say the same.
  @Test func filesOfMediumSizeSayItToo() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("shelf-halves-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let rows = (0..<2000).map { #"{"id": \#($0), "t": "text"}"# } + [#"{"id": 0, "t": "\ud800"}"#]
    try Data(("[" + rows.joined(separator: ",\n") + "]").utf8).write(to: file)
    let document = try #require(
      DocumentOpener.checked(path: file.path, name: "a.json", format: nil, of: 1..<1 << 24))
    #expect(document.remarks.first?.hasPrefix("line 2001, column 17: '\\ud800' is half") == true)
    #expect(document.savingRemark != nil)
  }
}
