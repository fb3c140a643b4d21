/// SHA-256, by which a page says which scripts and styles may act in it.
enum ContentHash {
  /// The digest of a text's UTF-8 in base64, as a content-security policy names it.
  static func base64(of text: String) -> String { base64(digest(Array(text.utf8))) }

  /// - Complexity: O(bytes).
  static func digest(_ bytes: [UInt8]) -> [UInt8] {
    var state = initial
    let message = padded(bytes)
    for start in stride(from: 0, to: message.count, by: 64) {
      compress(message[start..<start + 64], into: &state)
    }
    return state.flatMap { bytesOf($0) }
  }

  /// The message with a one, zeros and its length in bits behind it, in blocks of 64 bytes.
  private static func padded(_ bytes: [UInt8]) -> [UInt8] {
    let zeros = (119 - bytes.count % 64) % 64
    let length = UInt64(bytes.count) * 8
    return bytes + [0x80] + Array(repeating: 0, count: zeros)
      + bytesOf(UInt32(truncatingIfNeeded: length >> 32))
      + bytesOf(UInt32(truncatingIfNeeded: length))
  }

  private static func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { start in
      block[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for place in 16..<64 {
      let (early, late) = (words[place - 15], words[place - 2])
      let first = turned(early, 7) ^ turned(early, 18) ^ early >> 3
      let second = turned(late, 17) ^ turned(late, 19) ^ late >> 10
      words.append(words[place - 16] &+ first &+ words[place - 7] &+ second)
    }
    var v = state
    for place in 0..<64 {
      let mixed = turned(v[4], 6) ^ turned(v[4], 11) ^ turned(v[4], 25)
      let choice = v[4] & v[5] ^ ~v[4] & v[6]
      let first = v[7] &+ mixed &+ choice &+ constants[place] &+ words[place]
      let turns = turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22)
      let second = turns &+ (v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2])
      v = [first &+ second, v[0], v[1], v[2], v[3] &+ first, v[4], v[5], v[6]]
    }
    for place in 0..<8 { state[place] = state[place] &+ v[place] }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static func bytesOf(_ word: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
  }

  // The first 32 bits of what follows the point in the square roots of the first eight primes, and in
  // the cube roots of the first 64.
  private static let initial = roots(8) { $0.squareRoot() }
  private static let constants = roots(64) { cubeRoot($0) }

  private static func roots(_ count: Int, _ root: (Double) -> Double) -> [UInt32] {
    let primes = (2...311).filter { number in !(2..<number).contains { number % $0 == 0 } }
    return primes.prefix(count).map { prime in
      let value = root(Double(prime))
      return UInt32((value - value.rounded(.down)) * 4_294_967_296)
    }
  }

  /// By Newton's steps; a double has more digits than the constants need.
  private static func cubeRoot(_ number: Double) -> Double {
    var root = number / 2
    for _ in 0..<60 { root = (2 * root + number / (root * root)) / 3 }
    return root
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let bits = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
      for place in 0..<4 {
        text.append(place <= part.count ? letters[bits >> (18 - 6 * place) & 63] : "=")
      }
    }
    return text
  }
}
