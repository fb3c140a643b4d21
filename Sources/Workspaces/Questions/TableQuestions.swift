import Asking
package import CommandLanguage
import TableModel

/// Asks about all records of a table: which keys they have, what a field means in them, and which of
/// them fulfil a condition.
///
/// What was found stays with the table, in its ``CatalogCache`` and its columns, so that the same
/// question is cheap when it is asked again.
package struct TableQuestions {
  /// The table; nil where none is open.
  package let level: Level?
  /// The table of the file that a value was pushed from; the table itself where none was.
  package let document: Level?
  /// Whether what is probably not meant is an error.
  package let isStrict: Bool
  /// The memory that columns may take, in bytes.
  package let budget: Int
  package let environment: Environment

  /// The table.
  ///
  /// - Throws: an error that says how to open one.
  package func table() throws(CommandError) -> Level {
    guard let level else { throw CommandError(.noTable) }
    return level
  }
}

extension Workspace {
  /// Asks about the records of the table that is shown.
  package var questions: TableQuestions {
    TableQuestions(
      level: levels.last, document: levels.first, isStrict: preferences.isStrict,
      budget: preferences.memoryBudget,
      environment: environment)
  }
}
