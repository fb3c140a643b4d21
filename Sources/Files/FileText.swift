import Foundation
package import TableModel

/// The text of a mapped file: places in it and errors about it, whatever its size.
package struct FileText: Sendable {
  package let file: MappedFile

  package init(file: MappedFile) { self.file = file }

  /// How much is decoded at once to count characters.
  private static let piece = 1 << 20

  /// The offset of the first byte after a byte order mark.
  package var start: Int { SourceText(file: "", bytes: file.copy(0..<3)).start }

  /// The line and column of a byte.
  ///
  /// - Complexity: O(offset); meant for errors only.
  package func place(ofByte offset: Int) -> TextPlace {
    let bytes = file.buffer
    var line = 1
    var lineStart = start
    var index = start
    while index < offset, let found = memchr(bytes, from: index, to: offset) {
      line += 1
      lineStart = found + 1
      index = found + 1
    }
    return TextPlace(
      line: line, column: characters(lineStart..<max(lineStart, offset)) + 1, byte: offset)
  }

  private func memchr(_ bytes: UnsafeBufferPointer<UInt8>, from: Int, to: Int) -> Int? {
    guard let base = bytes.baseAddress,
      let found = Foundation.memchr(base + from, 0x0A, to - from)
    else { return nil }
    return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
  }

  private func characters(_ range: Range<Int>) -> Int {
    var count = 0
    var index = range.lowerBound
    while index < range.upperBound {
      var end = min(range.upperBound, index + Self.piece)
      while end < range.upperBound, file.bytes[end] & 0xC0 == 0x80 { end += 1 }
      let bytes = file.buffer[index..<end]
      let isPlain = bytes.allSatisfy { $0 < 0x80 && $0 != 0x0D }
      count += isPlain ? bytes.count : String(decoding: bytes, as: UTF8.self).count
      index = end
    }
    return count
  }

  /// An error about the text at a byte, with the line it stands in.
  package func malformed(at offset: Int, _ message: String) -> DataError {
    let place = place(ofByte: offset)
    return .malformed(file: file.path, at: place, message: message, source: excerpt(around: place))
  }

  /// The line of a place, shortened. It is cut out of a few kilobytes around the place.
  private func excerpt(around place: TextPlace) -> String {
    let reach = 4096
    var first = max(start, place.byte - reach)
    while first < place.byte, file.bytes[first] & 0xC0 == 0x80 { first += 1 }
    let window = SourceText(file: "", bytes: file.copy(first..<place.byte + reach))
    var moved = place
    moved.byte = place.byte - first
    return window.excerpt(around: moved)
  }
}
