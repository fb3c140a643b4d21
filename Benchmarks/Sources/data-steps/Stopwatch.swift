import Glibc

/// The times of equal steps, and the line in which the program tells them.
struct Stopwatch {
  /// What the steps are called.
  let name: String
  private var times: [Duration] = []
  private var ownTimes: [Duration] = []
  private var allTimes: [Duration] = []

  init(_ name: String) { self.name = name }

  mutating func measure<T>(_ step: () throws -> T) rethrows -> T {
    let begin = ContinuousClock.now
    let (own, all) = (
      Self.processor(CLOCK_THREAD_CPUTIME_ID), Self.processor(CLOCK_PROCESS_CPUTIME_ID)
    )
    defer {
      times.append(ContinuousClock.now - begin)
      ownTimes.append(Self.processor(CLOCK_THREAD_CPUTIME_ID) - own)
      allTimes.append(Self.processor(CLOCK_PROCESS_CPUTIME_ID) - all)
    }
    return try step()
  }

  private static func processor(_ clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// `NAME: N ns by the clock, ...`: the median, the least, and the least of the processor.
  var line: String {
    let times = times.sorted()
    guard let best = times.first, let own = ownTimes.min(), let all = allTimes.min() else {
      return "\(name): no step"
    }
    let words = [times[times.count / 2], best, own, all].map { Int64($0 / .nanoseconds(1)) }
    return "\(name): \(words[0]) ns by the clock, \(words[1]) at best, \(words[2]) of the "
      + "processor, \(words[3]) in all threads"
  }
}
