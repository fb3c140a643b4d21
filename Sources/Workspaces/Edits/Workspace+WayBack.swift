import Arranging
import TableModel

extension Workspace {
  /// What is said of a change of what has no place in the document: a result, the records of one of
  /// its lines, a group.
  package var homelessEdits: [String] {
    guard let index = documentIndex else { return [] }
    let (way, what) = ("this change does not reach the file", "what is shown here")
    if levels[(index + 1)...].contains(where: { $0.parent.map { $0.place == nil } ?? false }) {
      return ["\(way); 'save FILE --pushed' writes \(what)"]
    }
    let pairs = zip(levels[index...], levels[(index + 1)...])
    guard let below = pairs.first(where: { $1.isCutShort(from: $0) })?.0 else { return [] }
    return [
      "\(way), as '\(below.title)' below is filtered or in another order;"
        + " 'save FILE --pushed' writes \(what)"
    ]
  }
}

extension Level {
  /// True for what was pushed from a list of which the table below shows a part, or shows it in another
  /// order, so that it can't take the list's place.
  fileprivate func isCutShort(from below: Level) -> Bool {
    guard let place = parent?.place, place.item == nil, !below.shown.isIdentity else {
      return false
    }
    return place.row == nil || (try? below.data.value(at: place))??.array != nil
  }
}
