package import TableModel

/// The last pass of a table once more, step by step, read from what the trace remembers of it.
///
/// Nothing of the table is touched: the replay is a value that knows where each cell was before the
/// pass, and moves it as the events say.
package struct PassReplay: Sendable {
  /// What happens to a cell in a step. One event may be two of them.
  package enum Phase: String, Sendable, Hashable, CaseIterable {
    /// The table asks its data source for the cell of a row.
    case ask
    /// A pooled cell is taken and prepared for its reuse.
    case prepare
    /// The data source writes the row's content into the cell.
    case configure
    case display
    case end
    case recycle
    /// A cell comes back that was still bound to its row.
    case revive
    case discard
    /// Whatever else the trace says, which moves no cell.
    case note
  }

  package struct Step: Sendable, Hashable {
    package var phase: Phase
    package var event: TraceEvent
  }

  /// What stands at the place of a row or item.
  package enum Standing: Sendable, Hashable {
    /// The place is asked for, and no cell is there yet.
    case asked
    case prepared(CellID)
    case configured(CellID)
    case displayed(CellID)
    /// The cell has left the screen, and waits to be put away.
    case ended(CellID)

    package var cell: CellID? {
      switch self {
      case .asked: nil
      case .prepared(let cell), .configured(let cell), .displayed(let cell), .ended(let cell): cell
      }
    }
  }

  package let frame: Int
  package let steps: [Step]
  /// How many steps have been made.
  package private(set) var position = 0
  package private(set) var places: [Address: Standing]
  package private(set) var pools: [PoolStack]
  private let homes: [CellID: PoolStack.Name]

  /// The step that was made last; nil before the first.
  package var last: Step? { position == 0 ? nil : steps[position - 1] }

  /// Makes steps, at most to the end of the pass.
  package mutating func advance(to target: Int) {
    while position < min(target, steps.count) {
      apply(steps[position])
      position += 1
    }
  }

  private mutating func apply(_ step: Step) {
    guard let address = step.event.address else { return }
    if step.phase == .ask {
      places[address] = places[address] ?? .asked
      return
    }
    guard let cell = step.event.cell else { return }
    switch step.phase {
    case .prepare:
      pools.take(cell)
      places[address] = .prepared(cell)
    case .configure:
      pools.take(cell)
      places[address] = .configured(cell)
    // It may be prepared ahead only.
    case .revive: places[address] = .configured(cell)
    case .display: places[address] = .displayed(cell)
    case .end: places[address] = .ended(cell)
    case .recycle:
      leave(cell, address)
      pools.put(cell, in: homes[cell] ?? PoolStack.Name(step.event, cell))
    case .discard:
      leave(cell, address)
      pools.take(cell)
    case .ask, .note: return
    }
  }

  private mutating func leave(_ cell: CellID, _ address: Address) {
    guard places[address]?.cell == cell else { return }
    places[address] = nil
    guard address.item == nil else { return }
    // The items of a strip that has gone go with the cell of its row.
    for (place, standing) in places where place.rowAddress == address {
      if case .ended = standing { places[place] = nil }
    }
  }
}

extension PassReplay {
  /// - Parameters:
  ///   - events: those of the pass, oldest first.
  ///   - shown: the cells on the screen before the pass, and `pools` those that waited.
  ///   - homes: the pool to which each cell belongs as long as it lives.
  init(
    frame: Int, events: [TraceEvent], shown: [Address: CellID], pools: [PoolStack],
    homes: [CellID: PoolStack.Name]
  ) {
    self.frame = frame
    self.homes = homes
    self.pools = pools
    steps = Self.steps(of: events)
    places = shown.mapValues { .displayed($0) }
  }

  private static func steps(of events: [TraceEvent]) -> [Step] {
    var steps: [Step] = []
    for (place, event) in events.enumerated() {
      let before = place > 0 ? events[place - 1] : nil
      let isGoingOn =
        before?.address == event.address
        && (before?.kind == .prepareForReuse || before?.kind == .dequeueNil)
      let phases: [Phase] =
        switch event.kind {
        case .dequeueNil: [.ask]
        case .prepareForReuse: [.ask, .prepare]
        case .create, .reuse: isGoingOn ? [.configure] : [.ask, .configure]
        case .willDisplay: [.display]
        case .didEndDisplaying: [.end]
        case .recycle: [.recycle]
        case .revive, .reattach: [.revive]
        case .discard: [.discard]
        default: [.note]
        }
      steps += phases.map { Step(phase: $0, event: event) }
    }
    return steps
  }
}

extension PoolStack.Name {
  init(table: TableKind, _ cell: CellID, owner: CellID? = nil) {
    self.init(table: table, identifier: cell.identifier, owner: owner)
  }

  /// The pool of a cell that lives no longer.
  init(_ event: TraceEvent, _ cell: CellID) { self.init(table: event.table, cell) }
}

extension [PoolStack] {
  mutating func put(_ cell: CellID, in name: PoolStack.Name) {
    if let place = firstIndex(where: { $0.name == name }) {
      self[place].cells.append(cell)
    } else {
      append(PoolStack(name: name, cells: [cell]))
    }
  }

  fileprivate mutating func take(_ cell: CellID) {
    for place in indices.reversed() {
      self[place].cells.removeAll { $0 == cell }
      if self[place].cells.isEmpty { remove(at: place) }
    }
  }
}

/// The cells that wait in a pool, in the order in which they came.
package struct PoolStack: Sendable, Hashable {
  /// Which pool it is. All cells of a pool have the same identifier.
  package struct Name: Sendable, Hashable {
    package var table: TableKind
    package var identifier: String
    /// The row cell whose strip has the pool to itself; nil for a pool that rows or strips share.
    package var owner: CellID?

    package init(table: TableKind, identifier: String, owner: CellID? = nil) {
      (self.table, self.identifier, self.owner) = (table, identifier, owner)
    }
  }

  package var name: Name
  /// The last one is the one that came last.
  package var cells: [CellID]

  package init(name: Name, cells: [CellID]) {
    (self.name, self.cells) = (name, cells)
  }
}

extension PoolStack.Name: CustomStringConvertible {
  /// `rows: pool of 'Row'`, or `items in Strip#2: pool of 'Item'`.
  package var description: String {
    let place = owner.map { "\(table.rawValue) in \($0)" } ?? table.rawValue
    return "\(place): pool of '\(identifier)'"
  }
}
