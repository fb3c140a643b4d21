import Foundation
package import TableModel

/// The bytes of a text file with its name: turns byte offsets into places and located errors.
package struct SourceText: Sendable {
  package let file: String
  package let bytes: [UInt8]

  package init(file: String, bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The offset of the first byte after a byte order mark.
  package var start: Int { bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0 }

  /// The line and column of a byte.
  ///
  /// - Complexity: O(offset); meant for errors only.
  package func place(ofByte offset: Int) -> TextPlace {
    let offset = min(max(offset, start), bytes.count)
    var line = 1
    var lineStart = start
    for index in start..<offset where bytes[index] == UInt8(ascii: "\n") {
      line += 1
      lineStart = index + 1
    }
    let column = Self.characterCount(bytes[lineStart..<offset]) + 1
    return TextPlace(line: line, column: column, byte: offset)
  }

  /// ASCII, the usual case, is counted without building a string.
  private static func characterCount(_ bytes: ArraySlice<UInt8>) -> Int {
    if bytes.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\r") }) { return bytes.count }
    return String(decoding: bytes, as: UTF8.self).count
  }

  /// An error about the text at a byte, with the line it stands in.
  package func malformed(at offset: Int, _ message: String) -> DataError {
    let place = place(ofByte: offset)
    return .malformed(file: file, at: place, message: message, source: excerpt(around: place))
  }
}

extension SourceText {
  /// How far from the place bytes are decoded; ample for 80 characters of any script.
  private static let reach = 1024

  /// The line of a place, shortened around its column when it is long.
  package func excerpt(around place: TextPlace) -> String {
    let lead = String(decoding: bytesBefore(place), as: UTF8.self)
    let shown: String
    if place.isExcerptShifted {
      shown = Mark.ellipsis + lead.suffix(TextPlace.excerptLead - 1)
    } else {
      shown = String(lead.suffix(place.column - 1))
    }
    let rest = String(decoding: bytesAfter(place), as: UTF8.self)
    let room = TextPlace.excerptLimit - shown.count
    return shown + (rest.count <= room ? rest : rest.prefix(room - 1) + Mark.ellipsis)
  }

  private func bytesBefore(_ place: TextPlace) -> ArraySlice<UInt8> {
    var first = place.byte
    let stop = max(start, place.byte - Self.reach)
    while first > stop, bytes[first - 1] != UInt8(ascii: "\n") { first -= 1 }
    // Never begin in the middle of a character.
    while first < place.byte, bytes[first] & 0xC0 == 0x80 { first += 1 }
    return bytes[first..<place.byte]
  }

  private func bytesAfter(_ place: TextPlace) -> ArraySlice<UInt8> {
    var end = place.byte
    let stop = min(bytes.count, place.byte + Self.reach)
    while end < stop, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    while end < bytes.count, end > place.byte, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    if end > place.byte, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return bytes[place.byte..<end]
  }
}

extension SourceText {
  /// Whether what follows a byte order mark and blanks begins as XML does.
  package var startsWithXML: Bool {
    let head = bytes[start...].drop(while: ASCII.isBlank)
    return ["<?xml", "<!DOCTYPE", "<!--", "<plist", "<dict", "<array"].contains {
      head.starts(with: $0.utf8)
    }
  }

  package func hasLineBreak(in range: Range<Int>) -> Bool {
    bytes[range].contains(UInt8(ascii: "\n"))
  }

  /// What stands at a byte, in words for a message: `'x'`, `'None'`, `the end of the file`.
  package func found(at offset: Int) -> String {
    guard offset < bytes.count else { return "the end of the file" }
    let byte = bytes[offset]
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return "the end of the line"
    case UInt8(ascii: "\t"): return "a tab"
    case UInt8(ascii: " "): return "a space"
    case UInt8(ascii: "'"): return "\"'\""
    case 0..<0x20, 0x7F: return "control character \(Self.hexadecimal(byte))"
    default: return "'\(word(at: offset))'"
    }
  }

  package static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return "0x" + (digits.count < 2 ? "0" : "") + digits
  }

  /// A run of letters and digits, up to 20 of them, or the one character that stands there.
  private func word(at offset: Int) -> String {
    let rest = bytes[offset..<min(bytes.count, offset + 20)]
    let run = rest.prefix(while: ASCII.isWord)
    if !run.isEmpty { return String(decoding: run, as: UTF8.self) }
    return String(decoding: rest, as: UTF8.self).first.map(String.init) ?? ""
  }
}

