package import Arranging
package import CommandLanguage
import Documents
import TableEngine
package import TableModel

extension Workspace {
  /// The table that is shown.
  ///
  /// - Throws: an error that says how to open one.
  package func current() throws(CommandError) -> Level {
    guard let level = levels.last else { throw CommandError(.noTable) }
    return level
  }

  /// Names of the levels, the file first.
  package var breadcrumb: [String] { levels.map(\.title) }

  /// Changes the table that is shown; when the change fails it stays as it was.
  package mutating func change(_ body: (inout Level) throws(CommandError) -> Void)
    throws(CommandError)
  {
    var level = try current()
    try body(&level)
    level.revision += 1
    levels[levels.count - 1] = level
  }

  /// What long work calls now and then: throws once the user interrupts.
  package var checkpoint: () throws(DataError) -> Void { environment.checkpoint }

  /// Arranges the shown table anew and reloads it.
  ///
  /// - Parameter moved: where a record of the unarranged table stands since the data was edited; nil
  ///   where it was not.
  package mutating func arrange(
    moved: ((Address) -> Address?)? = nil, _ body: (inout Arrangement) -> Void
  ) throws(CommandError) {
    let (preferences, isInterrupted) = (preferences, environment.isInterrupted)
    let counting = environment.counting(try current().shaped.source)
    try change { level throws(CommandError) in
      body(&level.arrangement)
      do throws(DataError) {
        let (before, source) = (level.shown, level.shaped.source)
        try level.arrange(
          budget: preferences.memoryBudget, isInterrupted: isInterrupted, checkpoint: counting)
        var places = ServedPlaces(from: source, to: level.shaped.source)
        func carried(_ address: Address) -> Address? {
          guard places == nil else { return places?.place(of: address) ?? nil }
          return moved.map { $0(address) } ?? address
        }
        let selected = level.table.selection.count
        level.carryStrips(from: before, moved: carried)
        try level.reload(preferences, moved: carried)
        if let note = places?.note { level.pendingNotes.append(note) }
        if moved == nil { level.noteUnselected(selected - level.table.selection.count) }
      } catch {
        throw CommandError(error)
      }
    }
  }

  /// Takes over what an index has found since; commands about everything, and places counted from
  /// the end, wait until it is complete.
  package mutating func bringCountsUpToDate(
    for needs: Command.Needs, _ effect: Command.Effect, _ statement: Statement
  ) throws(CommandError) {
    guard !levels.isEmpty, needs != .nothing, needs != .ownReading else { return }
    let index = levels.count - 1
    let source = levels.part(of: index) { $0.shaped.source }
    let checkpoint = environment.followingIndex(of: source)
    do {
      if needs == .everything || statement.countsFromTheEnd {
        try levels[index].settleCounts(checkpoint: checkpoint)
      } else {
        let looksOnly = effect == .none && statement.arguments.isEmpty
        if !looksOnly, needs == .screen { try levels[index].awaitBeginning(checkpoint: checkpoint) }
        levels[index].refreshCounts()
      }
    } catch {
      throw CommandError(error)
    }
  }

  /// Waits for the places that a line names, where an index does not know them yet.
  mutating func awaitPlaces(of command: Command, _ statement: Statement) throws(CommandError) {
    guard let top = levels.indices.last else { return }
    let source = levels.part(of: top) { $0.shaped.source }
    guard !source.isCounted || !source.counts().rows.isExact, levels[top].shown.isIdentity,
      let call = try? Invocation(command, statement)
    else { return }
    let checkpoint = environment.followingIndex(of: source)
    for (index, word) in call.arguments.enumerated() {
      guard let parameter = command.parameter(at: index), parameter.kind == .address,
        !parameter.words.contains(word.raw)
      else { continue }
      while try !resolver().knows(word) {
        do {
          guard try levels[levels.count - 1].awaitGrowth(checkpoint: checkpoint) else { return }
        } catch {
          throw CommandError(error)
        }
      }
    }
  }

  package func resolver() throws(CommandError) -> AddressResolver {
    let level = try current()
    return AddressResolver(
      source: level.shown, focus: level.table.focus,
      last: {
        level.lastResult == nil ? .none : level.placeOfLastResult.map { .at($0) } ?? .hidden
      },
      bookmark: { letter in
        level.bookmarks[letter].map { kept in level.place(of: kept).map { .at($0) } ?? .hidden }
          ?? .none
      },
      checkpoint: checkpoint)
  }

  /// The place that an argument names, or the focus.
  package func place(_ word: Word?) throws(CommandError) -> Address {
    if let word {
      do { return try resolver().address(word) } catch {
        throw levels.last?.mentioningWhatIsBeside(error) ?? error
      }
    }
    guard let focus = try current().table.focus else {
      throw CommandError(
        .impossible("this table is empty", hint: "'filter off' if a filter is on"))
    }
    return focus
  }

  /// The row that an option or argument names: a section stands for its only row.
  package func row(_ word: Word?) throws(CommandError) -> Address {
    let address = try place(word)
    if address.row != nil { return address.rowAddress }
    let level = try current()
    let count = try reading { () throws(DataError) in
      try level.shown.sections(address.section..<address.section + 1).first?.rows.known ?? 0
    }
    if count == 1 { return Address(address.section, 0) }
    throw CommandError(
      .badAddress(
        word?.raw ?? "\(address)",
        explanation: "the section has \(count) rows; say which, like \(address.section).0"),
      at: word?.range)
  }
}

extension Level {
  /// For a name that was not found, says how to get at what a document holds beside the list that
  /// is shown.
  package func mentioningWhatIsBeside(_ error: CommandError) -> CommandError {
    guard case .noSuchPlace(_, _, let nearest) = error.reason, nearest.isEmpty,
      error.proposal == nil, statedShape == nil, shaped.leavesSomethingBeside
    else { return error }
    var error = error
    error.proposal =
      "this is one list of the document; 'shape --rows SELF' shows what is beside it, too"
    return error
  }
}

extension Array {
  /// Reads from an element in place. The subscript would copy the element, and copying a level means
  /// retaining and releasing some thirty references, several times for each command.
  func part<Part>(of index: Int, _ read: (borrowing Element) -> Part) -> Part {
    withUnsafeBufferPointer { read($0[index]) }
  }
}

extension [Level] {
  /// The file of the table that was opened first; nil where it has none.
  package var firstPath: String? { isEmpty ? nil : part(of: 0) { $0.origin?.path } }
}
