#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Texts in one arena, each under a number.
///
/// A text that comes up again gets its existing number, until it turns out that hardly any text
/// does. From then on texts are not looked up any more, and the same text may be stored under
/// several numbers. Texts are the same only when their bytes are.
package struct TextPool: Sendable {
  package private(set) var bytes: [UInt8] = []
  /// Where each text begins; one more than there are texts.
  package private(set) var starts: [UInt32] = [0]
  /// A bit for each text that is ASCII.
  package private(set) var ascii: [UInt64] = []
  /// By hash: the number of a text plus one, and above it the hash; 0 for a free slot. Dropped when
  /// the pool is sealed.
  private var slots: [UInt64] = Array(repeating: 0, count: 64)
  /// How many texts have come up so far; counted while they are looked up.
  private var asked = 0
  /// True while texts that come up again keep their number.
  package private(set) var isInterning = true
  /// How many texts are expected to come up, to make room at once.
  private var expected = 0
  /// True when a text was left out because the arena has no room for it.
  package private(set) var isOverfull = false

  /// True when texts are looked up even if none comes up again.
  private let isLasting: Bool
  /// The same in all pools.
  private let seed = Self.seed

  /// A text's bytes in UTF-8.
  package typealias Text = UnsafeBufferPointer<UInt8>

  package init() { isLasting = false }

  /// - Parameter isLastingly: true for a pool in which every text has one number, always.
  package init(isLastingly: Bool) { isLasting = isLastingly }

  package var count: Int { starts.count - 1 }

  package var byteCount: Int {
    bytes.count + starts.count * 4 + ascii.count * 8 + slots.count * 8
  }

  @inline(__always)
  package func isASCII(_ code: UInt32) -> Bool {
    ascii[Int(code >> 6)] >> UInt64(code & 63) & 1 == 1
  }

  /// True when every text is ASCII: then texts with different numbers are different, as long as those
  /// that come up again keep theirs.
  ///
  /// - Complexity: O(texts / 64).
  package var areAllASCII: Bool {
    ascii.reduce(0) { $0 + $1.nonzeroBitCount } == count
  }

  package func text(_ code: UInt32) -> String {
    String(decoding: bytes[place(of: code)], as: UTF8.self)
  }

  /// The text's bytes, for as long as the body runs.
  @inline(__always)
  package func withBytes<T>(_ code: UInt32, _ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
    let place = place(of: code)
    return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[place])) }
  }

  /// Where the text is among all bytes.
  @inline(__always)
  package func place(of code: UInt32) -> Range<Int> {
    Int(starts[Int(code)])..<Int(starts[Int(code) + 1])
  }

  /// Gives back what only adding needs.
  mutating func seal() {
    slots = []
  }
}

extension TextPool {
  private static let mostBytes = Int(UInt32.max)
  /// After `sample` texts, a pool in which hardly any text has come up again stops looking texts
  /// up; after `longSample` texts, more of them must have come up again.
  private static let sample = 1 << 14
  private static let longSample = 1 << 16
  /// A pool of this many slots fits into a fast cache.
  private static let fewSlots = 1 << 12

  /// Says how many texts are going to come up, roughly.
  mutating func expect(_ count: Int) { expected = count }

  /// The number of a text, a new one when it is new.
  ///
  /// - Complexity: O(length) on average.
  mutating func code(of text: String) -> UInt32 {
    var text = text
    return text.withUTF8 { code(of: $0) }
  }

  /// The number of a text in UTF-8, a new one when it is new.
  package mutating func code(of text: Text) -> UInt32 {
    isInterning ? code(of: text, hash(text)) : add(text)
  }

