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
    var area = device.area(of: frame)
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
