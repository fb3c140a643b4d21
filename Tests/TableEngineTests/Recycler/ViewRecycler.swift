/// A view with what it was bound to last.
final class ViewHolder {
  let type: String
  let name: String
  var position = -1
  var isInvalid = false

  init(type: String, name: String) {
    self.type = type
    self.name = name
  }
}

/// Where a list of Android finds its views and puts them: scrap of a layout in progress, the cache by
/// position, and a pool for each view type, as the platform documents them. The engine is compared
/// with it and shares no code with it.
struct ViewRecycler {
  /// `setItemViewCacheSize` and `setMaxRecycledViews` where nobody calls them.
  static let usualCacheSize = 2
  static let mostPooled = 5

  var type: (Int) -> String
  private(set) var cached: [ViewHolder] = []
  private(set) var pools: [String: [ViewHolder]] = [:]
  private(set) var scrap: [ViewHolder] = []
  private(set) var created: [String: Int] = [:]
  private(set) var bound = 0
  private(set) var recycled = 0
  private(set) var discarded = 0
  private(set) var foundInCache = 0
  /// What the last prefetch asked for, and the most that one ever did: the cache grows by that.
  private var prefetched: Set<Int> = []
  private var mostPrefetched = 0

  private var cacheSize: Int { Self.usualCacheSize + mostPrefetched }

  init(type: @escaping (Int) -> String) { self.type = type }

  // MARK: Taking

  mutating func view(at position: Int) -> ViewHolder {
    if let index = scrap.firstIndex(where: { $0.position == position }) {
      return scrap.remove(at: index)
    }
    if let index = cached.firstIndex(where: { $0.position == position }) {
      foundInCache += 1
      return cached.remove(at: index)
    }
    let holder = pooledView(type(position)) ?? newView(type(position))
    holder.position = position
    holder.isInvalid = false
    bound += 1
    return holder
  }

  private mutating func pooledView(_ type: String) -> ViewHolder? { pools[type]?.popLast() }

  private mutating func newView(_ type: String) -> ViewHolder {
    created[type, default: 0] += 1
    return ViewHolder(type: type, name: "\(type)#\(created[type, default: 0])")
  }

  // MARK: Giving back

  /// The cache takes a valid view and gives its first one to the pool when it is full; a view that was
  /// not prefetched goes before those at the end that were.
  mutating func recycle(_ holder: ViewHolder) {
    guard !holder.isInvalid else {
      pool(holder)
      return
    }
    if cached.count >= cacheSize { pool(cached.removeFirst()) }
    let wasPrefetched = prefetched.contains(holder.position)
    let tail =
      wasPrefetched ? 0 : cached.reversed().prefix { prefetched.contains($0.position) }.count
    cached.insert(holder, at: cached.count - tail)
  }

  private mutating func pool(_ holder: ViewHolder) {
    recycled += 1
    if pools[holder.type, default: []].count < Self.mostPooled {
      pools[holder.type, default: []].append(holder)
    } else {
      discarded += 1
    }
  }

  // MARK: Layouts and changes

  /// Sets a view aside that is on the screen, or pools it where it is no longer valid.
  mutating func scrapOrRecycle(_ holder: ViewHolder) {
    if holder.isInvalid { recycle(holder) } else { scrap.append(holder) }
  }

  /// What no layout has taken out of the scrap is recycled, the last that was set aside first.
  mutating func recycleScrap() {
    while let holder = scrap.popLast() { recycle(holder) }
  }

  /// All data has changed: nothing in the cache is valid.
  mutating func invalidateCache() {
    while let holder = cached.popLast() { pool(holder) }
    prefetched = []
  }

  /// Prepares views between frames, as GapWorker does, and puts them into the cache.
  mutating func prefetch(_ positions: [Int]) {
    prefetched = Set(positions)
    mostPrefetched = max(mostPrefetched, positions.count)
    for position in positions { recycle(view(at: position)) }
  }
}
