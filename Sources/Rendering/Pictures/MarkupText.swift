import TableEngine
import TableModel

/// Writes XML, and HTML that is well-formed XML too: every element is closed and every text is
/// escaped, so that nothing in the data can become markup.
package struct MarkupText: Sendable {
  typealias Attributes = KeyValuePairs<String, String>

  private(set) var text = ""

  /// Writes an element with other elements in it, each on lines of its own. Attributes without a
  /// value are left out, here and everywhere.
  mutating func element(
    _ name: String, _ attributes: Attributes = [:], _ body: (inout MarkupText) -> Void
  ) {
    open(name, attributes, ">\n")
    body(&self)
    text += "</\(name)>\n"
  }

  /// Writes an element that holds text.
  mutating func element(_ name: String, _ attributes: Attributes = [:], text words: String) {
    open(name, attributes, ">")
    text += Self.escaped(words) + "</\(name)>\n"
  }

  /// Writes an element that holds nothing.
  mutating func empty(_ name: String, _ attributes: Attributes = [:]) {
    open(name, attributes, "/>\n")
  }

  /// Writes an element without line breaks, for one that stands inside a text.
  mutating func inline(_ name: String, _ attributes: Attributes = [:], text words: String) {
    open(name, attributes, ">")
    text += Self.escaped(words) + "</\(name)>"
  }

  mutating func words(_ words: String) { text += Self.escaped(words) }

  /// Writes the product's own text as it is; nothing that comes from data.
  mutating func verbatim(_ markup: String) { text += markup }

  /// Opens an element without closing its start; `end` is what closes it.
  mutating func open(_ name: String, _ attributes: Attributes, _ end: String) {
    text += "<" + name
    for (key, value) in attributes where !value.isEmpty {
      text += " \(key)=\"\(Self.escaped(value))\""
    }
    text += end
  }
}

extension MarkupText {
  /// A text that means itself between tags and between quotes. What XML does not allow at all
  /// becomes U+FFFD.
  package static func escaped(_ text: String) -> String {
    if text.utf8.allSatisfy({ isHarmless($0) }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
      }
    }
    return result
  }

  /// True for the printable ASCII characters that need no escape.
  private static func isHarmless(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "&") && byte != UInt8(ascii: "<")
      && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "'")
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: true
    case 0x00..<0x20, 0x7F..<0xA0: false
    default: scalar.value & 0xFFFE != 0xFFFE
    }
  }
}

/// A text in one style that stands on the character grid.
struct PictureText: Sendable, Hashable {
  /// How the characters of a part advance, so that any font can be brought onto the grid.
  enum Advance: Sendable, Hashable {
    /// One column each.
    case narrow
    /// Two columns each.
    case wide
    /// One character that stands in the middle of its columns: an emoji, a sign of several parts.
    case single
    /// Characters that change with their neighbours, together in this many columns.
    case joined
  }

  struct Part: Sendable, Hashable {
    var text: String
    var columns: Int
    var advance: Advance
  }

  var column: Int
  var line: Int
  var style: TextStyle
  private(set) var parts: [Part] = []

  init(column: Int, line: Int, style: TextStyle) {
    self.column = column
    self.line = line
    self.style = style
  }

  var columns: Int { parts.reduce(0) { $0 + $1.columns } }
  var text: String { parts.map(\.text).joined() }

  mutating func append(_ text: String, columns: Int, _ advance: Advance) {
    let last = parts.count - 1
    if advance == .joined, last > 0, parts[last].text == " ", parts[last - 1].advance == .joined {
      // Words that may run from right to left stay together, or their order would be turned.
      parts.removeLast()
      parts[last - 1].text += " "
      parts[last - 1].columns += 1
    }
    if advance != .single, let last = parts.indices.last, parts[last].advance == advance {
      parts[last].text += text
      parts[last].columns += columns
    } else {
      parts.append(Part(text: text, columns: columns, advance: advance))
    }
  }
}

/// The place of an image: the area that its swatch covers, as far as it is in view.
struct PictureSwatch: Sendable, Hashable {
  var area: CellArea
  var hue: UInt8
  /// From 0 to 2, light to dark.
  var shade: Int
}

/// An area within a cell that is painted in a colour of its own.
struct PictureGround: Sendable, Hashable {
  enum Kind: String, Sendable, Hashable {
    case label
    /// While the overlay shows what is composed with what lies below it, and what covers it.
    case blended, opaque

    init?(_ style: TextStyle) {
      switch style.role {
      case .blended: self = .blended
      case .opaque: self = .opaque
      default:
        guard style.backdrop == .label else { return nil }
        self = .label
      }
    }
  }

  var kind: Kind
  var area: CellArea
}

