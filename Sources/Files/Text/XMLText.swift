/// What the readers of XML share, and those who want to know what a text of XML is about.
extension SourceText {
  /// The name of the first element, or the one that a document type gives it; nil for a text that
  /// does not begin as XML does, or ends before its first element.
  ///
  /// - Complexity: O(bytes before the first element).
  package var xmlRoot: String? {
    var offset = start
    while offset < bytes.count {
      if ASCII.isBlank(bytes[offset]) {
        offset += 1
      } else if stands("<?", at: offset) {
        guard let next = self.offset(behind: "?>", from: offset + 2) else { return nil }
        offset = next
      } else if stands("<!--", at: offset) {
        guard let next = self.offset(behind: "-->", from: offset + 4) else { return nil }
        offset = next
      } else {
        return bytes[offset] == UInt8(ascii: "<") ? elementName(at: offset) : nil
      }
    }
    return nil
  }

  private func elementName(at offset: Int) -> String? {
    var offset = offset + 1
    let type = "!DOCTYPE"
    if stands(type, at: offset) {
      offset += type.utf8.count
      while offset < bytes.count, ASCII.isBlank(bytes[offset]) { offset += 1 }
    }
    return xmlName(at: offset).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The name that begins at a byte; nil where none does.
  package func xmlName(at offset: Int) -> ArraySlice<UInt8>? {
    guard offset < bytes.count else { return nil }
    let name = bytes[offset...].prefix(while: ASCII.isOfTagName)
    guard let first = name.first, !ASCII.isDigit(first), !"-.".utf8.contains(first) else {
      return nil
    }
    return name
  }

  private func stands(_ word: String, at offset: Int) -> Bool {
    bytes[min(offset, bytes.count)...].starts(with: word.utf8)
  }

  /// Where a text goes on behind the next place of a word; nil where the word is not there.
  package func offset(behind word: String, from start: Int) -> Int? {
    let word = Array(word.utf8)
    guard let last = word.last else { return start }
    // The whole word is only compared where its last byte stands.
    var end = start + word.count - 1
    while end < bytes.count {
      if bytes[end] == last, bytes[(end - word.count + 1)...end].elementsEqual(word) {
        return end + 1
      }
      end += 1
    }
    return nil
  }

  /// True for what may be XML in an encoding other than UTF-8.
  package var mayBeEncodedXML: Bool {
    let wideTag: [[UInt8]] = [[0x3C, 0, 0x3F, 0], [0, 0x3C, 0, 0x3F]]
    return startsWithXML || wideTag.contains(Array(bytes.dropFirst(2).prefix(4)))
      || wideTag.contains(Array(bytes.prefix(4)))
  }
}

/// What references stand for that need no declaration.
package enum XMLCharacter {
  package static func named(_ name: String) -> Character? {
    switch name {
    case "lt": "<"
    case "gt": ">"
    case "amp": "&"
    case "quot": "\""
    case "apos": "'"
    default: nil
    }
  }

  /// The character of `#233` or `#xE9`; nil for anything else, and for what XML can't hold.
  package static func numbered(_ name: String) -> Character? {
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let value, let scalar = Unicode.Scalar(value),
      value >= 0x20 || !UTF8Check.isControl(UInt8(truncatingIfNeeded: value))
    else { return nil }
    return Character(scalar)
  }
}
