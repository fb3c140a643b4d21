/// How the keys of a text of JSON are written, which a check of all of it tells.
enum KeySpelling: Sendable, Comparable {
  /// In ASCII and without escapes.
  case plain
  /// Without escapes.
  case beyondASCII
  /// Some with escapes.
  case escaped

  /// True when a key of such a text is the same as a name exactly when its bytes are.
  ///
  /// Texts are the same when they are canonically equivalent: beyond ASCII a few signs are
  /// equivalent to one within it.
  func isToldByBytes(_ name: String) -> Bool {
    let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
    switch self {
    case .plain: return isASCII
    case .beyondASCII: return isASCII && !name.utf8.contains { "K;`".utf8.contains($0) }
    case .escaped: return false
    }
  }
}
