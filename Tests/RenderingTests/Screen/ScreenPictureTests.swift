import Testing

@testable import Rendering

@Suite struct ScreenPictureTests {
  private func blocks(_ text: String, columns: Int = 4, lines: Int = 2) -> [ScreenPicture.Block]? {
    guard
      case .blocks(let blocks) = ScreenPicture(
        blocks: text, identity: 1, columns: columns, lines: lines)?.drawing
    else { return nil }
    return blocks
  }

  @Test func charactersKeepTheirColours() throws {
    let text =
      "\u{1B}[0m\u{1B}[38;2;1;2;3;48;5;200m▄\u{1B}[7;94;101m▀ \u{1B}[0m\n\u{1B}[36m▄\u{1B}[0m\n"
    let read = try #require(blocks(text))
    #expect(read.map(\.code) == [0x2584, 0x2580, 0x20, 0x2584, 0x20, 0x20])
    #expect(read[0].look.colour == .direct(red: 1, green: 2, blue: 3))
    #expect(read[0].look.ground == .table(200))
    #expect(read[1].look.attributes == .reverse)
    #expect(read[1].look.colour == .table(12) && read[1].look.ground == .table(9))
    #expect(read[3].look.colour == .table(6) && read[3].look.ground == .usual)
  }

  /// What a program prints instead of a picture reaches no terminal.
  @Test(arguments: [
    "", "\n\n", "\u{1B}[0m", "too long for it", "a\nb\nc", "\u{1B}]52;c;AAAA\u{07}\u{1B}[2J",
  ])
  func whatIsNoPictureIsRefused(_ text: String) {
    #expect(blocks(text)?.contains { $0.code < 0x20 } != true)
    if text.contains("b") || text.contains("long") { #expect(blocks(text) == nil) }
  }

  @Test func otherSequencesAreLeftOut() throws {
    let read = try #require(blocks("\u{1B}[2J\u{1B}[5Aa\u{07}\u{9B}b\u{1B}[?25l日\u{1B}[31"))
    #expect(read.map(\.code) == [0x61, 0x62])
  }

  @Test func sixelsHaveToFit() throws {
    let text = "\u{1B}P0;1;0q\"1;1;40;24#0;2;5;1;50#0!40~-!40~-!40~-!40~-\u{1B}\\\u{1B}[0m"
    func read(_ text: String, _ columns: Int, _ lines: Int) -> ScreenPicture? {
      ScreenPicture(
        sixel: Array(text.utf8), identity: 1, columns: columns, lines: lines,
        cell: PixelSize(width: 10, height: 20))
    }
    let picture = try #require(read(text, 4, 2))
    #expect(picture.columns == 4 && picture.lines == 2 && !picture.canBeCut)
    guard case .sixel(let bytes) = picture.drawing else { return }
    #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("!40~\u{1B}\\"))
    #expect(read(text, 3, 2) == nil && read(text, 4, 1) == nil)
    // More bands than it says.
    #expect(read(text.replacing("-\u{1B}", with: "-!40~-!40~-!40~-!40~\u{1B}"), 4, 2) == nil)
    for wrong in ["\u{1B}P0q\u{1B}\\", "no", "\u{1B}P0;1;0q\"1;1;40;24\u{07}\u{1B}\\", ""] {
      #expect(read(wrong, 4, 2) == nil, "\(wrong)")
    }
  }

  @Test func kittysPicturesAreWrittenAnew() throws {
    let text =
      "\u{1B}_Ga=T,f=32,s=16,v=16,c=2,r=2,m=1\u{1B}\\\u{1B}_Gm=1;AAAA\u{1B}\\"
      + "\u{1B}_Gm=1;BB==\u{1B}\\\u{1B}_Gm=0\u{1B}\\"
    func read(_ text: String, columns: Int = 2, lines: Int = 1) -> ScreenPicture? {
      ScreenPicture(
        kitty: Array(text.utf8), identity: 1, columns: columns, lines: lines, scale: 2)
    }
    let picture = try #require(read(text))
    guard case .kitty(let kitty) = picture.drawing else { return }
    #expect(
      String(decoding: kitty.sending(as: 7), as: UTF8.self)
        == "\u{1B}_Ga=t,i=7,f=32,s=16,v=16,q=2,m=1;AAAA\u{1B}\\\u{1B}_Gq=2,m=0;BB==\u{1B}\\")
    let cut = PlacedPicture(
      picture, corner: ScreenPlace(column: -1, line: 0),
      visible: CellArea(column: 0, line: 0, columns: 9, lines: 9))
    #expect(
      kitty.placing(cut, as: 7, place: 3)
        == "\u{1B}_Ga=p,i=7,p=3,x=8,y=0,w=8,h=16,c=1,r=1,C=1,q=2\u{1B}\\")
    #expect(read(text, columns: 1) == nil)
    #expect(read(text.replacing("AAAA", with: "A\u{1B}]0;x\u{07}")) == nil)
    #expect(read(text.replacing("f=32", with: "f=100")) == nil)
    #expect(read("\u{1B}_Ga=T,f=32,s=16,v=16,c=2,r=2;AAAA") == nil)
  }
}

