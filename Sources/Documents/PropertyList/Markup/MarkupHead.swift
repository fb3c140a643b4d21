import Files
import TableModel

/// Reads the beginning of a property list as a value of its own.
struct MarkupHead {
  private let text: MarkupText
  private let limit: Int
  /// Text up to here is kept.
  private var end: Int
  /// The containers that are open there, true for records.
  private var open: [Bool] = []
  /// How many containers are complete.
  private var completed = 0

  /// A head with this many complete containers is enough to infer a shape from.
  private static let enough = 24

  /// - Throws: `DataError.malformed` when the head is not a property list.
  static func read(_ file: MappedFile, sizes: ClosedRange<Int>) throws(DataError) -> DocumentHead {
    let text = MarkupText(file: file)
    var size = sizes.lowerBound
    while true {
      var head = MarkupHead(text, size: size)
      head.walk()
      if head.isWhole || head.completed >= enough || size >= sizes.upperBound {
        return try head.parsed()
      }
      size *= 4
    }
  }

  private init(_ text: MarkupText, size: Int) {
    self.text = text
    end = text.start
    limit = min(text.file.count, end + size)
  }

  private var isWhole: Bool { limit == text.file.count }

  /// Goes over as many elements as are complete before the limit.
  ///
  /// - Complexity: O(size).
  private mutating func walk() {
    var cursor = MarkupCursor(text.file.bytes, offset: end, end: limit)
    while cursor.skipBlanks(), let tag = cursor.tag(), take(tag, &cursor) {}
  }

  /// Notes a tag and what it begins; false where that isn't complete.
  private mutating func take(_ tag: MarkupCursor.Tag, _ cursor: inout MarkupCursor) -> Bool {
    switch tag.name {
    case .dict, .array:
      if tag.isClosing {
        guard open.popLast() != nil else { return false }
      } else if !tag.isEmpty {
        open.append(tag.name == .dict)
      }
      if tag.isClosing || tag.isEmpty { completed += 1 }
      end = tag.end
      return true
    case .key:
      cursor.offset = tag.start
      return cursor.skipKey() != nil
    case .plist: return false
    case .other:
      guard !tag.isClosing, tag.isEmpty || (cursor.skipText() && cursor.tag() != nil) else {
        return false
      }
      end = cursor.offset
      return true
    }
  }

  private func parsed() throws(DataError) -> DocumentHead {
    let file = text.file
    var bytes = file.copy(0..<(isWhole ? file.count : end))
    guard isWhole || end > text.start else { return try giant() }
    if !isWhole {
      for isRecord in open.reversed() { bytes += (isRecord ? "</dict>" : "</array>").utf8 }
      if text.start > FileText(file: file).start { bytes += "</plist>".utf8 }
    }
    let value = try XMLPropertyListReader.read(SourceText(file: file.path, bytes: bytes))
    return DocumentHead(value: value, isWhole: isWhole, isSequence: false)
  }

  /// A document in which nothing is complete in the head: broken, or one large scalar.
  private func giant() throws(DataError) -> DocumentHead {
    var verification = MarkupVerification(file: text.file)
    while try verification.advance(by: 1 << 24) {}
    return DocumentHead(value: .null, isWhole: false, isSequence: false)
  }
}
