import TableEngine
import TableModel

extension StatisticsReport {
  /// One object with the keys in their pinned order.
  package var json: String {
    var json = JSONText()
    json.object { json in
      json.member("schema", "shelf.stats.1")
      json.member("frames", frames)
      json.key("tables")
      json.array { json in
        for table in tables { json.write(table) }
      }
      if !supplementary.isEmpty {
        json.key("supplementary")
        json.array { json in
          for kind in supplementary { json.write(kind) }
        }
      }
      if let identity {
        json.key("identity")
        json.object { json in
          json.member("key", identity.key)
          json.member("stable", identity.isStable)
        }
      }
      writeFrames(&json)
    }
    return json.text + "\n"
  }
}

extension JSONText {
  fileprivate mutating func write(_ table: TableStatistics) {
    object { json in
      json.member("table", table.table.rawValue)
      json.key("identifiers")
      json.array { json in
        for entry in table.identifiers { json.write(entry) }
      }
      json.key("totals")
      json.object { $0.members(table.totals.named) }
      json.key("callbacks")
      json.object { $0.members(table.namedCalls) }
      json.key("stale")
      json.object { $0.members(table.stale.named) }
    }
  }

  fileprivate mutating func write(_ entry: IdentifierStatistics) {
    object { json in
      json.member("identifier", entry.identifier)
      json.members(entry.counters.named)
    }
  }

  private mutating func members(_ figures: [(name: String, figure: NamedFigure)]) {
    for (name, figure) in figures {
      key(name)
      switch figure {
      case .count(let count): number(count)
      case .share(let share): literal(NumberFormat.decimal(share, places: 4))
      }
    }
  }
}

extension StatisticsReport {
  /// The members that follow `tables`.
  func writeFrames(_ json: inout JSONText) {
    guard let detail else { return }
    json.key("lastFrame")
    json.object { $0.members(detail.last) }
    json.key("frameTotals")
    json.object { $0.members(detail.totals, budget: detail.budget) }
    json.key("since")
    if let before = detail.before {
      json.object { writeSince(before, &$0) }
    } else {
      json.null()
    }
    json.key("warnings")
    json.array { json in for warning in detail.warnings { json.string(warning) } }
  }

  private func writeSince(_ before: Frames.Before, _ json: inout JSONText) {
    json.member("frames", frames - before.frames)
    for (table, old) in zip(tables, before.tables) {
      json.key(table.table.rawValue)
      json.object { json in
        for (name, value) in Self.differences(table.totals, old.totals) { json.member(name, value) }
      }
    }
  }
}

extension JSONText {
  fileprivate mutating func members(_ report: FrameReport) {
    member("frame", report.frame)
    member("requests", report.requests)
    member("created", report.created)
    member("reused", report.reused)
    member("recycled", report.recycled)
    member("prefetched", report.prefetched)
    member("heights", report.heights)
    member("invisibleRequests", report.invisibleRequests)
    member("drift", report.drift)
    member("imagesRead", report.imagesRead)
    member("comparisons", report.comparisons)
    member("way", report.way?.rawValue)
    member("blank", report.blank)
    member("subviews", report.subviews)
    member("blended", report.blended)
    member("cost", report.cost)
    member("hitch", report.hitch)
  }

  fileprivate mutating func members(_ totals: FrameTotals, budget: Int) {
    member("cost", totals.cost)
    member("budget", budget)
    member("hitch", totals.hitch)
    member("worstHitch", totals.worstHitch)
    member("hitchRate", totals.hitchRate(budget: budget))
    member("invisibleRequests", totals.invisibleRequests)
    member("drift", totals.drift)
    member("repeatedBinds", totals.repeatedBinds)
    member("imagesRead", totals.imagesRead)
    member("comparisons", totals.comparisons)
    member("prefetchHits", totals.rowPrefetch.hits)
    member("prefetchWaste", totals.rowPrefetch.waste)
    member("prefetchLate", totals.rowPrefetch.late)
    member("imagesApplied", totals.asyncApplied)
    member("imagesRejected", totals.asyncRejected)
    member("blank", totals.blank)
    member("worstBlank", totals.worstBlank)
    member("itemPrefetchHits", totals.itemPrefetch.hits)
    member("itemPrefetchWaste", totals.itemPrefetch.waste)
    member("itemPrefetchLate", totals.itemPrefetch.late)
  }
}
