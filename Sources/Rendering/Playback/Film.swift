package import TableEngine
import TableModel

/// A session picture by picture, as `PlaybackPage` plays it: what was typed, and on one reel, or on
/// two that are compared, what the table looked like after each pass.
///
/// Most of a picture is what the picture before it was. So lines are kept once, with their texts and
/// their styles apart, and a frame is a list of their numbers.
package struct Film: Sendable {
  /// Something that was typed, or a command of a script.
  package struct Step: Sendable, Hashable {
    package var input: String
    package var output: String

    package init(input: String, output: String = "") {
      (self.input, self.output) = (input, output)
    }
  }

  /// What is seen after a pass, or after a command that made none.
  package struct Shot: Sendable {
    package var picture: ViewPicture
    /// Which of the reel's tables it shows; a nested one is a table of its own.
    package var table: Int
    /// The number of the engine's frame.
    package var number: Int
    package var pools: [PoolStack]
    /// What happened since the shot before.
    package var events: [TraceEvent]

    package init(
      picture: ViewPicture, table: Int, number: Int, pools: [PoolStack], events: [TraceEvent]
    ) {
      (self.picture, self.table, self.number) = (picture, table, number)
      (self.pools, self.events) = (pools, events)
    }
  }

  struct Frame: Sendable {
    var step: Int
    var table: Int
    var number: Int
    /// The numbers of the lines, from top to bottom.
    var rows: [Int]
    /// The numbers of cells by those of their pools; no pool is empty.
    var pools: [Int: [Int]]
    var events: [Event]
  }

  struct Event: Sendable {
    var kind: TraceEvent.Kind
    /// Nil for what happens to the whole table.
    var cell: Int?
    var place: String
  }

  struct Reel: Sendable {
    var name: String
    var frames: [Frame] = []
    /// The history of the cells of each table that was shown.
    var timelines: [CellTimeline] = []
  }

  package let title: String
  package private(set) var steps: [Step] = []
  private(set) var reels: [Reel]
  private(set) var lines = LineStore()
  private(set) var cells = NumberedList<CellID>()
  private(set) var pools = NumberedList<PoolStack.Name>()

  /// - Parameter reels: their names; one without a name for a session by itself.
  package init(title: String, reels: [String] = [""]) {
    // A file may have any name.
    self.title = DisplaySafe.line(title)
    self.reels = reels.map { Reel(name: $0) }
  }

  package var isEmpty: Bool { reels.allSatisfy(\.frames.isEmpty) }

  /// Begins a step; what is added from now on belongs to it.
  package mutating func begin(_ step: Step) { steps.append(step) }

  /// Notes what the last step has printed.
  package mutating func note(output: String) {
    if let last = steps.indices.last { steps[last].output = output }
  }

  /// Adds a picture, unless nothing has changed.
  ///
  /// - Parameter step: to which step it belongs; nil for the last one.
  package mutating func add(_ shot: Shot, toReel reel: Int = 0, step: Int? = nil) {
    let frame = Frame(
      step: step ?? max(0, steps.count - 1), table: shot.table, number: shot.number,
      rows: lines.numbers(of: shot.picture),
      pools: Dictionary(
        shot.pools.map { (pools.number(of: $0.name), $0.cells.map { cells.number(of: $0) }) },
        uniquingKeysWith: { $1 }),
      events: shot.events.map { event in
        Event(
          kind: event.kind, cell: event.cell.map { cells.number(of: $0) },
          place: event.address?.description ?? "")
      })
    reels[reel].frames.append(frame)
  }

  /// Says what the cells of a reel's tables did, table by table.
  package mutating func finish(reel: Int = 0, timelines: [CellTimeline]) {
    reels[reel].timelines = timelines
    for cell in timelines.flatMap(\.groups).flatMap(\.lanes).map(\.cell) {
      _ = cells.number(of: cell)
    }
  }
}

/// Values with a number each, in the order in which they came up.
struct NumberedList<Element: Hashable & Sendable>: Sendable {
  private(set) var elements: [Element] = []
  private var numbers: [Element: Int] = [:]

  mutating func number(of element: Element) -> Int {
    if let known = numbers[element] { return known }
    numbers[element] = elements.count
    elements.append(element)
    return elements.count - 1
  }

  func known(_ element: Element) -> Int? { numbers[element] }
}

/// The lines of all pictures, each kept once.
struct LineStore: Sendable {
  /// A line by the numbers of its text and of its list of runs.
  struct Line: Sendable, Hashable {
    var text: Int
    var runs: Int
  }

