import TableModel

/// The keys of a table's records as they have been met so far, and which of them lead to fields
/// that are wanted.
///
/// Records of a table mostly have the same keys in the same order, written in the same way. For each
/// key the one that came after it last time is kept, and all that led to its value then: the comma,
/// blanks, the key, its colon. A walker compares the text with that first, and has to look a key up
/// only where a record differs from the one before it.
struct KeyLayout {
  /// A key of one kind of record.
  struct Key {
    /// The first 16 bytes of the key as it is written, in quotes.
    fileprivate var head: Word16
    /// How many bytes the key takes with its quotes.
    var length: Int
    fileprivate var nameStart: Int
    /// The field that it is; -1 for none.
    var field = -1
    /// The place of the records below it from which fields are wanted; -1 for none.
    var inside = -1
    /// The key that came after it last time; -1 while none has.
    var next = -1
    /// How many bytes led to the value last time, from behind the value or bracket before it; 0
    /// where they are too many to be kept.
    fileprivate(set) var leadLength = 0
    /// The first 16 of them.
    fileprivate var lead = Word16()
    /// True when it was the first key of its record: no comma is among them.
    fileprivate var ledFirst = false
    /// Where the rest of them stands.
    fileprivate var leadRest = 0
  }

  /// Up to 16 bytes to compare text with.
  fileprivate struct Word16 {
    var low: UInt64 = 0
    var high: UInt64 = 0
    var lowMask: UInt64 = 0
    var highMask: UInt64 = 0
  }

  /// The records that stand at one place: those of the table, or those under a key of them.
  struct Place {
    /// The key that came first last time.
    var first = -1
    fileprivate var keys: [Int] = []
    /// The names that lead to fields from here, in the order of texts.
    fileprivate var wanted: [(name: String, field: Int, inside: Int)] = []
    /// All fields that lie below here, and how many keys lead here.
    var fields: Range<Int> = 0..<0
    var depth = 0

    /// What a name leads to; nil where it is not wanted.
    ///
    /// - Complexity: O(log names).
    fileprivate func wanted(_ name: String) -> (name: String, field: Int, inside: Int)? {
      let index = wanted.partitioningIndex { $0.name >= name }
      return index < wanted.count && wanted[index].name == name ? wanted[index] : nil
    }
  }

  private(set) var keys: [Key] = []
  private(set) var places: [Place] = []
  /// For each field of the walker the index of its path.
  private(set) var paths: [Int] = []
  /// The field that is the whole record; -1 when that is not wanted.
  private(set) var whole = -1
  private var names: [UInt8] = []
  /// What led to values, beyond the first 16 bytes; each part has room for the longest.
  private var leads: [UInt8] = []
  /// True when a key came up that does not lead to a field.
  private(set) var hasOthers = false

  /// At most this many keys are kept of one place; the keys of a dictionary would have no end.
  private static let mostKeys = 64
  /// How many places there may be for following keys that are not wanted, and how deep they may
  /// lie.
  private static let mostPlaces = 64
  private static let mostSteps = 16
  /// What leads to a value is kept up to this length.
  private static let longestLead = 96

  private var fields: [Int] = []

  /// - Parameter wanted: the keys that lead to each field; none may stand there twice.
  init(_ wanted: [[String]]) {
    let order = wanted.indices.sorted { wanted[$0].lexicographicallyPrecedes(wanted[$1]) }
    paths = order
    fields = Array(repeating: 0, count: order.count)
    for (field, path) in order.enumerated() { fields[path] = field }
    if let first = order.first, wanted[first].isEmpty { whole = 0 }
    _ = addPlace(order.map { wanted[$0] }, whole + 1..<order.count, depth: 0)
  }

  private mutating func addPlace(_ sorted: [[String]], _ fields: Range<Int>, depth: Int) -> Int {
    let place = places.count
    places.append(Place(fields: fields, depth: depth))
    var first = fields.lowerBound
    while first < fields.upperBound {
      let name = sorted[first][depth]
      var end = first + 1
      while end < fields.upperBound, sorted[end][depth] == name { end += 1 }
      let isField = sorted[first].count == depth + 1
      let below = (isField ? first + 1 : first)..<end
      let inside = below.isEmpty ? -1 : addPlace(sorted, below, depth: depth + 1)
      places[place].wanted.append((name, isField ? first : -1, inside))
      first = end
    }
    return place
  }
}

extension KeyLayout {
  /// The walker's field that a path leads to.
  @inline(__always)
  func field(ofPath path: Int) -> Int { fields[path] }

  /// The fields that a key of the records of the table leads to, itself and below it.
  func fields(of key: Int) -> Range<Int> {
    let (field, inside) = (keys[key].field, keys[key].inside)
    let below = inside < 0 ? field..<field &+ 1 : places[inside].fields
    return field < 0 ? below : field..<max(field &+ 1, below.upperBound)
  }

  /// True when a key stands in the text; 16 bytes of it must be readable.
  @inline(__always)
  func stands(_ key: Int, at text: UnsafePointer<UInt8>) -> Bool {
    keys.withUnsafeBufferPointer { keys in
      let known = keys[key]
      return known.head.stands(at: text)
        && (known.length <= 16
          || isRest(of: names, from: known.nameStart + 16, known.length - 16, at: text + 16))
    }
  }

