import Files
import Foundation
import Synchronization
import TableModel

/// Files that are opened one after the other, behind what is shown of the first of them.
///
/// Of each file its counts are kept; at most 64 stay open, and one that is wanted again is opened
/// again. A file that has changed since its records were counted is an error where it is read.
final class FileSeries: Sendable {
  /// The table of a file, and what is to be said of the file.
  typealias Opened = (source: any TableSource, remarks: [String])
  typealias Opener = @Sendable (String) throws(DataError) -> Opened

  /// What is known of a file.
  struct Part: Sendable {
    /// Why it can't be read; it has the rows before that place, if there are any.
    var failure: DataError?
    /// The table as far as it is known, as long as its counts may grow; nil for exact counts.
    var growing: (any TableSource)?
    var counts = Counts(sections: .exact(0), rows: .exact(0), items: .exact(0))
    var records = 0
    /// The sections, where these are few enough to be kept.
    var sections: [SectionInfo]?
    /// How many rows stand before each section.
    var rowStarts: [Int] = []
    /// What is to be said of the file, as where it is opened alone.
    var remarks: [String] = []
    /// What the rows are; nil where there are none.
    var rowKind: RowKind?
    fileprivate var stamp: FileStamp?
  }

  /// Rows that are records themselves, or strips of items.
  enum RowKind: Sendable { case plain, strips, both }

  /// What is known at a moment.
  struct Snapshot: Sendable {
    var parts: [Part] = []
    var isComplete = false
    fileprivate var version = 0
  }

  private struct Held {
    let index: Int
    let source: any TableSource
  }

  let paths: [String]
  let titles: [String]
  private let open: Opener
  private let state = Guarded(Snapshot())
  /// The tables that are open, that used last behind the others.
  private let held = Guarded<[Held]>([])
  private let cancelled = Atomic<Bool>(false)

  /// How many files are open at most, and how large they are together, in bytes.
  private static let mostOpen = 64
  private static let mostBytes = 1 << 28
  /// Of a file with more sections than these each window is read from the file.
  private static let mostSections = 1024

  /// Opens the first file that can be read, and begins with the others.
  ///
  /// - Throws: the first file's error where none can be read.
  init(_ list: FileList, open: @escaping Opener) throws(DataError) {
    (paths, titles, self.open) = (list.paths, list.titles, open)
    var first: (any TableSource)?
    var parts: [Part] = []
    while parts.count < paths.count, first == nil {
      let index = parts.count
      do throws(DataError) {
        let stamp = FileStamp(path: paths[index])
        let opened = try open(paths[index])
        parts.append(try Self.part(opened, stamp))
        first = opened.source
      } catch {
        if error == .cancelled { throw error }
        parts.append(Part(failure: error))
      }
    }
    guard let first else { throw parts.first?.failure ?? .notFound(file: "") }
    hold(first, parts.count - 1)
    let found = parts
    state.withLock { $0.parts = found }
    Thread.begin { self.goOn(first) }
  }

  /// Stops what goes on.
  func cancel() { cancelled.store(true, ordering: .relaxed) }

  private var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  /// What is known now.
  func snapshot() -> Snapshot {
    state.withLock { state in
      let last = state.parts.count - 1
      if let newer = state.parts[last].growing?.advanced(),
        let part = try? Self.part((newer, state.parts[last].remarks), state.parts[last].stamp)
      {
        state.parts[last] = part
        state.version += 1
      }
      return state
    }
  }

  // MARK: Opening the others

  private func goOn(_ first: any TableSource) {
    settle(first)
    for index in state.withLock({ $0.parts.count })..<paths.count {
      if isCancelled { return }
      let stamp = FileStamp(path: paths[index])
      do throws(DataError) {
        let opened = try whileWanted { () throws(DataError) in try open(paths[index]) }
        let part = try Self.part(opened, stamp)
        hold(opened.source, index)
        publish { $0.parts.append(part) }
        if part.growing != nil { settle(opened.source) }
      } catch {
        publish { $0.parts.append(Part(failure: error)) }
      }
    }
    publish { $0.isComplete = true }
  }

  /// Waits until the last file that was opened is known as a whole.
  private func settle(_ source: any TableSource) {
    let index = state.withLock { $0.parts.count - 1 }
    guard state.withLock({ $0.parts[index].growing != nil }) else { return }
    let known = state.withLock { $0.parts[index] }
    do throws(DataError) {
      let settled = try whileWanted { () throws(DataError) in
        try source.settled(checkpoint: stopping) ?? source
      }
      let part = try Self.part((settled, known.remarks), known.stamp)
      hold(settled, index)
      publish { $0.parts[index] = part }
    } catch {
      // What is known now is all before the place where it is damaged: it stays, and what is wrong is said.
      let rest = source.asKnown
      let part = (try? Self.part((rest, known.remarks), known.stamp)) ?? known
      hold(rest, index)
      publish { $0.parts[index] = part.ended(by: error) }
    }
  }

  /// Ctrl-C stops the command that waits, and not what goes on behind it.
  private func whileWanted<Wanted>(_ work: () throws(DataError) -> Wanted)
    throws(DataError) -> Wanted
  {
    while true {
      do throws(DataError) {
        return try work()
      } catch {
        guard error == .cancelled, !isCancelled else { throw error }
        Pause.millisecond()
      }
    }
  }