extension Canvas {
  /// The text in the cell at a place, with how it advances.
  func part(_ code: UInt32, isWide: Bool) -> PictureText.Part {
    let columns = isWide ? 2 : 1
    if code & Glyph.clusterFlag != 0 {
      let text = cluster(code)
      return PictureText.Part(text: text, columns: columns, advance: isWide ? .single : .joined)
    }
    let scalar = Unicode.Scalar(code) ?? "\u{FFFD}"
    let simple = DisplayWidth.simpleColumns(of: scalar)
    let advance: PictureText.Advance =
      switch (simple, isWide) {
      case (1, false): .narrow
      case (2, true): .wide
      default: isWide ? .single : .joined
      }
    return PictureText.Part(text: String(scalar), columns: columns, advance: advance)
  }
}

/// What the parts of a picture are called by those who hear it instead of seeing it.
struct PictureWords {
  let picture: ViewPicture
  private var chrome: ViewChrome { picture.chrome }

  init(_ picture: ViewPicture) {
    self.picture = picture
  }

  /// The dataset and the steps into it.
  var title: String {
    ([chrome.name] + chrome.breadcrumb).map { Self.short($0) }.joined(separator: Mark.step)
  }

  /// How much there is, what narrows it and which part is in view.
  var summary: String {
    var parts: [String] = []
    if let counts = chrome.counts {
      parts = [Numerals.text(counts.sections, "section"), Numerals.text(counts.rows, "row")]
      if counts.items != .exact(0) { parts.append(Numerals.text(counts.items, "item")) }
    }
    parts += chrome.conditions.map { Self.short($0) }
    let rows = picture.snapshot.rows
    let items = rows.reduce(0) { $0 + ($1.strip?.cells.count ?? 0) }
    parts.append(Numerals.text(.exact(rows.count), "row") + " in view")
    if items > 0 { parts.append(Numerals.text(.exact(items), "item") + " in view") }
    if let grid = chrome.grid, grid.isGrid {
      parts.append(grid.words ?? Numerals.text(.exact(grid.columns.count), "column"))
    }
    return parts.joined(separator: ", ")
  }

  func name(ofSection number: Int) -> String {
    let title = Self.short(chrome.sections[number]?.title ?? "")
    return title.isEmpty ? "section \(number)" : title
  }

  func name(of header: HeaderSnapshot) -> String {
    let section = name(ofSection: header.section)
    guard header.isFooter else { return section }
    let footer = Self.short(chrome.sections[header.section]?.footer ?? "")
    return footer.isEmpty ? "end of " + section : footer
  }

  func name(of row: RowSnapshot) -> String {
    guard let strip = row.strip else { return name(of: row.cell) }
    let address = row.cell.address
    let title = Self.short(chrome.rowTitles[address] ?? row.cell.content.text)
    var parts = [title.isEmpty ? name(ofSection: address.section) : title, "row \(address)"]
    let total = chrome.itemExtents[address] ?? .exact(strip.itemCount)
    let items = strip.cells.compactMap(\.address.item)
    if let first = items.min(), let last = items.max() {
      parts.append("items \(first + 1) to \(last + 1) of \(Numerals.text(total))")
    } else {
      parts.append("no items in view")
    }
    return (parts + states(of: row.cell)).joined(separator: ", ")
  }

  func name(of cell: CellSnapshot) -> String {
    let content = cell.content
    var parts = [content.text, content.detail ?? ""].map { Self.short($0) }
    if let columns = chrome.grid?.columns, !content.columns.isEmpty {
      parts = content.columns.filter { columns.indices.contains($0.column) }.map { value in
        Self.short(columns[value.column].title) + " " + Self.short(value.text)
      }
    }
    parts.removeAll { $0.isEmpty }
    if parts.isEmpty { parts = ["no text"] }
    if content.marked { parts.append("marked") }
    if content.accessory == .checkmark { parts.append("checked") }
    parts += states(of: cell)
    return (parts + [cell.address.description]).joined(separator: ", ")
  }

  private func states(of cell: CellSnapshot) -> [String] {
    var states: [String] = []
    if cell.address == picture.snapshot.focus { states.append("in focus") }
    if cell.isSelected { states.append("selected") }
    if cell.isEditing { states.append("being edited") }
    states += cell.stale.map { "stale: \($0)" }
    return states
  }

  /// As much of a text from outside as a name can hold, safe to show.
  static func short(_ text: String) -> String {
    let most = 300
    let start = text.unicodeScalars.prefix(most)
    guard start.endIndex < text.unicodeScalars.endIndex else { return DisplaySafe.line(text) }
    return DisplaySafe.line(String(String.UnicodeScalarView(start))) + Charset.current.ellipsis
  }
}
