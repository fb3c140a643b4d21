import TableModel

extension Table {
  /// What lies in pools now: the pools of rows, then those of strips. Empty pools are left out.
  ///
  /// - Complexity: O(cells alive).
  package var poolStacks: [PoolStack] {
    var stacks = Self.stacks(of: rows.pools.cells, owner: nil)
    if configuration.nested.sharesItemPools {
      return stacks + Self.stacks(of: sharedPools.cells, owner: nil)
    }
    let owners = rows.ownCells + rows.pools.cells
    for owner in owners.sorted(by: { $0.serial < $1.serial }) {
      guard let strip = owner.strip else { continue }
      stacks += Self.stacks(of: strip.lane.pools.cells, owner: owner.id)
    }
    return stacks
  }

  private static func stacks(of cells: [Cell], owner: CellID?) -> [PoolStack] {
    var stacks: [PoolStack] = []
    for cell in cells {
      let name = PoolStack.Name(
        table: cell.table, identifier: cell.id.identifier, owner: owner)
      if let place = stacks.firstIndex(where: { $0.name == name }) {
        stacks[place].cells.append(cell.id)
      } else {
        stacks.append(PoolStack(name: name, cells: [cell.id]))
      }
    }
    return stacks
  }
}

extension Table {
  /// The last pass, to be gone through again.
  ///
  /// Nil where there was none, where the trace no longer reaches back far enough to say what lay in
  /// pools, and for strips in a table on a scroll view, whose items leave without an event.
  ///
  /// - Complexity: O(events that are remembered).
  package var replayOfLastPass: PassReplay? {
    let isSilent = configuration.policy.isOnScrollView && rows.visible.contains { $0.strip != nil }
    guard frameCount > 0, !isSilent else { return nil }
    let (events, homes) = (traceOfLastFrame, homes)
    let replay = PassReplay(
      frame: frameCount, events: events, shown: shown(before: events),
      pools: pools(before: events.count, homes), homes: homes)
    var end = replay
    end.advance(to: .max)
    return Set(end.pools) == Set(poolStacks) ? replay : nil
  }

  /// The pool to which each cell belongs as long as it lives.
  private var homes: [CellID: PoolStack.Name] {
    var homes: [CellID: PoolStack.Name] = [:]
    let isShared = configuration.nested.sharesItemPools
    for (cell, _) in everyCell() {
      homes[cell.id] = homes[cell.id] ?? PoolStack.Name(table: cell.table, cell.id)
      guard !isShared, let strip = cell.strip else { continue }
      let lane = strip.lane
      for item in lane.ownCells + lane.pools.cells {
        homes[item.id] = PoolStack.Name(table: .items, item.id, owner: cell.id)
      }
    }
    return homes
  }

  /// What lay in pools before the last events: the cells to which nothing happened since they were put
  /// away, the last one on top.
  private func pools(before count: Int, _ homes: [CellID: PoolStack.Name]) -> [PoolStack] {
    var met: Set<Int32> = []
    var waiting: [TraceEvent] = []
    search: for entry in traceBuffer.entries(from: 0).dropLast(count).reversed() {
      switch entry.kind {
      case .restart: break search
      case .recycle where met.insert(entry.serial).inserted: waiting.append(event(entry))
      case .prepareForReuse, .reuse, .discard: met.insert(entry.serial)
      default: continue
      }
    }
    var pools: [PoolStack] = []
    for event in waiting.reversed() {
      guard let cell = event.cell else { continue }
      pools.put(cell, in: homes[cell] ?? PoolStack.Name(event, cell))
    }
    return pools
  }

  /// What was on the screen before some events, the last ones that there were.
  private func shown(before events: [TraceEvent]) -> [Address: CellID] {
    var shown: [Address: CellID] = [:]
    for cell in rows.visible {
      if !cell.isCarrier { shown[cell.slot.address] = cell.id }
      for item in cell.strip?.lane.visible ?? [] { shown[item.slot.address] = item.id }
    }
    let arrived = Set(events.filter(\.bringsCell).compactMap(\.cell))
    let isSilent = configuration.policy.isOnScrollView
    for event in events.reversed() {
      guard let cell = event.cell, let address = event.address else { continue }
      switch event.kind {
      // A table on a scroll view displays cells again that have never left.
      case .willDisplay where !isSilent || arrived.contains(cell):
        if shown[address] == cell { shown[address] = nil }
      case .didEndDisplaying: shown[address] = cell
      // There, leaving is no event of its own: a cell leaves when it is put away.
      case .recycle where isSilent, .discard where isSilent && shown[address] == nil:
        shown[address] = cell
      default: continue
      }
    }
    return shown
  }
}

extension TraceEvent {
  /// True when a cell comes to a row with it.
  fileprivate var bringsCell: Bool {
    kind == .create || kind == .reuse || kind == .revive || kind == .reattach
  }
}