  private func stopping() throws(DataError) { if isCancelled { throw .cancelled } }

  private func publish(_ change: @Sendable (inout Snapshot) -> Void) {
    state.withLock { state in
      change(&state)
      state.version += 1
    }
  }

  /// - Complexity: O(sections) of a table whose counts are exact.
  private static func part(_ opened: Opened, _ stamp: FileStamp?) throws(DataError) -> Part {
    let source = opened.source
    let counts = source.counts()
    let isExact = counts.sections.isExact && counts.rows.isExact && counts.items.isExact
    var part = Part(counts: counts)
    part.growing = isExact ? nil : source
    part.stamp = stamp
    part.remarks = opened.remarks
    part.records = try source.recordCount()
    var start = 0
    var sections: [SectionInfo] = []
    for first in Swift.stride(from: 0, to: counts.sections.known, by: mostSections) {
      for info in try source.sections(first..<min(first + mostSections, counts.sections.known)) {
        if info.rows.known > 0 {
          let row = try source.rows(0..<1, inSection: part.rowStarts.count).first
          let kind: RowKind =
            info.isUniform ? (row?.items == nil ? .plain : .strips) : .both
          part.rowKind = part.rowKind.map { $0 == kind ? kind : .both } ?? kind
        }
        part.rowStarts.append(start)
        start += info.rows.known
        if sections.count < mostSections { sections.append(info) }
      }
    }
    if counts.sections.known <= mostSections { part.sections = sections }
    return part
  }
}

extension FileSeries.Part {
  /// A part of which nothing more can be read.
  fileprivate func ended(by failure: DataError) -> FileSeries.Part {
    var part = self
    (part.failure, part.growing) = (failure, nil)
    part.counts = Counts(
      sections: .exact(counts.sections.known), rows: .exact(counts.rows.known),
      items: .exact(counts.items.known))
    for index in part.sections?.indices ?? 0..<0 {
      guard let rows = part.sections?[index].rows else { continue }
      part.sections?[index].rows = .exact(rows.known)
    }
    return part
  }
}

extension FileSeries.Snapshot {
  func isOlder(than other: FileSeries.Snapshot) -> Bool { version != other.version }
}

// MARK: - Tables that are open

extension FileSeries {
  /// The table of a file that was opened, which is opened again where it was closed meanwhile.
  ///
  /// - Throws: `DataError.changedUnderneath` for a file that is no longer as it was counted.
  func source(_ index: Int) throws(DataError) -> any TableSource {
    if let source = used(index) { return source }
    let stamp = state.withLock { $0.parts[index].stamp }
    guard FileStamp(path: paths[index]) == stamp else {
      throw .changedUnderneath(file: paths[index])
    }
    let opened = try open(paths[index]).source
    let source: any TableSource
    do throws(DataError) {
      source = try opened.settled(checkpoint: stopping) ?? opened
    } catch {
      // A file that is known to be damaged is so again.
      guard state.withLock({ $0.parts[index].failure == error }) else { throw error }
      source = opened.asKnown
    }
    hold(source, index)
    return source
  }

  private func used(_ index: Int) -> (any TableSource)? {
    held.withLock { held in
      guard let place = held.lastIndex(where: { $0.index == index }) else { return nil }
      let found = held.remove(at: place)
      held.append(found)
      return found.source
    }
  }

  private func hold(_ source: any TableSource, _ index: Int) {
    let sizes = paths
    held.withLock { held in
      held.removeAll { $0.index == index }
      held.append(Held(index: index, source: source))
      func bytes() -> Int {
        held.reduce(0) { $0 + max(0, FileStamp(path: sizes[$1.index])?.size ?? 0) }
      }
      while held.count > Self.mostOpen || (held.count > 1 && bytes() > Self.mostBytes) {
        held.removeFirst()
      }
    }
  }

  /// What is to be said of the files, with their names, and the first mistake in those that are open.
  var noticed: (remarks: [String], error: DataError?) {
    var remarks = state.withLock { $0.parts.map(\.remarks) }
    var mistake: DataError?
    for held in held.withLock({ $0.sorted { $0.index < $1.index } }) {
      guard let activity = held.source.activity else { continue }
      if held.index < remarks.count { remarks[held.index] += activity.remarks }
      mistake = mistake ?? activity.error
    }
    let told = remarks.indices.filter { !remarks[$0].isEmpty }
    var lines = told.prefix(Self.mostNamed).flatMap { index in
      remarks[index].map { "'\(titles[index])': \($0)" }
    }
    if told.count > Self.mostNamed {
      lines.append(
        "\(told.count) files have notes of their own; those of the first \(Self.mostNamed) are said"
      )
    }
    return (lines, mistake)
  }

  /// Of how many files notes and errors are said.
  static let mostNamed = 5

  /// True when a file that is open is no longer as it was when it was read.
  ///
  /// - Complexity: a system call for each file that is open.
  var hasChanged: Bool {
    let (open, parts) = (held.withLock { $0.map(\.index) }, state.withLock { $0.parts })
    return open.contains { $0 < parts.count && FileStamp(path: paths[$0]) != parts[$0].stamp }
  }
}
