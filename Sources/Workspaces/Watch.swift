import Arranging
import Asking
import CommandLanguage
import PredicateLanguage
import TableEngine
package import TableModel

/// An expression that is shown for the focused record.
package struct Watch: Sendable {
  /// As it was typed.
  package let text: String
  private let asked: AskedExpression

  package init(_ text: String, by asked: AskedExpression) {
    (self.text, self.asked) = (text, asked)
  }

  /// The value for a record of a table; nil for what is no dictionary.
  ///
  /// - Complexity: O(the record).
  fileprivate func value(at base: Address, in source: any TableSource) throws(DataError) -> Value? {
    try asked.expression.value(at: base, of: source, document: asked.document)
  }
}

extension Level {
  /// The value of the watched expression for the focused record; nil where nothing is watched, and
  /// where nothing or no dictionary has the focus.
  package func watchedValue() throws(DataError) -> Value? {
    guard let watch, let base = table.focus.flatMap(shown.baseAddress(of:)) else { return nil }
    return try watch.value(at: base, in: shaped.source)
  }

  /// The same in words: `price * 2 = 31`; nil where nothing is watched.
  package var watchWords: String? {
    guard let watch else { return nil }
    let value: Value?
    do { value = try watchedValue() } catch {
      return "\(watch.text): \(error)"
    }
    guard let value else { return "\(watch.text) has no value here" }
    return "\(watch.text) = \(value.kind == .null ? "nil" : value.plainText)"
  }
}
