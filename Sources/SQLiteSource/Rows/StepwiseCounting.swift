import Foundation
import TableModel

/// Rows that are counted piece by piece, as far as somebody needs it or for the sake of the count.
protocol StepwiseCounting: AnyObject, Sendable {
  /// Goes on with the next piece, a millisecond or so.
  ///
  /// - Returns: false when all is counted, or as much as ever will be.
  func advance() throws(DataError) -> Bool
}

extension StepwiseCounting {
  /// Counts to the end beside everything else, for as long as somebody holds the rows.
  ///
  /// An error ends it: the next read of the rows meets it too, and can report it.
  func countInBackground() {
    DispatchQueue.global(qos: .utility).async { [weak self] in
      while Interruption.$isInBackground.withValue(true, operation: { try? self?.advance() })
        == true
      {
        // A reader that waits for the lock would hardly get it without a break.
        usleep(Self.pause)
      }
    }
  }

  /// In microseconds.
  private static var pause: UInt32 { 50 }
}
