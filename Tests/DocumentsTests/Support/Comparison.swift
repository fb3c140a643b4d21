/// What came of doing something in two ways.
///
/// A randomised test that passes over what can't be compared counts the comparisons that were made,
/// and has a floor for them: it would pass as well if it compared nothing.
struct Comparison {
  /// In which way the two differ; nil where they don't.
  var words: String?
  /// False where there was nothing to compare.
  var isMade: Bool

  init(_ words: String?, isMade: Bool = true) {
    (self.words, self.isMade) = (words, isMade)
  }

  static let none = Comparison(nil, isMade: false)
}
