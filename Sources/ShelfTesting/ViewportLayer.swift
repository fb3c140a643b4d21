/// One way to look at a viewport.
public enum ViewportLayer: String, Sendable, Hashable, CaseIterable {
  /// What is written.
  case text
  /// How it is styled, a letter for each role.
  case style
  /// Which cell object stands where, a letter for each.
  case id
}