@Suite struct TerminalAnswerTests {
  private func abilities(_ name: String, _ change: (inout TerminalDescription) -> Void = { _ in })
    -> TerminalAbilities
  {
    var terminal = TerminalDescription(name: name)
    change(&terminal)
    return TerminalAbilities(of: terminal)
  }

  @Test func answersSayWhatATerminalCanDo() {
    var terminal = abilities("xterm-256color")
    var learned: [Bool] = []
    #expect(terminal.pictures == .blocks)
    #expect(terminal.questions.hasSuffix("\u{1B}[c"))
    learned.append(terminal.learn(from: "\u{1B}[?62;4;22c"))
    #expect(terminal.pictures == .sixel)
    learned.append(terminal.learn(from: "\u{1B}_Gi=31;OK"))
    #expect(terminal.pictures == .kitty)
    learned.append(terminal.learn(from: "\u{1B}[?62;4;22c"))
    #expect(terminal.pictures == .kitty)
    learned.append(terminal.learn(from: "\u{1B}[?2026;2$y"))
    #expect(terminal.synchronises)
    learned.append(terminal.learn(from: "\u{1B}[6;18;9t"))
    #expect(terminal.cell == PixelSize(width: 9, height: 18))
    for other in ["\u{1B}[12;40R", "\u{1B}_Gi=5;OK", "\u{1B}P>|foot", "\u{1B}[?1;0n", ""] {
      let isTaken = terminal.learn(from: other)
      #expect(!isTaken, "\(other)")
    }
    #expect(learned == [true, true, true, true, true])
  }

  @Test func whatIsRefusedIsNotUsed() {
    var terminal = abilities("xterm")
    terminal.learn(from: "\u{1B}_Gi=31;ENOTSUPPORTED")
    terminal.learn(from: "\u{1B}[?62;22;14c")
    terminal.learn(from: "\u{1B}[?2026;0$y")
    terminal.learn(from: "\u{1B}[6;0;100000t")
    #expect(terminal.pictures == .blocks && !terminal.synchronises)
    #expect(terminal.cell == PixelSize(width: 10, height: 20))
  }

  @Test func somethingBetweenShowsBlocksAlone() {
    for var terminal in [
      abilities("tmux-256color"), abilities("screen"),
      abilities("xterm") { $0.isMultiplexed = true },
    ] {
      #expect(!terminal.questions.contains("_G"))
      terminal.learn(from: "\u{1B}_Gi=31;OK")
      terminal.learn(from: "\u{1B}[?62;4c")
      #expect(terminal.pictures == .blocks)
    }
  }

  @Test func withoutColoursThereAreNone() {
    for var terminal in [
      abilities("dumb"), abilities("xterm") { $0.noColour = "1" },
      abilities("xterm") { $0.charset = .ascii },
    ] {
      terminal.learn(from: "\u{1B}_Gi=31;OK")
      #expect(terminal.pictures == nil)
    }
    #expect(abilities("vt100").questions.isEmpty)
  }
}
