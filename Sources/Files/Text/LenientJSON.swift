import Foundation
package import TableModel

/// Which mistakes of a text somebody wants put up with.
package struct Tolerance: Sendable, Hashable {
  /// What is nearly JSON: comments, commas behind the last element, keys without quotes.
  package var isLenient: Bool
  /// Lines of NDJSON that are none.
  package var skipsBadLines: Bool

  package init(isLenient: Bool = false, skipsBadLines: Bool = false) {
    self.isLenient = isLenient
    self.skipsBadLines = skipsBadLines
  }
}

/// A text that is nearly JSON, as settings of programs often are, and the JSON that it means.
///
/// Put up with are comments, a comma behind the last element, quotes that are single, keys without
/// quotes, and `NaN` and `Infinity`, which become text. Whatever else is wrong stays as it is, and is
/// found by the reader of JSON.
///
/// - Complexity: O(bytes).
package struct LenientJSON {
  /// What is no JSON, in the order in which it is named.
  private enum Oddity: Int, CaseIterable {
    case comment, comma, quotes, key, word

    func words(_ count: Int) -> String {
      let (one, many) =
        switch self {
        case .comment: ("comment", "comments")
        case .comma: ("comma behind a last element", "commas behind a last element")
        case .quotes: ("text in single quotes", "texts in single quotes")
        case .key: ("key without quotes", "keys without quotes")
        case .word: ("NaN or Infinity, now text", "NaN or Infinity, now texts")
        }
      return count == 1 ? "1 " + one : "\(count) " + many
    }
  }

  /// Where a comment begins that never ends; nil without one.
  package private(set) var openComment: Int?
  private let source: SourceText
  private var position: Int
  private var output: [UInt8] = []
  /// Where in the output more bytes stand than in the text, and how many more.
  private var shifts: [(start: Int, more: Int)] = []
  private var found: [(first: Int, count: Int)?]
  /// The last byte that was neither blank nor comment, and the one before it.
  private var last: UInt8 = 0
  private var beforeLast: UInt8 = 0
  private var lastOffset = 0

  package init(_ text: SourceText) {
    source = text
    position = text.start
    found = Array(repeating: nil, count: Oddity.allCases.count)
    output.reserveCapacity(text.bytes.count)
    while position < text.bytes.count { readPiece() }
  }

  /// Whether there is anything that JSON does not have.
  package var isOdd: Bool { found.contains { $0 != nil } }

  /// The JSON.
  package var text: SourceText { SourceText(file: source.file, bytes: output) }

  /// What was put up with, with the line of the first of each kind.
  package var remark: String {
    let parts = Oddity.allCases.compactMap { oddity in
      found[oddity.rawValue].map { found in
        let line = source.place(ofByte: found.first).line
        return oddity.words(found.count)
          + (found.count == 1 ? " (line \(line))" : " (first in line \(line))")
      }
    }
    return "read with --lenient, though JSON has none of them: " + parts.joined(separator: ", ")
  }

  /// An error about the JSON as one about the text that it was made of.
  package func located(_ error: DataError) -> DataError {
    switch error {
    case .malformed(_, let place, let message, _): source.malformed(at: offset(place.byte), message)
    case .tooDeep(let file, let place?, let limit):
      .tooDeep(file: file, at: source.place(ofByte: offset(place.byte)), limit: limit)
    default: error
    }
  }

  private func offset(_ byte: Int) -> Int {
    byte + source.start - (shifts.last { $0.start <= byte }?.more ?? 0)
  }
}

extension LenientJSON {
  private mutating func note(_ oddity: Oddity, at offset: Int) {
    let known = found[oddity.rawValue]
    found[oddity.rawValue] = (known?.first ?? offset, (known?.count ?? 0) + 1)
  }

