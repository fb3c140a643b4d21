import TableEngine
import TableModel

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
      if let layout { json.write(layout, cell.content.outlets) }
      guard let strip else { return }
      json.key("strip")
      json.object { json in
        json.member("offset", strip.offset)
        json.member("contentWidth", strip.contentWidth)
        json.member("items", strip.itemCount)
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
