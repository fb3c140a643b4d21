package import TableEngine

/// A colour of a terminal.
package enum TerminalColour: Sendable, Hashable {
  /// What the terminal writes with, or writes on, when nobody says anything.
  case usual
  /// One of the terminal's table: 0 to 7, 8 to 15 for their bright ones, and xterm's cube and greys.
  case table(UInt8)
  case direct(red: UInt8, green: UInt8, blue: UInt8)

  /// The same colour by its parts, where the table of xterm says which it is. The first sixteen are
  /// the terminal's own, and stay what somebody has made of them.
  var inParts: TerminalColour {
    guard case .table(let number) = self, number >= 16 else { return self }
    if number >= 232 {
      let grey = 8 + 10 * (number - 232)
      return .direct(red: grey, green: grey, blue: grey)
    }
    let cube = number - 16
    let parts = [cube / 36, cube / 6 % 6, cube % 6].map { $0 == 0 ? 0 : 55 + 40 * $0 }
    return .direct(red: parts[0], green: parts[1], blue: parts[2])
  }
}

/// How a terminal draws a character: what a style comes down to.
package struct TerminalLook: Sendable, Hashable {
  package var attributes: TextStyle.Attributes = []
  package var colour = TerminalColour.usual
  package var ground = TerminalColour.usual

  package init() {}
}

/// The colours of the styles on a terminal, and attributes.
package struct Palette: Sendable {
  /// How a role looks by itself.
  struct Ink: Sendable, Hashable {
    var colour = TerminalColour.usual
    var attributes: TextStyle.Attributes = []

    static let dim = Ink(attributes: .dim)
    static func colour(_ number: UInt8) -> Ink { Ink(colour: .table(number)) }
    static func with(_ attributes: TextStyle.Attributes) -> Ink { Ink(attributes: attributes) }
  }

  private var inks: [TextStyle.Role: Ink]
  private var hues: [Ink]
  private var identities: @Sendable (Int) -> TerminalColour
  private var grounds: [Backdrop: TerminalColour]
  /// What stands for a ground where there are no colours.
  private var groundAttributes: [Backdrop: TextStyle.Attributes] = [:]

  /// The sixteen colours of the terminal's own, and few others.
  package static let standard = Palette(
    inks: [
      .footer: .dim, .secondary: .dim, .accent: .colour(6), .border: .dim, .focus: .colour(6),
      .selected: .colour(3), .editing: .colour(5), .mark: .colour(5), .accessory: .colour(6),
      .index: .colour(6), .arrow: .colour(6), .statistics: .dim, .notice: .colour(3),
      .success: .colour(2), .warning: .colour(3), .error: .colour(1), .blended: .colour(1),
      .opaque: .colour(2),
    ],
    hues: [4, 2, 5, 6, 3, 1].map { .colour($0) },
    identities: IdentityColours.colour,
    grounds: [
      .table: .table(0), .strip: .table(236), .selected: .table(24), .label: .table(239),
      .red: .table(1), .yellow: .table(3), .green: .table(2), .cyan: .table(6), .blue: .table(4),
      .magenta: .table(5),
    ])

  /// The same where colours are said by their parts: there the table may be another one than xterm's.
  static let direct: Palette = {
    var palette = standard
    palette.identities = { IdentityColours.colour($0).inParts }
    palette.grounds = standard.grounds.mapValues(\.inParts)
    return palette
  }()

  /// The same in sixteen colours.
  static let simple: Palette = {
    var palette = standard
    palette.identities = IdentityColours.simpleColour
    palette.grounds[.strip] = .table(0)
    palette.grounds[.selected] = .table(4)
    palette.grounds[.label] = .table(8)
    return palette
  }()

  /// No colours at all: what only they would distinguish is bold, underlined or reversed. The state of
  /// a cell is seen from the lines around it, and the identity of one from its name.
  static let colourless = Palette(
    inks: [
      .footer: .dim, .secondary: .dim, .border: .dim, .statistics: .dim, .accent: .with(.bold),
      .focus: .with(.bold), .selected: .with(.bold), .editing: .with(.underline),
      .accessory: .with(.bold), .arrow: .with(.bold), .mark: .with(.underline),
      .notice: .with(.bold), .warning: .with(.underline), .error: .with([.bold, .underline]),
      .blended: .with(.underline),
    ],
    hues: [[], .bold, .underline, .reverse, [.bold, .underline], [.bold, .reverse]]
      .map { .with($0) },
    identities: { _ in .usual }, grounds: [:],
    groundAttributes: [
      .selected: .reverse, .red: .reverse, .yellow: .reverse, .green: .reverse, .cyan: .reverse,
      .blue: .reverse, .magenta: .reverse,
    ])

  /// What a style comes down to.
  package func look(of style: TextStyle) -> TerminalLook {
    let ink =
      switch style.role {
      case .swatch: hues[Int(style.hue) % hues.count]
      case .identity: Ink(colour: identities(Int(style.hue)))
      default: inks[style.role] ?? Ink()
      }
    var look = TerminalLook()
    look.colour = ink.colour
    look.ground = grounds[style.backdrop] ?? .usual
    look.attributes = style.attributes
    // What is bold is not less important than the text around it.
    look.attributes.formUnion(
      style.attributes.contains(.bold) ? ink.attributes.subtracting(.dim) : ink.attributes)
    look.attributes.formUnion(groundAttributes[style.backdrop] ?? [])
    return look
  }
}

