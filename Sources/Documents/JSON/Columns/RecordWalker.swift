import Files
import TableModel

/// Goes over the text of a record, checks it, and notes where the wanted fields stand.
///
/// It checks all that a reader of JSON checks but gives up on whatever is unusual: keys with
/// escapes, great depth, and every mistake. A record that it gives up on has to be read as a
/// value, which also says what is wrong with it.
///
/// Behind the end of the text there have to be zeros: no byte of JSON is zero, so every step
/// stops there by itself.
struct RecordWalker {
  /// What steps return instead of an offset when they give up.
  static let odd = -1

  let bytes: UnsafePointer<UInt8>
  /// The end of the text.
  let end: Int
  var layout: KeyLayout
  /// What the last record has for each field.
  var slots: [FieldSlot]
  /// For each field the texts of a list of texts.
  var elements: [[Range<Int>]]
  /// True when the last text had escapes.
  var hasEscapes = false
  /// What is known of the texts that follow.
  var window = TextWindow()
  /// Kept here, so that no use has to check whether they have been initialized.
  let powers = ShortNumber.powers
  /// True where enough records follow each other for looking ahead to pay.
  let looksAhead: Bool

  /// - Parameters:
  ///   - end: the end of the text; 128 bytes of zeros have to follow it.
  ///   - paths: the keys that lead to each field; none may stand there twice.
  ///   - looksAhead: true for many records that follow each other.
  init(
    _ bytes: UnsafePointer<UInt8>, end: Int, paths: [[String]], looksAhead: Bool = false
  ) {
    self.bytes = bytes
    self.end = end
    self.looksAhead = looksAhead
    layout = KeyLayout(paths)
    slots = Array(repeating: .missing, count: paths.count)
    elements = Array(repeating: [], count: paths.count)
  }

  /// Goes over the value that begins at an offset.
  ///
  /// - Returns: the offset after it, or `odd`.
  mutating func walk(_ start: Int) -> Int {
    for field in slots.indices { slots[field] = .missing }
    guard bytes[start] == UInt8(ascii: "{") else { return other(start) }
    let end = record(start, at: 0)
    if end >= 0, layout.whole >= 0 { slots[layout.whole] = .value(start..<end) }
    return end
  }

  /// A value of the table that is not a record.
  private mutating func other(_ start: Int) -> Int {
    let end = value(start, field: layout.whole)
    guard end >= 0, !ASCII.isWord(bytes[end]) else { return Self.odd }
    ask(start..<end, at: 0)
    return end
  }

  /// Notes that fields below a place are to be asked of a value that is not a record.
  private mutating func ask(_ range: Range<Int>, at place: Int) {
    let (fields, depth) = (layout.places[place].fields, layout.places[place].depth)
    let first = bytes[range.lowerBound]
    let isAsked = first == UInt8(ascii: "\"") || first == UInt8(ascii: "[")
    for field in fields { slots[field] = isAsked ? .outer(range, depth: depth) : .missing }
  }

  /// Goes over the record whose bracket stands at an offset.
  private mutating func record(_ start: Int, at place: Int) -> Int {
    var offset = start &+ 1
    var previous = -1
    var expected = layout.places[place].first
    var isFirst = true
    while true {
      let step = layout.step(to: expected, isFirst: isFirst, at: bytes + offset)
      if step.length > 0 {
        offset = member(offset &+ step.length, by: step, in: place)
        (previous, expected) = (step.key, step.next)
      } else {
        let begin = skipBlanks(offset)
        if bytes[begin] == UInt8(ascii: "}") { return begin &+ 1 }
        var key = expected
        let value = self.key(begin, after: previous, isFirst: isFirst, in: place, &key)
        guard value >= 0 else { return Self.odd }
        if key >= 0 {
          let text = UnsafeBufferPointer(start: bytes + offset, count: value &- offset)
          layout.learn(key, isFirst: isFirst, lead: text)
        }
        offset = member(value, of: key, in: place)
        (previous, expected) = (key, key < 0 ? -1 : layout.keys[key].next)
      }
      guard offset >= 0 else { return Self.odd }
      isFirst = false
    }
  }

