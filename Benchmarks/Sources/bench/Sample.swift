import Glibc

/// What one run of a program took.
struct Sample: Hashable {
  var wall: Duration
  /// The most memory that was resident at once, in KiB, pages of mapped files included.
  var peakKilobytes: Int
}

extension Sample {
  /// The peak of the measuring program itself so far, in KiB.
  static var ownPeakKilobytes: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss
  }
}

/// The figures of a case over all its runs.
struct Summary: Hashable {
  let runs: Int
  let shortest: Duration
  let median: Duration
  let longest: Duration
  let peakKilobytes: Int

  /// - Returns: nil without samples.
  init?(_ samples: [Sample]) {
    let times = samples.map(\.wall).sorted()
    guard let first = times.first, let last = times.last else { return nil }
    runs = times.count
    shortest = first
    longest = last
    let middle = times.count / 2
    median = times.count % 2 == 1 ? times[middle] : (times[middle - 1] + times[middle]) / 2
    peakKilobytes = samples.map(\.peakKilobytes).max() ?? 0
  }
}

/// What became of a case.
enum Outcome {
  case measured(Summary)
  case failed(BenchError)
  /// The program is not installed here.
  case absent
}
