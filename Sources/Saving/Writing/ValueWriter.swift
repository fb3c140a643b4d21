import Documents
package import TableModel

/// Makes a value in place of text.
struct ValueWriter: DocumentWriter {
  var output: [UInt8] = []
  var losses = WritingLosses()
  private(set) var root = Value.null
  private var builder = ValueBuilder()

  mutating func beginArray() { builder.beginArray() }
  mutating func beginRecord() { builder.beginRecord() }
  mutating func put(key: String) { builder.add(key: key) }
  mutating func add(_ value: Value) { builder.add(value) }
  mutating func end() { builder.end() }
  mutating func finish() { root = builder.take() ?? .null }
}

extension TableSource {
  /// The value that the table's document has become by its edits.
  ///
  /// - Parameter checkpoint: called after each value; throws to stop.
  /// - Returns: the value, why it is not the document any more but a table in another form (nil
  ///   where it is the document), and what gets lost with that.
  /// - Complexity: O(document), in memory as well.
  package func documentValue(checkpoint: () throws(DataError) -> Void) throws(DataError)
    -> (value: Value, misfit: String?, losses: [String])
  {
    let table = try TableWriting(of: self, checkpoint: checkpoint)
    var writer = ValueWriter()
    try table.write(with: &writer) { _ throws(DataError) in
      try checkpoint()
      return true
    }
    return (writer.root, table.misfit, table.losses)
  }
}
