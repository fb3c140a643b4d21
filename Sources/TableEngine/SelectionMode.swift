package enum SelectionMode: String, Sendable, Hashable, CaseIterable {
  case none
  case single
  case multiple
}
