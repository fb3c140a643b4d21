import GRDB
import TableModel

extension DataError {
  /// An error of the database library, in words that say what to do.
  ///
  /// - Parameter file: the database's path, as the user wrote it.
  init(reading file: String, _ error: any Error) {
    if let error = error as? DataError {
      self = error
      return
    }
    guard let failure = error as? DatabaseError else {
      self = .unreadable(file: file, reason: "\(error)")
      return
    }
    self = Self.known(failure, file) ?? .unreadable(file: file, reason: Self.words(of: failure))
  }

  /// An error of the temporary database that keeps the rows of a query, which is no fault of the
  /// file that they come from; an error of that file is left as it is.
  init(spooling error: any Error) {
    if let error = error as? DataError {
      self = error
      return
    }
    let words = (error as? DatabaseError).map(Self.words) ?? "\(error)"
    self = .shape(
      message: "the rows of the query cannot be kept: \(words)",
      hint: "they go to the directory for temporary files, which SQLITE_TMPDIR sets")
  }

  private static func known(_ failure: DatabaseError, _ file: String) -> DataError? {
    switch failure.resultCode {
    case .SQLITE_NOTADB:
      .unreadable(file: file, reason: "it is not a SQLite database, or it is encrypted")
    case .SQLITE_CORRUPT:
      .unreadable(file: file, reason: "the database is damaged (\(words(of: failure)))")
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      .unreadable(file: file, reason: "another program has locked the database; try again later")
    case .SQLITE_READONLY:
      .unreadable(
        file: file,
        reason:
          "its journal holds an unfinished change; open it once with a program that can write")
    case .SQLITE_CANTOPEN: .unreadable(file: file, reason: "the database cannot be opened")
    case .SQLITE_INTERRUPT: .cancelled
    case .SQLITE_MISUSE: .shape(message: "a query is a single SQL statement", hint: nil)
    case .SQLITE_ERROR: .shape(message: words(of: failure), hint: nil)
    default: nil
    }
  }

  /// The library's message, without the statement that it belongs to.
  private static func words(of failure: DatabaseError) -> String {
    failure.message ?? failure.resultCode.description
  }
}
