import Testing

@testable import shelf

/// Options from variables of the environment.
@Suite struct VariableTests {
  private func filled(_ variables: [String: String], _ arguments: [String] = []) throws
    -> LaunchOptions
  {
    try #require(LaunchRequest(arguments)).options.filled { variables[$0] }
  }

  @Test func everyLongOptionHasAVariable() {
    for option in ProgramOption.allCases {
      #expect((option.variable == nil) == (option.word == nil))
    }
    #expect(ProgramOption.groupBy.variable == "SHELF_GROUP_BY")
    #expect(ProgramOption.initFile.variable == "SHELF_INIT")
  }

  static let pairs: [(String, String, [String])] = [
    ("SHELF_SIZE", "60x9", ["--size", "60x9"]), ("SHELF_COLOR", "never", ["--color", "never"]),
    ("SHELF_CHARSET", "ascii", ["--charset", "ascii"]),
    ("SHELF_FORMAT", "json", ["--format", "json"]), ("SHELF_TABLE", "t", ["--table", "t"]),
    ("SHELF_QUERY", "SELECT 1", ["--query", "SELECT 1"]),
    ("SHELF_GROUP_BY", "a", ["--group-by", "a"]), ("SHELF_SHAPE", "rows=a", ["--shape", "rows=a"]),
    ("SHELF_INIT", "rc", ["--init", "rc"]), ("SHELF_JSON", "1", ["--json"]),
    ("SHELF_PLAIN", "true", ["--plain"]), ("SHELF_NO_INPUT", "yes", ["--no-input"]),
    ("SHELF_QUIET", "on", ["--quiet"]), ("SHELF_NO_RC", "1", ["--no-rc"]),
    ("SHELF_PROJECT_RC", "1", ["--project-rc"]), ("SHELF_KEEP_GOING", "TRUE", ["--keep-going"]),
    ("SHELF_ECHO", "1", ["--echo"]), ("SHELF_VERIFY", "1", ["--verify"]),
    ("SHELF_CHECK", "1", ["--check"]), ("SHELF_THEN_INTERACTIVE", "1", ["--then-interactive"]),
    ("SHELF_JSON", "0", []), ("SHELF_SIZE", "", []),
  ]

  @Test(arguments: pairs)
  func aVariableIsTheOption(_ name: String, _ value: String, _ arguments: [String]) throws {
    #expect(try filled([name: value]) == filled([:], arguments))
  }

  @Test func anOptionBeatsItsVariable() throws {
    let variables = [
      "SHELF_SIZE": "1x1", "SHELF_COLOR": "always", "SHELF_TABLE": "other", "SHELF_SHAPE": "?",
    ]
    let arguments = ["--size", "60x9", "--color=never", "--query", "SELECT 1", "--shape", "rows=a"]
    #expect(try filled(variables, arguments) == filled([:], arguments))
  }

  @Test(arguments: [
    ("SHELF_SIZE", "0x9"), ("SHELF_COLOR", "red"), ("SHELF_CHARSET", "utf"),
    ("SHELF_FORMAT", "xlsx"), ("SHELF_SHAPE", "a"), ("SHELF_JSON", "maybe"),
  ])
  func aBadValueNamesItsVariable(_ name: String, _ value: String) {
    let error = #expect(throws: UsageError.self) { try filled([name: value]) }
    #expect(error?.message == "the variable \(name) cannot be '\(value)'")
  }
}
