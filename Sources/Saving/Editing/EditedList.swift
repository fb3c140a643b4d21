import TableModel

/// A list that is mostly another one: runs of it, with elements of its own between them.
///
/// Costs what was edited, whatever the length of the other list. Its pieces lie in chunks: a copy
/// shares all of them but the one that is edited next, so that keeping a thousand older lists costs
/// little more than one.
struct EditedList<Element: EditedElement>: Sendable {
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

  /// Neighbouring pieces, at least one.
  private struct Chunk: Sendable {
    var pieces: [Piece]
    var count: Int

    init(_ pieces: some Sequence<Piece>) {
      self.pieces = Array(pieces)
      count = self.pieces.reduce(0) { $0 + $1.count }
    }
  }

  /// A chunk with more pieces is divided.
  private static var mostPieces: Int { 64 }

  private var chunks: [Chunk]
  private(set) var count: Int
  /// How many elements of its own it has, and how many of them are strips.
  private(set) var own = (count: 0, strips: 0)

  /// The other list as it is.
  init(baseCount: Int) {
    chunks = baseCount > 0 ? [Chunk([.base(0..<baseCount)])] : []
    count = baseCount
  }

  init(own elements: [Element]) {
    chunks = stride(from: 0, to: elements.count, by: Self.mostPieces).map { start in
      Chunk(elements[start...].prefix(Self.mostPieces).map(Piece.own))
    }
    count = elements.count
    own = (count, elements.count(where: \.isStrip))
  }

  /// What an edit may have to copy: the pieces of a chunk, and the list of chunks.
  var longestChunk: Int { chunks.map(\.pieces.count).max() ?? 0 }
  var chunkCount: Int { chunks.count }

  /// All pieces in their order.
  var pieces: [Piece] { chunks.flatMap(\.pieces) }

  var ownElements: [Element] {
    own.count == 0
      ? []
      : pieces.compactMap { piece in
        if case .own(let element) = piece { element } else { nil }
      }
  }

  var hasBaseElements: Bool { own.count < count }

  /// Whether anything was inserted or replaced, or taken out between others.
  var hasOwnElements: Bool {
    own.count > 0 || chunks.count > 1 || chunks.first?.pieces.count ?? 0 > 1
  }
}

/// What an edited list can hold of its own.
protocol EditedElement: Sendable {
  /// True for a row of items.
  var isStrip: Bool { get }
}

extension EditedElement {
  var isStrip: Bool { false }
}

extension EditedList {
  /// What stands at an index; nil beyond the ends.
  ///
  /// - Complexity: O(edits / 64).
  subscript(index: Int) -> Place? {
    guard let place = locate(index) else { return nil }
    switch chunks[place.chunk].pieces[place.piece] {
    case .base(let range): return .base(range.lowerBound + place.offset)
    case .own(let element): return .own(element)
    }
  }

  /// The piece that holds an index, and how far behind its first element that is.
  private func locate(_ index: Int) -> (chunk: Int, piece: Int, offset: Int)? {
    guard index >= 0, index < count else { return nil }
    var rest = index
    for (number, chunk) in chunks.enumerated() {
      guard rest < chunk.count else {
        rest -= chunk.count
        continue
      }
      for (piece, length) in chunk.pieces.lazy.map(\.count).enumerated() {
        if rest < length { return (number, piece, rest) }
        rest -= length
      }
    }
    return nil
  }

  /// Puts an element before the one at an index, or at the end when there is none.
  mutating func insert(_ element: Element, at index: Int) {
    note(element, 1)
    guard let place = locate(index) else {
      if chunks.isEmpty { chunks = [Chunk([])] }
      let last = chunks.count - 1
      let end = chunks[last].pieces.count
      return replace(end..<end, inChunk: last, with: [.own(element)])
    }
    let piece = place.piece
    guard case .base(let range) = chunks[place.chunk].pieces[piece], place.offset > 0 else {
      return replace(piece..<piece, inChunk: place.chunk, with: [.own(element)])
    }
    let cut = range.lowerBound + place.offset
    replace(
      piece..<piece + 1, inChunk: place.chunk,
      with: [.base(range.lowerBound..<cut), .own(element), .base(cut..<range.upperBound)])
  }

  /// Takes out what stands at an index; does nothing beyond the ends.
  mutating func remove(at index: Int) {
    guard let place = locate(index) else { return }
    switch chunks[place.chunk].pieces[place.piece] {
    case .own(let element):
      note(element, -1)
      replace(place.piece..<place.piece + 1, inChunk: place.chunk, with: [])
    case .base(let range):
      let cut = range.lowerBound + place.offset
      let rest = [range.lowerBound..<cut, cut + 1..<range.upperBound].filter { !$0.isEmpty }
      replace(
        place.piece..<place.piece + 1, inChunk: place.chunk, with: rest.map(Piece.base))
    }
  }

