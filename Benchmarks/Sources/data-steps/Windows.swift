import TableModel
import Workloads

/// Windows of 50 records at random places, two fields of each read: what a viewport asks for.
struct Windows {
  private let table: any TableSource
  private let rows: Int
  private let fields: [FieldPath]
  private static let size = 50

  init(of table: any TableSource) {
    self.table = table
    rows = table.counts().rows.known
    fields = ["name", "price"].map { FieldPath(key: $0) }
  }

  /// Reads a number of windows and tells what they took.
  func measured(_ count: Int) throws -> String {
    var random = SplitMix(seed: 7)
    var times: [Duration] = []
    var read = 0
    for _ in 0..<count {
      let start = Int.random(in: 0..<max(1, rows - Self.size), using: &random)
      let begin = ContinuousClock.now
      read += try table.records(start..<start + Self.size, inSection: 0, fields: fields).count
      times.append(ContinuousClock.now - begin)
    }
    times.sort()
    let words = [count / 2, count * 99 / 100].map { "\(times[$0] / .microseconds(1)) µs" }
    return "\(read) records, half of the windows below \(words[0]), 99 of 100 below \(words[1])"
  }
}
