/// Elements of markup, which are told one by one where they stand directly in a container of the
/// shape; brackets and commas don't exist there.
extension ShapeTracker {
  /// A key ends; its value is told next.
  ///
  /// - Parameters:
  ///   - start: the byte of the key's tag.
  ///   - text: what stands between its tags.
  mutating func key(at start: Int, text: Range<Int>) {
    if !isInRecord || key != nil { note(.malformed(at: start)) }
    (childStart, key) = (start, text)
  }

  /// An element begins; `depth` tells afterwards whether it belongs to the shape.
  mutating func element(_ kind: Kind, at offset: Int, _ bytes: UnsafePointer<UInt8>) {
    if isInRecord {
      if key == nil { note(.malformed(at: offset)) }
    } else {
      (childStart, key) = (offset, nil)
    }
    value(kind, at: offset, bytes)
  }

  /// An element that is no part of the shape has ended.
  mutating func endElement() {
    frames[frames.count - 1].child += 1
    (key, hasValue) = (nil, true)
  }

  /// The innermost container ends.
  mutating func endContainer(isRecord: Bool, at offset: Int) {
    guard frames.count > 1, frames[frames.count - 1].isRecord == isRecord, key == nil || isInside
    else { return note(.malformed(at: offset)) }
    frames.removeLast()
    endElement()
  }

  /// The text ends here.
  mutating func endText(at offset: Int) {
    if frames.count > 1 || !hasValue { note(.malformed(at: offset)) }
  }

  private var isInRecord: Bool { frames[frames.count - 1].isRecord }
}
