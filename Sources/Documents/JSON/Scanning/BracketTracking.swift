import Files
import TableModel

extension JSONText: KeyNotation {}

// MARK: - Brackets

extension ShapeTracker {
  /// A bracket opens directly in the innermost container; afterwards `depth` shows whether what
  /// it opens belongs to the shape or is opaque.
  mutating func open(at offset: Int, _ bytes: UnsafePointer<UInt8>) {
    readGap(to: offset, bytes)
    let before = frames.count
    value(bytes[offset] == UInt8(ascii: "{") ? .record : .list, at: offset, bytes)
    // Records are counted where they follow a comma; the first one follows the bracket.
    if frames.count > before, isInside, !isEmpty(after: offset, bytes) {
      tables.addRecord(at: offset + 1)
    }
  }

  /// The innermost container closes.
  mutating func close(at offset: Int, _ bytes: UnsafePointer<UInt8>) {
    if isInside { gapStart = offset } else { readGap(to: offset, bytes) }
    let frame = frames[frames.count - 1]
    let isBrace = bytes[offset] == UInt8(ascii: "}")
    guard frames.count > 1, frame.isRecord == isBrace else {
      note(.malformed(at: offset))
      return
    }
    frames.removeLast()
    passed(to: offset + 1)
  }

  /// An opaque container directly in the innermost one has closed before an offset.
  mutating func passed(to offset: Int) {
    gapStart = offset
    hasValue = true
  }

  /// A bracket opens a record of a sequence, before which nothing but blanks were passed over.
  ///
  /// - Returns: false where that is not so, and nothing was done.
  @inline(__always)
  mutating func beginsInSequence(at offset: Int, _ bytes: UnsafePointer<UInt8>) -> Bool {
    guard plan.isSequence, frames.count == 1, plan.depth == 1 else { return false }
    var blank = gapStart
    while blank < offset, ASCII.isBlank(bytes[blank]) { blank += 1 }
    guard blank == offset else { return false }
    childStart = offset
    tables.addRecord(at: offset)
    hasValue = true
    return true
  }

  /// The text ends here.
  mutating func finish(at offset: Int, _ bytes: UnsafePointer<UInt8>) {
    if frames.count > 1 { return note(.malformed(at: offset)) }
    readGap(to: offset, bytes)
  }
}

// MARK: - The text between brackets

extension ShapeTracker {
  /// Reads what stands directly in the innermost container up to an offset: keys, scalars, commas.
  mutating func readGap(to end: Int, _ bytes: UnsafePointer<UInt8>) {
    var offset = gapStart
    while offset < end {
      switch bytes[offset] {
      case 0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: ":"):
        offset += 1
      case UInt8(ascii: ","):
        offset += 1
        frames[frames.count - 1].child += 1
        (childStart, key, hasValue) = (offset, nil, false)
      case UInt8(ascii: "\""):
        let close = JSONText.endOfString(from: offset, to: end, of: bytes)
        if frames[frames.count - 1].isRecord, key == nil {
          key = offset..<close
        } else {
          value(.scalar, at: offset, bytes)
        }
        offset = close
      default:
        value(bytes[offset] == UInt8(ascii: "n") ? .null : .scalar, at: offset, bytes)
        offset = JSONText.endOfWord(from: offset, to: end, of: bytes)
      }
    }
    gapStart = max(gapStart, end)
  }

  private func isEmpty(after offset: Int, _ bytes: UnsafePointer<UInt8>) -> Bool {
    var next = offset + 1
    while ASCII.isBlank(bytes[next]) { next += 1 }
    return bytes[next] == UInt8(ascii: "]") || bytes[next] == UInt8(ascii: "}")
  }
}
