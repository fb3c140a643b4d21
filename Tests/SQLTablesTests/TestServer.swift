import Foundation
import SQLTables
import Testing

/// A database server that the environment names, spoken to by `psql`.
///
/// `SHELF_TEST_SERVER_SINGLE` and `SHELF_TEST_SERVER_ICU` hold the address of a server whose databases
/// compare text by its bytes, and of one where the rules of English do.
struct TestServer {
  static let variables = ["SHELF_TEST_SERVER_SINGLE", "SHELF_TEST_SERVER_ICU"]

  let address: String

  /// - Returns: nil where no server is named, which fails the test only where there has to be one.
  init?(_ variable: String) {
    let environment = ProcessInfo.processInfo.environment
    guard let address = environment[variable] else {
      let isRequired =
        environment["CI"] != nil && environment["SHELF_TEST_SERVERS_REQUIRED"] != nil
      if isRequired {
        Issue.record("no server in \(variable)")
      } else {
        print("not tested with a server: \(variable) is not set")
      }
      return nil
    }
    self.address = address
  }

  /// Runs statements in one transaction, of which nothing remains.
  ///
  /// - Returns: the lines of all answers, with `|` between columns.
  func run(_ statements: [String]) throws -> [String] {
    let path = NSTemporaryDirectory() + "shelf-filters-\(UUID().uuidString)"
    defer {
      for end in [".sql", ".out", ".err"] {
        try? FileManager.default.removeItem(atPath: path + end)
      }
    }
    let script = (["BEGIN"] + statements + ["ROLLBACK"]).joined(separator: ";\n") + ";\n"
    try Data(script.utf8).write(to: URL(filePath: path + ".sql"))
    // Files hold any number of answers and of complaints; pipes would have to be read side by side.
    let process = try Process.run(
      URL(filePath: "/bin/sh"),
      arguments: [
        "-c", #"exec psql -X -A -t -q -d "$0" -f "$1.sql" > "$1.out" 2> "$1.err""#, address, path,
      ])
    process.waitUntilExit()
    let complaints = try String(contentsOfFile: path + ".err", encoding: .utf8)
    let errors = complaints.split(separator: "\n").filter { $0.contains("ERROR") }
    #expect(errors.isEmpty, "\(errors.first ?? "")")
    #expect(process.terminationStatus == 0, "\(complaints.prefix(500))")
    return try String(contentsOfFile: path + ".out", encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }
}

extension SQLPiece {
  /// The piece with its arguments in their places.
  var filledIn: String {
    var arguments = arguments[...]
    return text.reduce(into: "") { text, character in
      guard String(character) == SQLDialect.numberedMark else {
        text.append(character)
        return
      }
      let argument = arguments.popFirst()
      if case .typed(let type, _)? = argument, let name = Self.types[type] {
        text += Self.quote(argument?.text ?? "") + "::" + name
      } else {
        text += "NULL::no_such_type"
      }
    }
  }

  private static let types: [UInt32: String] = [
    20: "int8", 25: "text", 700: "float4", 701: "float8", 1009: "text[]", 1016: "int8[]",
    1021: "float4[]", 1022: "float8[]", 1042: "bpchar", 1114: "timestamp", 1184: "timestamptz",
    1231: "numeric[]", 1700: "numeric", 2950: "uuid", 3802: "jsonb", 4072: "jsonpath",
  ]

  /// A text as a literal, in quotes of which nothing within has to be escaped.
  static func quote(_ text: String) -> String { "$shelf$\(text)$shelf$" }
}
