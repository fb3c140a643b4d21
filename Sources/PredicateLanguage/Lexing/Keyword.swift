/// The words that cannot be keys unless they are escaped: `#in`.
///
/// All other words that mean something (`FIRST`, `SUBQUERY`, `UNION`...) do so only in their
/// place, because data is full of keys called `first` and `size`.
enum Keyword: String, CaseIterable, Sendable {
  case and = "AND"
  case or = "OR"
  case not = "NOT"
  case `in` = "IN"
  case like = "LIKE"
  case matches = "MATCHES"
  case contains = "CONTAINS"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case between = "BETWEEN"
  case any = "ANY"
  case some = "SOME"
  case all = "ALL"
  case none = "NONE"
  case `true` = "TRUE"
  case yes = "YES"
  case `false` = "FALSE"
  case no = "NO"
  case null = "NULL"
  case `nil` = "NIL"
  case itself = "SELF"
  case truePredicate = "TRUEPREDICATE"
  case falsePredicate = "FALSEPREDICATE"

  /// - Parameter word: in any case.
  init?(word: String) {
    guard word.utf8.count <= 14, let keyword = Self.bySpelling[Self.asciiUppercased(word)] else {
      return nil
    }
    self = keyword
  }

  private static let bySpelling = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// Upper case by ASCII only: `ı` and `ſ` are no letters of a keyword.
  static func asciiUppercased(_ word: String) -> String {
    String(
      decoding: word.utf8.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }, as: UTF8.self)
  }

  /// The relation that the word stands for between two terms.
  var relation: Relation? {
    Relation(rawValue: rawValue)
  }

  /// True for words that are a value: `YES`, `nil`, `SELF`.
  var isValue: Bool {
    switch self {
    case .true, .yes, .false, .no, .null, .nil, .itself: true
    default: false
    }
  }
}
