import TableModel

/// Checks a whole file for grammar and UTF-8, in steps.
struct Verification {
  private let text: FileText
  private let isSequence: Bool
  private var walker: JSONWalker

  init(file: MappedFile, isSequence: Bool) {
    text = FileText(file: file)
    self.isSequence = isSequence
    walker = JSONWalker(file.bytes, from: text.start, end: file.count)
  }

  /// How many bytes were found to be right.
  var offset: Int { walker.offset }

  var keySpelling: KeySpelling { walker.keySpelling }

  /// Checks some more.
  ///
  /// - Parameter step: about how many bytes.
  /// - Returns: false at the end of the file.
  mutating func advance(by step: Int) throws(DataError) -> Bool {
    do {
      return try walk(to: walker.offset + step)
    } catch {
      throw text.error(for: error)
    }
  }

  private mutating func walk(to limit: Int) throws(JSONWalker.Failure) -> Bool {
    while walker.offset < limit {
      if walker.hasEnded || (isSequence && walker.isBetweenValues) {
        let end = walker.offset
        if walker.isAtEnd() { return false }
        guard !walker.hasEnded || walker.offset > end || endsByItself(end) else {
          throw walker.failure()
        }
        guard isSequence || !walker.hasEnded else { throw walker.failure() }
        walker.beginNext()
      }
      try walker.walk(to: limit)
    }
    return true
  }

  /// Texts and containers show where they end; of numbers and words only a blank does.
  private func endsByItself(_ end: Int) -> Bool {
    "}]\"".utf8.contains(text.file.bytes[end - 1])
  }
}
