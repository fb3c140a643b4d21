import Foundation
import Rendering
import ShellCore
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Browsing

/// The record that has the focus, which may be as large as its file.
@Suite struct FocusedRecordTests {
  @Test func largeRecordsAreShownInPart() throws {
    let folder = try TemporaryFolder()
    let numbers = (0..<100_000).map(String.init).joined(separator: ",")
    let text = String(repeating: "word ", count: 100_000)
    let data = try folder.write(
      "large.json",
      #"[{"name":"a","numbers":[\#(numbers)]},{"name":"b","text":"\#(text)","last":1}]"#)
    let session = BrowsingSession(["open \(data)"], columns: 120, lines: 30)
    session.press("i Tab")
    #expect(session.lines.contains { $0.contains("\"name\": \"a\"") })
    #expect(session.lines.last?.hasPrefix("numbers: ") == true, "\(session.lines)")
    session.press("j Ctrl-L")
    #expect(session.lines.contains { $0.contains("\"text\": \"word word") }, "\(session.lines)")
    // What keys take from it is whole.
    session.press("Tab y v")
    #expect(session.terminal.text.contains("copied 500"), "\(session.terminal.text.suffix(300))")
  }

  /// What is cut says so, and cannot be taken for the text.
  @Test func longTextsSayThatTheyGoOn() {
    let text = String(repeating: "word ", count: 12_000)
    let record = Value.record(Record([("text", .string(text)), ("last", .integer(1))]))
    let lines = RecordText.lines(of: .value(record), marking: .itself, columns: 100_000).lines
    #expect(lines.count == 4)
    #expect(lines[1].text.hasSuffix("word … (10,000 more bytes)\","))
  }

  /// Words of predicates are keys, too.
  @Test(arguments: ["yes", "no", "in", "null", "SELF", "a b"])
  func valuesAreKeptByAnyKey(_ key: String) throws {
    let folder = try TemporaryFolder()
    let data = try folder.write("a.json", #"[{"\#(key)":10,"x":1},{"\#(key)":4,"x":2}]"#)
    let session = BrowsingSession(["open \(data)", "fields text=x"], columns: 120, lines: 12)
    session.press("i Tab =")
    #expect(session.lines.contains { $0.contains("1 of 2 records match") }, "\(session.lines)")
    session.press("F Tab Tab !")
    #expect(session.run.last?.line.hasPrefix("filter ") == true)
  }

  @Test func scalarsAreKeptByTheirValue() throws {
    let folder = try TemporaryFolder()
    let session = BrowsingSession(["open \(try folder.write("a.json", "[5,7,5]"))"], columns: 120)
    session.press("=")
    #expect(session.lines.contains { $0.contains("2 of 3 records match") }, "\(session.lines)")
  }

  /// A record is read once, however often it is drawn, and again when it may have changed.
  @Test func changesAreSeen() throws {
    let folder = try TemporaryFolder()
    let data = try folder.write("two.json", #"[{"a":1,"b":"x"},{"a":2,"b":"y"}]"#)
    let session = BrowsingSession(["open \(data)"], columns: 120, lines: 12)
    session.press("i j k")
    #expect(session.lines.contains { $0.contains("\"a\": 1") })
    session.press(": \"update_0.0_a=5\" Enter j k")
    #expect(session.lines.contains { $0.contains("\"a\": 5") }, "\(session.lines)")
    session.press("u u u")
    #expect(session.lines.contains { $0.contains("\"a\": 1") }, "\(session.lines)")
    session.press(": \"sort_by_a_desc\" Enter g")
    #expect(session.lines.contains { $0.contains("\"a\": 2") }, "\(session.lines)")
  }

  @Test func aKeyWaitsForTheRecordThatItIsAbout() throws {
    var record = FocusedRecord()
    let session = BrowsingSession(["open catalog.json", "focus row 3"], columns: 80, lines: 24)
    let levels = session.shell.session.levels
    var asked = 0
    while case .reading = record.answer(in: levels, within: 0) { asked += 1 }
    guard case .value(let value) = record.answer(in: levels, within: 0) else {
      Issue.record("it was there")
      return
    }
    #expect(asked > 0 && value?.record?["name"] != nil)
    record.forget()
    guard case .reading = record.answer(in: levels, within: 0) else {
      Issue.record("it was not read again")
      return
    }
  }
}
