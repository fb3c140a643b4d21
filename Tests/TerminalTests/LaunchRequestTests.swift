import ArgumentParser
import TestSeeds
import Testing

@testable import shelf

/// Arguments that are read quickly mean what the argument parser makes of them.
@Suite struct LaunchRequestTests {
  /// What the argument parser says; nil where it refuses.
  private func parsed(_ arguments: [String]) -> LaunchRequest? {
    switch try? Shelf.parseAsRoot(arguments) {
    case let table as OpenTable: table.request
    case let run as Run: run.request
    default: nil
    }
  }

  static let plain: [[String]] = [
    [], ["a.json"], ["-"], ["a.json", "-c", "view"],
    ["-X", "-q", "-c", "view", "-c", "down 1", "a"],
    ["--size", "80x24", "a.json"], ["a", "b"], ["a", "--as", "rows", "b"],
    ["--size=80x24", "--color=never"], ["--charset", "ascii"],
    ["--size", "80x24", "--size", "60x20"], ["a b.json", "--json", "--json"], ["tour.shelf"],
    ["--shape", "rows=a.b,title=name", "--format", "json"],
    ["run", "a.shelf", "b.shelf", "--echo"],
    ["run", "--check", "-"], ["run", "-"], ["--query", "SELECT 1", "--group-by", "a", "--table=t"],
    ["--init", "rc", "--keep-going", "--then-interactive", "--no-input", "--verify", "--plain"],
    ["--check", "a.shelf"], ["--check"], ["--project-rc", "a.json"],
    ["-c", "filter a = 1", "--no-rc"],
  ]

  @Test(arguments: plain) func plainArgumentsAreReadQuickly(_ arguments: [String]) throws {
    let quick = try #require(LaunchRequest(arguments))
    #expect(quick == parsed(arguments))
  }

  static let others: [[String]] = [
    ["--help"], ["-h"], ["help"], ["--version"], ["--nosuch"], ["-Xq"], ["-cview"], ["-c"],
    ["--size", "0x9"], ["--as", "x", "a"], ["--size"], ["--size="], ["--color", "red"],
    ["--json=yes"],
    ["run"], ["run", "--check"], ["-X", "run", "a"], ["a", "run"], ["test", "a"], ["lesson"],
    ["completions", "zsh"], ["evaluate"], ["--", "a"], ["-c", "-x"], ["--shape", "a"],
    ["run", "run"], ["-c=view"], [""], ["--c", "view"], ["--X"], ["-size", "80x24"],
  ]

  @Test(arguments: others) func allElseIsForTheArgumentParser(_ arguments: [String]) {
    #expect(LaunchRequest(arguments) == nil)
  }

  @Test(arguments: [
    (["-X", "run", "a"], ["run", "-X", "a"]),
    (
      ["--size", "80x24", "--color=never", "-q", "test", "x"],
      ["test", "--size", "80x24", "--color=never", "-q", "x"]
    ),
    (["-X", "lesson"], ["lesson", "-X"]), (["run", "-X", "a"], ["run", "-X", "a"]),
    (["-c", "run", "a"], ["-c", "run", "a"]), (["-X", "a", "run"], ["-X", "a", "run"]),
    (["-", "run"], ["-", "run"]), (["--nosuch", "run"], ["--nosuch", "run"]),
    (["--size"], ["--size"]), (["-X"], ["-X"]), ([], []),
  ])
  func theWordComesFirst(_ arguments: [String], _ expected: [String]) {
    #expect(LaunchRequest.ordered(arguments) == expected)
  }

  @Test func bothReadTheSame() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let words = ProgramOption.allCases.flatMap { option in
      [option.word.map { "--" + $0 }, option.letter.map { "-\($0)" }].compactMap { $0 }
    }
    let values = ["80x24", "never", "ascii", "rows=a", "view", "a.json", "-", "run", "--check", ""]
    var read = 0
    for _ in 0..<testRounds(300) {
      let arguments = (0..<Int.random(in: 0...5, using: &random)).map { _ -> String in
        let word = words.randomElement(using: &random) ?? ""
        let value = values.randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return word + "=" + value
        case 1, 2: return word
        default: return value
        }
      }
      guard let quick = LaunchRequest(arguments) else { continue }
      read += 1
      #expect(quick == parsed(arguments), "\(arguments), seed \(seed)")
    }
    #expect(read > testRounds(300) / 5, "seed \(seed): \(read)")
  }
}
