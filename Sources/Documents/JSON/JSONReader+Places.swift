package import Files
package import TableModel

extension JSONReader {
  /// Where a value of a document begins, for errors about what it means.
  ///
  /// - Parameters:
  ///   - path: the keys and positions that lead to the value, from the root.
  ///   - text: a text that is JSON.
  ///   - ofKey: true for the place of the last key instead of its value.
  /// - Returns: a byte offset; nil where nothing stands at the path.
  /// - Complexity: O(bytes x length of the path); meant for errors only.
  package static func offset(
    of path: [FieldPath.Step], in text: SourceText, ofKey: Bool = false
  ) -> Int? {
    var reader = JSONReader(text)
    reader.skipBlanks()
    for (depth, step) in path.enumerated() {
      guard let place = try? reader.place(of: step) else { return nil }
      if ofKey, depth == path.count - 1 { return place.key }
      reader.position = place.value
    }
    return reader.position
  }

  /// Looks a step up in the container that begins here; of a key written twice, the last counts.
  private mutating func place(of step: FieldPath.Step) throws(DataError) -> (key: Int, value: Int)?
  {
    let isRecord = byte == UInt8(ascii: "{")
    position += 1
    var found: (key: Int, value: Int)?
    var index = 0
    skipBlanks()
    while let byte, byte != UInt8(ascii: "}"), byte != UInt8(ascii: "]") {
      let start = position
      var name: String?
      if isRecord {
        name = try readString()
        skipBlanks()
        position += 1
        skipBlanks()
      }
      switch step {
      case .key(let key) where key == name: found = (start, position)
      case .index(let wanted) where !isRecord && wanted == index: found = (start, position)
      default: break
      }
      _ = try readValue()
      skipBlanks()
      if self.byte == UInt8(ascii: ",") { position += 1 }
      skipBlanks()
      index += 1
    }
    return found
  }
}
