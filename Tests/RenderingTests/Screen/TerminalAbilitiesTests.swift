import Testing

@testable import Rendering

@Suite struct TerminalAbilitiesTests {
  @Test(
    arguments: [
      ("xterm", nil, nil, 8, .sixteen), ("xterm-256color", nil, nil, 256, .table),
      ("xterm-256color", "truecolor", nil, 256, .direct),
      ("xterm-256color", "24bit", "", 256, .direct),
      ("xterm-256color", "truecolor", "1", 256, .none),
      ("xterm-direct", nil, nil, 16_777_216, .direct),
      ("vt100", nil, nil, nil, .none), ("dumb", "truecolor", nil, nil, .none),
      (nil, nil, nil, nil, .none), ("linux", nil, nil, 8, .sixteen),
      ("foot", nil, nil, nil, .sixteen),
      ("tmux-256color", nil, nil, nil, .table), ("rxvt-unicode-256colour", nil, nil, nil, .table),
      ("xterm-mono", nil, nil, 2, .none), ("screen", "yes", nil, 2, .sixteen),
    ] as [(String?, String?, String?, Int?, TerminalAbilities.Colours)])
  func coloursAreThoseOfTheDescription(
    _ name: String?, _ colourName: String?, _ noColour: String?, _ count: Int?,
    _ expected: TerminalAbilities.Colours
  ) {
    var terminal = TerminalDescription(name: name, colourName: colourName, noColour: noColour)
    terminal.colourCount = count
    #expect(TerminalAbilities(of: terminal).colours == expected)
  }

  @Test(arguments: [
    ("xterm-256color", true, true), ("tmux", true, true), ("screen.xterm", true, false),
    ("linux", false, true), ("st", true, true), ("stone", false, false), ("vt100", false, false),
  ])
  func nothingIsTriedThatATerminalMayNotKnow(_ name: String, _ scrolls: Bool, _ erases: Bool) {
    let abilities = TerminalAbilities(of: TerminalDescription(name: name))
    #expect(abilities.scrollsRegions == scrolls)
    #expect(abilities.erasesCharacters == erases)
    #expect(!abilities.synchronises)
  }

  /// Roles that a reader has to tell apart are told apart without colours, too.
  @Test func statesDifferWithoutColours() {
    let roles: [TextStyle.Role] = [.plain, .accent, .editing, .error]
    let looks = roles.map { Palette.colourless.look(of: TextStyle($0)) }
    #expect(Set(looks).count == roles.count)
    for role in TextStyle.Role.allCases {
      for hue in UInt8(0)..<12 {
        let look = Palette.colourless.look(of: TextStyle(role, hue: hue))
        #expect(look.colour == .usual && look.ground == .usual)
      }
    }
  }

  /// In sixteen colours nothing asks for others, and identities stay different.
  @Test func sixteenColoursAreEnough() {
    for role in TextStyle.Role.allCases {
      for backdrop in Backdrop.allCases {
        var style = TextStyle(role, hue: 5)
        style.backdrop = backdrop
        let look = Palette.simple.look(of: style)
        for colour in [look.colour, look.ground] {
          if case .table(let number) = colour { #expect(number < 16) }
        }
      }
    }
    let identities = (0..<IdentityColours.count).map {
      Palette.simple.look(of: TextStyle(.identity, hue: UInt8($0))).colour
    }
    #expect(Set(identities).count == IdentityColours.count)
  }

  @Test func sequencesAreTheShortestOfTwo() {
    func look(_ attributes: TextStyle.Attributes, _ colour: UInt8?, _ ground: UInt8?)
      -> TerminalLook
    {
      var look = TerminalLook()
      look.attributes = attributes
      if let colour { look.colour = .table(colour) }
      if let ground { look.ground = .table(ground) }
      return look
    }
    let plain = TerminalLook()
    let bold = look(.bold, nil, nil)
    #expect(bold.sequence(from: plain) == "\u{1B}[1m")
    #expect(plain.sequence(from: bold) == "\u{1B}[m")
    #expect(look(.dim, nil, nil).sequence(from: bold) == "\u{1B}[0;2m")
    #expect(look(.dim, 200, nil).sequence(from: look(.bold, 200, nil)) == "\u{1B}[22;2m")
    #expect(look(.bold, 9, 236).sequence(from: look(.bold, 1, 236)) == "\u{1B}[91m")
    #expect(look(.bold, nil, 8).sequence(from: look(.bold, 1, nil)) == "\u{1B}[39;100m")
    #expect(plain.sequence(from: plain) == "")
    var direct = plain
    direct.ground = .direct(red: 1, green: 20, blue: 255)
    #expect(direct.sequence(from: plain) == "\u{1B}[48;2;1;20;255m")
  }

  /// Each kind of terminal gets colours as it can show them.
  @Test(
    arguments: [
      (TerminalAbilities.Colours.none, [], []), (.sixteen, ["31"], ["40"]),
      (.table, ["38;5;166"], ["48;5;236"]), (.direct, ["38;2;215;95;0"], ["48;2;48;48;48"]),
    ] as [(TerminalAbilities.Colours, [String], [String])])
  func coloursAreThoseOfTheTerminal(
    colours: TerminalAbilities.Colours, identity: [String], ground: [String]
  ) {
    #expect(colours.palette.look(of: TextStyle(.identity, hue: 1)).parameters == identity)
    var strip = TextStyle(.plain)
    strip.backdrop = .strip
    #expect(colours.palette.look(of: strip).parameters == ground)
  }
}
