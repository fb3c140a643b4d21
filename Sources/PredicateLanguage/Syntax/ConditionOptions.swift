/// What a predicate may refer to, beyond the records it is asked about.
package struct ConditionOptions: Sendable, Hashable {
  /// The variables that will have values; nil to find out only when one is read.
  package var variables: Set<String>?

  /// The variables that stand for the place of an item: what the shell gives to every filter.
  package static let placeVariables: Set<String> = [
    "section", "row", "document", "index", "sectionIndex", "rowIndex",
  ]

  /// What the shell gives to every filter.
  package init() {
    variables = Self.placeVariables
  }

  package init(variables: Set<String>?) {
    self.variables = variables
  }
}
