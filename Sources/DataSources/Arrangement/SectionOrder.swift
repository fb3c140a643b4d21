/// An order of sections by their titles.
package enum SectionOrder: String, Sendable, Hashable, CustomStringConvertible {
  case ascending
  case descending

  package var description: String {
    self == .ascending ? "sort sections" : "sort sections desc"
  }
}
