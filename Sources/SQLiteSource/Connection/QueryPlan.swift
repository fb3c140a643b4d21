import GRDB

/// How the library would carry a statement out.
enum QueryPlan {
  private static let wordsColumn = 3

  /// The steps in the library's words, `SEARCH t USING INDEX i (a>?)` for example.
  static func steps(of sql: String, _ database: Database) throws -> [String] {
    let statement = try database.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
    var steps: [String] = []
    try statement.visitRows([], in: database) {
      if case .text(let words) = KeyValue(statement, wordsColumn) {
        steps.append(String(decoding: words, as: UTF8.self))
      }
      return true
    }
    return steps
  }
}
