/// Which of the images that cells wait for are delivered now.
struct PictureDeliveries {
  /// Since when images are awaited.
  private var begin: [String: ContinuousClock.Instant] = [:]
  private var lastTaken: [String] = []
  /// What no command delivers; it is left to those who give commands by hand.
  private var stuck: Set<String> = []
  /// True while pictures are there whose time has not come.
  private(set) var areDelayed = false

  /// - Parameters:
  ///   - awaited: the names of images, the last one requested first.
  ///   - delay: how long an image takes at least.
  ///   - isThere: whether there is an answer for an image.
  mutating func take(
    from awaited: [String], delay: Duration, isThere: (String) -> Bool
  ) -> [String] {
    stuck.formUnion(lastTaken.filter(awaited.contains))
    areDelayed = false
    var since: [String: ContinuousClock.Instant] = [:]
    var taken: [String] = []
    let now = ContinuousClock.now
    for name in awaited where !stuck.contains(name) {
      let first = begin[name] ?? now
      since[name] = first
      guard isThere(name) else { continue }
      if now - first >= delay { taken.append(name) } else { areDelayed = true }
    }
    (begin, lastTaken) = (since, taken)
    for name in taken { begin[name] = nil }
    return taken
  }
}
