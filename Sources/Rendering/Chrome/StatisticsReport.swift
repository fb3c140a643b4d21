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
      json.object { $0.members(table.totals.named) }
      json.key("callbacks")
      json.object { $0.members(table.callbacks.named) }
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
