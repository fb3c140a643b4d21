package import CommandLanguage
package import PredicateLanguage
import TableModel

extension TableQuestions {
  /// Reads an expression, as `derive` and `watch` take it.
  ///
  /// - Throws: syntax errors with their place in the line, and under `set strict on` unknown keys.
  /// - Complexity: as for `scoped`.
  package func expression(_ typed: TypedText) throws(CommandError) -> AskedExpression {
    let condition = try ValueExpression(typed, keys: keyCatalog).condition
    let scoped = try scoped(condition, at: typed.start)
    let remarks = try remarks(on: scoped.condition, at: typed.start)
    return AskedExpression(
      expression: ValueExpression(of: scoped.condition),
      document: document.flatMap { $0.table === level?.table ? nil : $0.data },
      notices: scoped.notices + remarks.sentences)
  }
}

extension ValueExpression {
  /// - Throws: syntax errors with their place in the line.
  package init(_ typed: TypedText, keys: KeyCatalog? = nil) throws(CommandError) {
    do {
      try self.init(parsing: typed.text, keys: keys)
    } catch {
      throw CommandError(error, predicateAt: typed.start)
    }
  }
}
