#if arch(x86_64) || arch(arm64)
  import CStructuralScan
#endif

/// Where the tags of containers stand in 64 bytes of an XML property list: bit i of a mask stands
/// for a `<` at byte i.
struct TagMasks: Hashable {
  /// `<dict>` and `<array>`.
  var opens: UInt64
  /// `</dict` and `</array`.
  var closes: UInt64
  /// What needs a closer look: comments, CDATA, instructions, container tags written otherwise.
  var odd: UInt64

  /// Leaves what stands in the first bytes.
  mutating func cut(to length: Int) {
    let kept = (1 as UInt64) &<< UInt64(length) &- 1
    opens &= kept
    closes &= kept
    odd &= kept
  }
}

/// A way to find the tags of a block of 64 bytes; 80 bytes are readable.
protocol TagClassifier {
  static func tags(_ bytes: UnsafePointer<UInt8>) -> TagMasks
  /// Tags that begin an element: all but closing ones.
  static func elements(_ bytes: UnsafePointer<UInt8>) -> UInt64
  /// Tags that begin as `<key` does.
  static func keys(_ bytes: UnsafePointer<UInt8>) -> UInt64
  /// Of 32 bytes those that end plain text: `<` and `&`.
  static func marks(_ bytes: UnsafePointer<UInt8>) -> UInt32
}

/// One byte after the other: runs on any processor.
enum PortableTagClassifier: TagClassifier {
  static func tags(_ bytes: UnsafePointer<UInt8>) -> TagMasks {
    var masks = TagMasks(opens: 0, closes: 0, odd: 0)
    for index in 0..<64 where bytes[index] == UInt8(ascii: "<") {
      let bit = (1 as UInt64) &<< UInt64(index)
      let tag = bytes + index
      if let length = containerName(tag + 1) {
        if tag[1 + length] == UInt8(ascii: ">") { masks.opens |= bit } else { masks.odd |= bit }
      } else if tag[1] == UInt8(ascii: "/"), containerName(tag + 2) != nil {
        masks.closes |= bit
      } else if tag[1] == UInt8(ascii: "!") || tag[1] == UInt8(ascii: "?") {
        masks.odd |= bit
      }
    }
    return masks
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

  /// The length of the name of a container, told by its first two letters; nil for others.
  private static func containerName(_ name: UnsafePointer<UInt8>) -> Int? {
    if name[0] == UInt8(ascii: "d"), name[1] == UInt8(ascii: "i") { return 4 }
    return name[0] == UInt8(ascii: "a") && name[1] == UInt8(ascii: "r") ? 5 : nil
  }
}

#if arch(x86_64) || arch(arm64)
  /// Vector instructions that every processor of the architecture has.
  enum VectorTagClassifier: TagClassifier {
    @inline(__always)
    static func tags(_ bytes: UnsafePointer<UInt8>) -> TagMasks {
      let tags = structural_tags64(bytes)
      return TagMasks(opens: tags.opens, closes: tags.closes, odd: tags.odd)
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
