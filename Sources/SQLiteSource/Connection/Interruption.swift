import GRDB
import GRDBSQLite
import Synchronization

/// Stops statements that run for long when the user asks for it.
///
/// The library asks now and then while a statement runs. Counting behind the prompt is not
/// stopped: the user has asked something else to stop.
final class Interruption: Sendable {
  private let isInterrupted: @Sendable () -> Bool
  /// True while a read that the user waits for is under way.
  private let isAwaited = Atomic<Bool>(true)

  /// True in work that nobody waits for.
  @TaskLocal static var isInBackground = false

  /// How many steps of a statement pass between two questions: a millisecond or less.
  private static let steps: Int32 = 4096

  /// - Parameter isInterrupted: true when the user wants long work to stop.
  init(_ isInterrupted: @escaping @Sendable () -> Bool) {
    self.isInterrupted = isInterrupted
  }

  /// Has the library ask about the statements of a connection, which this object has to outlive.
  func watch(_ database: Database) {
    let itself = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_progress_handler(
      database.sqliteConnection, Self.steps,
      { context in
        guard let context else { return 0 }
        return Unmanaged<Interruption>.fromOpaque(context).takeUnretainedValue().answer
      }, itself)
  }

  /// Not zero to stop the statement.
  private var answer: Int32 {
    isAwaited.load(ordering: .relaxed) && isInterrupted() ? 1 : 0
  }

  /// Runs a read of a connection, on whose behalf the library may ask.
  ///
  /// - Parameter isAwaited: false for work behind the prompt.
  func during<Result>(isAwaited: Bool, _ body: () throws -> Result) rethrows -> Result {
    self.isAwaited.store(isAwaited, ordering: .relaxed)
    return try body()
  }
}
