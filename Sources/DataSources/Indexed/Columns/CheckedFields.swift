import TableModel

/// Finds where the wanted fields of neighbouring records stand, in text that was checked before.
///
/// It goes from brace to brace and from one text that may be a wanted key to the next, and looks at
/// nothing between them: what was checked needs no second look. Values are left to be read column
/// by column, so that each of the two loops is small.
struct CheckedFields {
  /// How many bytes are looked at at once: few enough that they are near when values are read.
  private static let stretch = 1 << 13
  /// How many records are found at once.
  private static let most = 256
  /// Stands behind the last place.
  fileprivate static let none = UInt16.max

  /// A key that is looked for.
  fileprivate struct Name {
    /// Its first eight bytes with its quotes.
    let head: UInt64
    let mask: UInt64
    let length: Int
    /// What stands behind them.
    private let rest: [UInt8]

    init(_ name: String) {
      let quoted = Array("\"\(name)\"".utf8)
      head = quoted.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
      mask = ~0 >> UInt64(64 - 8 * min(8, quoted.count))
      length = quoted.count
      rest = Array(quoted.dropFirst(8))
    }

    /// True when what stands behind the first eight bytes stands in the text as well.
    @inline(__always)
    func isRest(at text: UnsafePointer<UInt8>) -> Bool {
      for index in 8..<max(8, length) where text[index] != rest[index &- 8] { return false }
      return true
    }
  }

  private let bytes: UnsafePointer<UInt8>
  private let end: Int
  private let nameStarts: NameStarts
  private let names: [Name]
  /// The keys of the walker's layout that are looked for, and the fields that each leads to.
  let keys: [(key: Int, fields: Range<Int>)]
  /// The bytes that were looked at last.
  private var looked = 0..<0
  /// Whether they end inside a text.
  private var text = TextState()
  /// The distances of what was found there, and of them the next one.
  private var places: [UInt16]
  private var next = 0
  /// How many records were found last.
  private(set) var count = 0
  /// Where each of them begins.
  private(set) var starts: [Int]
  /// For each of them where the values of the keys begin; 0 for a key that it lacks.
  private var values: [Int]

  /// True where the bytes of keys tell which ones they are, and no whole records are wanted.
  ///
  /// - Parameter spelling: how the keys of the text are written.
  static func serve(_ paths: [[String]], _ spelling: KeySpelling) -> Bool {
    paths.allSatisfy { path in path.first.map(spelling.isToldByBytes) ?? false }
  }

  /// - Parameters:
  ///   - paths: those that are served.
  ///   - walker: the one that knows the fields.
  init(_ paths: [[String]], for walker: inout RecordWalker) {
    let keys = Set(paths.compactMap(\.first)).sorted()
    nameStarts = NameStarts(keys)
    names = keys.map { Name($0) }
    self.keys = keys.map {
      let key = walker.expect($0)
      return (key, walker.layout.fields(of: key))
    }
    (bytes, end) = (walker.bytes, walker.end)
    places = Array(repeating: Self.none, count: Self.stretch + 4)
    starts = Array(repeating: 0, count: Self.most)
    values = Array(repeating: 0, count: Self.most * keys.count)
  }

  /// Where the value of a key begins in a record that was found; 0 without one.
  ///
  /// - Parameter key: its place among the keys.
  @inline(__always)
  func value(_ record: Int, _ key: Int) -> Int { values[record &* names.count &+ key] }

  /// Finds the fields of records that follow each other in the same list.
  ///
  /// It stops before whatever is no record, or is too large to be read at once.
  ///
  /// - Parameters:
  ///   - start: where the first one begins, behind those that were found before.
  ///   - most: how many there are at most.
  /// - Returns: the offset behind the last one; the first offset without any.
  mutating func find<Classifier: BlockClassifier>(
    from start: Int, atMost most: Int, by classifier: Classifier.Type
  ) -> Int {
    var search = Search(expected: start, most: min(most, Self.most))
    if !looked.contains(start) {
      // Between records is no text.
      text = TextState()
      search.isOver = !look(from: start, classifier)
    }
    while places[next] < UInt16(truncatingIfNeeded: start &- looked.lowerBound) { next &+= 1 }
    while !search.isOver {
      follow(&search)
      if !search.isOver { search.isOver = !look(from: looked.upperBound, classifier) }
    }
    count = search.count
    return search.last
  }

  /// Follows what was found in the bytes that were looked at last, up to their end.
  private mutating func follow(_ search: inout Search) {
    var state = search
    places.withUnsafeBufferPointer { places in
      names.withUnsafeBufferPointer { names in
        values.withUnsafeMutableBufferPointer { values in
          starts.withUnsafeMutableBufferPointer { starts in
            state.follow(
              places, &next, from: looked.lowerBound, of: bytes, names, &values, &starts)
          }
        }
      }
    }
    search = state
  }

