/// What one run of a program took.
struct Sample: Hashable {
  var wall: Duration
  /// The most memory that was resident at once, in KiB, pages of mapped files included.
  var peakKilobytes: Int
  /// The most private memory that was resident whenever it was asked for, in KiB; 0 where it wasn't.
  var privateKilobytes = 0
  /// What the program told of parts of itself.
  var told: [String: Duration] = [:]
}

extension Sample {
  /// The private memory of a process that is resident now, in KiB; nil when it can't be told.
  static func privateKilobytes(of process: Int32) -> Int? {
    (try? FileReader.text(of: "/proc/\(process)/status")).flatMap { kilobytes("RssAnon:", in: $0) }
  }

  private static func kilobytes(_ name: String, in status: String) -> Int? {
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
  }

  /// The peak of the measuring program itself so far, in KiB; 0 when it can't be told.
  ///
  /// Read from `/proc`, not `getrusage`: that one still counts the program which `bench` replaced
  /// in its process, and under `swift run` this is the package manager.
  static var ownPeakKilobytes: Int {
    guard let status = try? FileReader.text(of: "/proc/self/status") else { return 0 }
    return kilobytes("VmHWM:", in: status) ?? 0
  }
}

/// The figures of a case over all its runs.
struct Summary: Hashable {
  let runs: Int
  let shortest: Duration
  let median: Duration
  let longest: Duration
  let peakKilobytes: Int
  let privateKilobytes: Int
  /// The figures of each time that was told in every run.
  let told: [String: Summary]

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
    privateKilobytes = samples.map(\.privateKilobytes).max() ?? 0
    var told: [String: Summary] = [:]
    for name in samples.first?.told.keys.sorted() ?? [] {
      let times = samples.compactMap { sample in
        sample.told[name].map { Sample(wall: $0, peakKilobytes: sample.peakKilobytes) }
      }
      if times.count == samples.count { told[name] = Summary(times) }
    }
    self.told = told
  }
}

/// What became of a case.
enum Outcome {
  case measured(Summary)
  case failed(BenchError)
  /// The program is not installed here.
  case absent
}