  mutating func replace(at index: Int, with element: Element) {
    guard let place = locate(index) else { return }
    guard case .own(let old) = chunks[place.chunk].pieces[place.piece] else {
      remove(at: index)
      return insert(element, at: index)
    }
    note(old, -1)
    note(element, 1)
    chunks[place.chunk].pieces[place.piece] = .own(element)
  }

  private mutating func note(_ element: Element, _ sign: Int) {
    own.count += sign
    if element.isStrip { own.strips += sign }
  }

  /// Puts pieces in the place of others of the same chunk, and keeps chunks neither empty nor long.
  private mutating func replace(_ old: Range<Int>, inChunk number: Int, with pieces: [Piece]) {
    let before = chunks[number].pieces[old].reduce(0) { $0 + $1.count }
    let change = pieces.reduce(0) { $0 + $1.count } - before
    chunks[number].pieces.replaceSubrange(old, with: pieces)
    chunks[number].count += change
    count += change
    if chunks[number].pieces.isEmpty {
      chunks.remove(at: number)
    } else if chunks[number].pieces.count > Self.mostPieces {
      let all = chunks[number].pieces
      let half = all.count / 2
      chunks.replaceSubrange(number...number, with: [Chunk(all[..<half]), Chunk(all[half...])])
    }
  }

  /// Visits the pieces of a range in order, cut to it.
  func forEachPiece<Failure>(
    in range: Range<Int>, _ body: (Piece) throws(Failure) -> Void
  ) throws(Failure) {
    let range = range.clamped(to: 0..<count)
    var start = 0
    for chunk in chunks {
      if start >= range.upperBound { return }
      guard start + chunk.count > range.lowerBound else {
        start += chunk.count
        continue
      }
      for piece in chunk.pieces {
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
}

/// A row that was inserted, moved or changed.
struct EditedRow: EditedElement {
  /// The base's row that it was; nil for a new one.
  var origin: Address?
  /// A title of its own; nil for that of its origin.
  var title: String?
  /// The key of a row that was put into a dictionary, where it was not before.
  var key: String?
  /// A plain row's record; nil for that of its origin.
  var record: Value?
  /// The items of a strip; nil for a plain row. Runs of the base are those of its origin.
  var items: EditedList<Value>?
  /// What a new strip holds beside its items.
  var fields = Record()

  init(_ new: NewRow) {
    title = new.title
    fields = new.fields
    switch new.content {
    case .record(let value): record = value
    case .items(let values): items = EditedList(own: values)
    }
  }

  /// A row of the base, as it is.
  init(origin: Address, info: RowInfo) {
    self.origin = origin
    items = info.items.map { EditedList(baseCount: $0.known) }
  }

  var isStrip: Bool { items != nil }
}

/// A section that was inserted or moved, or in which something was changed.
struct EditedSection: EditedElement {
  /// The base's section that it was; nil for a new one.
  var origin: Int?
  /// What the base said of it, or what a new one says of itself.
  var info: SectionInfo
  var rows: EditedList<EditedRow>
  /// Whether the base's rows in it are strips; nil where it has none.
  var baseRowsAreStrips: Bool?
  /// The rows of the base by their keys; nil until one is put in, and where rows have none.
  var baseKeys: [String: Int]?
  /// How many keys were made of a wish for one.
  var numbers: [String: Int] = [:]
  /// What a new one holds beside its rows.
  var fields = Record()

  /// A new one.
  init(title: String?, rows: [NewRow], fields: Record) {
    self.fields = fields
    info = SectionInfo(title: title, rows: .exact(rows.count))
    self.rows = EditedList(own: rows.map(EditedRow.init))
  }

  /// A section of the base, as it is.
  init(origin: Int, in base: any TableSource) throws(DataError) {
    self.origin = origin
    info = try base.sections(origin..<origin + 1).first ?? SectionInfo(rows: .exact(0))
    rows = EditedList(baseCount: info.rows.known)
    baseRowsAreStrips = try base.rows(0..<1, inSection: origin).first.map { $0.items != nil }
  }

  /// What is known of it now.
  var currentInfo: SectionInfo {
    var current = info
    current.rows = .exact(rows.count)
    current.areStrips = areStrips
    current.isUniform = current.areStrips != nil
    return current
  }

  /// Whether all rows are strips (true) or plain (false); nil when there are some of both.
  private var areStrips: Bool? {
    let (strips, plain) = (rows.own.strips, rows.own.count - rows.own.strips)
    if rows.hasBaseElements {
      guard info.isUniform, let base = baseRowsAreStrips else { return nil }
      return (base ? plain : strips) == 0 ? base : nil
    }
    return strips == 0 ? false : plain == 0 ? true : nil
  }
}

extension Value: EditedElement {}