extension TerminalLook {
  /// The parameters of the SGR sequence, after one that puts everything back.
  package var parameters: [String] {
    Self.codes.compactMap { attributes.contains($0.attribute) ? $0.on : nil }
      + [Self.parameters(colour, isGround: false), Self.parameters(ground, isGround: true)]
      .filter { !$0.isEmpty }
  }

  /// Bold and dim are put back by the same code.
  private static let codes: [(attribute: TextStyle.Attributes, on: String, off: String)] = [
    (.bold, "1", "22"), (.dim, "2", "22"), (.underline, "4", "24"), (.reverse, "7", "27"),
  ]

  private static func parameters(_ colour: TerminalColour, isGround: Bool) -> String {
    let base = isGround ? 40 : 30
    switch colour {
    case .usual: return ""
    case .table(let number) where number < 8: return "\(base + Int(number))"
    case .table(let number) where number < 16: return "\(base + 52 + Int(number))"
    case .table(let number): return "\(base + 8);5;\(number)"
    case .direct(let red, let green, let blue):
      return "\(base + 8);2;\(red);\(green);\(blue)"
    }
  }

  /// The shortest SGR sequence from another look to this one; empty when they are the same.
  package func sequence(from old: TerminalLook) -> String {
    if self == old { return "" }
    let afresh = parameters.isEmpty ? [""] : ["0"] + parameters
    let texts = [afresh, changes(from: old)].map { $0.joined(separator: ";") }
    return "\u{1B}[" + (texts[1].utf8.count < texts[0].utf8.count ? texts[1] : texts[0]) + "m"
  }

  private func changes(from old: TerminalLook) -> [String] {
    var codes: [String] = []
    var kept = old.attributes
    for code in Self.codes where kept.contains(code.attribute) {
      if attributes.contains(code.attribute) { continue }
      codes.append(code.off)
      for other in Self.codes where other.off == code.off { kept.remove(other.attribute) }
    }
    for code in Self.codes where attributes.contains(code.attribute) {
      if !kept.contains(code.attribute) { codes.append(code.on) }
    }
    for (isGround, new, old) in [(false, colour, old.colour), (true, ground, old.ground)] {
      if new == old { continue }
      let usual = isGround ? "49" : "39"
      codes.append(new == .usual ? usual : Self.parameters(new, isGround: isGround))
    }
    return codes
  }
}

/// The colours in which the overlay `identity` draws cell objects: the same in terminals, drawings and
/// pages, and readable on light and on dark ground.
///
/// A cell keeps its colour as long as it lives, wherever it comes back. After twelve cells colours come
/// again; the name in each cell tells those apart, also where there are no colours.
package enum IdentityColours {
  /// A colour of xterm's cube, by its steps from 0 to 5. Neighbours are made one after the other, so
  /// that they have to differ most.
  private static let steps: [(red: Int, green: Int, blue: Int)] = [
    (0, 1, 5), (4, 1, 0), (0, 2, 0), (3, 0, 5), (2, 2, 0), (4, 0, 3), (0, 2, 2), (5, 0, 0),
    (0, 2, 5), (3, 1, 0), (4, 1, 2), (2, 2, 2),
  ]

  package static let count = steps.count

  /// Which colour a cell has.
  package static func number(of cell: CellID) -> Int {
    let number = cell.serial > 0 ? cell.serial - 1 : max(0, cell.ordinal)
    return number % count
  }

  /// The colour of a terminal that has 256 of them.
  static func colour(_ number: Int) -> TerminalColour {
    let (red, green, blue) = steps[number % count]
    return .table(UInt8(16 + 36 * red + 6 * green + blue))
  }

  /// The colour of a terminal that has sixteen: all but those of the ground, each once.
  static func simpleColour(_ number: Int) -> TerminalColour {
    .table([4, 1, 2, 5, 3, 6, 12, 9, 10, 13, 11, 14][number % count])
  }

  /// Red, green and blue, from 0 to 255.
  package static func components(_ number: Int) -> [Int] {
    let (red, green, blue) = steps[number % count]
    return [red, green, blue].map { $0 == 0 ? 0 : 55 + 40 * $0 }
  }

  /// The same as `#rrggbb`.
  static func hexadecimal(_ number: Int) -> String {
    "#" + components(number).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The class of a cell in drawings and pages.
  static func className(_ number: Int) -> String { "id-\(number)" }

  /// The rules of a style sheet for all colours.
  ///
  /// - Parameter rules: selectors for a class, each with the property that is coloured.
  static func styleSheet(_ rules: (_ className: String) -> [(String, String)]) -> String {
    (0..<count).flatMap { number in
      rules("." + className(number)).map { selector, property in
        "\(selector) { \(property): \(hexadecimal(number)) }\n"
      }
    }.joined()
  }
}

extension Canvas {
  /// Gives what each owner has drawn a colour; swatches keep theirs.
  ///
  /// - Parameter hues: of the owners, by their numbers from 1 on.
  /// - Complexity: O(cells of the canvas).
  mutating func colour(byOwner hues: [UInt8]) {
    recolour { cell in
      let owner = Int(cell.owner)
      guard owner > 0, owner <= hues.count, cell.style.role != .swatch else { return nil }
      var style = TextStyle(.identity, cell.style.attributes, hue: hues[owner - 1])
      style.backdrop = cell.style.backdrop
      return style
    }
  }
}
