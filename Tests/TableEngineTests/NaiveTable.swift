/// The rules of reuse in the plainest words: every list is walked, everything is a name.
///
/// Asks first and recycles afterwards, last in first out, in both directions.
struct NaiveTable {
  struct Strip {
    var shown: [Int: Int] = [:]
    var pool: [Int] = []
    var made = 0
  }

  struct Totals: Equatable {
    var requests = 0
    var created = 0
    var reused = 0
    var recycled = 0
  }

  var content: FakeContent
  let height: Int
  let width: Int
  let rowHeight: Int
  let itemWidth: Int
  let headerHeight: Int
  var offset = 0
  /// Which cell shows a row, by the row's name.
  var shown: [String: Int] = [:]
  var pools: [String: [Int]] = [:]
  /// What each cell was made for, and the strip inside it.
  var identifiers: [Int: String] = [:]
  var strips: [Int: Strip] = [:]
  var saved: [String: Int] = [:]
  var totals = Totals()
  var itemTotals = Totals()

  struct Place {
    var row: FakeContent.Row
    var y: Int
    var height: Int
  }

  /// Every row of the table with its place, and the height of everything.
  var places: (rows: [Place], height: Int) {
    var y = 0
    var all: [Place] = []
    for (index, section) in content.sections.enumerated() {
      if content.headers.contains(index) { y += headerHeight }
      for row in section {
        let height = content.isUniform ? rowHeight : row.height ?? rowHeight
        all.append(Place(row: row, y: y, height: height))
        y += height
      }
    }
    return (all, y)
  }

  mutating func frame(at newOffset: Int) {
    let all = places
    let backwards = newOffset < offset
    offset = newOffset
    let inView = all.rows.filter {
      $0.height > 0 && $0.y < offset + height && $0.y + $0.height > offset
    }
    var entering = inView.filter { shown[$0.row.name] == nil }
    if backwards { entering.reverse() }
    let leaving = orderedShown(all.rows).filter { name in !inView.contains { $0.row.name == name } }
    for place in entering { ask(for: place.row) }
    for name in leaving { recycle(name) }
    for place in inView where entering.contains(where: { $0.row.name == place.row.name }) {
      bindItems(of: place.row)
    }
    order = inView.map(\.row.name)
  }

  /// Names on the screen in the order of the frame before.
  var order: [String] = []
  private func orderedShown(_ all: [Place]) -> [String] { order.filter { shown[$0] != nil } }

  private mutating func ask(for row: FakeContent.Row) {
    let name = row.identifier ?? ""
    totals.requests += 1
    if let cell = pools[name, default: []].popLast() {
      totals.reused += 1
      shown[row.name] = cell
    } else {
      totals.created += 1
      let cell = totals.created
      identifiers[cell] = name
      shown[row.name] = cell
    }
  }

  private mutating func recycle(_ name: String) {
    guard let cell = shown.removeValue(forKey: name) else { return }
    totals.recycled += 1
    pools[identifiers[cell] ?? "", default: []].append(cell)
  }

  // MARK: Items

  private mutating func bindItems(of row: FakeContent.Row) {
    guard let cell = shown[row.name], row.items != nil else { return }
    var strip = strips[cell] ?? Strip()
    for item in strip.shown.keys.sorted() {
      strip.pool.append(strip.shown[item] ?? 0)
      itemTotals.recycled += 1
    }
    strip.shown = [:]
    strips[cell] = strip
    showItems(of: row, backwards: false)
  }

  private mutating func showItems(of row: FakeContent.Row, backwards: Bool) {
    guard let cell = shown[row.name], var strip = strips[cell] else { return }
    let x = stripOffset(row)
    let inView = (row.items ?? []).indices.filter {
      $0 * itemWidth < x + width && ($0 + 1) * itemWidth > x
    }
    let entering = inView.filter { strip.shown[$0] == nil }
    for item in backwards ? entering.reversed() : entering {
      itemTotals.requests += 1
      if let old = strip.pool.popLast() {
        itemTotals.reused += 1
        strip.shown[item] = old
      } else {
        itemTotals.created += 1
        strip.made += 1
        strip.shown[item] = strip.made
      }
    }
    for item in strip.shown.keys.sorted() where !inView.contains(item) {
      strip.pool.append(strip.shown.removeValue(forKey: item) ?? 0)
      itemTotals.recycled += 1
    }
    strips[cell] = strip
  }

  func stripOffset(_ row: FakeContent.Row) -> Int {
    let most = max(0, (row.items?.count ?? 0) * itemWidth - width)
    return min(saved[row.name] ?? 0, most)
  }

  mutating func scrollStrip(_ row: FakeContent.Row, to x: Int) {
    let before = stripOffset(row)
    saved[row.name] = min(max(0, x), max(0, (row.items?.count ?? 0) * itemWidth - width))
    showItems(of: row, backwards: stripOffset(row) < before)
  }

  // MARK: Changes

  mutating func reload() {
    for name in order { recycle(name) }
    clampAndFrame()
  }

  /// Rows that are gone or reloaded lose their cells, after the new ones were asked for.
  mutating func update(reloaded: Set<String>) {
    let all = places
    let target = min(max(0, offset), max(0, all.height - height))
    offset = target
    let inView = all.rows.filter {
      $0.height > 0 && $0.y < target + height && $0.y + $0.height > target
    }
    let names = Set(inView.map(\.row.name))
    let leaving = order.filter { reloaded.contains($0) || !names.contains($0) }
    let old = shown
    for name in leaving { shown[name] = nil }
    let entering = inView.filter { shown[$0.row.name] == nil }
    for place in entering { ask(for: place.row) }
    for name in leaving {
      guard let cell = old[name] else { continue }
      totals.recycled += 1
      pools[identifiers[cell] ?? "", default: []].append(cell)
    }
    for place in entering { bindItems(of: place.row) }
    order = inView.map(\.row.name)
  }

  private mutating func clampAndFrame() {
    let target = min(max(0, offset), max(0, places.height - height))
    offset = target
    frame(at: target)
  }
}
