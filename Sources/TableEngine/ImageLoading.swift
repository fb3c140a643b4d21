/// The virtual loader of images.
package enum ImageLoading: String, Sendable, Hashable, CaseIterable {
  /// Images are there when a cell is configured.
  case immediate
  /// Images come later, and only into the cell that still shows their row.
  case guarded
  /// Images come later, into whatever the cell shows by then.
  case unguarded
}
