import TableEngine
import TableModel

/// A film as one HTML page that needs nothing beside it: the commands, the viewport, the pools as
/// stacks, the log and a timeline, played, stepped through and gone back in. It is well-formed XML.
///
/// The page's policy lets nothing be loaded, and of scripts and styles only those whose hashes it
/// names. What comes from data is data to the script, which makes text of it and never markup.
package struct PlaybackPage {
  private let film: Film
  private var out = MarkupText()

  package init(_ film: Film) { self.film = film }

  /// - Complexity: O(bytes of the page).
  package mutating func html() -> String {
    out.verbatim("<!DOCTYPE html>\n<html lang=\"en\">\n")
    writeHead()
    out.open("body", ["class": "by-cell"], ">\n")
    out.open("header", [:], ">\n")
    out.element("h1", text: film.title)
    out.element("p", ["id": "count"], text: counts)
    out.verbatim("</header>\n")
    out.element("noscript") { out in
      out.element("p", text: "This page plays a session, for which it needs its own script.")
    }
    out.open("main", [:], ">\n")
    writeControls()
    out.element("p", ["id": "live", "role": "status", "aria-live": "polite"], text: "")
    let isPair = film.reels.count > 1
    out.open("div", ["class": isPair ? "stage pair" : "stage"], ">\n")
    writeScript()
    out.open("div", ["class": isPair ? "reels two" : "reels"], ">\n")
    for (number, reel) in film.reels.enumerated() { write(reel, number) }
    out.verbatim("</div>\n</div>\n</main>\n")
    var data = FilmText(film)
    out.verbatim("<script type=\"application/json\" id=\"film\">")
    out.verbatim(data.json() + "</script>\n")
    out.verbatim("<script>" + Self.script + "</script>\n</body>\n</html>\n")
    return out.text
  }

  private var counts: String {
    let frames = film.reels.map(\.frames.count).max() ?? 0
    return Numerals.text(.exact(film.steps.count { !$0.input.isEmpty }), "command") + ", "
      + Numerals.text(.exact(frames), "picture")
      + ". Space plays and pauses, the arrow keys go a picture on and back, Home and End to the"
      + " first and the last one."
  }

  private mutating func writeHead() {
    out.verbatim("<head>\n<meta charset=\"utf-8\"/>\n")
    let policy =
      "default-src 'none'; script-src 'sha256-\(ContentHash.base64(of: Self.script))'; "
      + "style-src 'sha256-\(ContentHash.base64(of: Self.styleSheet))'; "
      + "base-uri 'none'; form-action 'none'"
    out.empty("meta", ["http-equiv": "Content-Security-Policy", "content": policy])
    out.empty("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
    out.empty("meta", ["name": "color-scheme", "content": "light dark"])
    out.element("title", text: film.title + (Mark.isPlain ? " - " : " – ") + "Shelf")
    out.verbatim("<style>" + Self.styleSheet + "</style>\n</head>\n")
  }

  // MARK: Controls

  private mutating func writeControls() {
    out.open("div", ["class": "controls", "role": "group", "aria-label": "Playback"], ">\n")
    let buttons = [
      ("first", "First"), ("back", "Back"), ("play", "Play"), ("step", "Step"), ("last", "Last"),
    ]
    for (name, word) in buttons {
      out.element("button", ["id": name, "type": "button"], text: word)
    }
    out.open("label", [:], ">")
    out.words("Speed ")
    out.element("select", ["id": "speed"]) { out in
      for (value, word) in [("0.5", "half"), ("1", "normal"), ("2", "twice"), ("8", "fast")] {
        let chosen = value == "1" ? "selected" : ""
        out.element("option", ["value": value, "selected": chosen], text: word)
      }
    }
    out.verbatim("</label>\n")
    out.open("label", [:], ">")
    out.empty("input", ["id": "colours", "type": "checkbox", "checked": "checked"])
    out.words("a colour for each cell")
    out.verbatim("</label>\n")
    out.open("label", ["class": "place"], ">")
    out.element("span", ["id": "number"], text: "Picture")
    out.empty("input", ["id": "place", "type": "range", "min": "0", "value": "0"])
    out.verbatim("</label>\n</div>\n")
  }

  private mutating func writeScript() {
    let steps = film.steps
    out.element("section", ["class": "script", "aria-labelledby": "commands"]) { out in
      out.element("h2", ["id": "commands"], text: "Commands")
      out.element("select", ["id": "steps", "size": "8", "aria-labelledby": "commands"]) { out in
        for (number, step) in steps.enumerated() {
          let words = step.input.isEmpty ? "the start" : step.input
          out.element(
            "option", ["value": "\(number)"], text: PictureWords.short(words))
        }
      }
      out.element(
        "pre", ["id": "output", "tabindex": "0", "role": "group", "aria-label": "What it printed"],
        text: "")
    }
  }

  // MARK: Reels

  /// The places of a reel, which the script fills.
  private mutating func write(_ reel: Film.Reel, _ number: Int) {
    let name = reel.name.isEmpty ? "Table" : reel.name
    out.element("section", ["class": "reel", "aria-labelledby": "reel-\(number)"]) { out in
      out.element("h2", ["id": "reel-\(number)"], text: PictureWords.short(name))
      out.element(
        "div",
        ["class": "screen", "tabindex": "0", "role": "group", "aria-label": "Viewport, " + name],
        text: "")
      out.element("div", ["class": "beside"]) { out in
        for (kind, title) in [("pools", "Pools"), ("log", "Log")] {
          out.element("section", ["class": kind, "aria-label": title]) { out in
            out.element("h3", text: title)
            let isList = kind == "log"
            out.element(
              isList ? "ol" : "div",
              [
                "class": "content", "tabindex": "0", "role": isList ? "" : "group",
                "aria-label": title,
              ], text: "")
          }
        }
      }
      out.element("section", ["class": "lanes", "aria-label": "Timeline"]) { out in
        out.element("h3", text: "Timeline")
        out.element(
          "div",
          ["class": "content", "tabindex": "0", "role": "group", "aria-label": "Timeline"], text: ""
        )
      }
    }
  }
}

/// SHA-256, by which a page says which scripts and styles may act in it.
enum ContentHash {
  /// The digest of a text's UTF-8 in base64, as a content-security policy names it.
  static func base64(of text: String) -> String { base64(digest(Array(text.utf8))) }

  /// - Complexity: O(bytes).
  static func digest(_ bytes: [UInt8]) -> [UInt8] {
    var state = initial
    let message = padded(bytes)
    for start in stride(from: 0, to: message.count, by: 64) {
      compress(message[start..<start + 64], into: &state)
    }
    return state.flatMap { bytesOf($0) }
  }

  /// The message with a one, zeros and its length in bits behind it, in blocks of 64 bytes.
  private static func padded(_ bytes: [UInt8]) -> [UInt8] {
    let zeros = (119 - bytes.count % 64) % 64
    let length = UInt64(bytes.count) * 8
    return bytes + [0x80] + Array(repeating: 0, count: zeros)
      + bytesOf(UInt32(truncatingIfNeeded: length >> 32))
      + bytesOf(UInt32(truncatingIfNeeded: length))
  }

  private static func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { start in
      block[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for place in 16..<64 {
      let (early, late) = (words[place - 15], words[place - 2])
      let first = turned(early, 7) ^ turned(early, 18) ^ early >> 3
      let second = turned(late, 17) ^ turned(late, 19) ^ late >> 10
      words.append(words[place - 16] &+ first &+ words[place - 7] &+ second)
    }
    var v = state
    for place in 0..<64 {
      let mixed = turned(v[4], 6) ^ turned(v[4], 11) ^ turned(v[4], 25)
      let choice = v[4] & v[5] ^ ~v[4] & v[6]
      let first = v[7] &+ mixed &+ choice &+ constants[place] &+ words[place]
      let turns = turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22)
      let second = turns &+ (v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2])
      v = [first &+ second, v[0], v[1], v[2], v[3] &+ first, v[4], v[5], v[6]]
    }
    for place in 0..<8 { state[place] = state[place] &+ v[place] }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static func bytesOf(_ word: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
  }

  // The first 32 bits of what follows the point in the square roots of the first eight primes, and in
  // the cube roots of the first 64.
  private static let initial = roots(8) { $0.squareRoot() }
  private static let constants = roots(64) { cubeRoot($0) }

  private static func roots(_ count: Int, _ root: (Double) -> Double) -> [UInt32] {
    let primes = (2...311).filter { number in !(2..<number).contains { number % $0 == 0 } }
    return primes.prefix(count).map { prime in
      let value = root(Double(prime))
      return UInt32((value - value.rounded(.down)) * 4_294_967_296)
    }
  }

  /// By Newton's steps; a double has more digits than the constants need.
  private static func cubeRoot(_ number: Double) -> Double {
    var root = number / 2
    for _ in 0..<60 { root = (2 * root + number / (root * root)) / 3 }
    return root
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let bits = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
      for place in 0..<4 {
        text.append(place <= part.count ? letters[bits >> (18 - 6 * place) & 63] : "=")
      }
    }
    return text
  }
}