  /// A part of a line that looks the same throughout.
  struct Run: Sendable, Hashable {
    /// In units of UTF-16, as scripts of pages count.
    var length: Int
    /// The columns that it takes where these are more or fewer; 0 where they are not.
    var columns: Int
    var style: Int
  }

  private(set) var lines = NumberedList<Line>()
  private(set) var texts = NumberedList<String>()
  private(set) var runs = NumberedList<[Run]>()
  /// What styles are called in the page, as classes with blanks between them.
  private(set) var styles = NumberedList<String>()

  /// The numbers of a picture's lines.
  ///
  /// - Complexity: O(cells of the canvas).
  mutating func numbers(of picture: ViewPicture) -> [Int] {
    let hues = picture.owners.map { IdentityColours.number(of: $0.cell) }
    return (0..<picture.canvas.lines).map { line in
      var writer = RunWriter()
      let canvas = picture.canvas
      let row = canvas.row(line).prefix(canvas.usedColumns(line))
      for (place, cell) in zip(row.indices, row) where cell.code != Glyph.continuation {
        if cell.code == Glyph.blank.code, writer.addBlank(cell.style) { continue }
        let isWide = place + 1 < row.endIndex && row[place + 1].code == Glyph.continuation
        let owner = Int(cell.owner)
        let hue = hues.indices.contains(owner - 1) ? hues[owner - 1] : nil
        let style = styles.number(of: Self.name(cell.style, hue: hue))
        writer.add(
          canvas.part(cell.code, isWide: isWide), style, isBare: RunWriter.isBare(cell.style))
      }
      let numbers = Line(text: texts.number(of: writer.text), runs: runs.number(of: writer.runs))
      return lines.number(of: numbers)
    }
  }

  /// The classes of a style, and of the cell that drew with it.
  private static func name(_ style: TextStyle, hue: Int?) -> String {
    var names = style.names
    if style.role == .swatch { names.append("swatch-\(style.hue)") }
    if style.backdrop != .none { names.append("on-" + style.backdrop.name) }
    if let hue, style.role != .swatch { names.append(IdentityColours.className(hue)) }
    return names.joined(separator: " ")
  }
}

/// Joins the characters of a line to runs.
private struct RunWriter {
  private(set) var text = ""
  private(set) var runs: [LineStore.Run] = []
  /// True while blanks of the last run are seen as nothing.
  private var isBare = false

  static func isBare(_ style: TextStyle) -> Bool {
    style.backdrop == .none && style.role != .swatch
      && style.attributes.isDisjoint(with: [.reverse, .underline])
  }

  /// Lengthens the last run by a blank, where nobody would see that it has another style.
  mutating func addBlank(_ style: TextStyle) -> Bool {
    guard let last = runs.last, last.columns == 0, isBare, Self.isBare(style) else { return false }
    text += " "
    runs[runs.count - 1].length += 1
    return true
  }

  mutating func add(_ part: PictureText.Part, _ style: Int, isBare: Bool) {
    self.isBare = isBare
    let length = part.text.utf16.count
    text += part.text
    // A character that no font is trusted with gets a run, and so a place, of its own.
    let isPlain = part.advance == .narrow && length == 1
    if isPlain, let last = runs.last, last.style == style, last.columns == 0 {
      runs[runs.count - 1].length += 1
    } else {
      let columns = isPlain ? 0 : part.columns
      runs.append(LineStore.Run(length: length, columns: columns, style: style))
    }
  }
}

/// Writes a film as the JSON that the script of a page reads: `shelf.playback.1`, without blanks, each
/// frame by what differs from the one before it.
struct FilmText {
  private let film: Film
  private var bytes: [UInt8] = []

  init(_ film: Film) { self.film = film }

  mutating func json() -> String {
    let film = film
    put("{\"schema\":\"shelf.playback.1\"")
    member("styles") { $0.list(film.lines.styles.elements) { $0.string($1) } }
    member("texts") { $0.list(film.lines.texts.elements) { $0.string($1) } }
    member("runs") { $0.list(film.lines.runs.elements) { $0.write($1) } }
    member("rows") { $0.numbers(film.lines.lines.elements.flatMap { [$0.text, $0.runs] }) }
    member("cells") { $0.list(film.cells.elements) { $0.string($1.description) } }
    member("hues") { $0.numbers(film.cells.elements.map(IdentityColours.number)) }
    member("pools") { $0.list(film.pools.elements) { $0.string($1.description) } }
    member("kinds") { $0.list(TraceEvent.Kind.allCases) { $0.string($1.rawValue) } }
    member("steps") {
      $0.list(film.steps) { text, step in
        text.list([step.input, step.output]) { $0.string($1) }
      }
    }
    member("reels") { $0.list(film.reels) { $0.write($1) } }
    put("}")
    // What could end the element that holds it, or is markup to a strict reader, is written as an escape.
    return String(decoding: bytes, as: UTF8.self)
      .replacing("<", with: "\\u003c").replacing(">", with: "\\u003e")
      .replacing("&", with: "\\u0026")
  }

