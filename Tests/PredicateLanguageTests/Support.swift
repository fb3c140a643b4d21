import PredicateLanguage
package import TableModel

/// Values as tests write them.
extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  package init(stringLiteral text: String) { self = .string(text) }
  package init(integerLiteral number: Int) { self = .integer(number) }
  package init(floatLiteral number: Double) { self = .double(number) }
  package init(booleanLiteral flag: Bool) { self = .bool(flag) }
  package init(nilLiteral: ()) { self = .null }
  package init(arrayLiteral elements: Value...) { self = .array(elements) }
  package init(dictionaryLiteral fields: (String, Value)...) { self = .record(Record(fields)) }
}

func parse(_ text: String) throws -> Condition {
  try Condition(parsing: text, options: ConditionOptions(variables: nil))
}

func holds(
  _ text: String, _ item: Value, variables: [String: Value] = [:], strict: Bool = false
) throws -> Bool {
  var context = EvaluationContext(variables: variables, isStrict: strict)
  return try parse(text).evaluate(item, in: &context)
}

/// The diagnostics of a text, errors or else warnings.
func diagnose(
  _ text: String, options: ConditionOptions = ConditionOptions(), keys: KeyCatalog? = nil
) -> [Diagnostic] {
  do {
    return try Condition(parsing: text, options: options, keys: keys).warnings
  } catch {
    return error.diagnostics
  }
}
