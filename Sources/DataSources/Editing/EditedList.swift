/// A list that is mostly another one: runs of it, with elements of its own between them.
///
/// Costs what was edited, whatever the length of the other list.
struct EditedList<Element: Sendable>: Sendable {
  enum Piece: Sendable {
    /// Consecutive elements of the other list.
    case base(Range<Int>)
    case own(Element)

    var count: Int {
      switch self {
      case .base(let range): range.count
      case .own: 1
      }
    }
  }

  /// What stands at one index.
  enum Place: Sendable {
    case base(Int)
    case own(Element)
  }

  private(set) var pieces: [Piece]
  private(set) var count: Int

  /// The other list as it is.
  init(baseCount: Int) {
    pieces = baseCount > 0 ? [.base(0..<baseCount)] : []
    count = baseCount
  }

  init(own elements: [Element]) {
    pieces = elements.map(Piece.own)
    count = elements.count
  }

  var ownElements: [Element] {
    pieces.compactMap { piece in
      if case .own(let element) = piece { element } else { nil }
    }
  }

  var hasBaseElements: Bool { ownElements.count < count }
}

extension EditedList {
  /// What stands at an index; nil beyond the ends.
  ///
  /// - Complexity: O(edits).
  subscript(index: Int) -> Place? {
    guard let (piece, start) = locate(index) else { return nil }
    return Self.place(pieces[piece], index - start)
  }

  private static func place(_ piece: Piece, _ offset: Int) -> Place {
    switch piece {
    case .base(let range): .base(range.lowerBound + offset)
    case .own(let element): .own(element)
    }
  }

  /// The piece that holds an index, and the index of its first element.
  private func locate(_ index: Int) -> (piece: Int, start: Int)? {
    guard index >= 0 else { return nil }
    var start = 0
    for (number, piece) in pieces.enumerated() {
      if index < start + piece.count { return (number, start) }
      start += piece.count
    }
    return nil
  }

  /// Puts an element before the one at an index, or at the end when there is none.
  mutating func insert(_ element: Element, at index: Int) {
    count += 1
    guard let (number, start) = locate(index) else {
      pieces.append(.own(element))
      return
    }
    guard case .base(let range) = pieces[number], index > start else {
      pieces.insert(.own(element), at: number)
      return
    }
    let cut = range.lowerBound + (index - start)
    pieces.replaceSubrange(
      number...number,
      with: [.base(range.lowerBound..<cut), .own(element), .base(cut..<range.upperBound)])
  }

  /// Takes out what stands at an index; does nothing beyond the ends.
  mutating func remove(at index: Int) {
    guard let (number, start) = locate(index) else { return }
    count -= 1
    guard case .base(let range) = pieces[number] else {
      pieces.remove(at: number)
      return
    }
    let cut = range.lowerBound + (index - start)
    let rest = [range.lowerBound..<cut, cut + 1..<range.upperBound].filter { !$0.isEmpty }
    pieces.replaceSubrange(number...number, with: rest.map(Piece.base))
  }

  mutating func replace(at index: Int, with element: Element) {
    guard self[index] != nil else { return }
    remove(at: index)
    insert(element, at: index)
  }

  /// Visits the pieces of a range in order, cut to it.
  func forEachPiece<Failure>(
    in range: Range<Int>, _ body: (Piece) throws(Failure) -> Void
  ) throws(Failure) {
    let range = range.clamped(to: 0..<count)
    var start = 0
    for piece in pieces {
      defer { start += piece.count }
      let part = range.clamped(to: start..<start + piece.count)
      if part.isEmpty { continue }
      switch piece {
      case .own: try body(piece)
      case .base(let base):
        let lower = base.lowerBound + (part.lowerBound - start)
        try body(.base(lower..<lower + part.count))
      }
    }
  }
}
