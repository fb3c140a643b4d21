/// Kinds of files that are known by their first bytes but not read as they are.
package enum BinarySignature {
  /// What a SQLite database begins with.
  package static let sqlite = Array("SQLite format 3\0".utf8)

  package struct Kind: Sendable {
    package var prefix: [UInt8]
    package var hint: String
  }

  /// The kind of a file by its first bytes; nil for text and for what is not known.
  package static func kind(of bytes: [UInt8]) -> Kind? {
    if let known = kinds.first(where: { bytes.starts(with: $0.prefix) }) { return known }
    return isWide(bytes) ? Kind(prefix: [], hint: wideHint) : nil
  }

  private static let wideHint =
    "it is UTF-16 text; convert it first: iconv -f UTF-16 -t UTF-8 FILE"

  /// UTF-16 without a mark: every other byte of its ASCII beginning is zero.
  private static func isWide(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 4 else { return false }
    let zeros = bytes.prefix(4).map { $0 == 0 }
    return zeros == [false, true, false, true] || zeros == [true, false, true, false]
  }

  private static let kinds: [Kind] = [
    Kind(
      prefix: sqlite,
      hint: "it is a SQLite database; open it as a file: open FILE"),
    Kind(prefix: [0xFF, 0xFE], hint: wideHint),
    Kind(prefix: [0xFE, 0xFF], hint: wideHint),
    Kind(prefix: [0x1F, 0x8B], hint: "it is compressed by gzip; unpack it first: gunzip FILE"),
    Kind(
      prefix: [0x28, 0xB5, 0x2F, 0xFD],
      hint: "it is compressed by zstd; unpack it first: unzstd FILE"),
    Kind(
      prefix: [0xFD, 0x37, 0x7A, 0x58, 0x5A], hint: "it is compressed by xz; unpack it: unxz FILE"),
    Kind(
      prefix: Array("BZh".utf8), hint: "it is compressed by bzip2; unpack it first: bunzip2 FILE"),
    Kind(prefix: Array("PK\u{3}\u{4}".utf8), hint: "it is a zip archive; unpack it first"),
    Kind(prefix: [0x89, 0x50, 0x4E, 0x47], hint: "it is a PNG image"),
    Kind(prefix: [0xFF, 0xD8, 0xFF], hint: "it is a JPEG image"),
    Kind(prefix: Array("GIF8".utf8), hint: "it is a GIF image"),
    Kind(prefix: Array("%PDF-".utf8), hint: "it is a PDF document"),
    Kind(prefix: [0x7F, 0x45, 0x4C, 0x46], hint: "it is an executable program"),
    Kind(
      prefix: Array("PAR1".utf8),
      hint: "it is a Parquet file, which DuckDB reads:"
        + " duckdb -json -c \"SELECT * FROM 'FILE'\" | shelf -"),
  ]
}
