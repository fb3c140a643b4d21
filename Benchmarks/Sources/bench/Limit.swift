/// A bound on what one step of a case may take, where there is no peer to compare with.
struct Limit: Bound {
  let measured: String
  let most: Duration
  /// What is taken off first: the same case without the steps that count.
  var start: String?

  static let all = [
    Limit(measured: "startup-static", most: .milliseconds(5)),
    Limit(measured: "engine-step", most: .microseconds(150)),
    Limit(measured: "engine-pass", most: .microseconds(30)),
    Limit(measured: "engine-strips", most: .microseconds(30)),
    Limit(measured: "scrolls", most: .microseconds(60)),
    Limit(measured: "commands", most: .microseconds(10)),
    Limit(measured: "predicates", most: .microseconds(100)),
    Limit(measured: "page", most: .microseconds(1000)),
    Limit(measured: "viewport-1m", most: .microseconds(30), start: "viewport-1m-once"),
    Limit(measured: "viewport-10m", most: .microseconds(30), start: "viewport-10m-once"),
    Limit(measured: "sort-10m.top-price", most: .milliseconds(50)),
    Limit(measured: "sort-10m.top-name", most: .milliseconds(50)),
    Limit(measured: "sort-10m.complete", most: .milliseconds(2500)),
  ]

  /// Sorts whose columns are there: the first screen of ten million records, or of fewer, in 50 ms,
  /// all of them by text in 2.5 s.
  static func ofSorting(_ records: Int) -> [Limit] {
    [
      Limit(
        measured: "sort-top-again", most: .nanoseconds(5 * max(records, 10_000_000)),
        start: "sort-top"),
      Limit(
        measured: "sort-complete-again", most: .nanoseconds(250 * records),
        start: "sort-complete"),
    ]
  }

  /// What counts is the shortest run. Where nothing is taken off, the start of the program is
  /// divided among the steps.
  func verdict(for rows: [FigureTable.Row], margin: Int) -> Verdict? {
    guard let row = rows.first(where: { $0.name == measured }), row.steps > 0,
      let all = Self.shortest(measured, rows)
    else { return nil }
    var begin = Duration.zero
    if let start {
      guard let shortest = Self.shortest(start, rows) else { return nil }
      begin = shortest
    }
    let step = (all - begin) / row.steps
    let most = most * margin
    let words = [step, most].map { FigureTable.milliseconds($0 * 1000) }
    return Verdict(
      "limit \(measured): \(words[0]) µs a step, at most \(words[1])", holds: step <= most)
  }

  private static func shortest(_ name: String, _ rows: [FigureTable.Row]) -> Duration? {
    guard case .measured(let summary)? = rows.first(where: { $0.name == name })?.outcome else {
      return nil
    }
    return summary.shortest
  }
}

/// A bound on the private memory of a case.
struct MemoryLimit: Bound {
  let measured: String
  let mostKilobytes: Int

  static let all = [MemoryLimit(measured: "memory-10m", mostKilobytes: 16 << 10)]

  /// Memory is no matter of how busy the machine is: no margin widens this.
  func verdict(for rows: [FigureTable.Row], margin: Int) -> Verdict? {
    guard case .measured(let summary)? = rows.first(where: { $0.name == measured })?.outcome else {
      return nil
    }
    return Verdict(
      "limit \(measured): \(summary.privateKilobytes) KiB of private memory, at most "
        + "\(mostKilobytes)", holds: summary.privateKilobytes <= mostKilobytes)
  }
}
