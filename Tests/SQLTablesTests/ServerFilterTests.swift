import SQLTables
import TableModel
import TestSeeds
import Testing

/// What a server finds by a filter is what the condition says of the records that it shows.
@Suite(.serialized) struct ServerFilterTests {
  static let seed = testSeed()
  static let renderer = FilterRenderer(ServerColumn.all.map(\.column), dialect: .postgres)

  @Test(arguments: TestServer.variables) func rowsAreTheSame(_ variable: String) throws {
    guard let server = TestServer(variable) else { return }
    let (table, records) = ServerColumn.table(rows: 200, seed: Self.seed)
    var predicates = ServerPredicates(seed: Self.seed)
    var questions: [Question] = []
    while questions.count < testRounds(5000) {
      guard let question = Question(predicates.predicate(), Self.renderer),
        question.piece != .everything, question.piece != .nothing
      else { continue }
      questions.append(question)
    }
    let asked = questions.enumerated().map { number, question in
      let piece = question.piece.filledIn
      return "SELECT \(number), (SELECT string_agg(row_number::text, ',') FROM t WHERE \(piece)), "
        + "(SELECT count(*) FROM t WHERE (\(piece)) IS NULL)"
    }
    let lines = try server.run(table + asked)
    try #require(lines.count == questions.count, "seed \(Self.seed)")
    for (line, question) in zip(lines, questions) {
      let parts = line.split(separator: "|", omittingEmptySubsequences: false)
      #expect(parts[2] == "0", "seed \(Self.seed): NULL of \(question.piece)")
      guard let expected = question.rows(of: records) else { continue }
      let found = Set(parts[1].split(separator: ",").compactMap { Int($0) })
      question.check(found, expected, seed: Self.seed, of: records)
    }
    let exact = questions.count(where: \.isExact)
    #expect(exact > questions.count / 5 && exact < questions.count, "\(exact) are exact")
  }

  /// What an index has to serve, with the columns that have one.
  @Test(arguments: TestServer.variables) func indexesServe(_ variable: String) throws {
    guard let server = TestServer(variable) else { return }
    let columns = ["n", "big", "num", "dbl", "name", "short", "pad", "uuid", "at", "local", "day"]
    let predicates = [
      "n == 1", "n IN {1, 2}", "n > 1", "big BETWEEN {1, 2}", "num == 1.5", "num < 2", "dbl > 0.1",
      "dbl IN {1, 2.5}", "name == 'ab'", "name IN {'ab', 'b c'}", "name == nil", "short == 'ab'",
      "short IN[n] {'é', 'K'}", "pad == 'ab  '", "n == 1 AND name LIKE 'a*'",
      "uuid == '123e4567-e89b-12d3-a456-426614174000'", "at > CAST('2024-05-01', 'NSDate')",
      "local <= CAST('2024-05-01', 'NSDate')", "day == CAST('2024-05-01', 'NSDate')",
    ]
    let indexes = columns.map { "CREATE INDEX ON t (\($0.sqlName))" }
    for predicate in predicates {
      let question = try #require(Question(predicate, Self.renderer))
      let plan = try server.run(
        ServerColumn.table(rows: 1, seed: 1).statements + indexes + [
          "SET LOCAL enable_seqscan = off",
          "EXPLAIN (COSTS OFF) SELECT 1 FROM t WHERE \(question.piece.filledIn)",
        ])
      #expect(plan.contains { $0.contains("Index Cond") }, "\(predicate): \(plan)")
    }
  }
}