// MARK: - Style

extension PlaybackPage {
  static let styleSheet =
    """

    :root { color-scheme: light dark; }
    * { box-sizing: border-box; }
    body { margin: 0; padding: 1em; font: 15px/1.45 system-ui, sans-serif; }
    h1 { font-size: 1.3em; margin: 0; overflow-wrap: anywhere; }
    h2 { font-size: 1.05em; margin: 0 0 .4em; overflow-wrap: anywhere; }
    h3 { font-size: .9em; margin: .8em 0 .3em; }
    p { margin: .3em 0; }
    #live { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; \
    clip-path: inset(50%); white-space: nowrap; }
    .controls { display: flex; flex-wrap: wrap; gap: .5em; align-items: center; position: sticky; \
    top: 0; z-index: 1; padding: .5em 0; }
    .controls label { display: flex; gap: .4em; align-items: center; }
    .controls .place { flex: 1 1 16em; }
    .controls .place span { min-width: 9.5em; font-variant-numeric: tabular-nums; }
    .controls .place input { flex: 1; min-width: 0; }
    button, select { font: inherit; color: inherit; border: 1px solid; border-radius: 6px; \
    min-height: 2.2em; padding: 0 .8em; }
    [aria-disabled=true] { opacity: .5; }
    :focus-visible { outline: 3px solid; outline-offset: 1px; }
    .stage { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1em; }
    .script select { width: 100%; padding: .2em; font-family: \(SVGGrid.fonts); font-size: 13px; }
    .script pre { overflow: auto; max-height: 12em; min-height: 2em; margin: .5em 0 0; \
    white-space: pre-wrap; overflow-wrap: anywhere; }
    .script pre, .screen, .log ol, .lanes .content { font: 13px/1.35 \(SVGGrid.fonts); \
    font-variant-ligatures: none; border-radius: 6px; padding: .6em; }
    .screen { overflow: auto; }
    .line { white-space: pre; unicode-bidi: isolate; min-height: 1.35em; }
    .wide { display: inline-block; text-align: center; }
    .bold { font-weight: bold; }
    .beside { display: grid; gap: 0 1em; grid-template-columns: minmax(0, 1fr); }
    .pools .content { display: flex; flex-wrap: wrap; gap: .6em; max-height: 15em; overflow: auto; }
    .stack { margin: 0; padding: .5em; border: 1px solid; border-radius: 6px; }
    .stack figcaption { font-size: 12px; }
    .stack ol { list-style: none; margin: .3em 0 0; padding: 0; }
    .chip { display: block; border: 1px solid; border-left-width: 6px; border-radius: 4px; \
    padding: 0 .4em; margin: 2px 0; font: 12px/1.4 \(SVGGrid.fonts); }
    .log ol { list-style: none; margin: 0; height: 15em; overflow: auto; }
    .log li { padding: 0 .3em; border-left: 4px solid transparent; overflow-wrap: anywhere; }
    .lanes .content { overflow: auto; max-height: 24em; }
    .lanes text { font-size: 11.5px; }
    .lanes .group { font-weight: bold; }
    .wait { stroke-width: 2; stroke-dasharray: 2 4; }
    .stay { stroke-width: 2; }
    @media (min-width: 62em) {
      .stage { grid-template-columns: 17em minmax(0, 1fr); }
      .script select { height: 24em; }
      .reels:not(.two) .beside { grid-template-columns: 1fr 1fr; }
    }
    @media (min-width: 75em) {
      .stage.pair { grid-template-columns: minmax(0, 1fr); }
      .pair .script { display: grid; grid-template-columns: 1fr 1fr; gap: 1em; }
      .pair .script h2 { grid-column: 1 / -1; }
      .pair .script select { height: 9em; }
      .pair .script pre { margin: 0; }
      .two { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1.2em; }
      .two .screen { font-size: 12px; }
    }

    """ + PictureTheme.styleSheet(rules) + identities

