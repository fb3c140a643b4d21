import DataSources
import PredicateLanguage
import TableModel

extension Session {
  /// Parses a predicate that stands in a command line.
  ///
  /// - Parameter start: the character offset of the predicate in the line.
  func condition(_ text: String, at start: Int, isAboutState: Bool = false)
    throws(CommandError) -> Condition
  {
    do {
      return try Condition(parsing: text)
    } catch {
      throw CommandError(.condition(error), predicate: text, at: start)
    }
  }

  /// The addresses of the shown records for which a condition is true.
  ///
  /// - Complexity: O(records).
  func records(where condition: Condition) throws(CommandError) -> [Address] {
    let level = try current()
    let isInterrupted = environment.isInterrupted
    let matches = condition.matcher(
      in: level.shown, strict: preferences.isStrict, mismatches: MismatchTally())
    do {
      var found: [Address] = []
      var done = 0
      try level.shown.scan { address, value throws(DataError) in
        done += 1
        if done % 4096 == 0, isInterrupted() { throw .cancelled }
        if try matches(address, value) { found.append(address) }
        return true
      }
      return found
    } catch {
      throw CommandError(error == .cancelled ? .cancelled : .data(error))
    }
  }
}
