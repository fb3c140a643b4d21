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