  /// Finds the numbers of texts as if each was asked for alone, in less time: while one is looked
  /// up the next ones are on their way.
  ///
  /// - Parameter codes: takes the numbers; has room for as many as there are texts.
  package mutating func number(
    _ texts: UnsafeBufferPointer<Text>, into codes: UnsafeMutableBufferPointer<UInt32>
  ) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: texts.count) { hashes in
      if isInterning {
        for index in texts.indices { hashes[index] = hash(texts[index]) }
      }
      for index in texts.indices {
        codes[index] = isInterning ? code(of: texts[index], hashes[index]) : add(texts[index])
      }
    }
  }

  @inline(__always)
  private mutating func code(of text: Text, _ hash: UInt32) -> UInt32 {
    asked &+= 1
    let (known, slot) = look(for: text, hash)
    return known ?? add(text, hash, slot)
  }

  /// Puts a text into the arena that was looked up and is not there.
  @inline(never)
  private mutating func add(_ text: Text, _ hash: UInt32, _ slot: Int) -> UInt32 {
    let code = add(text)
    if isOverfull { return 0 }
    slots[slot] = UInt64(hash) << 32 | UInt64(code &+ 1)
    if isCrowded { grow() }
    if asked >= Self.sample, !isLasting {
      let most = asked - asked / (asked < Self.longSample ? 32 : 8)
      if count > most { stopInterning() }
    }
    return code
  }

  /// The number that a text in UTF-8 has; nil when it has none, or texts are not looked up.
  package func known(_ text: Text) -> UInt32? {
    isInterning && !slots.isEmpty ? look(for: text, hash(text)).code : nil
  }

  /// - Returns: the slot that a text without a number would take.
  @inline(__always)
  private func look(for text: Text, _ hash: UInt32) -> (code: UInt32?, slot: Int) {
    // Most texts are found, and most of those in the first slot.
    let slot = Int(hash) & (slots.count &- 1)
    let code = code(inSlot: slot, hash)
    return code >= 0 && isText(UInt32(code), text) ? (UInt32(code), slot) : lookOn(slot, text, hash)
  }

  /// The number in a slot that a text with the hash may have; a negative number without one.
  @inline(__always)
  private func code(inSlot slot: Int, _ hash: UInt32) -> Int {
    let entry = slots[slot]
    return entry >> 32 == UInt64(hash) ? Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) &- 1 : -1
  }

  @inline(never)
  private func lookOn(
    _ first: Int, _ text: Text, _ hash: UInt32
  ) -> (code: UInt32?, slot: Int) {
    var slot = first
    while slots[slot] != 0 {
      let code = code(inSlot: slot, hash)
      if code >= 0, isText(UInt32(code), text) { return (UInt32(code), slot) }
      slot = (slot + 1) & (slots.count - 1)
    }
    return (nil, slot)
  }

  /// Puts a text into the arena, whether it is there already or not.
  @inline(__always)
  private mutating func add(_ text: Text) -> UInt32 {
    guard bytes.count + text.count <= Self.mostBytes, count < Int(UInt32.max) - 1 else {
      isOverfull = true
      return 0
    }
    let code = UInt32(truncatingIfNeeded: count)
    bytes.append(contentsOf: text)
    starts.append(UInt32(truncatingIfNeeded: bytes.count))
    if code & 63 == 0 { ascii.append(0) }
    if TextWords.areASCII(text) { ascii[Int(code >> 6)] |= 1 << UInt64(code & 63) }
    return code
  }

  /// Gives up looking texts up, and makes room for those that are expected.
  mutating func stopInterning() {
    guard isInterning else { return }
    isInterning = false
    seal()
    guard expected > count, count > 0 else { return }
    starts.reserveCapacity(expected + 1)
    bytes.reserveCapacity(min(Self.mostBytes, bytes.count / count * expected / 16 * 17))
  }

  /// Adds the texts of another pool.
  ///
  /// - Returns: the number of each of its texts here; nil when they all are `count` further on.
  mutating func append(_ other: TextPool) -> [UInt32]? {
    isOverfull = isOverfull || other.isOverfull
    if isInterning, other.isInterning {
      return (0..<UInt32(other.count)).map { code in other.withBytes(code) { self.code(of: $0) } }
    }
    stopInterning()
    guard bytes.count + other.bytes.count <= Self.mostBytes else {
      isOverfull = true
      return Array(repeating: 0, count: other.count)
    }
    let (first, base) = (count, UInt32(bytes.count))
    bytes.append(contentsOf: other.bytes)
    starts.append(contentsOf: other.starts.dropFirst().lazy.map { $0 &+ base })
    appendBits(other.ascii, at: first)
    return nil
  }

  private mutating func appendBits(_ words: [UInt64], at first: Int) {
    let shift = UInt64(first & 63)
    for word in words {
      if shift == 0 {
        ascii.append(word)
      } else {
        ascii[ascii.count - 1] |= word << shift
        ascii.append(word >> (64 - shift))
      }
    }
    ascii.removeLast(ascii.count - (count + 63) / 64)
  }

  @inline(__always)
  private func isText(_ code: UInt32, _ text: Text) -> Bool {
    let start = Int(starts[Int(code)])
    guard Int(starts[Int(code) + 1]) - start == text.count else { return false }
    return bytes.withUnsafeBytes { known in
      TextWords.areEqual(
        UnsafeRawBufferPointer(rebasing: known[start..<start + text.count]),
        UnsafeRawBufferPointer(text))
    }
  }

  /// Small pools have slots in plenty: a text that is not in its first slot surprises a processor.
  private var isCrowded: Bool {
    count * (slots.count < Self.fewSlots ? 8 : 2) > slots.count
  }

  private mutating func grow() {
    var larger: [UInt64] = Array(repeating: 0, count: slots.count * 4)
    let mask = larger.count - 1
    for entry in slots where entry != 0 {
      var slot = Int(entry >> 32) & mask
      while larger[slot] != 0 { slot = (slot + 1) & mask }
      larger[slot] = entry
    }
    slots = larger
  }

  /// Eight bytes at a time; collisions cost time and nothing else, so the arena's owner must not
  /// rely on the hash to be unpredictable beyond what the seed gives.
  @inline(__always)
  private func hash(_ text: Text) -> UInt32 {
    var state = seed ^ UInt64(truncatingIfNeeded: text.count)
    TextWords.forEachPair(UnsafeRawBufferPointer(text)) { first, second in
      let (high, low) = (state ^ first).multipliedFullWidth(by: second ^ 0x9E37_79B9_7F4A_7C15)
      state = high ^ low
    }
    return UInt32(truncatingIfNeeded: state >> 32)
  }

  private static let seed = UInt64.random(in: .min ... .max)
}

extension Array {
  /// Makes room for elements that are all going to be there soon, in the largest pages that the
  /// system has: touching each small page for the first time costs more than filling it.
  ///
  /// - Parameter count: how many elements there are going to be.
  mutating func reserveLargePages(_ count: Int) {
    reserveCapacity(count)
    #if os(Linux)
      withUnsafeMutableBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        let page = Int(getpagesize())
        let first = (Int(bitPattern: start) + page - 1) & ~(page - 1)
        let end = (Int(bitPattern: start) + count * MemoryLayout<Element>.stride) & ~(page - 1)
        // It is only advice: where there are no large pages nothing changes.
        if end - first >= leastBytes {
          madvise(UnsafeMutableRawPointer(bitPattern: first), end - first, MADV_HUGEPAGE)
        }
      }
    #endif
  }
}

/// Less is not worth the call: a large page has two megabytes on most machines.
private let leastBytes = 1 << 23
