import PredicateLanguage
import Synchronization
import TableModel

/// The keys of a table's first records, read when they are first wanted.
package final class CatalogCache: Sendable {
  private let source: any TableSource
  private let catalog = Mutex<KeyCatalog?>(nil)
  private static let sampleSize = 1000

  init(source: any TableSource) {
    self.source = source
  }

  /// - Complexity: O(1) but for the first time.
  func keys() -> KeyCatalog {
    catalog.withLock { catalog in
      if let catalog { return catalog }
      var sample: [Value] = []
      // What cannot be read is found out by whoever reads the records for their own sake.
      try? source.scan { _, value throws(DataError) in
        sample.append(value)
        return sample.count < Self.sampleSize
      }
      let keys = KeyCatalog(sampling: sample)
      catalog = keys
      return keys
    }
  }
}
