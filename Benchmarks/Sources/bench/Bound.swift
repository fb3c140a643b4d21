/// How a figure of a run stands to what it may be.
struct Verdict: Hashable {
  /// One line for people; whether it holds stands at its end.
  var line: String
  var holds: Bool

  init(_ words: String, holds: Bool) {
    line = words + (holds ? ": holds" : ": fails")
    self.holds = holds
  }
}

/// What a figure may be at most.
protocol Bound {
  /// How the bound stands, widened by a factor; nil when not all of its cases were measured.
  func verdict(for rows: [FigureTable.Row], margin: Int) -> Verdict?
}
