import Foundation
package import TableModel

/// Halves of surrogate pairs that a text of JSON has as escapes: no text can hold them, so each is
/// read as U+FFFD.
package struct LoneSurrogates: Sendable {
  /// Where the first one stands: a byte offset.
  package let first: Int
  /// In all of the text.
  package let count: Int

  /// - Returns: nil where there are none.
  /// - Complexity: O(bytes); what has no backslashes is only searched for them.
  package init?(in text: UnsafeRawBufferPointer) {
    var (first, count, offset) = (Int?.none, 0, 0)
    while let base = text.baseAddress, offset < text.count,
      let backslash = memchr(base + offset, Int32(UInt8(ascii: "\\")), text.count - offset)
    {
      offset = base.distance(to: UnsafeRawPointer(backslash))
      guard let unit = Self.unit(of: text, at: offset), 0xD800...0xDFFF ~= unit else {
        offset += 2
        continue
      }
      let next = Self.unit(of: text, at: offset + 6)
      if unit < 0xDC00, let next, 0xDC00...0xDFFF ~= next {
        offset += 12
      } else {
        first = first ?? offset
        count += 1
        offset += 6
      }
    }
    guard let first else { return nil }
    (self.first, self.count) = (first, count)
  }

  /// What `\uXXXX` at an offset stands for; nil where there is no such escape.
  private static func unit(of text: UnsafeRawBufferPointer, at offset: Int) -> UInt32? {
    guard offset + 6 <= text.count, text[offset] == UInt8(ascii: "\\"),
      text[offset + 1] == UInt8(ascii: "u")
    else { return nil }
    var unit: UInt32 = 0
    for byte in text[(offset + 2)..<(offset + 6)] {
      guard let digit = ASCII.hexValue(byte) else { return nil }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }

  /// What is said when a file is opened.
  ///
  /// - Parameters:
  ///   - place: of the first one.
  ///   - escape: how it is written.
  package func remark(at place: TextPlace, _ escape: String) -> String {
    let all = count == 1 ? "" : "; there are \(count) in all"
    return
      "line \(place.line), column \(place.column): '\(escape)' is half of a character, which no"
      + " text can hold, and is read as U+FFFD\(all)"
  }

  /// What is said when a document is saved.
  package var savingRemark: String {
    count == 1
      ? "half of a character, an escape that no text can hold, is written as U+FFFD"
      : "\(count) halves of characters, escapes that no text can hold, are written as U+FFFD"
  }
}
