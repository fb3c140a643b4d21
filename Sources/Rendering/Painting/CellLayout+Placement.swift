package import TableEngine

extension CellLayout {
  /// A length in points, or a share of the cell's own.
  package enum Length: Sendable, Hashable {
    case points(Int)
    /// Hundredths of the cell's width or height.
    case percent(Int)

    /// The length in points, rounded to the nearest, half up.
    func points(of whole: Int) -> Int {
      switch self {
      case .points(let points): points
      case .percent(let percent): (whole * percent + 50) / 100
      }
    }
  }

  /// The place of a view on one axis: distances from the two edges, or one of them and an extent.
  ///
  /// A distance that is not given is 0; an extent alone is measured from the near edge.
  package struct Anchors: Sendable, Hashable {
    package var start: Length?
    package var end: Length?
    package var extent: Length?

    package init(start: Length? = nil, end: Length? = nil, extent: Length? = nil) {
      self.start = start
      self.end = end
      self.extent = extent
    }

    /// The range that it takes of an axis; empty where there is no room.
    func range(of whole: Int) -> Range<Int> {
      let low: Int
      let high: Int
      switch (start, end, extent) {
      case (let start?, _, let extent?):
        // The far edge of a share is rounded as the near edge of the next one, so that shares
        // that follow each other touch.
        low = start.points(of: whole)
        high = Self.sum(start, extent, of: whole)
      case (nil, let end?, let extent?):
        high = whole - end.points(of: whole)
        low = whole - Self.sum(end, extent, of: whole)
      case (nil, nil, let extent?):
        low = 0
        high = extent.points(of: whole)
      default:
        low = start?.points(of: whole) ?? 0
        high = whole - (end?.points(of: whole) ?? 0)
      }
      return low..<max(low, high)
    }

    private static func sum(_ a: Length, _ b: Length, of whole: Int) -> Int {
      if case (.percent(let first), .percent(let second)) = (a, b) {
        return Length.percent(first + second).points(of: whole)
      }
      return a.points(of: whole) + b.points(of: whole)
    }
  }

  /// Where a view stands in its cell.
  package struct Placement: Sendable, Hashable {
    package var horizontal: Anchors
    package var vertical: Anchors

    package init(horizontal: Anchors = Anchors(), vertical: Anchors = Anchors()) {
      self.horizontal = horizontal
      self.vertical = vertical
    }

    /// The frame inside an area that is given in points.
    package func frame(in area: Rect) -> Rect {
      let columns = horizontal.range(of: max(0, area.width))
      let lines = vertical.range(of: max(0, area.height))
      return Rect(
        x: area.x + columns.lowerBound, y: area.y + lines.lowerBound, width: columns.count,
        height: lines.count)
    }
  }
}
