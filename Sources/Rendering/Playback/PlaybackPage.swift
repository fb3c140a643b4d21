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