  // MARK: Parts

  private mutating func write(_ runs: [LineStore.Run]) {
    numbers(runs.flatMap { [$0.length, $0.columns * Self.columnFactor + $0.style] })
  }

  /// The columns of a run, where they are said, stand in front of the number of its style.
  private static let columnFactor = 10_000

  private mutating func write(_ reel: Film.Reel) {
    put("{\"name\":")
    string(reel.name)
    var before: Film.Frame?
    member("frames") {
      $0.list(reel.frames) { text, frame in
        text.write(frame, after: before)
        before = frame
      }
    }
    member("tables") { $0.list(reel.timelines) { $0.write($1) } }
    put("}")
  }

  /// A frame as `[step, table, number, rows, pools, events]`.
  private mutating func write(_ frame: Film.Frame, after before: Film.Frame?) {
    put("[\(frame.step),\(frame.table),\(frame.number),")
    numbers(Self.changes(of: frame.rows, after: before?.rows ?? []))
    put(",")
    let old = before?.pools ?? [:]
    let changed = Set(frame.pools.keys).union(old.keys)
      .filter { frame.pools[$0] != old[$0] }.sorted()
    list(changed) { $0.numbers([$1] + (frame.pools[$1] ?? [])) }
    put(",")
    let kinds = TraceEvent.Kind.allCases
    list(frame.events) { text, event in
      text.put("\(kinds.firstIndex(of: event.kind) ?? 0),\(event.cell ?? -1),")
      text.string(event.place)
    }
    put("]")
  }

  /// The number of rows and all of them; or that number below zero, and pairs of a line and its row.
  private static func changes(of rows: [Int], after old: [Int]) -> [Int] {
    let pairs = rows.indices.filter { !old.indices.contains($0) || rows[$0] != old[$0] }
    guard rows.count == old.count, pairs.count * 2 < rows.count else { return [rows.count] + rows }
    return [-rows.count] + pairs.flatMap { [$0, rows[$0]] }
  }

  /// `{"title":..., "first":..., "groups":[[name, [lane...]]...]}`; a lane is
  /// `[cell, end, [origin, from, to, isStale, place...], [from, to...]]`.
  private mutating func write(_ timeline: CellTimeline) {
    put("{\"title\":")
    string(PictureWords.short(timeline.title))
    member("first") { $0.put("\(timeline.frames.lowerBound)") }
    member("groups") {
      $0.list(timeline.groups) { text, group in
        text.put("[")
        text.string(PictureWords.short(group.name))
        text.put(",")
        text.list(group.lanes) { $0.write($1) }
        text.put("]")
      }
    }
    put("}")
  }

  private mutating func write(_ lane: CellTimeline.Lane) {
    put("[\(film.cells.known(lane.cell) ?? 0),\(lane.end ?? -1),")
    let origins = CellTimeline.Origin.allCases
    list(lane.stays) { text, stay in
      text.put(
        "\(origins.firstIndex(of: stay.origin) ?? 0),\(stay.frames.lowerBound),"
          + "\(stay.frames.upperBound),\(stay.isStale ? 1 : 0),")
      text.string(stay.address.description)
    }
    put(",")
    numbers(lane.pooled.flatMap { [$0.lowerBound, $0.upperBound] })
    put("]")
  }

  // MARK: JSON

  private mutating func put(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func string(_ text: String) { JSONString.append(text, to: &bytes) }

  private mutating func numbers(_ numbers: [Int]) {
    list(numbers) { $0.put(String($1)) }
  }

  private mutating func member(_ key: String, _ value: (inout FilmText) -> Void) {
    put(",\"\(key)\":")
    value(&self)
  }

  private mutating func list<Element>(
    _ elements: [Element], _ write: (inout FilmText, Element) -> Void
  ) {
    put("[")
    for (place, element) in elements.enumerated() {
      if place > 0 { put(",") }
      write(&self, element)
    }
    put("]")
  }
}
