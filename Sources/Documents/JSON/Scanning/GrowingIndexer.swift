import Files
import Foundation
import Synchronization
import TableModel

/// Scans a text into a `RecordIndex` while it arrives.
///
/// Of a sequence only whole lines are scanned: the last one is no record before its line break has
/// come, or the end. In a document the last record that has begun is known, but not counted before
/// another one follows.
///
/// One thread does: it is several times as fast as whatever unpacks a text or writes into a pipe.
final class GrowingIndexer: BackgroundIndexer {
  private let index: RecordIndex
  private let arriving: ArrivingText
  private let scanner: Guarded<ChunkScanner>

  /// How much is scanned before what was found is published: less than a pipe gives in a moment.
  private static let step = 1 << 20

  /// Scans what is there already, up to a size.
  init(index: RecordIndex, of arriving: ArrivingText, head size: Int) {
    self.index = index
    self.arriving = arriving
    scanner = Guarded(ChunkScanner(plan: index.plan, start: index.content.start))
    // What shows in several places is known only when all of it is there.
    if !index.plan.gathersLooseFields { scan(to: min(size, arriving.count)) }
  }

  func start(then finished: @escaping @Sendable () -> Void) {
    Thread.begin { [self] in
      follow()
      finished()
    }
  }

  /// Goes on as long as something comes.
  private func follow() {
    var seen = -1
    while !index.isCancelled {
      let (isLast, count) = (arriving.isOver, arriving.count)
      if count > seen, !index.plan.gathersLooseFields { scan(to: count) }
      if isLast { return end() }
      if hasTrouble { return index.end(scanner.withLock { $0.tracker }) }
      seen = max(seen, count)
      Pause.upTo(.max) { arriving.count <= seen && !arriving.isOver && !index.isCancelled }
    }
    index.finish(.cancelled)
  }

  private var hasTrouble: Bool { scanner.withLock { $0.tracker.trouble != nil } }

  /// Scans up to an offset, or to the last place before it where a scan may end.
  func scan(to count: Int) {
    scanner.withLock { scanner in
      while scanner.tracker.trouble == nil, !index.isCancelled {
        let begin = scanner.offset
        var end = place(from: begin, to: min(count, begin + Self.step))
        // A line that is longer than a step is scanned in several.
        if end == begin { end = place(from: begin, to: count) }
        guard end > begin else { return }
        scanner.scan(to: end, of: index.file)
        publish(&scanner)
        index.file.release(begin..<scanner.offset)
      }
    }
  }

  /// The last place in a range where a scan may end: behind a whole line, and never behind a bracket
  /// that opens a list. Whether that is empty shows in what follows.
  private func place(from start: Int, to count: Int) -> Int {
    let bytes = index.file.bytes
    var end = count
    while end > start {
      if index.plan.isSequence {
        while end > start, bytes[end - 1] != UInt8(ascii: "\n") { end -= 1 }
      }
      var last = end
      while last > start, ASCII.isBlank(bytes[last - 1]) { last -= 1 }
      guard last > start, "{[".utf8.contains(bytes[last - 1]) else { return end }
      end = last - 1
    }
    return end
  }

  /// Publishes what was found where a scan may be cut.
  private func publish(_ scanner: inout ChunkScanner) {
    guard scanner.tracker.trouble == nil else { return }
    let isLastOpen: Bool
    if index.plan.isSequence {
      guard scanner.isBetweenLines(index.file.bytes) else { return }
      scanner.settle(index.file.bytes)
      isLastOpen = false
    } else {
      let isClosed = scanner.depth == 0 && scanner.tracker.hasValue
      guard scanner.tracker.isInside || isClosed else { return }
      isLastOpen = !isClosed
    }
    guard scanner.tracker.trouble == nil else { return }
    index.publish(scanner.tracker.tables, scanned: scanner.offset, isLastOpen: isLastOpen)
    scanner = scanner.continued()
  }

  /// All has come that will.
  func end() {
    let report = arriving.report
    if index.plan.gathersLooseFields, report.failure == nil {
      return index.scanWhole(
        ChunkScanner(plan: index.plan, start: index.content.start), by: Self.step)
    }
    if let failure = report.failure { return index.finish(failure) }
    scanner.withLock { scanner in
      scanner.scan(to: index.file.count, of: index.file)
      scanner.finish(index.file)
      if scanner.tracker.trouble != .repeatedKey {
        index.publish(scanner.tracker.tables, scanned: scanner.offset)
        return index.end(scanner.tracker)
      }
      index.scanWhole(ChunkScanner(plan: index.plan, start: index.content.start), by: Self.step)
    }
  }
}
