import TableModel

extension Session {
  /// Runs several commands as one: where one of them fails or is cancelled, none of them has
  /// happened.
  ///
  /// - Complexity: as taking one command back, whatever the number of commands.
  mutating func asAWhole<T>(
    _ statement: Statement, _ body: (inout Session) throws(CommandError) -> T
  ) throws(CommandError) -> T {
    let before = self
    let moment = moment(before: statement)
    do {
      return try body(&self)
    } catch {
      putBack(moment)
      // Tables and their views are objects and were put back; all else is a value.
      let (levels, preferences) = (levels, preferences)
      self = before
      (self.levels, self.preferences) = (levels, preferences)
      throw error
    }
  }
}
