#if arch(x86_64) || arch(arm64)
  import CStructuralScan
#endif

/// What a `<` of an XML property list begins, as far as containers go.
enum TagKind: Hashable {
  /// `<dict>` or `<array>`.
  case open
  /// `</dict` or `</array`.
  case close
  /// What needs a closer look: comments, CDATA, instructions, container tags written otherwise.
  case odd
  case other

  /// - Parameter tag: eight bytes can be read.
  @inline(__always)
  init(_ tag: UnsafePointer<UInt8>) {
    switch tag[1] {
    case UInt8(ascii: "/"): self = Self.nameLength(tag + 2) == nil ? .other : .close
    case UInt8(ascii: "!"), UInt8(ascii: "?"): self = .odd
    default:
      guard let length = Self.nameLength(tag + 1) else {
        self = .other
        return
      }
      self = tag[1 &+ length] == UInt8(ascii: ">") ? .open : .odd
    }
  }

  /// The length of the name of a container, which its first two letters decide.
  @inline(__always)
  private static func nameLength(_ name: UnsafePointer<UInt8>) -> Int? {
    if name[0] == UInt8(ascii: "d") { return name[1] == UInt8(ascii: "i") ? 4 : nil }
    return name[0] == UInt8(ascii: "a") && name[1] == UInt8(ascii: "r") ? 5 : nil
  }
}

/// A way to find tags in an XML property list. 80 bytes behind what is asked about are readable.
protocol TagClassifier {
  /// Lists the tags that could be those of containers, comments and the like: those which begin,
  /// behind `<` or `</`, with a byte below `e`.
  ///
  /// - Parameters:
  ///   - length: at most a `BracketList.stretch`.
  ///   - places: receives their distances from the beginning; has room for a
  ///     `BracketList.capacity`.
  /// - Returns: how many there are.
  static func tags(
    _ bytes: UnsafePointer<UInt8>, _ length: Int, into places: UnsafeMutablePointer<UInt16>
  ) -> Int
  /// Tags that begin an element: all but closing ones.
  static func elements(_ bytes: UnsafePointer<UInt8>) -> UInt64
  /// Tags that begin as `<key` does.
  static func keys(_ bytes: UnsafePointer<UInt8>) -> UInt64
  /// Of 32 bytes those that end plain text: `<` and `&`.
  static func marks(_ bytes: UnsafePointer<UInt8>) -> UInt32
}

/// One byte after the other: runs on any processor.
enum PortableTagClassifier: TagClassifier {
  static func tags(
    _ bytes: UnsafePointer<UInt8>, _ length: Int, into places: UnsafeMutablePointer<UInt16>
  ) -> Int {
    let limit = Int8(UInt8(ascii: "e"))
    var count = 0
    for distance in 0..<length where bytes[distance] == UInt8(ascii: "<") {
      let (first, second) = (bytes[distance + 1], bytes[distance + 2])
      guard Int8(bitPattern: first) < limit else { continue }
      if first == UInt8(ascii: "/"), Int8(bitPattern: second) >= limit { continue }
      places[count] = UInt16(truncatingIfNeeded: distance)
      count += 1
    }
    return count
  }

  static func elements(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
    mask { bytes[$0] == UInt8(ascii: "<") && bytes[$0 + 1] != UInt8(ascii: "/") }
  }

  static func keys(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
    mask { bytes[$0] == UInt8(ascii: "<") && bytes[$0 + 1] == UInt8(ascii: "k") }
  }

  static func marks(_ bytes: UnsafePointer<UInt8>) -> UInt32 {
    (0..<32).reduce(0) { mask, index in
      let isMark = bytes[index] == UInt8(ascii: "<") || bytes[index] == UInt8(ascii: "&")
      return isMark ? mask | 1 &<< UInt32(index) : mask
    }
  }

  private static func mask(_ isWanted: (Int) -> Bool) -> UInt64 {
    (0..<64).reduce(0) { isWanted($1) ? $0 | 1 &<< UInt64($1) : $0 }
  }
}

#if arch(x86_64) || arch(arm64)
  /// Vector instructions that every processor of the architecture has.
  enum VectorTagClassifier: TagClassifier {
    static func tags(
      _ bytes: UnsafePointer<UInt8>, _ length: Int, into places: UnsafeMutablePointer<UInt16>
    ) -> Int {
      #if arch(x86_64)
        if Processor.own != .least { return structural_tags(bytes, length, places) }
      #endif
      return tagsByMasks(bytes, length, into: places)
    }

    /// Block after block, for processors that have nothing better.
    static func tagsByMasks(
      _ bytes: UnsafePointer<UInt8>, _ length: Int, into places: UnsafeMutablePointer<UInt16>
    ) -> Int {
      var count = 0
      for distance in stride(from: 0, to: length, by: 64) {
        let part = length &- distance < 64 ? (1 as UInt64) &<< UInt64(length &- distance) &- 1 : ~0
        let tags = structural_tags64(bytes + distance) & part
        count = BracketList.append(tags, distance, to: places, count)
      }
      return count
    }

    @inline(__always)
    static func elements(_ bytes: UnsafePointer<UInt8>) -> UInt64 { structural_elements64(bytes) }

    @inline(__always)
    static func keys(_ bytes: UnsafePointer<UInt8>) -> UInt64 { structural_keys64(bytes) }

    @inline(__always)
    static func marks(_ bytes: UnsafePointer<UInt8>) -> UInt32 { structural_marks32(bytes) }
  }

  typealias NativeTagClassifier = VectorTagClassifier
#else
  typealias NativeTagClassifier = PortableTagClassifier
#endif
