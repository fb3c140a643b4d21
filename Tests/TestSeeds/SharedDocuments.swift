import Synchronization
package import TableModel

/// The bundled datasets as documents, each read once for all tests: what is read does not change,
/// and reading is most of the work of a short test.
package enum SharedDocuments {
  private static let folder = Repository.path("Datasets/")
  private static let known = Mutex<[String: any TableDocument]>([:])

  /// The document of a path, from `read` unless a test has had it before.
  package static func document(
    at path: String, options: some Hashable,
    read: () throws(DataError) -> any TableDocument
  ) throws(DataError) -> any TableDocument {
    let isBundled = path.hasPrefix(folder) || path.hasPrefix("Datasets/")
    guard isBundled, !path.hasSuffix(".sqlite") else { return try read() }
    let key = "\(path) \(options)"
    if let document = known.withLock({ $0[key] }) { return document }
    let document = try read()
    known.withLock { $0[key] = document }
    return document
  }
}
