/// The keys of a table's records as they have been met so far, and which of them lead to fields
/// that are wanted.
///
/// Records of a table mostly have the same keys in the same order. For each key the one that came
/// after it last time is kept: a walker compares the text with that one first, and has to look a
/// key up only where a record differs from the one before it.
struct KeyLayout {
  /// A key of one kind of record.
  struct Key {
    /// The first 16 bytes of the key as it is written, in quotes; bytes behind it are masked out.
    fileprivate var head: (UInt64, UInt64)
    fileprivate var mask: (UInt64, UInt64)
    /// How many bytes the key takes with its quotes.
    var length: Int
    fileprivate var nameStart: Int
    /// The field that it is; -1 for none.
    var field = -1
    /// The place of the records below it from which fields are wanted; -1 for none.
    var inside = -1
    /// The key that came after it last time; -1 while none has.
    var next = -1
  }

  /// The records that stand at one place: those of the table, or those under a key of them.
  struct Place {
    /// The key that came first last time.
    var first = -1
    fileprivate var keys: [Int] = []
    /// The names that lead to fields from here.
    fileprivate var wanted: [(name: String, field: Int, inside: Int)] = []
    /// All fields that lie below here, and how many keys lead here.
    var fields: Range<Int> = 0..<0
    var depth = 0
  }

  private(set) var keys: [Key] = []
  private(set) var places: [Place] = []
  /// For each field of the walker the index of its path.
  private(set) var paths: [Int] = []
  /// The field that is the whole record; -1 when that is not wanted.
  private(set) var whole = -1
  private var names: [UInt8] = []
  /// True when a key came up that does not lead to a field.
  private(set) var hasOthers = false

  /// So many keys are kept of one place; the keys of a dictionary would have no end.
  private static let mostKeys = 64

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

  /// True when a key stands in the text; 16 bytes of it must be readable.
  @inline(__always)
  func stands(_ key: Int, at text: UnsafePointer<UInt8>) -> Bool {
    let raw = UnsafeRawPointer(text)
    let first = raw.loadUnaligned(as: UInt64.self)
    let second = raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    return keys.withUnsafeBufferPointer { keys in
      let known = keys[key]
      let differs = (first ^ known.head.0) & known.mask.0 | (second ^ known.head.1) & known.mask.1
      return differs == 0 && (known.length <= 16 || isTail(of: known, at: text))
    }
  }

  private func isTail(of key: Key, at text: UnsafePointer<UInt8>) -> Bool {
    for index in 16..<key.length where names[key.nameStart + index] != text[index] { return false }
    return true
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
    let wanted = places[place].wanted.first { $0.name == name }
    if wanted == nil { hasOthers = true }
    guard wanted != nil || places[place].keys.count < Self.mostKeys else { return nil }
    var key = Key(head: (0, 0), mask: (0, 0), length: text.count, nameStart: names.count)
    for index in 0..<min(16, text.count) {
      let shift = UInt64(index % 8 * 8)
      let (byte, ones) = (UInt64(text[index]) << shift, UInt64(0xFF) << shift)
      if index < 8 {
        key.head.0 |= byte
        key.mask.0 |= ones
      } else {
        key.head.1 |= byte
        key.mask.1 |= ones
      }
    }
    (key.head.0, key.head.1) = (key.head.0.littleEndian, key.head.1.littleEndian)
    (key.mask.0, key.mask.1) = (key.mask.0.littleEndian, key.mask.1.littleEndian)
    if let wanted { (key.field, key.inside) = (wanted.field, wanted.inside) }
    names.append(contentsOf: text)
    keys.append(key)
    places[place].keys.append(keys.count - 1)
    return keys.count - 1
  }
}