  /// What is known of a key that stands in the text where it is expected.
  struct Step {
    let key: Int
    /// How many bytes lead to its value; 0 where it stands there in another way, or not at all.
    var length = 0
    var field = -1
    var inside = -1
    var next = -1
  }

  /// Compares the text with what led to the value of a key last time; 16 bytes of the text must be
  /// readable.
  ///
  /// - Parameter key: -1 for none.
  @inline(__always)
  func step(to key: Int, isFirst: Bool, at text: UnsafePointer<UInt8>) -> Step {
    guard key >= 0 else { return Step(key: key) }
    return keys.withUnsafeBufferPointer { keys in
      let length = keys[key].leadLength
      guard keys[key].lead.stands(at: text), keys[key].ledFirst == isFirst,
        length <= 16 || isRest(of: leads, from: keys[key].leadRest, length - 16, at: text + 16)
      else { return Step(key: key) }
      return Step(
        key: key, length: length, field: keys[key].field, inside: keys[key].inside,
        next: keys[key].next)
    }
  }

  /// Compares the text with what is known byte by byte, so that it stops with the text.
  private func isRest(
    of known: [UInt8], from start: Int, _ count: Int, at text: UnsafePointer<UInt8>
  ) -> Bool {
    for index in 0..<count where known[start + index] != text[index] { return false }
    return true
  }

  /// Remembers what leads to the value of a key.
  mutating func learn(_ key: Int, isFirst: Bool, lead: UnsafeBufferPointer<UInt8>) {
    keys[key].ledFirst = isFirst
    guard lead.count <= Self.longestLead else {
      keys[key].leadLength = 0
      keys[key].lead = Word16()
      return
    }
    keys[key].leadLength = lead.count
    keys[key].lead = Word16(lead)
    guard lead.count > 16 else { return }
    if keys[key].leadRest == 0 {
      // The first byte stays unused, so that 0 means none.
      keys[key].leadRest = max(1, leads.count)
      let room = keys[key].leadRest + Self.longestLead
      leads.append(contentsOf: repeatElement(0, count: room - leads.count))
    }
    for index in 16..<lead.count { leads[keys[key].leadRest + index - 16] = lead[index] }
  }

  /// A place for the records under a key from which nothing is wanted.
  ///
  /// - Returns: -1 where there are too many already.
  mutating func follow(_ key: Int, in place: Int) -> Int {
    let depth = places[place].depth + 1
    guard places.count < Self.mostPlaces, depth < Self.mostSteps else { return -1 }
    places.append(Place(depth: depth))
    keys[key].inside = places.count - 1
    return places.count - 1
  }

  /// Finds a key that was not expected where it stands, and expects it there from now on.
  ///
  /// - Parameters:
  ///   - text: the key with its quotes; it has no escapes and is UTF-8.
  ///   - previous: the key before it; -1 for the first of a record.
  /// - Returns: -1 for a key that is not wanted, where too many others are known already.
  mutating func find(_ text: UnsafeBufferPointer<UInt8>, in place: Int, after previous: Int) -> Int
  {
    guard let start = text.baseAddress else { return -1 }
    let known = places[place].keys.first { keys[$0].length == text.count && stands($0, at: start) }
    guard let key = known ?? add(text, in: place) else { return -1 }
    if previous >= 0 { keys[previous].next = key } else { places[place].first = key }
    return key
  }

  /// Keys are the same as names when they are so as texts: an accent may be written in two ways.
  private mutating func add(_ text: UnsafeBufferPointer<UInt8>, in place: Int) -> Int? {
    let name = String(decoding: text.dropFirst().dropLast(), as: UTF8.self)
    let wanted = places[place].wanted(name)
    if wanted == nil { hasOthers = true }
    guard wanted != nil || places[place].keys.count < Self.mostKeys else { return nil }
    var key = Key(head: Word16(text), length: text.count, nameStart: names.count)
    if let wanted { (key.field, key.inside) = (wanted.field, wanted.inside) }
    names.append(contentsOf: text)
    keys.append(key)
    places[place].keys.append(keys.count - 1)
    return keys.count - 1
  }
}

extension KeyLayout.Word16 {
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    for index in 0..<min(16, bytes.count) {
      let shift = UInt64(index % 8 * 8)
      let (byte, ones) = (UInt64(bytes[index]) << shift, UInt64(0xFF) << shift)
      if index < 8 {
        low |= byte
        lowMask |= ones
      } else {
        high |= byte
        highMask |= ones
      }
    }
    (low, high) = (low.littleEndian, high.littleEndian)
    (lowMask, highMask) = (lowMask.littleEndian, highMask.littleEndian)
  }

  @inline(__always)
  fileprivate func stands(at text: UnsafePointer<UInt8>) -> Bool {
    let raw = UnsafeRawPointer(text)
    let first = raw.loadUnaligned(as: UInt64.self)
    let second = raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    return (first ^ low) & lowMask | (second ^ high) & highMask == 0
  }
}
