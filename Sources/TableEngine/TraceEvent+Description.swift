import TableModel

extension TraceEvent: CustomStringConvertible {
  /// The event in one line, as `line(showsSections:)` with sections.
  package var description: String { line(showsSections: true) }

  /// True for the two events that the short log is made of.
  package var isConfiguration: Bool { kind == .create || kind == .reuse }

  /// The event as a line of the log.
  ///
  /// - Parameters:
  ///   - showsSections: whether rows are named with their section; a table of one section can do
  ///     without.
  ///   - naming: how the line names cells.
  package func line(showsSections: Bool, naming: CellNaming = .ordinal) -> String {
    let name = identifier ?? ""
    let place = place(showsSections: showsSections)
    let id = cell?.name(naming) ?? ""
    return switch kind {
    case .create: "Loading cell from nib \(name) for \(place)..."
    case .reuse: "reusing cell '\(name)' (\(id)) for \(place)..."
    case .restart: "[\(frame)] restart: pools and screen are empty"
    case .reloadData: "[\(frame)] reloadData"
    case .memoryWarning: "[\(frame)] memory warning: pools are emptied"
    default: longLine(id: id, place: place)
    }
  }

  private func longLine(id: String, place: String) -> String {
    let parts = ["[\(frame)]", kind.rawValue, id, address == nil ? "" : "(\(place))"]
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func place(showsSections: Bool) -> String {
    guard let address else { return "no row" }
    if address.item != nil { return "item \(address)" }
    guard !showsSections, let row = address.row else { return "row \(address)" }
    return "row \(row)"
  }
}
