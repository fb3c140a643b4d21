import Foundation
import Rendering
import ShellCore
import TableEngine
import Testing
import Workspaces

@testable import Browsing
@testable import Playing

/// Pictures on the whole screen, with a program that stands in for the one that draws them.
@Suite struct BrowserPictureTests {
  /// A table of rows of items whose pictures are their own letters, and a shell that shows it.
  struct Gallery {
    let standIn: StandIn
    let session: BrowsingSession
    let opening: [String]

    /// - Parameter gated: whether nothing is drawn until `open` is called.
    init(_ opening: [String] = [], gated: Bool = false, rows: Int = 12) throws {
      standIn = try StandIn(
        (gated ? "while [ ! -e \"${0%/*}/gate\" ]; do sleep 0.01; done; " : "") + StandIn.drawing)
      var lists: [String] = []
      for row in 0..<rows {
        let letter = String(UnicodeScalar(UInt8(65 + row)))
        try standIn.write("\(letter).png", "\(letter)\(letter)\(letter)\n")
        lists.append(
          "\"\(letter)\": [{\"name\": \"item \(letter)\", \"image\": \"\(letter).png\"}]")
      }
      try "{\(lists.joined(separator: ","))}".write(
        toFile: standIn.folder.path + "/data.json", atomically: true, encoding: .utf8)
      let loader = PictureLoader(
        limits: PictureLoaderTests.patient, program: standIn.program)
      self.opening =
        ["open \(standIn.folder.path)/data.json", "set cell-size 18x6"] + opening
      session = BrowsingSession(
        self.opening, lines: 24, abilities: TerminalAbilities(colours: .direct), loader: loader)
    }

    func openGate() throws { try standIn.folder.write("gate", []) }

    /// Which letters are drawn in the row of an item: those of its pictures.
    func pictures(of letter: String) -> [String] {
      let lines = session.lines
      guard let row = lines.firstIndex(where: { $0.contains("item \(letter)") }) else { return [] }
      return lines[max(0, row - 2)..<row].flatMap { line in
        line.split { !$0.isLetter }.map(String.init).filter { $0.count == 3 }
      }
    }
  }

  @Test func picturesTakeThePlaceOfSwatches() throws {
    let gallery = try Gallery()
    gallery.session.press("j")
    #expect(gallery.pictures(of: "A").isEmpty)
    gallery.session.press(": \"set_pictures_on\" Enter Wait")
    #expect(gallery.pictures(of: "A") == ["AAA"])
    #expect(gallery.pictures(of: "B") == ["BBB"])
    gallery.session.press("j j j Wait")
    #expect(gallery.pictures(of: "D") == ["DDD"])
    gallery.session.press("F1")
    #expect(gallery.session.browser.images.placed.isEmpty || gallery.session.lines[0] == "Move")
    gallery.session.press("Esc : \"set_pictures_off\" Enter j")
    #expect(gallery.pictures(of: "D").isEmpty)
  }

  /// What came too late is shown in the wrong cell, and dropped where that is guarded.
  @Test(arguments: ["unguarded", "guarded"])
  func theWrongImageIsShownAndCured(_ mode: String) throws {
    let gallery = try Gallery(["set pictures on", "images \(mode)", "reset"], gated: true)
    gallery.session.press("j j j j j j j j")
    try gallery.openGate()
    gallery.session.press("Wait Wait")
    let wrong = ["E", "F", "G", "H", "I"].filter { letter in
      let shown = gallery.pictures(of: letter)
      return !shown.isEmpty && shown != [letter + letter + letter]
    }
    if mode == "unguarded" {
      #expect(!wrong.isEmpty, "\(gallery.session.lines)")
    } else {
      #expect(wrong.isEmpty)
      #expect(gallery.pictures(of: "I") == ["III"])
    }
    let delivered = gallery.session.run.map(\.line).filter { $0.hasPrefix("images deliver") }
    #expect(delivered.joined(separator: " ").contains("--image \"A.png\""))
    // A script of the same commands leads to the same.
    let second = BrowsingSession.shell()
    for line in gallery.opening + gallery.session.run.map(\.line) {
      _ = second.run(SourceLine(text: line))
    }
    second.resize(window: gallery.session.browser.window)
    let difference = gallery.session.shell.session.digest().differences(
      from: second.session.digest())
    #expect(difference.isEmpty, "\(difference)")
  }

  @Test func deliveriesWaitTheirTime() throws {
    let gallery = try Gallery([
      "set pictures on", "images guarded", "set picture-delay 400", "reset",
    ])
    let begin = ContinuousClock.now
    gallery.session.press("j Wait")
    #expect(ContinuousClock.now - begin >= .milliseconds(400))
    #expect(gallery.pictures(of: "A") == ["AAA"])
  }

  @Test func whatCannotBeShownIsSaidOnce() throws {
    let session = BrowsingSession(
      ["open catalog.json", "set pictures on"], abilities: TerminalAbilities(colours: .none))
    session.press("j")
    #expect(session.lines.last?.hasPrefix("pictures need a terminal with colours") == true)
    session.press("j j")
    #expect(session.lines.last?.hasPrefix("0.3") == true)
    let gallery = try Gallery(["set pictures on"])
    try FileManager.default.removeItem(atPath: gallery.standIn.folder.path + "/A.png")
    gallery.session.press("j Wait")
    #expect(
      gallery.session.lines.last == "there is no file 'A.png' beside the data; its swatch stays")
    #expect(gallery.pictures(of: "A").isEmpty && gallery.pictures(of: "B") == ["BBB"])
  }

  /// Answers of the terminal are no keys, and decide how pictures are drawn.
  @Test func theTerminalIsAsked() throws {
    var abilities = TerminalAbilities(colours: .direct, scrollsRegions: true)
    abilities.pictures = .blocks
    let session = BrowsingSession(["open catalog.json"], abilities: abilities)
    #expect(session.terminal.text.contains("a=q") && session.terminal.text.contains("\u{1B}[c"))
    session.press([.answer("\u{1B}[?2026;2$y"), .answer("\u{1B}[?62;4c"), .character("j")])
    #expect(session.browser.writer.abilities.pictures == .sixel)
    #expect(session.browser.writer.abilities.synchronises)
    #expect(session.run.map(\.line) == ["focus down"])
    session.press([.answer("\u{1B}_Gi=31;OK")])
    #expect(session.browser.writer.abilities.pictures == .kitty)
  }

  /// Room for pictures in rows is no part of the table's geometry.
  @Test func rowsMakeRoom() throws {
    let session = BrowsingSession(["open catalog.json", "set row-height 4"])
    session.press("Ctrl-L")
    let digest = session.shell.session.digest()
    let before = session.lines.first { $0.contains("Fig Jam") }?.firstIndex(of: "F")
    session.press(": \"set_pictures_on\" Enter Ctrl-L")
    let after = session.lines.first { $0.contains("Fig Jam") }
    #expect(after?.contains("░░░░") == true || after?.contains("▒▒▒▒") == true || after != nil)
    #expect(before != nil)
    #expect(session.shell.session.digest().differences(from: digest).isEmpty)
    #expect(!session.shell.session.picture().map(\.text).contains { $0.contains("▒▒▒▒▒▒") })
  }
}
