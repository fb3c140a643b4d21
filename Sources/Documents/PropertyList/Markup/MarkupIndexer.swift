import Foundation
import TableModel

/// Scans an XML property list into a `RecordIndex`, piece after piece on one thread.
///
/// A thread that began in the middle could not tell markup from a comment or CDATA around it, and
/// one thread is as fast as a disk.
final class MarkupIndexer: BackgroundIndexer {
  private let index: RecordIndex
  private let head: MarkupScanner
  private let chunkSize: Int

  /// - Parameter head: a scan of the beginning, whose tables are published already.
  init(index: RecordIndex, head: MarkupScanner, chunkSize: Int = Indexer.standardChunk) {
    self.index = index
    self.head = head
    self.chunkSize = chunkSize
  }

  /// Scans the head of a file at once, as far as its first records, and publishes what it finds.
  static func head(of index: RecordIndex, to size: Int) -> MarkupScanner {
    let (bytes, count) = (index.file.bytes, index.file.count)
    var scanner = MarkupScanner(plan: index.plan, start: MarkupText(file: index.file).start)
    var end = min(count, size)
    scanner.scan(to: end, of: bytes, count: count, by: NativeTagClassifier.self)
    while !scanner.tracker.isInside, end < count, scanner.tracker.trouble == nil {
      end = min(count, end + 1 << 20)
      scanner.scan(to: end, of: bytes, count: count, by: NativeTagClassifier.self)
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
      scan(&scanner)
      if scanner.tracker.trouble == .repeatedKey { return scanWhole() }
      index.publish(scanner.tracker.tables, scanned: scanner.offset)
    }
    end(scanner)
  }

  private func scan(_ scanner: inout MarkupScanner) {
    let begin = scanner.offset
    let count = index.file.count
    scanner.scan(
      to: min(count, begin + chunkSize), of: index.file.bytes, count: count,
      by: NativeTagClassifier.self)
    index.file.release(begin..<scanner.offset)
  }

  /// Scans everything as one piece: a later part changes an earlier one.
  private func scanWhole() {
    var scanner = MarkupScanner(plan: index.plan, start: MarkupText(file: index.file).start)
    while scanner.offset < index.file.count, scanner.tracker.trouble == nil {
      guard !index.isCancelled else { return index.finish(.cancelled) }
      scan(&scanner)
    }
    index.replace(by: scanner.tracker.tables, scanned: scanner.offset)
    end(scanner)
  }

  private func end(_ scanner: MarkupScanner) {
    var scanner = scanner
    scanner.finish()
    do throws(DataError) {
      try index.file.check()
      if let trouble = scanner.tracker.trouble { throw error(for: trouble) }
      index.finish()
    } catch {
      index.finish(error)
    }
  }

  private func error(for trouble: ShapeTracker.Trouble) -> DataError {
    switch trouble {
    case .malformed(let offset): MarkupText(file: index.file).structureError(at: offset)
    case .tooLarge, .repeatedKey: Indexer.tooFarApart(in: index.file.path)
    }
  }
}
