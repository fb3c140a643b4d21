import Documents
import Glibc
import TableModel

/// A document that is opened as the program opens it.
struct Opening {
  private let table: ShapedTable

  init(_ path: String) throws {
    table = try DocumentOpener.open(path: path).table(shape: nil)
  }

  /// The table with all that its index finds.
  func settled() throws -> any TableSource {
    try table.source.settled { () throws(DataError) in } ?? table.source
  }

  /// The same once all of its text was checked.
  func checked() throws -> any TableSource {
    let settled = try settled()
    while let activity = settled.activity, !activity.isVerified {
      if let error = activity.error { throw error }
      usleep(1000)
    }
    return settled
  }
}
