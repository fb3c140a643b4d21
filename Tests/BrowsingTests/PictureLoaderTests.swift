import Foundation
import Rendering
import ShellCore
import TestSeeds
import Testing

@testable import Browsing

/// A program that stands in for the one that draws pictures.
struct StandIn {
  let folder: TestFolder
  var program: String { folder.path + "/draw" }

  /// - Parameter script: what it does; its standard input is the picture.
  init(_ script: String) throws {
    folder = try TestFolder()
    try TestProgram.write(script, to: program)
  }

  /// Draws what stands behind the head of a picture's file, which has two ends of lines.
  static let drawing = "echo >> \"${0%/*}/starts\"; tail -n +4"

  var starts: Int {
    let text = try? String(contentsOfFile: folder.path + "/starts", encoding: .utf8)
    return text?.count ?? 0
  }

  /// A picture's file that the stand-in draws as a text.
  func write(_ name: String, _ text: String) throws {
    try folder.write(name, TestFolder.head + Array(("\n" + text).utf8))
  }
}

@Suite struct PictureLoaderTests {
  /// A busy machine fails no test.
  static let patient: PictureLoader.Limits = {
    var limits = PictureLoader.Limits()
    limits.child.time = .seconds(60)
    return limits
  }()

  private func wish(_ name: String, _ standIn: StandIn, _ form: PictureForm = .blocks) throws
    -> PictureLoader.Wish
  {
    var abilities = TerminalAbilities(colours: .direct)
    abilities.pictures = form
    return PictureLoader.Wish(
      name: name, folder: standIn.folder.path, columns: 6, lines: 2,
      style: try #require(PictureStyle(abilities)))
  }

  /// The answer when all is done.
  @discardableResult
  private func answer(_ loader: PictureLoader, _ wish: PictureLoader.Wish) -> String {
    _ = loader.answer(to: wish)
    while loader.isBusy {
      _ = loader.proceed()
      usleep(2_000)
    }
    switch loader.answer(to: wish) {
    case .coming: return "coming"
    case .picture(let picture): return "\(picture.columns)x\(picture.lines)"
    case .problem(let problem): return problem.words
    }
  }

  @Test func picturesAreDrawnOnce() throws {
    let standIn = try StandIn(StandIn.drawing)
    try standIn.write("a.png", "abc\nabc\n")
    let loader = PictureLoader(limits: Self.patient, program: standIn.program)
    let wish = try self.wish("a.png", standIn)
    #expect(!loader.hasAnswer(to: wish))
    #expect(answer(loader, wish) == "3x2")
    #expect(answer(loader, wish) == "3x2")
    loader.checkFiles()
    #expect(answer(loader, wish) == "3x2")
    #expect(standIn.starts == 1)
    try standIn.write("a.png", "abcde\n")
    #expect(answer(loader, wish) == "3x2")
    loader.checkFiles()
    #expect(answer(loader, wish) == "5x1")
    var larger = wish
    larger.columns = 40
    #expect(answer(loader, larger) == "5x1")
    #expect(standIn.starts == 3)
    #expect(loader.takeNews().isEmpty)
  }

  @Test func onlySomeAreDrawnAtOnce() throws {
    let standIn = try StandIn(
      "echo > \"${0%/*}/running.$$\"; ls \"${0%/*}\" | grep -c running >> \"${0%/*}/most\"; "
        + "sleep 0.05; rm \"${0%/*}/running.$$\"; echo a")
    let loader = PictureLoader(limits: Self.patient, program: standIn.program)
    for number in 0..<8 {
      try standIn.write("\(number).png", "")
      _ = loader.answer(to: try wish("\(number).png", standIn))
      _ = loader.answer(to: try wish("\(number).png", standIn))
    }
    while loader.isBusy {
      _ = loader.proceed()
      usleep(2_000)
    }
    let most = try String(contentsOfFile: standIn.folder.path + "/most", encoding: .utf8)
      .split(separator: "\n").compactMap { Int($0) }
    #expect(most.count == 8)
    #expect(most.allSatisfy { $0 <= 2 }, "\(most)")
  }

  @Test func whatNobodyWantsAnyLongerIsNotDrawn() throws {
    let standIn = try StandIn(StandIn.drawing)
    for number in 0..<20 { try standIn.write("\(number).png", "a\n") }
    let loader = PictureLoader(limits: Self.patient, program: standIn.program)
    for number in 0..<20 {
      loader.beginFrame()
      _ = loader.answer(to: try wish("\(number).png", standIn))
    }
    #expect(answer(loader, try wish("19.png", standIn)) == "1x1")
    #expect(standIn.starts == 1)
  }

  @Test func badProgramsLeaveTheSwatch() throws {
    for (script, seconds, words) in [
      ("exec sleep 100", 0.3, "'chafa' took too long for 'a.png'; its swatch stays"),
      ("exec cat /dev/zero", 60, "'chafa' wrote too much for 'a.png'; its swatch stays"),
      ("echo a; exit 1", 60, "'chafa' can't draw 'a.png'; its swatch stays"),
      ("echo too wide a line for it", 60, "'chafa' can't draw 'a.png'; its swatch stays"),
      ("exit 0", 60, "'chafa' can't draw 'a.png'; its swatch stays"),
    ] {
      let standIn = try StandIn(script)
      try standIn.write("a.png", "")
      var limits = PictureLoader.Limits()
      limits.child.time = .milliseconds(Int(seconds * 1000))
      let loader = PictureLoader(limits: limits, program: standIn.program)
      #expect(answer(loader, try wish("a.png", standIn)) == words)
      #expect(loader.takeNews().map(\.words) == [words])
    }
  }

  @Test func problemsAreSaidOnceOfEachKind() throws {
    let standIn = try StandIn(StandIn.drawing)
    let loader = PictureLoader(limits: Self.patient, program: standIn.program)
    for name in ["a.png", "b.png", "c.png"] { answer(loader, try wish(name, standIn)) }
    #expect(
      loader.takeNews().map(\.words) == [
        "there is no file 'a.png' beside the data; its swatch stays"
      ])
    #expect(loader.takeNews().isEmpty)
    try standIn.write("a.png", "abc\n")
    loader.checkFiles()
    #expect(answer(loader, try wish("a.png", standIn)) == "3x1")
    let without = PictureLoader(limits: Self.patient, program: standIn.folder.path + "/none")
    try standIn.write("b.png", "abc\n")
    for name in ["a.png", "b.png"] { answer(without, try wish(name, standIn)) }
    #expect(
      without.takeNews().map(\.words)
        == ["pictures are drawn by the program 'chafa', which is not installed; swatches stay"])
  }

  /// Where pixels have another size than they should, characters are drawn.
  @Test func pixelsThatDoNotFitBecomeBlocks() throws {
    let standIn = try StandIn(
      "case \"$*\" in *symbols*) echo abc;; *) printf '\\033P0;1;0q\"1;1;9000;9000#0~\\033\\\\';; esac"
    )
    try standIn.write("a.png", "")
    let loader = PictureLoader(limits: Self.patient, program: standIn.program)
    #expect(answer(loader, try wish("a.png", standIn, .sixel)) == "3x1")
    #expect(answer(loader, try wish("a.png", standIn, .kitty)) == "3x1")
  }

  @Test func memoryIsBounded() throws {
    let standIn = try StandIn(StandIn.drawing)
    var limits = Self.patient
    limits.kept = 2_000
    let loader = PictureLoader(limits: limits, program: standIn.program)
    for number in 0..<30 {
      try standIn.write("\(number).png", "abcdef\nabcdef\n")
      answer(loader, try wish("\(number).png", standIn))
    }
    let kept = try (0..<30).filter { loader.hasAnswer(to: try wish("\($0).png", standIn)) }
    #expect(kept.last == 29 && kept.count < 30)
  }

  static let hasChafa = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].contains {
    FileManager.default.isExecutableFile(atPath: $0 + "/chafa")
  }

  /// The program itself, with pictures of the catalogue in all forms.
  @Test(.enabled(if: hasChafa, "'Scripts/setup pictures' installs chafa"))
  func theProgramDrawsPictures() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Datasets").standardizedFileURL.path
    let loader = PictureLoader(limits: Self.patient)
    for form in [PictureForm.blocks, .sixel, .kitty] {
      var abilities = TerminalAbilities(colours: .direct)
      abilities.pictures = form
      for (columns, lines) in [(16, 5), (4, 1), (40, 12), (7, 9)] {
        let wish = PictureLoader.Wish(
          name: "cork-trivet.png", folder: folder, columns: columns, lines: lines,
          style: try #require(PictureStyle(abilities)))
        _ = answer(loader, wish)
        guard case .picture(let picture) = loader.answer(to: wish) else {
          Issue.record("\(form) \(columns)x\(lines): \(loader.takeNews().map(\.words))")
          continue
        }
        // It is as large as its shape allows.
        #expect(picture.columns == columns || picture.lines == lines || form == .sixel)
        #expect(picture.canBeCut == (form != .sixel), "\(form)")
        #expect(picture.byteCount < 1 << 20)
      }
    }
  }
}