  private mutating func readPiece() {
    let byte = source.bytes[position]
    switch byte {
    case _ where ASCII.isBlank(byte): keep()
    case UInt8(ascii: "/"): readComment()
    case UInt8(ascii: "\""): readString(byte)
    case UInt8(ascii: "'"):
      note(.quotes, at: position)
      readString(byte)
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      if last == UInt8(ascii: ","), !"[{,:\0".utf8.contains(beforeLast) {
        note(.comma, at: offset(lastOffset))
        output[lastOffset] = UInt8(ascii: " ")
      }
      keep(asLast: byte)
    case _ where ASCII.isWord(byte) || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "-"):
      readWord()
    default: keep(asLast: byte)
    }
  }

  private mutating func keep(asLast byte: UInt8? = nil) {
    if let byte { remember(byte) }
    output.append(source.bytes[position])
    position += 1
  }

  /// Notes what comes next in the output.
  private mutating func remember(_ byte: UInt8) {
    (beforeLast, last, lastOffset) = (last, byte, output.count)
  }

  /// Blanks take the place of a comment, so that lines stay lines.
  private mutating func readComment() {
    guard let end = source.endOfComment(from: position) else {
      if source.beginsBlockComment(at: position) { openComment = openComment ?? position }
      return keep(asLast: UInt8(ascii: "/"))
    }
    note(.comment, at: position)
    for byte in source.bytes[position..<end] {
      output.append(ASCII.isBlank(byte) ? byte : UInt8(ascii: " "))
    }
    position = end
  }

  /// A text in quotes, up to the quote that ends it, or to the end of its line.
  private mutating func readString(_ quote: UInt8) {
    remember(UInt8(ascii: "\""))
    output.append(UInt8(ascii: "\""))
    position += 1
    while position < source.bytes.count {
      let byte = source.bytes[position]
      position += 1
      if byte == quote {
        output.append(UInt8(ascii: "\""))
        return
      }
      if byte == UInt8(ascii: "\n") {
        output.append(byte)
        return
      }
      if byte == UInt8(ascii: "\\"), position < source.bytes.count {
        let escaped = source.bytes[position]
        position += 1
        if escaped == UInt8(ascii: "'"), quote == escaped {
          output.append(escaped)
          shift(by: -1)
        } else {
          output += [byte, escaped]
        }
      } else if byte == UInt8(ascii: "\"") {
        output += [UInt8(ascii: "\\"), byte]
        shift(by: 1)
      } else {
        output.append(byte)
      }
    }
  }

  /// A number, a word, or a key without quotes.
  private mutating func readWord() {
    let start = position
    let word = source.bytes[start...].prefix { ASCII.isWord($0) || "$.+-".utf8.contains($0) }
    position = word.endIndex
    let first = word.first ?? 0
    remember(first)
    let isName = !ASCII.isDigit(first) && first != UInt8(ascii: "-")
    if isName, source.isColon(behind: position) {
      note(.key, at: start)
      quote(word)
    } else if ["NaN", "Infinity", "-Infinity"].contains(where: { word.elementsEqual($0.utf8) }) {
      note(.word, at: start)
      quote(word)
    } else {
      output += word
    }
  }

  private mutating func quote(_ word: ArraySlice<UInt8>) {
    output.append(UInt8(ascii: "\""))
    shift(by: 1)
    output += word
    output.append(UInt8(ascii: "\""))
    shift(by: 1)
  }

  private mutating func shift(by count: Int) {
    shifts.append((output.count, (shifts.last?.more ?? 0) + count))
  }
}

extension SourceText {
  /// Where a comment ends that begins here; nil where none begins, or it has no end.
  fileprivate func endOfComment(from start: Int) -> Int? {
    switch start + 1 < bytes.count ? bytes[start + 1] : 0 {
    case UInt8(ascii: "/"):
      bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    case UInt8(ascii: "*"): offset(behind: "*/", from: start + 2)
    default: nil
    }
  }

  fileprivate func beginsBlockComment(at start: Int) -> Bool {
    bytes[start...].starts(with: "/*".utf8)
  }

  /// Whether a colon comes next, behind blanks and comments.
  fileprivate func isColon(behind start: Int) -> Bool {
    var offset = start
    while offset < bytes.count {
      if ASCII.isBlank(bytes[offset]) {
        offset += 1
      } else if bytes[offset] == UInt8(ascii: "/"), let end = endOfComment(from: offset) {
        offset = end
      } else {
        return bytes[offset] == UInt8(ascii: ":")
      }
    }
    return false
  }
}

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
      "\(place.words): '\(escape)' is half of a character, which no"
      + " text can hold, and is read as U+FFFD\(all)"
  }

  /// What is said when a document is saved.
  package var savingRemark: String {
    count == 1
      ? "half of a character, an escape that no text can hold, is written as U+FFFD"
      : "\(count) halves of characters, escapes that no text can hold, are written as U+FFFD"
  }
}
