package import TableEngine
package import TableModel

/// The cell object that stands in a place of a picture.
package struct PictureOwner: Sendable, Hashable {
  package var cell: CellID
  package var address: Address
}

/// The place of an image, where its swatch is drawn.
package struct ImagePlace: Sendable, Hashable {
  /// What the record says of it.
  package var name: String
  package var area: CellArea
  /// What is seen of the area.
  package var visible: CellArea

  package init(name: String, area: CellArea, visible: CellArea) {
    (self.name, self.area, self.visible) = (name, area, visible)
  }

  /// The same on another canvas.
  package func moved(columns: Int, lines: Int) -> ImagePlace {
    var place = self
    place.area.column += columns
    place.area.line += lines
    place.visible.column += columns
    place.visible.line += lines
    return place
  }
}

/// A viewport as it is drawn: a grid of characters, styles and owners, ready for an encoder.
package struct ViewPicture: Sendable {
  package let canvas: Canvas
  /// Which lines of the canvas are the table itself.
  package let tableLines: Range<Int>
  /// Owners by their number in the canvas, from 1.
  package let owners: [PictureOwner]
  /// Where images are, in the order in which they were drawn.
  package let images: [ImagePlace]
  /// What the picture shows.
  package let snapshot: ViewportSnapshot
  package let chrome: ViewChrome
  /// What it was drawn for.
  package let device: Device
  package let charset: Charset

  /// The lines without blanks at their ends, in runs of one style each.
  ///
  /// - Complexity: O(cells).
  package var lines: [StyledLine] {
    (0..<canvas.lines).map { canvas.styledLine($0) }
  }

  /// The cells of the canvas that a frame of the snapshot covers.
  func area(of frame: Rect) -> CellArea {
    var area = device.area(of: frame, device.scale(of: snapshot.rows))
    area.line += tableLines.lowerBound
    return area
  }
}

/// What stands around and between the cells of a viewport and does not come from the engine.
package struct ViewChrome: Sendable {
  /// What a section says about itself.
  package struct Section: Sendable, Hashable {
    package var title: String?
    package var footer: String?
    package var rows: Extent?

    package init(title: String? = nil, footer: String? = nil, rows: Extent? = nil) {
      self.title = title
      self.footer = footer
      self.rows = rows
    }
  }

  /// The letters along the right edge.
  package struct Index: Sendable, Hashable {
    package var titles: [String]
    /// The place of the title whose section is at the top.
    package var current: Int?

    package init(titles: [String], current: Int? = nil) {
      self.titles = titles
      self.current = current
    }
  }

  /// What is drawn over cells to teach.
  package enum Overlay: String, Sendable, Hashable, CaseIterable {
    case none
    /// Names the cell object that stands in each place.
    case reuse
    /// Colours what the compositor has to blend, and what covers its area.
    case blended
    /// Gives each cell object a colour of its own, and names it.
    case identity
  }

  /// The dataset's name.
  package var name: String
  /// The steps into nested tables, outermost first, without the dataset.
  package var breadcrumb: [String] = []
  /// What is shown now.
  package var counts: Counts?
  /// What there is without filters, when that differs.
  package var total: Counts?
  /// What narrows and orders the table, each as a person would say it: `filter price > 10`.
  package var conditions: [String] = []
  /// What a search bar says; nil while nothing is searched for.
  package var query: String?
  /// Sections by their number; only those in view are needed.
  package var sections: [Int: Section] = [:]
  /// Titles of strips, by the row's address.
  package var rowTitles: [Address: String] = [:]
  /// How many items strips have, where the snapshot's own count is not the last word.
  package var itemExtents: [Address: Extent] = [:]
  package var index: Index?
  package var overlay = Overlay.none
  /// How the overlay names cells.
  package var cellNames = CellNaming.ordinal
  package var labelBackground = LabelBackground.none
  /// True where swatches make room for pictures that are drawn over them.
  package var showsPictures = false
  /// False where selected cells look like all others.
  package var showsSelection = true
  /// Whether lines are drawn below plain rows, and how far things are scrolled at their edges.
  package var showsSeparators = false
  package var showsIndicators = false
  /// The layouts that custom styles are drawn with, by name.
  package var layouts: [String: CellLayout] = [:]
  /// The columns in view, where rows are shown as a grid or items as small tables.
  package var grid: GridFrame?
  /// What an empty table says; nil for the usual words.
  package var emptyMessage: String?
  package var notices: [String] = []
  /// Rows first, then items; empty for no reuse lines.
  package var statistics: [TableStatistics] = []

  package init(name: String) {
    self.name = name
  }
}

/// What a viewport is drawn with.
struct ViewContext {
  var device: Device
  var charset: Charset
  var chrome: ViewChrome
}

/// What a pointer on a picture points at.
package enum PointerTarget: Sendable, Hashable {
  case cell(Address)
  /// The accessory at the right edge of a cell.
  case accessory(Address)
  /// A row of items, beside its cells.
  case row(Address)
  /// A letter of the index.
  case index(String)
}

extension ViewPicture {
  /// What stands in a place of the picture; nil for what is not in the table.
  ///
  /// - Complexity: O(rows in view).
  package func target(at place: ScreenPlace) -> PointerTarget? {
    guard tableLines.contains(place.line), (0..<canvas.columns).contains(place.column) else {
      return nil
    }
    if let title = indexTitle(at: place) { return .index(title) }
    let row = canvas.row(place.line)
    let cell = row[row.startIndex + place.column]
    if cell.owner > 0, Int(cell.owner) <= owners.count {
      let address = owners[Int(cell.owner) - 1].address
      return cell.style.role == .accessory ? .accessory(address) : .cell(address)
    }
    let found = snapshot.rows.first { row in
      let area = area(of: row.cell.frame)
      return (area.line..<area.maxLine).contains(place.line)
    }
    return found.map { $0.strip == nil ? .cell($0.cell.address) : .row($0.cell.address) }
  }

  /// The first line of a row in the picture; nil where it is not in view.
  package func line(ofRow address: Address) -> Int? {
    snapshot.rows.first { $0.cell.address.rowAddress == address.rowAddress }
      .map { area(of: $0.cell.frame).line }.flatMap { tableLines.contains($0) ? $0 : nil }
  }

  private func indexTitle(at place: ScreenPlace) -> String? {
    guard let index = chrome.index, place.column == canvas.columns - 1 else { return nil }
    let places = Painter.indexPlaces(index.titles.count, lines: tableLines.count)
    let line = place.line - tableLines.lowerBound - (tableLines.count - places.count) / 2
    guard places.indices.contains(line) else { return nil }
    // A dot stands for the titles behind the one above it.
    return (places[line] ?? places[max(0, line - 1)]).map { index.titles[$0] }
  }
}