  /// Looks at what goes on at an offset; false at the end of the text.
  @inline(never)
  private mutating func look<Classifier: BlockClassifier>(
    from start: Int, _ classifier: Classifier.Type
  ) -> Bool {
    guard start < end else { return false }
    let blocks = min(Self.stretch, end &- start &+ 63) / 64
    looked = start..<start &+ blocks &* 64
    next = 0
    places.withUnsafeMutableBufferPointer { places in
      guard let first = places.baseAddress else { return }
      let count = Classifier.members(bytes + start, blocks &* 64, &text, nameStarts, into: first)
      places[count] = Self.none
    }
    return true
  }
}

extension CheckedFields {
  /// The way from record to record.
  fileprivate struct Search {
    /// Where the next record begins.
    var expected: Int
    let most: Int
    /// How many records were found, and where the last one ends.
    var count = 0
    var last: Int
    /// How many braces are open.
    var depth = 0
    /// True where the next one can't be among those that are found.
    var isOver = false

    init(expected: Int, most: Int) {
      (self.expected, self.most, last) = (expected, most, expected)
    }
  }
}

extension CheckedFields.Search {
  /// Goes from place to place.
  ///
  /// - Parameters:
  ///   - places: distances, with an end; from the next one on they are followed.
  ///   - base: what they are distances from.
  @inline(__always)
  fileprivate mutating func follow(
    _ places: UnsafeBufferPointer<UInt16>, _ next: inout Int, from base: Int,
    of bytes: UnsafePointer<UInt8>, _ names: UnsafeBufferPointer<CheckedFields.Name>,
    _ values: inout UnsafeMutableBufferPointer<Int>, _ starts: inout UnsafeMutableBufferPointer<Int>
  ) {
    // What changes with each place stays in registers.
    var (index, depth) = (next, depth)
    defer { (next, self.depth) = (index, depth) }
    while true {
      let distance = places[index]
      if distance == CheckedFields.none { return }
      let place = base &+ Int(distance)
      let byte = bytes[place]
      if depth == 0 {
        guard place == expected, byte == UInt8(ascii: "{") else { break }
        starts[count] = place
        for name in names.indices { values[count &* names.count &+ name] = 0 }
        depth = 1
      } else if byte == UInt8(ascii: "\"") {
        if depth == 1 {
          Self.note(place, of: bytes, names, &values, count &* names.count)
        }
      } else if byte == UInt8(ascii: "{") {
        depth &+= 1
      } else if byte == UInt8(ascii: "}") {
        depth &-= 1
        if depth == 0, !pass(place &+ 1, starts[count], bytes) {
          index &+= 1
          break
        }
      }
      index &+= 1
    }
    isOver = true
  }

  /// Counts a record that ends at an offset; false when it was the last one.
  @inline(__always)
  private mutating func pass(_ end: Int, _ start: Int, _ bytes: UnsafePointer<UInt8>) -> Bool {
    guard end &- start <= RecordText.largestValue else { return false }
    (count, last) = (count &+ 1, end)
    expected = Self.skipBlanks(end, bytes)
    if bytes[expected] == UInt8(ascii: ",") { expected = Self.skipBlanks(expected &+ 1, bytes) }
    return count < most && bytes[expected] == UInt8(ascii: "{")
  }

  /// Notes the value of a key, if a wanted one stands at an offset.
  @inline(__always)
  private static func note(
    _ place: Int, of bytes: UnsafePointer<UInt8>, _ names: UnsafeBufferPointer<CheckedFields.Name>,
    _ values: inout UnsafeMutableBufferPointer<Int>, _ first: Int
  ) {
    let text = UnsafeRawPointer(bytes + place)
    let head = UInt64(littleEndian: text.loadUnaligned(as: UInt64.self))
    for index in names.indices where (head ^ names[index].head) & names[index].mask == 0 {
      guard names[index].isRest(at: bytes + place) else { continue }
      let offset = skipBlanks(place &+ names[index].length, bytes)
      // A text in a list, or a field's value, may look like a key.
      guard bytes[offset] == UInt8(ascii: ":") else { return }
      values[first &+ index] = skipBlanks(offset &+ 1, bytes)
      return
    }
  }

  @inline(__always)
  private static func skipBlanks(_ offset: Int, _ bytes: UnsafePointer<UInt8>) -> Int {
    var offset = offset
    while ASCII.isBlank(bytes[offset]) { offset &+= 1 }
    return offset
  }
}

extension RecordWalker {
  /// Makes a key known that leads to fields, and says which one it is.
  fileprivate mutating func expect(_ name: String) -> Int {
    var quoted = "\"\(name)\""
    return quoted.withUTF8 { layout.find($0, in: 0, after: -1) }
  }
}
