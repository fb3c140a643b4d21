package import TableEngine

/// The statistics of a table and its strips, as a text for people or as `shelf.stats.1`.
package struct StatisticsReport: Sendable {
  package var frames: Int
  package var tables: [TableStatistics]
  /// The views of section headers and footers, which have pools of their own.
  package var supplementary: [IdentifierStatistics] = []
  /// By what rows are known when their places change; nil to leave it out.
  package var identity: Identity?
  /// What the frames cost; nil to leave it out.
  package var detail: Frames?

  package struct Identity: Sendable, Hashable {
    /// Nil where they are known by their places.
    package var key: String?
    package var isStable: Bool

    package init(key: String?, isStable: Bool) {
      self.key = key
      self.isStable = isStable
    }
  }

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
      json.object { $0.members(table.totals) }
      json.key("callbacks")
      json.object { $0.members(table.callbacks) }
      json.key("stale")
      json.object { $0.members(table.stale) }
    }
  }

  fileprivate mutating func write(_ entry: IdentifierStatistics) {
    object { json in
      json.member("identifier", entry.identifier)
      json.members(entry.counters)
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
    member("retained", counters.retained)
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
