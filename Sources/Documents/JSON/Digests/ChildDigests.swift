import Files
package import TableModel

/// A node whose children can be compared by the bytes of their text, without being read.
package protocol DigestedNode: DocumentNode {
  /// Goes over the text of the children, checks it and takes its digests.
  ///
  /// - Parameters:
  ///   - path: the keys at which elements of a list have the value that names them; nil for none.
  ///   - progress: called now and then with the number of bytes passed; throws to stop the work.
  /// - Returns: nil for a text whose digests can't be compared with those of others.
  /// - Complexity: O(bytes); about 20 bytes of memory for each child.
  func digests(
    namedBy path: [String]?, progress: (Int) throws(DataError) -> Void
  ) throws(DataError) -> ChildDigests?
}

/// The children of a container in a text, each known by a digest of its bytes.
package struct ChildDigests: Sendable {
  package let isRecord: Bool
  /// By child; zero for one that is large and was not looked into.
  package internal(set) var digests: [UInt64] = []
  /// By child: the digest of its key in a record, of what names it in a list; zero for none.
  package internal(set) var names: [UInt64] = []
  /// Where every 64th child begins.
  var anchors: [Int] = []

  let text: RecordText
  let isSequence: Bool

  static let stride = 64

  init(_ text: RecordText, isRecord: Bool, isSequence: Bool) {
    (self.text, self.isRecord, self.isSequence) = (text, isRecord, isSequence)
  }

  package var count: Int { digests.count }

  /// The child at a place: its value where that is small, else where it stands.
  ///
  /// - Complexity: O(64 children, and what is read).
  package func child(at index: Int) throws(DataError) -> DocumentChild {
    let (key, start) = try place(of: index)
    if text.skip(valueAt: start, limit: start + TextNode.large) != nil {
      return DocumentChild(key: key, content: .value(try text.value(at: start)))
    }
    return DocumentChild(key: key, content: .node(TextNode(content: text, start: start)))
  }

  /// The child at a place, which is read when somebody asks for its value.
  package func node(at index: Int) throws(DataError) -> DocumentChild {
    let (key, start) = try place(of: index)
    return DocumentChild(key: key, content: .node(TextNode(content: text, start: start)))
  }

  private func place(of index: Int) throws(DataError) -> (key: String?, start: Int) {
    var offset = anchors[index / Self.stride]
    let rest = index % Self.stride
    if rest > 0 {
      guard let next = text.offset(after: rest, recordsFrom: offset, isSequence: isSequence) else {
        throw .changedUnderneath(file: text.file.path)
      }
      offset = next
    }
    return (isRecord ? text.key(at: offset) : nil, text.valueStart(at: offset))
  }
}

extension TextNode: DigestedNode {
  package func digests(
    namedBy path: [String]?, progress: (Int) throws(DataError) -> Void
  ) throws(DataError) -> ChildDigests? {
    guard let text = content as? RecordText, kind != .scalar else { return nil }
    var scan = DigestScan(text, containerAt: start, isSequence: false, namedBy: path)
    try scan.run(progress)
    return scan.found
  }
}

extension TextSequenceNode: DigestedNode {
  package func digests(
    namedBy path: [String]?, progress: (Int) throws(DataError) -> Void
  ) throws(DataError) -> ChildDigests? {
    guard let text = content as? RecordText else { return nil }
    var scan = DigestScan(text, containerAt: start, isSequence: true, namedBy: path)
    try scan.run(progress)
    return scan.found
  }
}
