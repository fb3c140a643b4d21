import TableModel

/// JSON, for the tables over an index.
extension RecordText: TextNotation {
  var start: Int { FileText(file: file).start }

  func kind(ofValueAt offset: Int) -> ShapeTracker.Kind {
    switch file.bytes[offset] {
    case UInt8(ascii: "{"): .record
    case UInt8(ascii: "["): .list
    case UInt8(ascii: "n"): .null
    default: .scalar
    }
  }

  func outline(at start: Int, list: KnownList?, readsLists: Bool) throws(DataError) -> Value {
    var outline = RecordOutline(self, list: list, readsLists: readsLists)
    return try outline.value(at: start)
  }

  func contentStart(of container: Int) -> Int {
    kind(ofValueAt: container).isContainer ? container + 1 : container
  }

  func offset(after count: Int, recordsFrom offset: Int, isSequence: Bool) -> Int? {
    RecordSkip.offset(
      after: count, recordsFrom: offset, of: file.bytes, end: file.count, isSequence: isSequence,
      by: NativeClassifier.self)
  }

  func nextRecord(after end: Int, isSequence: Bool) -> Int? {
    var cursor = cursor(at: end)
    cursor.skipBlanks()
    if isSequence { return cursor.offset }
    return cursor.byte == UInt8(ascii: ",") ? cursor.offset + 1 : nil
  }

  func end(ofListAfter last: Int) -> Int? {
    var cursor = cursor(at: valueStart(at: last))
    cursor.skipValue(by: NativeClassifier.self)
    cursor.skipBlanks()
    return cursor.byte == UInt8(ascii: "]") ? cursor.offset + 1 : nil
  }

  func records(inContainerAt offset: Int, isSequence: Bool) -> any TextRecords {
    RecordSequence(self, containerAt: offset, isSequence: isSequence)
  }

  func fieldReader(_ fields: [FieldPath]) -> any TextFields { FieldReader(self, fields: fields) }

  func verification(isSequence: Bool) -> any TextVerification {
    Verification(file: file, isSequence: isSequence)
  }
}
