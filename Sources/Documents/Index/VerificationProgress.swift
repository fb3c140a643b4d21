import Synchronization
import TableModel

/// How far a file has been checked, while that goes on behind the prompt.
final class VerificationProgress: Sendable {
  struct State: Sendable {
    var offset = 0
    var error: DataError?
    /// How the keys of the file are written, once all of it was found to be right.
    var keySpelling: KeySpelling?
    var isDone: Bool { keySpelling != nil }
  }

  private let checked = Mutex(State())
  /// Little enough that nobody waits for it who has asked to stop.
  private static let step = 1 << 20

  var state: State { checked.withLock { $0 } }

  /// Checks all of a file; what was checked stops to count as memory in use.
  ///
  /// - Parameter isCancelled: asked between steps; true ends the check without a result.
  func run(
    _ verification: any TextVerification, of file: MappedFile, unless isCancelled: () -> Bool
  ) {
    var verification = verification
    do throws(DataError) {
      while try step(&verification, file) {
        if isCancelled() { return }
      }
      checked.withLock { $0.keySpelling = verification.keySpelling }
    } catch {
      checked.withLock { $0.error = error }
    }
  }

  private func step(_ verification: inout any TextVerification, _ file: MappedFile)
    throws(DataError) -> Bool
  {
    let begin = verification.offset
    let goesOn: Bool
    do throws(DataError) {
      goesOn = try verification.advance(by: Self.step)
      try file.check()
    } catch {
      throw file.isDamaged ? DataError.changedUnderneath(file: file.path) : error
    }
    file.release(begin..<verification.offset)
    checked.withLock { $0.offset = verification.offset }
    return goesOn
  }
}
