import TableModel

extension SortValue {
  /// A number whose order is the order of the values as far as it goes: where two of them differ
  /// they decide, where they are equal the values do.
  ///
  /// Three bits say the kind, 61 the beginning of the value, so most comparisons of a sort are
  /// of whole numbers and touch no text.
  /// - Parameter skipped: how many bytes all texts of the column have in common at the start.
  func prefix(skippingCommon skipped: Int) -> UInt64 {
    let bits: UInt64 =
      switch self {
      case .bool(let value): value ? 1 : 0
      case .number(let number): Self.ordered(number.double) >> Self.kindBits
      case .date(let seconds): Self.ordered(seconds) >> Self.kindBits
      case .text(let key, _): Self.leading(key.utf8.dropFirst(skipped)) >> Self.kindBits
      case .data(let bytes): Self.leading(bytes) >> Self.kindBits
      case .array(let count), .record(let count): UInt64(count) & (.max >> Self.kindBits)
      case .none: .max >> Self.kindBits
      }
    return UInt64(rank) << (64 - Self.kindBits) | bits
  }

  private static let kindBits: UInt64 = 3

  /// The bits of a double, arranged so that they order as it does; both zeros are one.
  private static func ordered(_ value: Double) -> UInt64 {
    let bits = (value == 0 ? 0 : value).bitPattern
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }

  private static func leading(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var word: UInt64 = 0
    var count = 0
    for byte in bytes.prefix(8) {
      word = word << 8 | UInt64(byte)
      count += 1
    }
    return count == 0 ? 0 : word << UInt64((8 - count) * 8)
  }
}

extension [SortValue] {
  /// How many bytes the keys of all texts among the values have in common at the start.
  var commonTextPrefix: Int {
    var common: Substring.UTF8View?
    for value in self {
      guard case .text(let key, _) = value else { continue }
      guard let known = common else {
        common = key[...].utf8
        continue
      }
      let shared = zip(known, key.utf8).prefix { $0 == $1 }.count
      if shared == 0 { return 0 }
      common = known.prefix(shared)
    }
    return common?.count ?? 0
  }
}
