import Glibc
import TableModel

/// Fields of all records read as columns: what the first filter does besides deciding.
struct Columns {
  private let table: any TableSource
  private let fields: [[String]]
  /// The size of the file, in bytes.
  private let size: Int

  /// - Parameter table: one whose index is complete.
  init(of table: any TableSource, path: String, fields: [[String]]) {
    self.table = table
    self.fields = fields
    var status = stat()
    size = stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  struct NotServed: Error {}

  /// Reads them anew a number of times and tells what the best one took of the processor.
  func measured(_ rounds: Int) throws -> String {
    var (count, best) = (0, Double.infinity)
    for _ in 0..<rounds {
      let begin = Self.processorTime()
      let reading = try table.readColumns(fields, by: .keyValue, limit: .max) {
        _ throws(DataError) in
      }
      best = min(best, Self.processorTime() - begin)
      guard case .columns(let columns)? = reading else { throw NotServed() }
      count = columns.count
    }
    let each = Int(best / Double(max(1, count)))
    let hundredths = Int(100 * Double(size) / best)
    return "columns of \(count) records, \(each) ns each, "
      + "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10) GB/s"
  }

  /// What all threads have taken so far, in nanoseconds.
  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
