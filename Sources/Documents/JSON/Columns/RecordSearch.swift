import Files

/// The way from record to record, and to their wanted fields, along the places of braces and of texts
/// that may be keys.
struct RecordSearch {
  /// Stands behind the last place.
  static let none = UInt16.max
  /// How many records are found at most.
  static let capacity = 256
  /// How many names are looked for at most: each has a bit of a word.
  static let mostNames = 64

  private let bytes: UnsafePointer<UInt8>
  private let names: [WantedName]
  /// A bit for each of them.
  private let all: UInt64
  /// What is noted for a field that a record lacks.
  private let missing: Int
  private var most = 0
  /// What stood between two records.
  private var gap = Gap()
  private var state = State()
  /// True where the next one can't be among those that are found.
  private(set) var isOver = true

  /// What changes with each place.
  private struct State {
    /// How many braces are open.
    var depth = 0
    /// How many records were found, and where the last one ends.
    var count = 0
    var last = 0
    /// Where the record begins that is open, or else the next one.
    var start = 0
    /// A bit for each name that the open record has.
    var seen: UInt64 = 0
    /// The name that comes next in most records.
    var turn = 0
  }

  /// - Parameters:
  ///   - names: one or more, at most `mostNames`.
  ///   - missing: what is noted for a field that a record lacks.
  init(_ bytes: UnsafePointer<UInt8>, _ names: [WantedName], missing: Int) {
    (self.bytes, self.names, self.missing) = (bytes, names, missing)
    all = ~0 >> UInt64(64 - names.count)
  }

  /// How many records were found.
  var count: Int { state.count }
  /// Where the last of them ends; where the first one was to begin without any.
  var last: Int { state.last }

  /// Begins anew.
  ///
  /// - Parameters:
  ///   - start: where the first record begins.
  ///   - most: how many there may be; no more than the capacity are found.
  mutating func begin(at start: Int, atMost most: Int) {
    state = State(last: start, start: start, turn: state.turn)
    self.most = min(most, Self.capacity)
    isOver = false
  }

  /// Ends where there are no more places.
  mutating func end() { isOver = true }

  /// Blanks and a comma, as they stand between most records of a text.
  private struct Gap {
    private var length = -1
    private var mask: UInt64 = 0
    private var word: UInt64 = 0

    /// Learns what stands between two offsets, if it is short.
    mutating func learn(_ range: Range<Int>, _ bytes: UnsafePointer<UInt8>) {
      guard 1...8 ~= range.count else { return }
      length = range.count
      mask = ~0 >> UInt64(64 - 8 * length)
      word = Self.load(bytes + range.lowerBound) & mask
    }

    /// True when the same stands there; false says nothing.
    @inline(__always)
    func stands(from start: Int, to end: Int, _ bytes: UnsafePointer<UInt8>) -> Bool {
      end &- start == length && Self.load(bytes + start) & mask == word
    }

    @inline(__always)
    private static func load(_ text: UnsafePointer<UInt8>) -> UInt64 {
      UnsafeRawPointer(text).loadUnaligned(as: UInt64.self)
    }
  }

  /// Goes from place to place, up to the last place or to that of the last record to be found.
  ///
  /// - Parameters:
  ///   - places: distances, with `none` behind them.
  ///   - next: the first one that is followed.
  ///   - base: what they are distances from.
  ///   - values: receives where values begin: for each name in turn, room for `capacity` records.
  ///   - starts: takes where the records begin.
  /// - Returns: the place behind those that were followed.
  mutating func follow(
    _ places: UnsafePointer<UInt16>, _ next: Int, from base: Int,
    _ values: UnsafeMutablePointer<Int>, _ starts: UnsafeMutablePointer<Int>
  ) -> Int {
    // Copies stay in registers.
    let bytes = bytes
    var (index, state, isOver) = (next, state, true)
    names.withUnsafeBufferPointer { names in
      while true {
        if places[index] == Self.none {
          isOver = false
          break
        }
        let place = base &+ Int(places[index])
        let text = UnsafeRawPointer(bytes + place)
        let first = UInt64(littleEndian: text.loadUnaligned(as: UInt64.self))
        let byte = UInt8(truncatingIfNeeded: first)
        if byte == UInt8(ascii: "\"") {
          if state.depth == 1 {
            Self.note(place, first, of: bytes, names, &state, values)
          }
        } else if byte == UInt8(ascii: "{") {
          if state.depth == 0, place != state.start { break }
          state.depth &+= 1
        } else if state.depth == 0 {
          break
        } else if byte == UInt8(ascii: "}") {
          state.depth &-= 1
          if state.depth == 0 {
            starts[state.count] = state.start
            let following = base &+ Int(places[index &+ 1])
            if !pass(place, following, &state, values) {
              index &+= 1
              break
            }
          }
        }
        index &+= 1
      }
    }
    self.state = state
    self.isOver = isOver
    return index
  }

