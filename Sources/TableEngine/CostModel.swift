/// What an action costs in the model of a frame, in units of which a frame has `budget`.
package struct CostModel: Sendable, Hashable {
  package var create = 8
  package var bind = 2
  package var height = 1
  package var prefetch = 1
  /// Composing a subview beyond the first three of its cell, in every frame.
  package var subview = 1
  /// Composing a subview with what lies below it, in every frame.
  package var blend = 1
  package var budget = 16

  package init() {}
}
