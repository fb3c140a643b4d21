package import TableEngine

/// The statistics of a table and its strips, as a text for people or as `shelf.stats.1`.
package struct StatisticsReport: Sendable {
  package var frames: Int
  package var tables: [TableStatistics]
  /// What the frames cost; nil to leave it out.
  package var detail: Frames?

  package init(frames: Int, tables: [TableStatistics], detail: Frames? = nil) {
    self.frames = frames
    self.tables = tables
    self.detail = detail
  }

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
        for entry in table.identifiers {
          json.object { json in
            json.member("identifier", entry.identifier)
            json.members(entry.counters)
          }
        }
      }
      json.key("totals")
      json.object { $0.members(table.totals) }
      json.key("callbacks")
      json.object { $0.members(table.callbacks) }
      json.key("stale")
      json.object { $0.members(table.stale) }
    }
  }

  private mutating func members(_ counters: ReuseCounters) {
    member("requests", counters.requests)
    member("created", counters.created)
    member("reused", counters.reused)
    key("hitRate")
    literal(Self.rate(counters.reused, of: counters.requests))
    member("recycled", counters.recycled)
    member("discarded", counters.discarded)
    member("pooled", counters.pooled)
    member("highWater", counters.highWater)
    member("visible", counters.visible)
    member("alive", counters.alive)
    member("revived", counters.revived)
  }

  private mutating func members(_ counters: CallbackCounters) {
    member("cellForRow", counters.cellForRow)
    member("prepareForReuse", counters.prepareForReuse)
    member("willDisplay", counters.willDisplay)
    member("didEndDisplaying", counters.didEndDisplaying)
    member("heightForRow", counters.heightForRow)
  }

  private mutating func members(_ counters: StaleCounters) {
    member("content", counters.content)
    member("style", counters.style)
    member("innerData", counters.innerData)
    member("innerOffset", counters.innerOffset)
    member("selection", counters.selection)
    member("async", counters.async)
  }

  /// A share as a decimal number, rounded to four places.
  private static func rate(_ part: Int, of whole: Int) -> String {
    guard whole > 0, part > 0 else { return "0" }
    if part == whole { return "1" }
    let share = Double(part) / Double(whole)
    return NumberFormat.decimal(share, places: 4)
  }
}
