import TableEngine
import TableModel

/// One way to look at the same picture.
package enum PictureLayer: String, Sendable, Hashable, CaseIterable {
  /// What is written.
  case text
  /// How it looks, a letter for each role.
  case style
  /// Which cell object stands there, a letter for each.
  case id
  /// What lies behind it, a letter for each kind of view or colour.
  case background
}

extension ViewEncoder {
  /// Grids of the same size one below the other, each after a line with its name; the letters of
  /// all but `text` are explained below their grids. A dot is a place with nothing in it.
  package static func layers(_ layers: [PictureLayer]) -> ViewEncoder {
    ViewEncoder(name: "layers") { picture in
      layers.map { layer in
        "-- \(layer.rawValue) --\n" + grid(layer, of: picture)
      }.joined()
    }
  }

  private static func grid(_ layer: PictureLayer, of picture: ViewPicture) -> String {
    switch layer {
    case .text: plain.encode(picture)
    case .style: styles(of: picture)
    case .id: identities(of: picture)
    case .background: backdrops(of: picture)
    }
  }

  private static func styles(of picture: ViewPicture) -> String {
    let canvas = picture.canvas
    var used: Set<TextStyle.Role> = []
    let lines = (0..<canvas.lines).map { line in
      String(
        canvas.row(line).map { cell -> Character in
          if cell.code == Glyph.blank.code, !cell.style.role.isLayer { return "." }
          used.insert(cell.style.role)
          return cell.style.role.letter
        })
    }
    let legend = TextStyle.Role.allCases.filter(used.contains).map { "\($0.letter) \($0.name)" }
    return joined(lines, legend, columns: canvas.columns)
  }

  private static func backdrops(of picture: ViewPicture) -> String {
    let canvas = picture.canvas
    var used: Set<Backdrop> = []
    let lines = (0..<canvas.lines).map { line in
      String(
        canvas.row(line).map { cell -> Character in
          if cell.style.backdrop != .none { used.insert(cell.style.backdrop) }
          return cell.style.backdrop.letter
        })
    }
    let legend = Backdrop.allCases.filter(used.contains).map { "\($0.letter) \($0.name)" }
    return joined(lines, legend, columns: canvas.columns)
  }

  private static func identities(of picture: ViewPicture) -> String {
    let canvas = picture.canvas
    let letters = Array(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&*+=?@^~")
    func letter(_ owner: UInt16) -> Character {
      owner == 0 ? "." : Int(owner) <= letters.count ? letters[Int(owner) - 1] : "_"
    }
    let lines = (0..<canvas.lines).map { line in
      String(canvas.row(line).map { letter($0.owner) })
    }
    var legend = zip(letters, picture.owners).map { letter, owner in
      "\(letter) \(DisplaySafe.line(owner.cell.description)) \(owner.address)"
    }
    if picture.owners.count > letters.count { legend.append("_ others") }
    return joined(lines, legend, columns: canvas.columns)
  }

  private static func joined(_ lines: [String], _ legend: [String], columns: Int) -> String {
    var text = lines.map { $0 + "\n" }.joined()
    let limit = max(40, columns)
    var line = ""
    for entry in legend {
      if !line.isEmpty, DisplayWidth.of(line) + 3 + DisplayWidth.of(entry) > limit {
        text += line + "\n"
        line = ""
      }
      line += (line.isEmpty ? " " : "  ") + entry
    }
    return line.isEmpty ? text : text + line + "\n"
  }
}
