/// A figure from the books, in the form that machines and conditions read.
package enum NamedFigure: Sendable, Hashable {
  case count(Int)
  /// A part of one.
  case share(Double)
}

// The one list of the counters' names: reports, `expect` and whatever comes later read it.

extension ReuseCounters {
  /// The counters by their names, in the order in which they are told.
  package var named: [(name: String, figure: NamedFigure)] {
    [
      ("requests", .count(requests)), ("created", .count(created)), ("reused", .count(reused)),
      ("hitRate", .share(hitRate)), ("recycled", .count(recycled)),
      ("discarded", .count(discarded)), ("pooled", .count(pooled)),
      ("highWater", .count(highWater)), ("visible", .count(visible)), ("alive", .count(alive)),
      ("revived", .count(revived)), ("retained", .count(retained)),
    ]
  }
}

extension CallbackCounters {
  /// The counters by their names, in the order in which they are told.
  package var named: [(name: String, figure: NamedFigure)] {
    [
      ("cellForRow", .count(cellForRow)), ("prepareForReuse", .count(prepareForReuse)),
      ("willDisplay", .count(willDisplay)), ("didEndDisplaying", .count(didEndDisplaying)),
      ("heightForRow", .count(heightForRow)), ("dequeueNil", .count(dequeueNil)),
      ("leaked", .count(leaked)),
    ]
  }
}

extension StaleCounters {
  /// The counters by their names, in the order in which they are told.
  package var named: [(name: String, figure: NamedFigure)] {
    [
      ("content", .count(content)), ("style", .count(style)), ("innerData", .count(innerData)),
      ("innerOffset", .count(innerOffset)), ("selection", .count(selection)),
      ("async", .count(async)),
    ]
  }
}
