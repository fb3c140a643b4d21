import TableModel

/// Keys for what enters a dictionary, different from those that it has.
struct FreshKeys {
  private var taken: Set<String> = []

  mutating func take(_ key: String) { taken.insert(key) }

  /// The key that is wished for, with a number behind it where it is taken.
  mutating func fresh(_ wish: String) -> String {
    var (key, number) = (wish, 2)
    while !taken.insert(key).inserted {
      key = "\(wish) \(number)"
      number += 1
    }
    return key
  }
}

/// What a document had no place for, or had to be given.
struct DocumentRemarks {
  /// Titles of what stands in lists, which name nothing.
  var lostTitles = 0
  /// Keys that were made for what was put into dictionaries without one of its own.
  var madeKeys = 0

  /// In words; empty where there is nothing to say.
  var words: [String] {
    var words: [String] = []
    if lostTitles > 0 {
      words.append(
        lostTitles == 1
          ? "a title has no place in the document and is left out"
          : "\(lostTitles) titles have no place in the document and are left out")
    }
    if madeKeys > 0 {
      words.append(
        madeKeys == 1
          ? "what was added to a dictionary was given a free key"
          : "\(madeKeys) things added to dictionaries were given free keys")
    }
    return words
  }
}
