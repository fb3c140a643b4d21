import Files
import Foundation

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
