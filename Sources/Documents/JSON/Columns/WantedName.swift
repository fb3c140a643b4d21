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