  /// Counts the record that a brace closes; false when it is the last one, or too large to be found.
  ///
  /// - Parameter following: the next place, or any other behind the last one.
  @inline(__always)
  private mutating func pass(
    _ brace: Int, _ following: Int, _ state: inout State, _ values: UnsafeMutablePointer<Int>
  ) -> Bool {
    guard brace &- state.start < WholeValue.limit else { return false }
    if state.seen != all { Self.fill(state, all, with: missing, values) }
    state.seen = 0
    state.count &+= 1
    state.last = brace &+ 1
    let isUsual = gap.stands(from: state.last, to: following, bytes)
    state.start = isUsual ? following : skipGap(behind: state.last)
    return state.count < most && bytes[state.start] == UInt8(ascii: "{")
  }

  /// Notes the value of a name, if one stands at a place.
  @inline(__always)
  private static func note(
    _ place: Int, _ first: UInt64, of bytes: UnsafePointer<UInt8>,
    _ names: UnsafeBufferPointer<WantedName>, _ state: inout State,
    _ values: UnsafeMutablePointer<Int>
  ) {
    var number = state.turn
    if !names[number].stands(at: bytes + place, first) {
      number = names.firstIndex { $0.stands(at: bytes + place, first) } ?? -1
      if number < 0 { return }
    }
    let end = place &+ names[number].length
    let isUsual = bytes[end] == UInt8(ascii: ":") && bytes[end &+ 1] == UInt8(ascii: " ")
    let value = isUsual && bytes[end &+ 2] > 0x20 ? end &+ 2 : self.value(behind: end, bytes)
    if value < 0 { return }
    values[number &* capacity &+ state.count] = value
    state.seen |= 1 &<< UInt64(truncatingIfNeeded: number)
    state.turn = number &+ 1 == names.count ? 0 : number &+ 1
  }

  /// Where the value begins of the key that ends at an offset; -1 where no colon follows: a text in
  /// a list, or a field's value, may look like a key.
  @inline(never)
  private static func value(behind end: Int, _ bytes: UnsafePointer<UInt8>) -> Int {
    let colon = skipBlanks(end, bytes)
    return bytes[colon] == UInt8(ascii: ":") ? skipBlanks(colon &+ 1, bytes) : -1
  }

  /// Notes which names a record lacks.
  @inline(never)
  private static func fill(
    _ state: State, _ all: UInt64, with missing: Int, _ values: UnsafeMutablePointer<Int>
  ) {
    var unseen = all & ~state.seen
    while unseen != 0 {
      values[unseen.trailingZeroBitCount &* capacity &+ state.count] = missing
      unseen &= unseen &- 1
    }
  }

  /// Where the next record begins, if one follows, behind one that ends at an offset.
  @inline(never)
  private mutating func skipGap(behind end: Int) -> Int {
    var start = Self.skipBlanks(end, bytes)
    if bytes[start] == UInt8(ascii: ",") { start = Self.skipBlanks(start &+ 1, bytes) }
    gap.learn(end..<start, bytes)
    return start
  }

  private static func skipBlanks(_ offset: Int, _ bytes: UnsafePointer<UInt8>) -> Int {
    var offset = offset
    while ASCII.isBlank(bytes[offset]) { offset &+= 1 }
    return offset
  }
}
