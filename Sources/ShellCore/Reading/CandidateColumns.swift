import Rendering
import TableModel

/// Lays candidates out in columns, read downwards, with their descriptions beside them.
package struct CandidateColumns {
  /// A line of the list as pieces, so that descriptions can be dimmed.
  package struct Piece: Sendable, Hashable {
    package var text: String
    package var isDescription: Bool
    /// Which candidate it belongs to; nil for the blanks between them.
    package var candidate: Int?
  }

  private static let gap = 2

  /// How many columns of the terminal a text takes.
  private let width: (String) -> Int

  package init(width: @escaping (String) -> Int) { self.width = width }

  /// The lines of the list.
  ///
  /// - Parameter available: the terminal's width in columns; no line is longer.
  /// - Complexity: O(candidates).
  package func lines(_ candidates: [CompletionCandidate], available: Int) -> [[Piece]] {
    let labels = candidates.map { DisplaySafe.line($0.label ?? $0.text) }
    let notes = candidates.map { DisplaySafe.line($0.description ?? "") }
    let labelWidth = labels.map(width).max() ?? 0
    let noteWidth = notes.map(width).max() ?? 0
    let cell = labelWidth + (noteWidth > 0 ? Self.gap + noteWidth : 0)
    let columns = max(1, (available + Self.gap) / max(1, cell + Self.gap))
    let rows = (candidates.count + columns - 1) / columns
    return (0..<rows).map { row in
      var pieces: [Piece] = []
      var position = 0
      for (column, index) in stride(from: row, to: candidates.count, by: rows).enumerated() {
        let target = column * (cell + Self.gap)
        add(
          Piece(text: labels[index], isDescription: false, candidate: index), at: target,
          to: &pieces, &position, available: available)
        guard !notes[index].isEmpty else { continue }
        add(
          Piece(text: notes[index], isDescription: true, candidate: index),
          at: target + labelWidth + Self.gap, to: &pieces, &position, available: available)
      }
      return pieces
    }
  }

  private func add(
    _ piece: Piece, at target: Int, to pieces: inout [Piece], _ position: inout Int,
    available: Int
  ) {
    var piece = piece
    piece.text = fit(piece.text, in: available - max(target, position))
    guard !piece.text.isEmpty else { return }
    if target > position {
      pieces.append(
        Piece(text: String(repeating: " ", count: target - position), isDescription: false))
      position = target
    }
    pieces.append(piece)
    position += width(piece.text)
  }

  /// The text, shortened with an ellipsis when it is wider than the room there is.
  package func fit(_ text: String, in room: Int) -> String {
    if width(text) <= room { return text }
    guard room > 1 else { return "" }
    var shown = ""
    var used = 0
    for character in text {
      let columns = width(String(character))
      if used + columns > room - 1 { break }
      shown.append(character)
      used += columns
    }
    return shown + Mark.ellipsis
  }
}