  /// The colours of cells, a little lighter for letters on dark ground.
  private static let identities =
    IdentityColours.styleSheet { [($0, "--cell")] } + """
      .by-cell .screen [class*=id-] { color: var(--cell); }
      .by-cell .chip, .by-cell .log [class*=id-] { border-color: var(--cell); }
      .by-cell .lanes .stay { stroke: var(--cell); }
      @media (prefers-color-scheme: dark) {
        .by-cell .screen [class*=id-] { color: color-mix(in srgb, var(--cell) 60%, white); }
      }

      """

  private static var rules: [PictureTheme.Rule] {
    let plain = [
      PictureTheme.Rule("body, .controls", "background") { $0.page },
      PictureTheme.Rule("body", "color") { $0.color(of: .plain) },
      PictureTheme.Rule(".screen, .log ol, .script pre, .lanes .content", "background") {
        $0.table
      },
      PictureTheme.Rule("button, select, .stack", "background") { $0.table },
      PictureTheme.Rule("button, select, .stack, .chip", "border-color") { $0.color(of: .border) },
      PictureTheme.Rule(":focus-visible", "outline-color") { $0.color(of: .focus) },
      PictureTheme.Rule(".none, #count", "color") { $0.color(of: .secondary) },
      PictureTheme.Rule(".lit", "background") { $0.selected },
      PictureTheme.Rule(".lanes text", "fill") { $0.color(of: .plain) },
      PictureTheme.Rule(".lanes .axis", "fill") { $0.color(of: .secondary) },
      PictureTheme.Rule(".lanes .gone", "fill") { $0.color(of: .error) },
      PictureTheme.Rule(".wait", "stroke") { $0.color(of: .border) },
      PictureTheme.Rule(".stay", "stroke") { $0.color(of: .border) },
      PictureTheme.Rule(".cursor", "fill") { $0.highlighted },
      PictureTheme.Rule(".created", "fill") { $0.created },
      PictureTheme.Rule(".reused", "fill") { $0.reused },
      PictureTheme.Rule(".kept", "fill") { $0.kept },
    ]
    let grounds: [(Backdrop, @Sendable (PictureTheme) -> String)] = [
      (.table, { $0.paintedTable }), (.strip, { $0.strip }), (.label, { $0.label }),
      (.selected, { $0.selected }),
    ]
    let backdrops = grounds.map { backdrop, colour in
      PictureTheme.Rule(".screen .on-\(backdrop.name)", "background", colour)
    }
    let swatches = (0..<6).map { hue in
      PictureTheme.Rule(".screen .swatch-\(hue)", "background") { _ in
        PictureTheme.swatch(hue: UInt8(hue), shade: 0)
      }
    }
    return plain + PictureTheme.textRules("color", in: ".screen") + backdrops
      + PictureTheme.colourRules("background") { ".screen .\($0)" } + swatches
      + [
        PictureTheme.Rule(".screen .initials", "color") { _ in "#ffffff" },
        PictureTheme.Rule(".screen .highlighted", "background") { $0.highlighted },
        PictureTheme.Rule(".screen .blended", "background") { $0.color(of: .error) },
        PictureTheme.Rule(".screen .opaque", "background") { $0.color(of: .success) },
        PictureTheme.Rule(".screen .blended, .screen .opaque", "color") { $0.table },
        PictureTheme.Rule(".screen .inverse", "background") { $0.color(of: .plain) },
        PictureTheme.Rule(".screen .inverse", "color") { $0.table },
      ]
  }
}
