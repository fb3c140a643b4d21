import Arranging
import Asking
import CommandLanguage
package import PredicateLanguage
import TableEngine
package import TableModel

/// An expression that is shown for the focused record.
package struct Watch: Sendable {
  /// As it was typed.
  package let text: String
  /// The value is computed as that of a derived key.
  private let field: DerivedField

  /// - Parameter document: what `$document` is a record of; nil for the table's own.
  package init(_ text: String, by expression: ValueExpression, document: (any TableSource)?) {
    self.text = text
    // No key is called that, and an error says it.
    field = DerivedField("watch: \(text)", by: expression, typed: text, document: document)
  }

  /// The value for a record of a table; nil for what is no dictionary.
  ///
  /// - Complexity: O(the record).
  fileprivate func value(at base: Address, in source: any TableSource) throws(DataError) -> Value? {
    try DerivedTable(source, [field]).value(at: base)?.record?[field.name]
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
