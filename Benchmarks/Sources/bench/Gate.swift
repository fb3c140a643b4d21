/// A bound on how one figure may stand to another of the same run: holds on any machine.
struct Gate: Bound {
  let name: String
  let measured: String
  let reference: String
  let most: Double
  /// What is taken off both of them first: the same cases without the steps that count.
  var starts: (measured: String, reference: String)?

  static let all = [
    // A dynamically linked program spends more time on linking at startup than this limit allows.
    Gate(name: "first screen", measured: "view-1000-static", reference: "head-1000", most: 4),
    Gate(name: "first screen, start", measured: "view-1000", reference: "startup", most: 1.3),
    Gate(name: "first screen, one line", measured: "view-line", reference: "view-1000", most: 1.3),
    Gate(name: "first screen, pretty", measured: "view-pretty", reference: "view-1000", most: 1.3),
    Gate(name: "growth", measured: "view-2000", reference: "view-1000", most: 1.1),
    Gate(name: "two jobs", measured: "pages-jobs-2", reference: "pages-jobs-1", most: 0.65),
    Gate(name: "any size", measured: "jump-1e8", reference: "jump-1e3", most: 3),
    Gate(name: "counting", measured: "count-1000", reference: "cat-1000", most: 2.5),
    // 6 is what is wanted, and reached by quiet machines; others slow the filter, not the reading.
    Gate(name: "filtering", measured: "filter-1000", reference: "cat-1000", most: 8),
    Gate(
      name: "counting lines", measured: "count-records", reference: "cat-records", most: 2.5),
    // Where reading runs at 8.8 GB/s, the index must run at 4 GB/s; on two threads, at 0.6 of the
    // speed of reading.
    Gate(name: "index", measured: "index-1", reference: "read-1", most: 2.2),
    // 7 % more bytes.
    Gate(name: "index, one line", measured: "index-line", reference: "index-1", most: 1.25),
    Gate(name: "index, pretty", measured: "index-pretty", reference: "index-1", most: 1.25),
    Gate(name: "index, two threads", measured: "index-2", reference: "read-2", most: 1 / 0.6),
    Gate(name: "index of markup", measured: "index-plist", reference: "read-plist", most: 4),
    // Where reading runs at 8.8 GB/s, two columns must be read at 2 GB/s.
    Gate(
      name: "columns", measured: "columns-1", reference: "read-1", most: 4.4,
      starts: ("columns-1-once", "read-1-once")),
    Gate(
      name: "viewport of any size", measured: "viewport-10m", reference: "viewport-1m", most: 1.3,
      starts: ("viewport-10m-once", "viewport-1m-once")),
    Gate(name: "first filter", measured: "narrow", reference: "narrow-python", most: 0.25),
    Gate(name: "narrowed", measured: "windows-narrowed", reference: "windows", most: 1.5),
    // A frame of a grid against one of texts and details, with as many fields and with all of them.
    Gate(
      name: "columns of a grid", measured: "windows-columns", reference: "windows", most: 1.2,
      starts: ("count-records", "count-records")),
    Gate(
      name: "all columns of a grid", measured: "windows-columns-auto", reference: "windows",
      most: 1.8, starts: ("count-records", "count-records")),
    Gate(
      name: "warm filters", measured: "filter-prefix-c-again", reference: "filter-prefix-c",
      most: 2),
    // The columns' first eight bytes of a name and the price of each record are read.
    Gate(
      name: "memory speed", measured: "filter-prefix-again", reference: "read-memory-again",
      most: 1 / 0.6, starts: ("filter-prefix", "read-memory")),
    Gate(name: "differences", measured: "diff", reference: "diff-filters", most: 3),
    Gate(
      name: "filter-10m", measured: "filter-10m.filter", reference: "filter-10m.memory",
      most: 1 / 0.6),
    // A hundred groups; then a hundred thousand, by texts and by numbers.
    Gate(name: "few groups", measured: "groups-10m.few", reference: "groups-10m.filter", most: 4),
    Gate(
      name: "many groups", measured: "groups-10m.many", reference: "groups-10m.filter", most: 10),
    Gate(
      name: "many numbers", measured: "groups-10m.numbers", reference: "groups-10m.filter",
      most: 10),
    Gate(
      name: "distinct texts", measured: "groups-10m.distinct", reference: "groups-10m.filter",
      most: 10),
    Gate(
      name: "distinct numbers", measured: "groups-10m.distinct-numbers",
      reference: "groups-10m.filter", most: 10),
  ]

  func verdict(for rows: [FigureTable.Row], margin: Int) -> Verdict? {
    guard var a = median(measured, rows), var b = median(reference, rows) else { return nil }
    if let starts {
      guard let startA = median(starts.measured, rows), let startB = median(starts.reference, rows)
      else { return nil }
      (a, b) = (a - startA, b - startB)
    }
    guard b > .zero else { return nil }
    let ratio = a / b
    let hundredths = Int((ratio * 100).rounded())
    let digits = "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    let most = most * Double(margin)
    let bound = (most * 100).rounded() / 100
    let words = starts.map { " without \($0.measured) and \($0.reference)" } ?? ""
    return Verdict(
      "gate \(name): \(measured) is \(digits) x \(reference)\(words), at most \(bound)",
      holds: ratio <= most)
  }

  private func median(_ name: String, _ rows: [FigureTable.Row]) -> Duration? {
    guard case .measured(let summary)? = rows.first(where: { $0.name == name })?.outcome else {
      return nil
    }
    return summary.median
  }
}
