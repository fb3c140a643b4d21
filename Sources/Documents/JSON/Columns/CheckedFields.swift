import Files
import TableModel

/// Finds where the wanted fields of neighbouring records stand, in text that was checked before.
///
/// It goes from brace to brace and from one text that may be a wanted key to the next, and looks at
/// nothing between them: what was checked needs no second look. Values are left to be read column
/// by column, so that each of the two loops is small.
struct CheckedFields {
  /// How many bytes are looked at at once: few enough that they are near when values are read.
  private static let stretch = 1 << 13

  private let bytes: UnsafePointer<UInt8>
  private let end: Int
  private let nameStarts: NameStarts
  /// The keys of the walker's layout that are looked for, and the fields that each leads to.
  let keys: [(key: Int, fields: Range<Int>)]
  /// The bytes that were looked at last.
  private var looked = 0..<0
  /// Whether they end inside a text.
  private var text = TextState()
  /// The distances from their beginning of what was found in them, and the next of those to follow.
  private var places: [UInt16]
  private var next = 0
  private var search: RecordSearch
  /// Where each record that was found begins.
  private(set) var starts: [Int]
  /// For each key where its value begins in each of those records; the end of the text if it is
  /// missing.
  private var values: [Int]

  /// True where keys can be compared byte by byte, and no whole records are wanted.
  ///
  /// - Parameter spelling: how the keys of the text are written.
  static func serve(_ paths: [[String]], _ spelling: KeySpelling) -> Bool {
    1...RecordSearch.mostNames ~= Set(paths.map(\.first)).count
      && paths.allSatisfy { path in path.first.map(spelling.isToldByBytes) ?? false }
  }

  /// - Parameters:
  ///   - paths: those that are served.
  ///   - walker: the one that knows the fields.
  init(_ paths: [[String]], for walker: inout RecordWalker) {
    let keys = Set(paths.compactMap(\.first)).sorted()
    nameStarts = NameStarts(keys)
    self.keys = keys.map {
      let key = walker.expect($0)
      return (key, walker.layout.fields(of: key))
    }
    (bytes, end) = (walker.bytes, walker.end)
    search = RecordSearch(bytes, keys.map { WantedName($0) }, missing: end)
    places = Array(repeating: RecordSearch.none, count: Self.stretch + 4)
    starts = Array(repeating: 0, count: RecordSearch.capacity)
    values = Array(repeating: 0, count: RecordSearch.capacity * keys.count)
  }

  /// How many records were found last.
  var count: Int { search.count }

  /// What stands for the place of a value that a record lacks: the end of the text.
  var missing: Int { end }

  /// Where the value of a key begins in a record that was found.
  ///
  /// - Parameter key: its place among the keys.
  @inline(__always)
  func value(_ record: Int, _ key: Int) -> Int { values[key &* RecordSearch.capacity &+ record] }

  /// Where the values of a key begin in the records that were found.
  @inline(__always)
  func values(_ key: Int) -> ArraySlice<Int> {
    values[key &* RecordSearch.capacity..<key &* RecordSearch.capacity &+ count]
  }

  /// Finds the fields of records that follow each other in the same list.
  ///
  /// It stops before whatever is not a record, or is too large to be read at once, and looks at no
  /// text behind that.
  ///
  /// - Parameters:
  ///   - start: where the first one begins, behind those that were found before.
  ///   - most: how many there are at most.
  /// - Returns: the offset behind the last one; the first offset without any.
  mutating func find<Classifier: BlockClassifier>(
    from start: Int, atMost most: Int, by classifier: Classifier.Type
  ) -> Int {
    search.begin(at: start, atMost: most)
    // What is no record may be followed by no brace at all: a list of numbers would be looked
    // through to its end for each of them.
    guard bytes[start] == UInt8(ascii: "{") else {
      search.end()
      return start
    }
    if !looked.contains(start) {
      // There is no text between records.
      text = TextState()
      look(from: start, classifier)
    }
    while places[next] < UInt16(truncatingIfNeeded: start &- looked.lowerBound) { next &+= 1 }
    while !search.isOver {
      follow()
      if !search.isOver { look(from: looked.upperBound, classifier) }
    }
    return search.last
  }

  /// Follows what was found in the bytes that were looked at last, up to their end.
  private mutating func follow() {
    next = places.withUnsafeBufferPointer { places in
      values.withUnsafeMutableBufferPointer { values in
        starts.withUnsafeMutableBufferPointer { starts in
          guard let places = places.baseAddress, let values = values.baseAddress,
            let starts = starts.baseAddress
          else { return next }
          return search.follow(places, next, from: looked.lowerBound, values, starts)
        }
      }
    }
  }

  /// Looks at the next bytes, from an offset on; at the end of the text the search ends.
  @inline(never)
  private mutating func look<Classifier: BlockClassifier>(
    from start: Int, _ classifier: Classifier.Type
  ) {
    guard start < end else { return search.end() }
    let blocks = min(Self.stretch, end &- start &+ 63) / 64
    looked = start..<start &+ blocks &* 64
    next = 0
    places.withUnsafeMutableBufferPointer { places in
      guard let first = places.baseAddress else { return }
      let count = Classifier.members(bytes + start, blocks &* 64, &text, nameStarts, into: first)
      places[count] = RecordSearch.none
    }
  }
}

extension RecordWalker {
  /// Makes a key known that leads to fields, and says which one it is.
  fileprivate mutating func expect(_ name: String) -> Int {
    var quoted = "\"\(name)\""
    return quoted.withUTF8 { layout.find($0, in: 0, after: -1) }
  }
}

/// A key that is looked for in text that was checked before.
struct WantedName {
  /// Its first eight bytes with its quotes.
  private let head: UInt64
  private let mask: UInt64
  /// How many bytes it has with its quotes.
  let length: Int
  /// Those behind the first eight.
  private let rest: [UInt8]

  init(_ name: String) {
    let quoted = Array("\"\(name)\"".utf8)
    head = quoted.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    mask = ~0 >> UInt64(64 - 8 * min(8, quoted.count))
    length = quoted.count
    rest = Array(quoted.dropFirst(8))
  }

  /// True when the name stands at a place.
  ///
  /// - Parameter first: the first eight bytes there, the first of them lowest.
  @inline(__always)
  func stands(at text: UnsafePointer<UInt8>, _ first: UInt64) -> Bool {
    (first ^ head) & mask == 0 && (length <= 8 || isRest(at: text))
  }

  @inline(never)
  private func isRest(at text: UnsafePointer<UInt8>) -> Bool {
    rest.indices.allSatisfy { text[8 &+ $0] == rest[$0] }
  }
}
