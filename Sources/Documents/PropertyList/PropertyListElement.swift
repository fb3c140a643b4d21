/// The elements that property lists are made of.
///
/// The number of each is its name: one byte after the other, the last one lowest.
enum PropertyListElement: UInt64, CaseIterable {
  case plist = 0x70_6C_69_73_74
  case dict = 0x64_69_63_74
  case array = 0x61_72_72_61_79
  case key = 0x6B_65_79
  case string = 0x73_74_72_69_6E_67
  case integer = 0x69_6E_74_65_67_65_72
  case real = 0x72_65_61_6C
  case date = 0x64_61_74_65
  case data = 0x64_61_74_61
  case yes = 0x74_72_75_65
  case no = 0x66_61_6C_73_65

  /// A name that is read byte by byte; no byte of one is zero.
  struct Name {
    /// The last eight bytes. All of them are there in a name that is longer than any element's.
    fileprivate var bits: UInt64 = 0

    mutating func append(_ byte: UInt8) { bits = bits &<< 8 | UInt64(byte) }
  }

  init?(_ name: Name) { self.init(rawValue: name.bits) }

  /// How many bytes the name has.
  var length: Int { (UInt64.bitWidth - rawValue.leadingZeroBitCount + 7) / 8 }

  var name: String {
    let bytes = (0..<length).reversed().map { UInt8(truncatingIfNeeded: rawValue >> (8 * $0)) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
