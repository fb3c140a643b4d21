/// Whether section headers and footers float while their section scrolls.
package enum HeaderStyle: String, Sendable, Hashable, CaseIterable {
  /// Headers stay at the top and footers at the bottom while their section is in view.
  case plain
  /// Headers float, footers scroll with the content.
  case headersOnly = "headers-only"
  /// Both scroll with the content.
  case grouped
}
