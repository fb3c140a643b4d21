import TableModel

/// What a text has lost because keys stand twice in one record, where the last value counts.
struct RepeatedKeys: Sendable {
  /// Where the first such record begins: a byte offset.
  var recordStart: Int
  /// The key that it has twice.
  var key: String
  /// In all of the text.
  var lostValues: Int

  /// One sentence with the place where the key stands for the second time.
  ///
  /// - Complexity: O(bytes up to there); meant to be said once.
  func remark(in text: SourceText) -> String {
    let offset = JSONReader.offset(ofSecond: key, inRecordAt: recordStart, of: text)
    let place = text.place(ofByte: offset ?? recordStart)
    let all = lostValues == 1 ? "" : "; \(lostValues) values in all are lost this way"
    return
      "line \(place.line), column \(place.column): the key '\(key)' appears twice in one record,"
      + " and only its last value counts\(all)"
  }
}
