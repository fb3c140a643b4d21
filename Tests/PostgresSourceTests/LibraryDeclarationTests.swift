import Foundation
import TestSeeds
import Testing

/// Where libpq's own declarations are; nil where they are not installed.
private let header = [
  "/usr/include/postgresql/libpq-fe.h", "/usr/include/libpq-fe.h",
  "/opt/homebrew/opt/libpq/include/libpq-fe.h", "/usr/local/opt/libpq/include/libpq-fe.h",
].first(where: FileManager.default.fileExists)

/// libpq's functions are declared by hand, since the program neither links it nor needs its header.
/// Where the header is installed, each declaration is compared with what it says there.
@Suite(.enabled(if: header != nil || TestServers.areThere(nil)))
struct LibraryDeclarationTests {
  /// Names of the same type: the header's own ones, and enumerations, which C hands over as integers.
  private static let types = [
    "PGconn": "ShelfPQConnection", "PGresult": "ShelfPQResult", "PGcancel": "ShelfPQCancel",
    "PGcancelConn": "ShelfPQCancelConnection",
    "PQconninfoOption": "ShelfPQOption", "PQnoticeProcessor": "ShelfPQNoticeProcessor",
    "ConnStatusType": "int", "PGTransactionStatusType": "int", "PostgresPollingStatusType": "int",
    "ExecStatusType": "int", "Oid": "unsigned",
  ]

  /// The types of a function, its result first, without the names of its parameters.
  private static func signature(result: Substring, parameters: Substring) -> [String] {
    ([result] + parameters.split(separator: ",")).map { declared in
      var words = declared.matches(of: /\w+|\*/).map { String($0.output) }
      let known =
        ["const", "char", "int", "unsigned", "void", "size_t"] + types.keys + types.values
      words = words.map { types[$0] ?? $0 }.filter { $0 == "*" || known.contains($0) }
      return words.joined(separator: " ").replacing("unsigned int", with: "unsigned")
    }
  }

  private static func source(_ name: String) throws -> String {
    try String(contentsOfFile: Repository.path("Sources/CPostgres/" + name), encoding: .utf8)
      .replacing(/\/\*(?:.|\n)*?\*\//, with: "")
  }

  @Test func agreeWithTheHeader() throws {
    let declarations = try String(contentsOfFile: #require(header), encoding: .utf8)
      .replacing(/\/\*(?:.|\n)*?\*\//, with: "")
    var theirs: [String: [String]] = [:]
    for match in declarations.matches(of: /extern\s+([\w\s*]+?)\b(PQ\w+)\s*\(([^()]*)\)\s*;/) {
      theirs[String(match.2)] = Self.signature(result: match.1, parameters: match.3)
    }
    var ours: [String: [String]] = [:]
    for match in try Self.source("include/CPostgres.h").matches(
      of: /([\w\s*]+?)\(\*(\w+)\)\(([^()]*)\);/)
    {
      ours[String(match.2)] = Self.signature(result: match.1, parameters: match.3)
    }
    let entries = try Self.source("CPostgres.c").matches(
      of: /\{"(PQ\w+)", &functions\.(\w+)(, \d+)?\}/)
    #expect(entries.count > 40)
    for entry in entries {
      let (name, field) = (String(entry.1), String(entry.2))
      let declared = try #require(ours[field], "\(field) is not declared")
      // An older header lacks what came later.
      if entry.3 != nil, theirs[name] == nil { continue }
      #expect(theirs[name] == declared, "\(name)")
    }
  }
}
