import TableEngine
import TableModel

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
