/// Compares two texts under the options of a comparison.
enum TextOrder {
  static func areEqual(_ a: String, _ b: String, _ options: TextOptions) -> Bool {
    let options = options.effective
    if options.isEmpty { return a == b }
    if options == .literal { return a.utf8.elementsEqual(b.utf8) }
    return TextFolding.fold(a, options) == TextFolding.fold(b, options)
  }

  /// Orders by scalar values: capitals before small letters, digits one by one.
  ///
  /// - Returns: a negative number, zero or a positive number.
  static func compare(_ a: String, _ b: String, _ options: TextOptions) -> Int {
    let options = options.effective
    if options == .literal {
      if a.unicodeScalars.elementsEqual(b.unicodeScalars) { return 0 }
      return a.unicodeScalars.lexicographicallyPrecedes(b.unicodeScalars) ? -1 : 1
    }
    let (a, b) =
      options.isEmpty
      ? (a, b) : (TextFolding.fold(a, options), TextFolding.fold(b, options))
    return a == b ? 0 : a < b ? -1 : 1
  }
}
