import CommandLanguage
import Foundation
import Rendering
import ShellCore
import TableModel
import Workspaces

/// What `copy` gives out goes to the clipboard, or to a file where the terminal has none.
extension Browser {
  /// Terminals take no longer texts, in bytes.
  private static let longest = 74_000

  /// Puts a text where it can be pasted from, and says where.
  func copy(_ text: String) {
    hasCopied = true
    let size = Words.number(text.count, "character")
    if terminal.takesClipboard, text.utf8.count <= Self.longest {
      let data = Data(text.utf8).base64EncodedString()
      terminal.write(Array("\u{1B}]52;c;\(data)\u{7}".utf8))
      return say("copied \(size)\(Mark.dot)\(text.clipped(to: 60))", TextStyle(.success))
    }
    let file = NSTemporaryDirectory() + "shelf-copy-\(ProcessInfo.processInfo.processIdentifier)"
    do {
      try shell.session.environment.write(file, true) { take in try take(Array(text.utf8)) }
      say("copied \(size) to \(file)", TextStyle(.success))
    } catch {
      say("\(size) cannot be copied: 'copy ... --to FILE' writes a file", TextStyle(.warning))
    }
  }
}
