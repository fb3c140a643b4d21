import Files
import TableModel

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
