import Foundation
package import TableModel

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
