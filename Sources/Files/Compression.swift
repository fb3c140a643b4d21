/// A way in which files are compressed.
package enum Compression: String, CaseIterable, Sendable {
  case gzip, zstd, xz, bzip2

  /// What ends the names of files that are compressed so, behind the point.
  package var ending: String {
    switch self {
    case .gzip: "gz"
    case .zstd: "zst"
    case .xz: "xz"
    case .bzip2: "bz2"
    }
  }

  /// The program that unpacks such a file in its place.
  package var unpacker: String {
    switch self {
    case .gzip: "gunzip"
    case .zstd: "unzstd"
    case .xz: "unxz"
    case .bzip2: "bunzip2"
    }
  }

  /// The program that compresses a file in its place.
  package var packer: String { rawValue }

  /// How many bytes are needed to know a beginning.
  static let signatureLength = 6

  /// The way in which what begins with these bytes is compressed; nil for anything else.
  package init?(signature bytes: some Collection<UInt8>) {
    guard let found = Self.allCases.first(where: { $0.begins(bytes) }) else { return nil }
    self = found
  }

  /// Whether a compressed piece, of which a file may have several, begins so.
  package func begins(_ bytes: some Collection<UInt8>) -> Bool {
    switch self {
    case .gzip: return bytes.starts(with: [0x1F, 0x8B])
    case .xz: return bytes.starts(with: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00])
    case .bzip2:
      let level = bytes.dropFirst(3).first
      return bytes.starts(with: "BZh".utf8) && level.map { (0x31...0x39).contains($0) } ?? false
    case .zstd:
      guard let first = bytes.first else { return false }
      // The second is a frame that holds no data, which parallel compressors put in front.
      return bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
        || (first & 0xF0 == 0x50 && bytes.dropFirst().starts(with: [0x2A, 0x4D, 0x18]))
    }
  }

  /// A name without the ending that says how the file is compressed: `a.json` for `a.json.gz`.
  package static func innerName(_ name: String) -> String {
    guard let point = name.lastIndex(of: "."), of(named: name) != nil else { return name }
    return String(name[..<point])
  }

  /// The way that the ending of a name says.
  package static func of(named name: String) -> Compression? {
    let name = name.lowercased()
    return allCases.first { name.hasSuffix("." + $0.ending) }
  }
}
