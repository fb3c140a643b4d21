/// Numbers keys in the order in which records show them first.
///
/// Records are mostly alike: the key that came next in the record before is tried first.
struct KeyPlaces {
  private(set) var keys: [String] = []
  private var places: [String: Int] = [:]
  private var expected = 0

  mutating func beginRecord() { expected = 0 }

  /// The number of a key, which is a new one when it was never met.
  ///
  /// - Complexity: O(1).
  mutating func place(of key: String) -> Int {
    let place: Int
    if expected < keys.count, keys[expected] == key {
      place = expected
    } else if let known = places[key] {
      place = known
    } else {
      place = keys.count
      keys.append(key)
      places[key] = place
    }
    expected = place + 1
    return place
  }
}
