extension Fixture {
  /// Reads files one after the other, each behind a line `-- NAME --`.
  static func parse(_ lines: [BlockLine]) throws(LineProblem) -> [Fixture] {
    var fixtures: [Fixture] = []
    for line in lines {
      if let name = name(in: line.text) {
        guard isSafe(name) else { throw LineProblem(line.number, .badFixtureName(name)) }
        fixtures.append(Fixture(name: name, text: ""))
      } else if fixtures.isEmpty {
        if !line.text.trimmed.isEmpty { throw LineProblem(line.number, .textBeforeFixture) }
      } else {
        fixtures[fixtures.count - 1].text += line.text + "\n"
      }
    }
    return fixtures
  }

  private static func name(in line: String) -> String? {
    guard line.hasPrefix("-- "), line.hasSuffix(" --"), line.utf8.count > 6 else { return nil }
    return line.dropFirst(3).dropLast(3).trimmed
  }

  /// Relative, and never above where it starts.
  private static func isSafe(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." } && !name.contains("\0")
  }
}
