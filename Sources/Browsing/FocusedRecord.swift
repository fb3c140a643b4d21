import CommandLanguage
import Rendering
import ShellCore
import Synchronization
import TableEngine
import TableModel
import Workspaces

/// The record that has the focus, which is read once.
///
/// A record may be as large as its file. Such a one is read beside the screen, one at a time: until it
/// is there the screen says so, and goes on.
struct FocusedRecord {
  /// Which record it is: the same place in the same table.
  private struct Place: Equatable {
    let level: Int
    let address: Address
    let edition: Int
  }

  private struct Reading {
    let place: Place
    let found = Found()
    let work: BesideWork

    init(_ place: Place, in source: any TableSource) {
      let found = found
      self.place = place
      work = BesideWork {
        found.value.withLock { $0 = (try? source.value(at: place.address)) ?? nil }
      }
    }
  }

  private final class Found: Sendable {
    let value = Guarded<Value?>(nil)
  }

  private var reading: Reading?
  private var known: (place: Place, value: Value?)?
  private var edition = 0

  enum Answer {
    /// Nil where nothing has the focus, or it can't be read.
    case value(Value?)
    /// It is not there yet.
    case reading
  }

  /// True while a record is being read.
  var isReading: Bool { reading?.work.isDone == false }

  /// Forgets what was read: it may have changed.
  mutating func forget() { edition += 1 }

  /// The record that has the focus in the last of some levels.
  ///
  /// - Parameter milliseconds: how long to wait for it.
  mutating func answer(in levels: [Level], within milliseconds: Int) -> Answer {
    guard let level = levels.last, let focus = level.table.focus else { return .value(nil) }
    let place = Place(level: levels.count, address: focus, edition: edition)
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    while true {
      if let reading, reading.work.isDone {
        known = (reading.place, reading.found.value.withLock { $0 })
        self.reading = nil
      }
      if let known, known.place == place { return .value(known.value) }
      if reading == nil { reading = Reading(place, in: level.shown) }
      let left = (end - ContinuousClock.now) / .milliseconds(1)
      guard left > 0 else { return .reading }
      reading?.work.wait(milliseconds: max(1, Int(left)))
    }
  }
}

extension Browser {
  /// So long, in milliseconds, a frame waits for the record that it shows.
  private static let frameWait = 30
  /// And so long a key that is about a field.
  private static let keyWait = 1000

  /// The record for the screen.
  func recordOnScreen() -> FocusedRecord.Answer {
    record.answer(in: shell.session.levels, within: Self.frameWait)
  }

  /// The record for a key.
  func recordForKey() throws(Blanks.Missing) -> Value? {
    guard
      case .value(let value) = record.answer(in: shell.session.levels, within: Self.keyWait)
    else { throw Blanks.Missing(words: "the record is still being read") }
    return value
  }
}

/// A record in lines, as people read JSON.
enum RecordText {
  /// More lines are not shown, so that no record holds a frame up.
  static let mostLines = 2_000

  /// - Returns: the lines, and the first one of the field that is marked.
  static func lines(
    of answer: FocusedRecord.Answer, marking path: FieldPath, columns: Int
  ) -> (lines: [StyledLine], marked: Int?) {
    guard case .value(let value) = answer else {
      return ([StyledLine(" reading the record...", TextStyle(.secondary))], nil)
    }
    guard let value else { return ([StyledLine(" nothing", TextStyle(.secondary))], nil) }
    var left = mostLines + 2
    let text = JSONWriter.text(of: value.beginning(&left), layout: .pretty)
    let marked =
      path.steps.count == 1
      ? path.keys?.first.map { "  \(JSONWriter.text(of: .string($0))):" } : nil
    var lines: [StyledLine] = []
    var place: Int?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if lines.count >= mostLines {
        lines.append(StyledLine("...", TextStyle(.secondary)))
        break
      }
      let isMarked = marked.map { line.hasPrefix($0) } ?? false
      if isMarked, place == nil { place = lines.count }
      let style = TextStyle(isMarked ? .focus : .plain, isMarked ? .bold : [])
      lines += StyledLine(DisplaySafe.line(String(line)), style).wrapped(to: max(4, columns))
    }
    return (lines, place)
  }
}

extension Value {
  /// The longest text that is shown, in characters.
  private static let longestText = 50_000

  /// As much of the value as a number of lines holds, as JSON has a line for each element.
  ///
  /// - Parameter lines: how many are left.
  fileprivate func beginning(_ lines: inout Int) -> Value {
    lines -= 1
    switch self {
    case .array(let elements):
      var kept: [Value] = []
      for element in elements {
        if lines <= 0 { break }
        kept.append(element.beginning(&lines))
      }
      return .array(kept)
    case .record(let record):
      var kept: [(String, Value)] = []
      for (key, value) in zip(record.keys, record.values) {
        if lines <= 0 { break }
        kept.append((key, value.beginning(&lines)))
      }
      return .record(Record(kept))
    case .string(let text) where text.utf8.count > Self.longestText:
      let shown = text.prefix(Self.longestText)
      let rest = Words.number(text.utf8.count - shown.utf8.count, "more byte")
      return .string("\(shown)\(Mark.ellipsis) (\(rest))")
    case .data(let bytes): return .data(Array(bytes.prefix(Self.longestText)))
    default: return self
    }
  }
}
