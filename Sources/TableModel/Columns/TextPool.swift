/// Distinct texts in one arena, each under a number in the order of their first appearance.
///
/// Texts are the same only when their bytes are.
package struct TextPool: Sendable {
  package private(set) var bytes: [UInt8] = []
  /// Where each text begins; one more than there are texts.
  package private(set) var starts: [UInt32] = [0]
  /// A bit for each text that is ASCII.
  package private(set) var ascii: [UInt64] = []
  /// By hash: the number of a text plus one; 0 for a free slot. Dropped when the pool is sealed.
  private var slots: [UInt32] = Array(repeating: 0, count: 64)
  private var hashes: [UInt32] = []
  /// True when a text was left out because the arena has no room for it.
  package private(set) var isOverfull = false

  package init() {}

  package var count: Int { starts.count - 1 }

  package var byteCount: Int {
    bytes.count + starts.count * 4 + ascii.count * 8 + slots.count * 4 + hashes.count * 4
  }

  @inline(__always)
  package func isASCII(_ code: UInt32) -> Bool {
    ascii[Int(code >> 6)] >> UInt64(code & 63) & 1 == 1
  }

  package func text(_ code: UInt32) -> String {
    String(decoding: bytes[Int(starts[Int(code)])..<Int(starts[Int(code) + 1])], as: UTF8.self)
  }

  /// The text's bytes, for as long as the body runs.
  @inline(__always)
  package func withBytes<T>(_ code: UInt32, _ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
    let range = Int(starts[Int(code)])..<Int(starts[Int(code) + 1])
    return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  /// Gives back what only adding needs.
  mutating func seal() {
    slots = []
    hashes = []
  }
}

extension TextPool {
  private static let mostBytes = Int(UInt32.max)

  /// The number of a text, a new one when it is new.
  ///
  /// - Complexity: O(length) on average.
  mutating func code(of text: String) -> UInt32 {
    var text = text
    return text.withUTF8 { code(of: $0) }
  }

  private mutating func code(of text: UnsafeBufferPointer<UInt8>) -> UInt32 {
    let (hash, isASCII) = Self.hash(text)
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] != 0 {
      let code = slots[slot] - 1
      if hashes[Int(code)] == hash, isText(code, text) { return code }
      slot = (slot + 1) & mask
    }
    guard bytes.count + text.count <= Self.mostBytes, count < Int(UInt32.max) - 1 else {
      isOverfull = true
      return 0
    }
    let code = UInt32(count)
    bytes.append(contentsOf: text)
    starts.append(UInt32(bytes.count))
    hashes.append(hash)
    if count > ascii.count * 64 { ascii.append(0) }
    if isASCII { ascii[Int(code >> 6)] |= 1 << UInt64(code & 63) }
    slots[slot] = code + 1
    if count * 2 > slots.count { grow() }
    return code
  }

  private func isText(_ code: UInt32, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    withBytes(code) { known in
      known.count == text.count && known.elementsEqual(text)
    }
  }

  private mutating func grow() {
    var larger: [UInt32] = Array(repeating: 0, count: slots.count * 4)
    let mask = larger.count - 1
    for (code, hash) in hashes.enumerated() {
      var slot = Int(hash) & mask
      while larger[slot] != 0 { slot = (slot + 1) & mask }
      larger[slot] = UInt32(code) + 1
    }
    slots = larger
  }

  /// Eight bytes at a time; collisions cost time and nothing else, so the arena's owner must not
  /// rely on the hash to be unpredictable beyond what the seed gives.
  private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> (UInt32, isASCII: Bool) {
    let raw = UnsafeRawBufferPointer(text)
    var state = seed ^ UInt64(raw.count)
    var seen: UInt64 = 0
    var offset = 0
    while offset + 8 <= raw.count {
      let word = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      seen |= word
      state = mix(state, word)
      offset += 8
    }
    var tail: UInt64 = 0
    while offset < raw.count {
      tail = tail << 8 | UInt64(raw[offset])
      offset += 1
    }
    seen |= tail
    state = mix(state, tail)
    return (UInt32(truncatingIfNeeded: state >> 32), seen & 0x8080_8080_8080_8080 == 0)
  }

  private static let seed = UInt64.random(in: .min ... .max)

  @inline(__always)
  private static func mix(_ state: UInt64, _ word: UInt64) -> UInt64 {
    let (high, low) = (state ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return high ^ low
  }
}
