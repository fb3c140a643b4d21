/// What follows when a tap has selected a row or an item.
package enum SelectionAction: String, Sendable, Hashable, CaseIterable {
  /// It stays selected.
  case keep
  /// It is deselected at once, so that a tap is an event and leaves no state.
  case deselect
  /// Its page is pushed.
  case push
  /// A notification carries it to the outer controller, which pushes its page.
  case notify
}
