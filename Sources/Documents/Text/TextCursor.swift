package import Files
import Foundation
package import TableModel

/// A place in bytes that are not copied.
protocol TextCursor {
  var bytes: UnsafePointer<UInt8> { get }
  var offset: Int { get set }
  /// Nothing at or beyond this offset is looked at.
  var end: Int { get }

  init(bytes: UnsafePointer<UInt8>, offset: Int, end: Int)
}

extension TextCursor {
  init(_ bytes: UnsafePointer<UInt8>, offset: Int, end: Int) {
    self.init(bytes: bytes, offset: offset, end: end)
  }

  @inline(__always)
  var byte: UInt8? { offset < end ? bytes[offset] : nil }

  /// Goes over blanks, and nothing else.
  @inline(__always)
  mutating func skipPlainBlanks() {
    while offset < end, ASCII.isBlank(bytes[offset]) { offset &+= 1 }
  }

  func stands(_ text: UnsafeRawPointer, _ count: Int) -> Bool {
    offset + count <= end && memcmp(bytes + offset, text, count) == 0
  }

  func stands(_ text: StaticString) -> Bool { stands(text.utf8Start, text.utf8CodeUnitCount) }

  func stands(_ text: [UInt8]) -> Bool {
    text.withUnsafeBytes { text in
      text.baseAddress.map { stands($0, text.count) } ?? true
    }
  }
}

/// A reader that has all of a text in memory, and a place in it.
package protocol WholeTextReader {
  var text: SourceText { get }
  var position: Int { get set }
}

extension WholeTextReader {
  package var byte: UInt8? { position < text.bytes.count ? text.bytes[position] : nil }

  package func stands(_ word: String) -> Bool { text.bytes[position...].starts(with: word.utf8) }

  /// An error about what stands here.
  package func expected(_ wanted: String) -> DataError {
    text.malformed(at: position, "expected \(wanted), found \(text.found(at: position))")
  }

  /// Goes behind the end of something that begins here.
  package mutating func skip(_ opening: String, past end: String, of what: String)
    throws(DataError)
  {
    guard let next = text.offset(behind: end, from: position + opening.utf8.count) else {
      let start = position
      position = text.bytes.count
      throw expected("'\(end)'", toEnd: what, from: start)
    }
    position = next
  }

  /// An error about the end that something has not, whose beginning lies above.
  package func expected(_ end: String, toEnd what: String, from start: Int) -> DataError {
    let place = text.place(ofByte: start)
    return expected("\(end) to end the \(what) that begins at \(place.line):\(place.column)")
  }
}
