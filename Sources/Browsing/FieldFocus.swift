import Arranging
import Rendering
import TableEngine
import TableModel
import Workspaces

/// Which field of the focused record keys are about.
struct FieldFocus {
  /// The field that was chosen; nil for the one that cells show as their text.
  private var chosen: FieldPath?

  /// The fields to choose from: the columns of a grid, or else the keys of the focused record.
  private static func fields(of level: Level) -> [FieldPath] {
    if let columns = level.look.columns?.columns, !columns.isEmpty { return columns.map(\.path) }
    guard let record = level.focusedValue?.record else { return [.itself] }
    return record.keys.map { FieldPath(key: $0) }
  }

  /// True where somebody has chosen a field that the record has.
  func isChosen(in level: Level) -> Bool {
    chosen.map { Self.fields(of: level).contains($0) } ?? false
  }

  /// The field now.
  func path(in level: Level) -> FieldPath {
    let fields = Self.fields(of: level)
    if let chosen, fields.contains(chosen) { return chosen }
    let text: FieldPath? =
      switch level.look.fields[.text] {
      case .path(let path): path
      case .some(.none), nil: level.presenter.roles.text
      }
    if let text, fields.contains(text) { return text }
    return fields.first ?? .itself
  }

  /// Goes on to another field, from the last one to the first.
  mutating func step(_ distance: Int, in level: Level) -> FieldPath {
    let fields = Self.fields(of: level)
    guard !fields.isEmpty else { return .itself }
    let place = fields.firstIndex(of: path(in: level)) ?? 0
    let next = isChosen(in: level) || distance < 0 ? place + distance : place + distance
    let path = fields[(next % fields.count + fields.count) % fields.count]
    chosen = path
    return path
  }
}

extension Level {
  /// The record that has the focus; nil where nothing has it, or it can't be read.
  var focusedValue: Value? {
    guard let focus = table.focus else { return nil }
    return (try? shown.value(at: focus)) ?? nil
  }

  /// A field of the focused record, or of what stands around it.
  func focusedValue(_ path: FieldPath) -> Value? { focusedValue?[path: path] }
}
