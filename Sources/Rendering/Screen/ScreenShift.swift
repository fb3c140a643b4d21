/// Lines that a frame shows higher or lower than the one before.
struct ScreenShift: Sendable, Hashable {
  /// The lines of the scroll region, those that come into it included.
  var region: Range<Int>
  /// By how many lines they move up; down when it is negative.
  var up: Int

  /// Scrolls the region, and leaves the cursor in the first line.
  var sequence: String {
    let amount = "\u{1B}[\(abs(up))" + (up > 0 ? "S" : "T")
    return "\u{1B}[\(region.lowerBound + 1);\(region.upperBound)r" + amount + "\u{1B}[r"
  }
}

extension ScreenShift {
  /// The shift after which most of a frame is there already; nil when none helps.
  ///
  /// Compared are pieces of lines, since what stands beside a table, as its index does, stays where
  /// it is. What is found is only likely to help: whoever uses it compares the bytes.
  ///
  /// - Complexity: O(lines x lines x columns / `Pieces.width`).
  static func between(_ old: ScreenGrid, _ new: ScreenGrid) -> ScreenShift? {
    let (before, after) = (Pieces(of: old), Pieces(of: new))
    let still = (0..<new.lines).map { after.likeness($0, before, $0) }
    var best: (gain: Int, shift: ScreenShift)?
    for up in 1 - new.lines..<new.lines where up != 0 && abs(up) <= new.lines * 2 / 3 {
      let lines = max(0, -up)..<min(new.lines, new.lines - up)
      guard let run = run(lines, { after.likeness($0, before, $0 + up) - still[$0] }) else {
        continue
      }
      if run.gain <= best?.gain ?? 0 { continue }
      let region =
        up > 0
        ? run.lines.lowerBound..<run.lines.upperBound + up
        : run.lines.lowerBound + up..<run.lines.upperBound
      best = (run.gain, ScreenShift(region: region, up: up))
    }
    return best?.shift
  }

  /// The lines one after the other that gain most.
  private static func run(
    _ lines: Range<Int>, _ gain: (Int) -> Int
  ) -> (gain: Int, lines: Range<Int>)? {
    var best: (gain: Int, lines: Range<Int>)?
    var (sum, start) = (0, lines.lowerBound)
    for line in lines {
      sum += gain(line)
      if sum <= 0 {
        (sum, start) = (0, line + 1)
      } else if sum > best?.gain ?? 0 {
        best = (sum, start..<line + 1)
      }
    }
    return best
  }

  /// The lines of a grid in pieces, each as a number that is equal where they are.
  private struct Pieces {
    static let width = 8
    private let count: Int
    private var hashes: [UInt64] = []
    private let empty: UInt64

    init(of grid: ScreenGrid) {
      count = (grid.columns + Self.width - 1) / Self.width
      empty = Self.hash([ScreenCell](repeating: .empty, count: Self.width)[...])
      hashes.reserveCapacity(count * grid.lines)
      for line in 0..<grid.lines {
        grid.withRow(line) { row in
          for start in stride(from: 0, to: row.count, by: Self.width) {
            hashes.append(Self.hash(row[start..<min(row.count, start + Self.width)]))
          }
        }
      }
    }

    private static func hash(_ cells: some Sequence<ScreenCell>) -> UInt64 {
      cells.reduce(0) { $1.mixed(into: $0) }
    }

    /// How much a line is like one of another grid. Blanks are cheap to write.
    func likeness(_ line: Int, _ other: Pieces, _ otherLine: Int) -> Int {
      var likeness = 0
      hashes.withUnsafeBufferPointer { own in
        other.hashes.withUnsafeBufferPointer { others in
          for place in 0..<count {
            let hash = own[line * count + place]
            if hash == others[otherLine * count + place] { likeness += hash == empty ? 1 : 4 }
          }
        }
      }
      return likeness
    }
  }
}