  /// Goes over the value of a key that stands where it was expected.
  @inline(__always)
  private mutating func member(_ start: Int, by step: KeyLayout.Step, in place: Int) -> Int {
    let first = bytes[start]
    if step.inside < 0, first == UInt8(ascii: "\"") {
      return step.field < 0 ? pass(start) : text(start, field: step.field)
    }
    if step.inside < 0, ASCII.isDigit(first) { return number(start, field: step.field) }
    return member(start, of: step.key, in: place)
  }

  /// Goes over what leads to a value, in any way that it may be written.
  ///
  /// - Parameters:
  ///   - key: the key that is expected; then the one that stands there.
  /// - Returns: where the value begins.
  private mutating func key(
    _ start: Int, after previous: Int, isFirst: Bool, in place: Int, _ key: inout Int
  ) -> Int {
    var offset = start
    if !isFirst {
      guard bytes[offset] == UInt8(ascii: ",") else { return Self.odd }
      offset = skipBlanks(offset &+ 1)
    }
    if key >= 0, layout.stands(key, at: bytes + offset) {
      offset &+= layout.keys[key].length
    } else {
      let begin = offset
      offset = string(begin)
      guard offset >= 0, !hasEscapes else { return Self.odd }
      let text = UnsafeBufferPointer(start: bytes + begin, count: offset &- begin)
      key = layout.find(text, in: place, after: previous)
    }
    offset = skipBlanks(offset)
    guard bytes[offset] == UInt8(ascii: ":") else { return Self.odd }
    return skipBlanks(offset &+ 1)
  }

  /// Goes over the value of a key.
  mutating func member(_ start: Int, of key: Int, in place: Int) -> Int {
    guard key >= 0 else { return value(start, field: -1) }
    let field = layout.keys[key].field
    var inside = layout.keys[key].inside
    if inside < 0 {
      guard field < 0, bytes[start] == UInt8(ascii: "{") else { return value(start, field: field) }
      // Records from which nothing is wanted mostly are alike as well.
      inside = layout.follow(key, in: place)
      if inside < 0 { return container(start) }
    }
    return nested(start, field: field, at: inside)
  }

  /// Goes over a value below which fields are wanted; of a key that is repeated the last one
  /// counts, with all that it lacks.
  private mutating func nested(_ start: Int, field: Int, at place: Int) -> Int {
    for field in layout.places[place].fields { slots[field] = .missing }
    guard bytes[start] == UInt8(ascii: "{") else {
      let end = value(start, field: field)
      if end >= 0 { ask(start..<end, at: place) }
      return end
    }
    let end = record(start, at: place)
    if end >= 0, field >= 0 { slots[field] = .value(start..<end) }
    return end
  }

  /// Goes over any value and notes it as a field, if it is one.
  @inline(__always)
  private mutating func value(_ start: Int, field: Int) -> Int {
    let first = bytes[start]
    if first == UInt8(ascii: "\"") { return field < 0 ? pass(start) : text(start, field: field) }
    if first == UInt8(ascii: "-") || ASCII.isDigit(first) { return number(start, field: field) }
    if first == UInt8(ascii: "[") { return list(start, field: field) }
    if first == UInt8(ascii: "{") {
      let end = container(start)
      if field >= 0, end >= 0 { slots[field] = .value(start..<end) }
      return end
    }
    return word(start, field: field)
  }
}

/// What a walk over a record has found of a field: its kind and where it stands in the text.
enum FieldSlot {
  /// The record lacks the field.
  case missing
  case null
  case bool(Bool)
  /// A whole number of at most 15 digits.
  case integer(Int64, Range<Int>)
  /// A number of at most 15 digits without an exponent: its double says all about it.
  case double(Double, Range<Int>)
  /// Any other number.
  case number(Range<Int>)
  /// A text without escapes, where it stands without its quotes.
  case text(Range<Int>)
  /// A list of texts without escapes; the walker has their places.
  case texts(Range<Int>)
  /// Any other value.
  case value(Range<Int>)
  /// A value that is not a record, where fields inside a record are wanted: the keys from `depth` on
  /// remain to be looked up in it.
  case outer(Range<Int>, depth: Int)
}

// MARK: - Containers

extension RecordWalker {
  /// Goes over a list; one of texts is noted with its elements.
  mutating func list(_ start: Int, field: Int) -> Int {
    guard field >= 0 else {
      let end = texts(start)
      return end >= 0 ? end : container(start)
    }
    elements[field].removeAll(keepingCapacity: true)
    let end = texts(start, field)
    if end >= 0 {
      slots[field] = .texts(start..<end)
      return end
    }
    let other = container(start)
    if other >= 0 { slots[field] = .value(start..<other) }
    return other
  }

