import TableEngine
import TableModel

/// A way to write a picture down.
package struct ViewEncoder: Sendable {
  package var name: String
  /// The picture's text; every line ends with a line feed.
  package var encode: @Sendable (ViewPicture) -> String

  package init(name: String, encode: @escaping @Sendable (ViewPicture) -> String) {
    self.name = name
    self.encode = encode
  }
}

extension ViewEncoder {
  /// Characters alone.
  package static let plain = ViewEncoder(name: "text") { plainText(of: $0.lines) }

  /// Characters with colours. Nothing but SGR sequences is added: without them it is `plain`.
  package static func ansi(_ palette: Palette = .standard) -> ViewEncoder {
    ViewEncoder(name: "ansi") { picture in
      let canvas = picture.canvas
      var writer = SGRWriter(palette: palette)
      writer.bytes.reserveCapacity(canvas.columns * canvas.lines * 3)
      for line in 0..<canvas.lines {
        for cell in canvas.row(line).prefix(canvas.usedColumns(line)) {
          writer.change(to: cell.style, blank: cell.code == Glyph.blank.code)
          canvas.append(cell.code, to: &writer.bytes)
        }
        writer.endLine()
      }
      return String(decoding: writer.bytes, as: UTF8.self)
    }
  }

  /// Styled lines as text, with colours when there is a palette.
  package static func text(of lines: [StyledLine], palette: Palette? = nil) -> String {
    guard let palette else { return plainText(of: lines) }
    var writer = SGRWriter(palette: palette)
    for line in lines {
      for run in line.runs {
        writer.change(to: run.style, blank: false)
        writer.bytes.append(contentsOf: run.text.utf8)
      }
      writer.endLine()
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private static func plainText(of lines: [StyledLine]) -> String {
    var text = ""
    text.reserveCapacity(lines.reduce(0) { $0 + $1.text.utf8.count + 1 })
    for line in lines {
      text += line.text
      text += "\n"
    }
    return text
  }
}

/// Writes text with an SGR sequence where the style changes, and a reset before a line ends.
private struct SGRWriter {
  let palette: Palette
  var bytes: [UInt8] = []
  private var style = TextStyle.plain
  private var isColored = false
  private var sequences: [TextStyle: [UInt8]] = [:]

  init(palette: Palette) {
    self.palette = palette
  }

  /// - Parameter blank: true for a blank, which needs no change unless it is seen.
  mutating func change(to next: TextStyle, blank: Bool) {
    if next == style { return }
    let seen: TextStyle.Attributes = [.reverse, .underline]
    if blank, next.backdrop == style.backdrop, seen.isDisjoint(with: next.attributes),
      seen.isDisjoint(with: style.attributes)
    {
      return
    }
    style = next
    let sequence = sequence(for: next)
    if sequence.isEmpty {
      reset()
    } else {
      bytes.append(contentsOf: sequence)
      isColored = true
    }
  }

  mutating func endLine() {
    reset()
    style = .plain
    bytes.append(0x0A)
  }

  private mutating func reset() {
    if isColored { bytes.append(contentsOf: "\u{1B}[0m".utf8) }
    isColored = false
  }

  private mutating func sequence(for style: TextStyle) -> [UInt8] {
    if let known = sequences[style] { return known }
    let parameters = palette.look(of: style).parameters.joined(separator: ";")
    let sequence = parameters.isEmpty ? [] : Array("\u{1B}[0;\(parameters)m".utf8)
    sequences[style] = sequence
    return sequence
  }
}

extension ViewEncoder {
  /// What is visible, for machines: `shelf.view.1`. Frames are in points, texts as in the data.
  package static let json = ViewEncoder(name: "json") { picture in
    var json = JSONText()
    json.write(picture.snapshot, picture.chrome)
    return json.text + "\n"
  }
}

extension JSONText {
  fileprivate mutating func write(_ snapshot: ViewportSnapshot, _ chrome: ViewChrome) {
    object { json in
      json.member("schema", "shelf.view.1")
      json.member("size", [snapshot.size.width, snapshot.size.height])
      json.member("offset", snapshot.offset)
      json.member("contentSize", [snapshot.contentSize.width, snapshot.contentSize.height])
      json.member("focus", snapshot.focus?.description)
      if let grid = chrome.grid { json.write(grid) }
      json.key("visible")
      json.array { json in
        for row in snapshot.rows { json.write(row, in: snapshot.size, chrome) }
      }
      json.key("headers")
      json.array { json in
        for header in snapshot.headers { json.write(header, chrome.sections[header.section]) }
      }
    }
  }

  private mutating func write(_ row: RowSnapshot, in size: Size, _ chrome: ViewChrome) {
    write(row.cell, strip: row.strip, in: size, chrome)
    for cell in row.strip?.cells ?? [] { write(cell, strip: nil, in: size, chrome) }
  }

  private mutating func write(
    _ cell: CellSnapshot, strip: StripSnapshot?, in size: Size, _ chrome: ViewChrome
  ) {
    let frame = cell.frame
    let isClipped =
      frame.minX < 0 || frame.minY < 0 || frame.maxX > size.width || frame.maxY > size.height
    let layout = chrome.layouts[cell.content.style.name]
    object { json in
      json.member("address", cell.address.description)
      json.member("frame", [frame.x, frame.y, frame.width, frame.height])
      json.member("identifier", cell.id.identifier)
      json.member("cell", cell.id.description)
      json.member("style", cell.content.style.name)
      json.member("accessory", cell.content.accessory.rawValue)
      json.member("text", cell.content.text)
      json.member("detail", cell.content.detail)
      json.member("image", cell.content.image)
      json.member("selected", cell.isSelected)
      json.member("highlighted", cell.isHighlighted)
      json.member("editing", cell.isEditing)
      json.member("marked", cell.content.marked)
      json.member("clipped", isClipped)
      if !cell.stale.isEmpty {
        json.key("stale")
        json.array { json in for mark in cell.stale { json.string(mark.description) } }
      }
      if let layout { json.write(layout, cell.content.outlets) }
      if let grid = chrome.grid { json.write(cell.content.columns, in: grid) }
      guard let strip else { return }
      json.key("strip")
      json.object { json in
        json.member("offset", strip.offset)
        json.member("contentWidth", strip.contentWidth)
        json.member("items", strip.itemCount)
      }
    }
  }

  /// Which columns are in view, of how many, and where they begin, in characters.
  private mutating func write(_ grid: GridFrame) {
    key("columns")
    object { json in
      json.member("of", grid.columns.count)
      json.member("frozen", grid.frozen)
      json.member("left", grid.hiddenLeft)
      json.member("right", grid.hiddenRight)
      json.key("visible")
      json.array { json in
        for place in grid.isGrid ? grid.places : [] {
          json.object { json in
            json.member("key", grid.columns[place.index].title)
            json.member("start", place.start)
            json.member("width", place.width)
          }
        }
      }
    }
  }

  /// What a cell shows in columns, by their keys.
  private mutating func write(_ texts: [ColumnText], in grid: GridFrame) {
    if texts.isEmpty { return }
    key("columns")
    object { json in
      for text in texts where grid.columns.indices.contains(text.column) {
        json.member(grid.columns[text.column].title, text.text)
      }
    }
  }

  /// What the named outlets of a cell show, and how many layers it is composed of.
  private mutating func write(_ layout: CellLayout, _ texts: [String?]) {
    key("outlets")
    object { json in
      for (view, text) in zip(layout.outlets, texts) {
        if let name = view.outlet { json.member(name, text) }
      }
    }
    member("subviews", layout.load.count)
    member("blended", layout.load.blended)
  }

  private mutating func write(_ header: HeaderSnapshot, _ section: ViewChrome.Section?) {
    let frame = header.frame
    object { json in
      json.member("section", header.section)
      json.member("text", header.isFooter ? section?.footer : section?.title)
      json.member("footer", header.isFooter)
      json.member("pinned", header.isPinned)
      json.member("frame", [frame.x, frame.y, frame.width, frame.height])
    }
  }
}

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