/// Turns property lists in other encodings into UTF-8, which the readers work on.
///
/// Places in errors then refer to the converted text; lines and columns stay the same.
package enum TextDecoding {
  /// The text as UTF-8. Byte order marks and the encoding of an XML declaration are respected.
  ///
  /// - Throws: `DataError.unknownFormat` for an encoding that is not known.
  package static func utf8(_ text: SourceText) throws(DataError) -> SourceText {
    if let wide = wideEncoding(text.bytes) { return try convert(text, from: wide) }
    guard let name = declaredEncoding(text.bytes[text.start...]) else { return text }
    switch name {
    case _ where unmarked.contains(name): return text
    case "iso-8859-1", "latin1", "latin-1": return try convert(text, from: .isoLatin1)
    case "windows-1252", "cp1252": return try convert(text, from: .windowsCP1252)
    default:
      throw .unknownFormat(
        file: text.file,
        hint:
          "the encoding '\(name)' is not known; convert it first: iconv -f \(name) -t UTF-8 FILE")
    }
  }

  /// True for a text that declares UTF-8, or declares no encoding.
  package static func isUTF8(_ text: SourceText) -> Bool {
    guard wideEncoding(text.bytes) == nil else { return false }
    let name = declaredEncoding(text.bytes[text.start...]) ?? unmarked[0]
    return unmarked.contains(name)
  }

  /// The names of encodings that need no conversion.
  private static let unmarked = ["utf-8", "utf8", "us-ascii", "ascii"]

  private static func wideEncoding(_ bytes: [UInt8]) -> String.Encoding? {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return .utf16 }
    if bytes.starts(with: [0x3C, 0, 0x3F, 0]) { return .utf16LittleEndian }
    return bytes.starts(with: [0, 0x3C, 0, 0x3F]) ? .utf16BigEndian : nil
  }

  /// The name in `<?xml version="1.0" encoding="..."?>`, in lower case; nil where it does not end,
  /// which is for the reader to say.
  private static func declaredEncoding(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.starts(with: "<?xml".utf8) else { return nil }
    let head = String(decoding: bytes.prefix(200), as: UTF8.self).prefix { $0 != ">" }
    guard let key = head.range(of: "encoding") else { return nil }
    let value = head[key.upperBound...].drop { " =".contains($0) }
    guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
    let name = value.dropFirst()
    return name.firstIndex(of: quote).map { name[..<$0].lowercased() }
  }

  private static func convert(_ text: SourceText, from encoding: String.Encoding)
    throws(DataError) -> SourceText
  {
    guard let decoded = String(bytes: text.bytes, encoding: encoding) else {
      throw .damaged(file: text.file, byte: 0, message: "text that is invalid in its encoding")
    }
    return SourceText(file: text.file, bytes: Array(decoded.utf8))
  }
}

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

/// What a text means that stands without quotes, in formats that have nothing but text: a number as
/// JSON writes it, `true`, `false`, nothing, or a text.
package enum PlainText {
  package static func kind(of raw: UnsafeBufferPointer<UInt8>) -> ValueKind {
    guard let first = raw.first else { return .null }
    switch first {
    case UInt8(ascii: "t"): return "true".isWritten(raw) ? .bool : .text
    case UInt8(ascii: "f"): return "false".isWritten(raw) ? .bool : .text
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return isNumber(raw) ? .number : .text
    default: return .text
    }
  }

  /// True for a number in JSON's notation that is not too large to be compared.
  package static func isNumber(_ raw: UnsafeBufferPointer<UInt8>) -> Bool {
    guard JSONNumber.isValid(ArraySlice(raw)) else { return false }
    let isShort = raw.count < 300 && !raw.contains { $0 | 0x20 == UInt8(ascii: "e") }
    return isShort || NumberText(text: String(decoding: raw, as: UTF8.self)).double.isFinite
  }

  package static func value(of text: String) -> Value {
    var text = text
    switch text.withUTF8({ kind(of: $0) }) {
    case .null: return .null
    case .bool: return .bool(text == "true")
    case .number: return .number(NumberText(text: text))
    default: return .string(text)
    }
  }
}
