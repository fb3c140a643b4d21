/// A list of Android in one column or row: LinearLayoutManager's way of filling a screen, as it is
/// documented. Coordinates are those of the screen, and views know nothing of the content's height.
struct LinearLayout {
  struct Child {
    var holder: ViewHolder
    var start: Int
    var length: Int

    var end: Int { start + length }
  }

  private struct State {
    /// Points that are still to be filled.
    var available: Int
    /// Where the next view begins, or ends when it is filled towards the start.
    var edge: Int
    var position: Int
    var isTowardsEnd: Bool
    /// How far may be scrolled without a new view; nil in a layout, where nothing is recycled.
    var scrollingOffset: Int?
  }

  let lengths: [Int]
  let extent: Int
  var recycler: ViewRecycler
  private(set) var children: [Child] = []

  init(lengths: [Int], extent: Int, type: @escaping (Int) -> String) {
    self.lengths = lengths
    self.extent = extent
    recycler = ViewRecycler(type: type)
  }

  // MARK: Filling

  /// - Returns: the points that were filled.
  private mutating func fill(_ state: State) -> Int {
    var state = state
    let available = state.available
    if state.scrollingOffset != nil { recycleLeaving(&state) }
    while state.available > 0, lengths.indices.contains(state.position) {
      let length = lengths[state.position]
      let start = state.isTowardsEnd ? state.edge : state.edge - length
      let child = Child(holder: recycler.view(at: state.position), start: start, length: length)
      children.insert(child, at: state.isTowardsEnd ? children.count : 0)
      state.edge += state.isTowardsEnd ? length : -length
      state.position += state.isTowardsEnd ? 1 : -1
      state.available -= length
      if let offset = state.scrollingOffset {
        state.scrollingOffset = offset + length
        recycleLeaving(&state)
      }
    }
    return available - state.available
  }

  private mutating func recycleLeaving(_ state: inout State) {
    guard var limit = state.scrollingOffset else { return }
    if state.available < 0 { limit += state.available }
    state.scrollingOffset = limit
    if limit < 0 { return }
    if state.isTowardsEnd {
      let count = children.firstIndex { $0.end > limit } ?? 0
      for child in children[..<count].reversed() { recycler.recycle(child.holder) }
      children.removeFirst(count)
    } else {
      let first = (children.lastIndex { $0.start < extent - limit } ?? children.count - 1) + 1
      for child in children[first...].reversed() { recycler.recycle(child.holder) }
      children.removeLast(children.count - first)
    }
  }

  // MARK: Scrolling

  /// - Returns: how far it went.
  @discardableResult
  mutating func scrollBy(_ distance: Int) -> Int {
    guard distance != 0, let first = children.first, let last = children.last else { return 0 }
    let isTowardsEnd = distance > 0
    let overhang = isTowardsEnd ? last.end - extent : -first.start
    let filled = fill(
      State(
        available: abs(distance) - overhang, edge: isTowardsEnd ? last.end : first.start,
        position: isTowardsEnd ? last.holder.position + 1 : first.holder.position - 1,
        isTowardsEnd: isTowardsEnd, scrollingOffset: overhang))
    let consumed = overhang + filled
    guard consumed >= 0 else { return 0 }
    let way = min(abs(distance), consumed) * distance.signum()
    for index in children.indices { children[index].start -= way }
    return way
  }

  /// Prepares the next view in the direction of a scroll, once the frame is done.
  mutating func workBetweenFrames(after distance: Int) {
    guard let first = children.first, let last = children.last else { return }
    let next = distance > 0 ? last.holder.position + 1 : first.holder.position - 1
    recycler.prefetch(lengths.indices.contains(next) ? [next] : [])
  }

  // MARK: Layouts

  /// Lays out from the view that is first on the screen.
  mutating func layOut() {
    let anchor = children.first { $0.end > 0 }
    layOut(from: anchor?.holder.position ?? 0, at: anchor?.start ?? 0)
  }

  /// `scrollToPositionWithOffset` and the layout that follows.
  mutating func scrollToPosition(_ position: Int, offset: Int) {
    layOut(from: position, at: offset)
  }

  private mutating func layOut(from anchor: Int, at start: Int) {
    for child in children.reversed() { recycler.scrapOrRecycle(child.holder) }
    children = []
    _ = fill(
      State(
        available: extent - start, edge: start, position: anchor, isTowardsEnd: true,
        scrollingOffset: nil))
    _ = fill(
      State(
        available: start, edge: start, position: anchor - 1, isTowardsEnd: false,
        scrollingOffset: nil))
    recycler.recycleScrap()
  }

  /// `notifyDataSetChanged` and the layout that follows.
  mutating func reload() {
    for child in children { child.holder.isInvalid = true }
    recycler.invalidateCache()
    layOut()
  }
}