  /// Goes over a list of texts from which nothing is wanted.
  ///
  /// - Returns: `odd` for any other list.
  private mutating func texts(_ start: Int) -> Int {
    var offset = skipBlanks(start &+ 1)
    if bytes[offset] == UInt8(ascii: "]") { return offset &+ 1 }
    while true {
      let end = pass(offset)
      guard end >= 0 else { return Self.odd }
      offset = skipBlanks(end)
      if bytes[offset] == UInt8(ascii: "]") { return offset &+ 1 }
      guard bytes[offset] == UInt8(ascii: ",") else { return Self.odd }
      offset = skipBlanks(offset &+ 1)
    }
  }

  /// Notes the elements of a list.
  ///
  /// - Returns: `odd` for what is not a short list of texts without escapes.
  private mutating func texts(_ start: Int, _ field: Int) -> Int {
    var offset = skipBlanks(start &+ 1)
    if bytes[offset] == UInt8(ascii: "]") { return offset &+ 1 }
    while elements[field].count < FieldColumn.Lists.longest {
      let end = string(offset)
      guard end >= 0, !hasEscapes else { return Self.odd }
      elements[field].append(offset &+ 1..<end &- 1)
      offset = skipBlanks(end)
      if bytes[offset] == UInt8(ascii: "]") { return offset &+ 1 }
      guard bytes[offset] == UInt8(ascii: ",") else { return Self.odd }
      offset = skipBlanks(offset &+ 1)
    }
    return Self.odd
  }

  /// How deep containers may nest here: their kinds are bits of a word.
  private static let mostDepth = 60

  /// Goes over a container from which nothing is wanted.
  mutating func container(_ start: Int) -> Int {
    var offset = start
    // From the lowest bit on, the kinds of the open containers: 1 for records.
    var kinds: UInt64 = 0
    var depth = 0
    while true {
      let first = bytes[offset]
      if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
        depth &+= 1
        guard depth <= Self.mostDepth else { return Self.odd }
        kinds = kinds &<< 1 | (first == UInt8(ascii: "{") ? 1 : 0)
        offset = skipBlanks(offset &+ 1)
        if bytes[offset] != first &+ 2 {
          if kinds & 1 == 1 { offset = key(offset) }
          if offset < 0 { return Self.odd }
          continue
        }
      } else {
        offset = value(scalarAt: offset)
        if offset < 0 { return Self.odd }
        offset = skipBlanks(offset)
        if bytes[offset] == UInt8(ascii: ",") {
          offset = skipBlanks(offset &+ 1)
          if kinds & 1 == 1 { offset = key(offset) }
          if offset < 0 { return Self.odd }
          continue
        }
      }
      offset = closed(offset, &kinds, &depth)
      if offset < 0 || depth == 0 { return offset }
    }
  }

  /// Goes over closing brackets, and over what leads to the next value of the container that is
  /// still open then.
  @inline(__always)
  private mutating func closed(_ start: Int, _ kinds: inout UInt64, _ depth: inout Int) -> Int {
    var offset = start
    while true {
      let bracket = kinds & 1 == 1 ? UInt8(ascii: "}") : UInt8(ascii: "]")
      guard bytes[offset] == bracket else { return Self.odd }
      offset &+= 1
      depth &-= 1
      kinds &>>= 1
      if depth == 0 { return offset }
      offset = skipBlanks(offset)
      if bytes[offset] == UInt8(ascii: ",") {
        offset = skipBlanks(offset &+ 1)
        return kinds & 1 == 1 ? key(offset) : offset
      }
    }
  }

  @inline(__always)
  private mutating func value(scalarAt start: Int) -> Int {
    let first = bytes[start]
    if first == UInt8(ascii: "\"") { return pass(start) }
    if first == UInt8(ascii: "-") || ASCII.isDigit(first) { return number(start, field: -1) }
    return word(start, field: -1)
  }

  /// Goes over a key and its colon.
  @inline(__always)
  private mutating func key(_ start: Int) -> Int {
    var offset = pass(start)
    guard offset >= 0 else { return Self.odd }
    offset = skipBlanks(offset)
    guard bytes[offset] == UInt8(ascii: ":") else { return Self.odd }
    return skipBlanks(offset &+ 1)
  }
}
