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
    guard let below = levels.indices.dropFirst(index + 1).first(where: isCutShort) else {
      return []
    }
    return [
      "\(way), as '\(levels[below - 1].title)' below is filtered or in another order;"
        + " 'save FILE --pushed' writes \(what)"
    ]
  }

  /// True for a level that holds what the table below shows of a list and not all of it, so that it can't
  /// take the list's place.
  private func isCutShort(_ index: Int) -> Bool {
    let below = levels[index - 1]
    guard let place = levels[index].parent?.place, place.item == nil, !below.shown.isIdentity else {
      return false
    }
    return place.row == nil || (try? below.data.value(at: place))??.array != nil
  }
}
