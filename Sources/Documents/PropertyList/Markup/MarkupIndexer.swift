import Files
import Foundation
import TableModel

/// Scans an XML property list into a `RecordIndex`, piece after piece on one thread.
///
/// A thread that began in the middle could not know whether a comment or CDATA lies around it, and
/// one thread is as fast as a disk.
final class MarkupIndexer: BackgroundIndexer {
  private let index: RecordIndex
  private let head: MarkupScanner
  private let chunkSize: Int

  /// - Parameter head: a scan of the beginning, whose tables are published already.
  init(
    index: RecordIndex, head: MarkupScanner, chunkSize: Int = IndexedDocument.Settings.standardChunk
  ) {
    self.index = index
    self.head = head
    self.chunkSize = chunkSize
  }

  /// Scans the head of a file at once, as far as its first records, and publishes what it finds.
  static func head(of index: RecordIndex, to size: Int) -> MarkupScanner {
    let count = index.file.count
    var scanner = MarkupScanner(plan: index.plan, start: index.content.start)
    var end = min(count, size)
    scanner.scan(to: end, of: index.file)
    while !scanner.tracker.isInside, end < count, scanner.tracker.trouble == nil {
      end = min(count, end + 1 << 20)
      scanner.scan(to: end, of: index.file)
    }
    index.publish(scanner.tracker.tables, scanned: scanner.offset)
    return scanner
  }

  func start(then finished: @escaping @Sendable () -> Void) {
    Thread.begin { [self] in
      index.letTheScreenGoFirst()
      run()
      finished()
    }
  }

  /// Scans what lies behind the head.
  func run() {
    var scanner = head
    while scanner.offset < index.file.count, scanner.tracker.trouble == nil {
      guard !index.isCancelled else { return index.finish(.cancelled) }
      scanner = scanner.continued()
      let begin = scanner.offset
      scanner.scan(to: min(index.file.count, begin + chunkSize), of: index.file)
      index.file.release(begin..<scanner.offset)
      if scanner.tracker.trouble == .repeatedKey {
        return index.scanWhole(
          MarkupScanner(plan: index.plan, start: index.content.start), by: chunkSize)
      }
      index.publish(scanner.tracker.tables, scanned: scanner.offset)
    }
    scanner.finish()
    index.end(scanner.tracker)
  }
}
