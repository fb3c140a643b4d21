import TableEngine
import TableModel

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
