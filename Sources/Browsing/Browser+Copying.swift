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
    // Nobody else may read it, or know its name beforehand.
    let file = NSTemporaryDirectory() + "shelf-copy-\(UUID().uuidString)"
    let isWritten = FileManager.default.createFile(
      atPath: file, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    if isWritten {
      say("copied \(size) to \(file)", TextStyle(.success))
    } else {
      say("\(size) cannot be copied: 'copy ... --to FILE' writes a file", TextStyle(.warning))
    }
  }
}
