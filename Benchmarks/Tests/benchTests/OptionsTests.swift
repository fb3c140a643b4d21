import Testing

@testable import bench

struct OptionsTests {
  @Test func readsNamesAndOptions() throws {
    let options = try Options(parsing: ["startup", "--runs", "3", "--shelf", "x", "jq"])
    #expect(options.cases == ["startup", "jq"])
    #expect(options.runs == 3)
    #expect(options.program == "x")
    #expect(options.megabytes == 100)
    #expect(options.action == .measure)
  }

  @Test(arguments: [
    (["--runs"], BenchError.missingValue(option: "--runs")),
    (["--runs", "0"], .badNumber(option: "--runs", text: "0")),
    (["--megabytes", "many"], .badNumber(option: "--megabytes", text: "many")),
    (["--fast"], .unknownOption("--fast")),
  ])
  func refuses(arguments: [String], expected: BenchError) {
    #expect(throws: expected) { try Options(parsing: arguments) }
    #expect(expected.exitCode == 2)
  }
}
