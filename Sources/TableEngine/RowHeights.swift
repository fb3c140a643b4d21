/// The heights of a section's rows: one number, or a table of them.
enum RowHeights: Sendable {
  case uniform(Int, count: Int)
  case measured(MeasuredHeights)

  var count: Int {
    switch self {
    case .uniform(_, let count): count
    case .measured(let heights): heights.count
    }
  }

  var total: Int {
    switch self {
    case .uniform(let height, let count): height * count
    case .measured(let heights): heights.total
    }
  }

  func height(_ row: Int) -> Int {
    switch self {
    case .uniform(let height, _): height
    case .measured(let heights): heights.height(row)
    }
  }

  func isMeasured(_ row: Int) -> Bool {
    switch self {
    case .uniform: true
    case .measured(let heights): heights.isMeasured(row)
    }
  }

  /// The distance of a row's top from the first row's.
  func offset(of row: Int) -> Int {
    switch self {
    case .uniform(let height, _): height * row
    case .measured(let heights): heights.offset(of: row)
    }
  }

  /// The first row that ends after a distance from the first row's top; `count` if none does.
  func row(containing offset: Int) -> Int {
    switch self {
    case .uniform(let height, let count):
      height <= 0 ? count : min(count, max(0, offset) / height)
    case .measured(let heights): heights.row(containing: max(0, offset))
    }
  }

  /// Notes the height of a row; returns by how much the total changed.
  mutating func measure(_ row: Int, as height: Int) -> Int {
    guard case .measured(var heights) = self else { return 0 }
    // Without this the array inside would be shared and copied by the change.
    self = .uniform(0, count: 0)
    let delta = heights.measure(row, as: height)
    self = .measured(heights)
    return delta
  }
}
