import TableModel

/// Goes over the text of a record, checks it, and notes where the wanted fields stand.
///
/// It checks all that a reader of JSON checks but gives up on whatever is unusual: keys with
/// escapes, great depth, and every mistake. A record that it gives up on has to be read as a
/// value, which also tells what is wrong with it.
///
/// Behind the end of the text there have to be zeros: no byte of JSON is zero, so every step
/// stops there by itself.
struct RecordWalker {
  /// What steps return instead of an offset when they give up.
  static let odd = -1

  let bytes: UnsafePointer<UInt8>
  /// The end of the text.
  let end: Int
  private(set) var layout: KeyLayout
  /// What the last record has for each field.
  var slots: [FieldSlot]
  /// For each field the texts of a list of texts.
  var elements: [[Range<Int>]]
  /// True when the last text had escapes.
  var hasEscapes = false
  /// True when the last text was ASCII, as it is written.
  private var isASCII = true

  /// - Parameters:
  ///   - end: the end of the text; 64 bytes of zeros have to follow it.
  ///   - paths: the keys that lead to each field; none may stand there twice.
  init(_ bytes: UnsafePointer<UInt8>, end: Int, paths: [[String]]) {
    self.bytes = bytes
    self.end = end
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

  /// A value of the table that is no record.
  private mutating func other(_ start: Int) -> Int {
    let end = value(start, field: layout.whole)
    guard end >= 0, !ASCII.isWord(bytes[end]) else { return Self.odd }
    ask(start..<end, at: 0)
    return end
  }

  /// Notes that fields below a place are to be asked of a value that is no record.
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
      var key = expected
      let lead = key < 0 ? 0 : layout.lead(to: key, isFirst: isFirst, at: bytes + offset)
      if lead > 0 {
        offset = member(offset &+ lead, of: key, in: place)
      } else {
        let begin = skipBlanks(offset)
        if bytes[begin] == UInt8(ascii: "}") { return begin &+ 1 }
        let value = self.key(begin, after: previous, isFirst: isFirst, in: place, &key)
        guard value >= 0 else { return Self.odd }
        if key >= 0 {
          let text = UnsafeBufferPointer(start: bytes + offset, count: value &- offset)
          layout.learn(key, isFirst: isFirst, lead: text)
        }
        offset = member(value, of: key, in: place)
      }
      guard offset >= 0 else { return Self.odd }
      isFirst = false
      (previous, expected) = (key, key < 0 ? -1 : layout.keys[key].next)
    }
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
  @inline(__always)
  private mutating func member(_ start: Int, of key: Int, in place: Int) -> Int {
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
    if first == UInt8(ascii: "\"") {
      let end = string(start)
      if field >= 0, end >= 0 {
        let range = start &+ 1..<end &- 1
        slots[field] = hasEscapes ? .value(start..<end) : .text(range, isASCII: isASCII)
      }
      return end
    }
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

// MARK: - Scalars

extension RecordWalker {
  @inline(__always)
  func skipBlanks(_ offset: Int) -> Int {
    // Zeros behind the text are no blanks.
    if bytes[offset] > 0x20 { return offset }
    var offset = offset
    while ASCII.isBlank(bytes[offset]) { offset &+= 1 }
    return offset
  }

  @inline(__always)
  mutating func word(_ start: Int, field: Int) -> Int {
    let letters = UnsafeRawPointer(bytes + start).loadUnaligned(as: UInt32.self).littleEndian
    let slot: FieldSlot
    var end = start &+ 4
    switch letters {
    case 0x6C6C_756E: slot = .null
    case 0x6575_7274: slot = .bool(true)
    case 0x736C_6166 where bytes[end] == UInt8(ascii: "e"):
      slot = .bool(false)
      end &+= 1
    default: return Self.odd
    }
    if field >= 0 { slots[field] = slot }
    return end
  }

  /// Goes over the text whose opening quote stands at an offset.
  @inline(__always)
  mutating func string(_ start: Int) -> Int {
    guard bytes[start] == UInt8(ascii: "\"") else { return Self.odd }
    let first = start &+ 1
    let specials = NativeClassifier.specials(bytes + first)
    let place = first &+ specials.trailingZeroBitCount
    if specials != 0, bytes[place] == UInt8(ascii: "\"") {
      hasEscapes = false
      isASCII = true
      return place &+ 1
    }
    return longString(from: place)
  }

  /// Goes on with a text that is long, has escapes or goes beyond ASCII.
  @inline(never)
  private mutating func longString(from offset: Int) -> Int {
    hasEscapes = false
    isASCII = true
    var offset = offset
    while true {
      let specials = NativeClassifier.specials(bytes + offset)
      // Without any these are 32 bytes more.
      offset &+= specials.trailingZeroBitCount
      if specials == 0 { continue }
      switch bytes[offset] {
      case UInt8(ascii: "\""): return offset &+ 1
      case UInt8(ascii: "\\"):
        hasEscapes = true
        let length = escapeLength(offset)
        if length == 0 { return Self.odd }
        offset &+= length
      case 0x80...:
        isASCII = false
        guard let length = UTF8Check.length(of: bytes, at: offset, end: end) else {
          return Self.odd
        }
        offset &+= length
      default: return Self.odd
      }
    }
  }

  /// How many bytes an escape takes; 0 for one that JSON doesn't know.
  private func escapeLength(_ offset: Int) -> Int {
    let escape = bytes[offset &+ 1]
    if escape != UInt8(ascii: "u") { return "\"\\/bfnrt".utf8.contains(escape) ? 2 : 0 }
    for index in offset &+ 2..<offset &+ 6 where ASCII.hexValue(bytes[index]) == nil { return 0 }
    return 6
  }

  private static let powers: [Double] = (0...22).map { power in
    // Each of them is exact.
    (0..<power).reduce(1.0) { value, _ in value * 10 }
  }

  /// Goes over a number.
  ///
  /// One with fewer than eight digits on either side of its point takes no step for each of them.
  @inline(__always)
  mutating func number(_ start: Int, field: Int) -> Int {
    let isNegative = bytes[start] == UInt8(ascii: "-")
    let first = isNegative ? start &+ 1 : start
    let whole = DigitWord(bytes + first)
    guard whole.count > 0, whole.count < 8, whole.count == 1 || bytes[first] != UInt8(ascii: "0")
    else { return longNumber(start, field: field) }
    var offset = first &+ whole.count
    guard bytes[offset] == UInt8(ascii: ".") else {
      if bytes[offset] | 0x20 == UInt8(ascii: "e") { return longNumber(start, field: field) }
      if field >= 0 {
        let value = Int64(truncatingIfNeeded: whole.value)
        slots[field] = .integer(isNegative ? 0 &- value : value, start..<offset)
      }
      return offset
    }
    let fraction = DigitWord(bytes + offset + 1)
    offset &+= fraction.count &+ 1
    guard fraction.count > 0, fraction.count < 8, bytes[offset] | 0x20 != UInt8(ascii: "e") else {
      return longNumber(start, field: field)
    }
    if field >= 0 {
      let power = Self.powers[fraction.count]
      // Both sides are exact, and so is their sum.
      let value = (Double(whole.value) * power + Double(fraction.value)) / power
      slots[field] = .double(isNegative ? -value : value, start..<offset)
    }
    return offset
  }

  /// Goes over any number.
  @inline(never)
  private mutating func longNumber(_ start: Int, field: Int) -> Int {
    let isNegative = bytes[start] == UInt8(ascii: "-")
    let first = isNegative ? start &+ 1 : start
    var offset = first
    var mantissa: UInt64 = 0
    var digit = bytes[offset] &- 0x30
    while digit < 10 {
      mantissa = mantissa &* 10 &+ UInt64(digit)
      offset &+= 1
      digit = bytes[offset] &- 0x30
    }
    var digits = offset &- first
    guard digits > 0, digits == 1 || bytes[first] != UInt8(ascii: "0") else { return Self.odd }
    var fraction = 0
    if bytes[offset] == UInt8(ascii: ".") {
      let point = offset
      offset &+= 1
      digit = bytes[offset] &- 0x30
      while digit < 10 {
        mantissa = mantissa &* 10 &+ UInt64(digit)
        offset &+= 1
        digit = bytes[offset] &- 0x30
      }
      fraction = offset &- point &- 1
      guard fraction > 0 else { return Self.odd }
      digits &+= fraction
    }
    let hasExponent = bytes[offset] | 0x20 == UInt8(ascii: "e")
    if hasExponent {
      offset = exponent(offset)
      guard offset >= 0 else { return Self.odd }
    }
    if field >= 0 {
      slots[field] = Self.slot(
        start..<offset, mantissa, isNegative, digits: hasExponent ? .max : digits, fraction)
    }
    return offset
  }

  private func exponent(_ start: Int) -> Int {
    var offset = start &+ 1
    if bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-") { offset &+= 1 }
    guard ASCII.isDigit(bytes[offset]) else { return Self.odd }
    while ASCII.isDigit(bytes[offset]) { offset &+= 1 }
    return offset
  }

  /// Numbers of few digits are exact, the quotient of two exact doubles too.
  private static func slot(
    _ range: Range<Int>, _ mantissa: UInt64, _ isNegative: Bool, digits: Int, _ fraction: Int
  ) -> FieldSlot {
    guard digits <= 15 else { return .number(range) }
    if fraction == 0 {
      return .integer(isNegative ? -Int64(mantissa) : Int64(mantissa), range)
    }
    let value = Double(mantissa) / powers[fraction]
    return .double(isNegative ? -value : value, range)
  }
}
