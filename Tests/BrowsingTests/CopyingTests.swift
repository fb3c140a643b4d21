import Commands
import Foundation
import Testing

@testable import Browsing

@Suite struct CopyingTests {
  @Test func valuesGoToTheClipboard() {
    let session = BrowsingSession(["open catalog.json"])
    var sent = ""
    session.terminal.onWrite = { sent += $0 }
    session.press("y v")
    #expect(session.run.map(\.line) == ["copy value name"])
    #expect(session.lines.last == "copied 18 characters · Fig Jam with Thyme")
    let data = Data("Fig Jam with Thyme".utf8).base64EncodedString()
    #expect(sent.contains("\u{1B}]52;c;\(data)\u{7}"))
  }

  @Test func withoutAClipboardAFileIsWritten() throws {
    let session = BrowsingSession(["open catalog.json"])
    session.terminal.takesClipboard = false
    session.press("y r")
    let said = try #require(session.lines.suffix(2).joined().split(separator: " to ").last)
    let file = String(said)
    defer { try? FileManager.default.removeItem(atPath: file) }
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains("Fig Jam with Thyme"))
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }
}
