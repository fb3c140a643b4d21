/// Cases about sessions in Markdown that are run as tests.
extension BenchmarkCase {
  private static let longPage = 1_000
  private static let manyPages = 200
  private static let shortPage = 100

  static func pages(on bench: Workbench) -> [BenchmarkCase] {
    let long = "\(bench.scratch)/long.shelf.md"
    let many = (0..<manyPages).map { "\(bench.scratch)/page-\($0).shelf.md" }
    var cases = [
      BenchmarkCase(
        name: "page", purpose: "\(longPage) inputs of one page run as a test",
        command: [bench.program, "test", long], expects: "\(longPage + 1) passed",
        files: [(long, page(of: longPage, opening: bench.pulse))], steps: longPage)
    ]
    for jobs in [1, 2] {
      cases.append(
        BenchmarkCase(
          name: "pages-jobs-\(jobs)",
          purpose: "\(manyPages) pages of \(shortPage) inputs, \(jobs) at a time",
          command: [bench.program, "test", "--jobs", "\(jobs)"] + many,
          expects: "\(manyPages * (shortPage + 1)) passed", mostRuns: 5,
          files: many.map { ($0, page(of: shortPage, opening: bench.pulse)) }))
    }
    return cases
  }

  private static func page(of inputs: Int, opening file: String) -> String {
    let moves = ["down 1", "right 2", "up 1", "left 1"]
    let steps = (0..<inputs).map { "shelf> \(moves[$0 % moves.count])\n[..]\n" }
    return "# Moves\n\n```shelf\nshelf> open \"\(file)\"\n[..]\n" + steps.joined() + "```\n"
  }
}
