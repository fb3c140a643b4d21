import Rendering
import ShellCore

/// Has pictures drawn by `chafa`, a child for each, and keeps what came of it.
///
/// Nothing here waits: a frame asks for the pictures it wants, `proceed` looks how far the children
/// are, and what nobody wants by the time that it is its turn is not begun.
final class PictureLoader {
  struct Limits: Sendable {
    var child = BoundedChild.Limits()
    /// How many children there are at once.
    var children = 2
    /// The largest file, and what pictures may take that are kept, in bytes.
    var file = 20 << 20
    var kept = 16 << 20
  }

  /// A picture that somebody wants.
  struct Wish: Hashable {
    var name: String
    var folder: String
    var columns: Int
    var lines: Int
    var style: PictureStyle
  }

  enum Answer {
    case coming
    case picture(ScreenPicture)
    case problem(PictureProblem)
  }

  private struct Known {
    var answer: Result<ScreenPicture, PictureProblem>
    var stamp: PictureFile.Stamp?
    /// When it was last seen that the file is still that one.
    var checked: Int
    var used: Int
  }

  private struct Job {
    var wish: Wish
    /// What is asked of the program, which may be less than what is wished.
    var style: PictureStyle
    let stamp: PictureFile.Stamp
    let child: BoundedChild
  }

  private let limits: Limits
  private let program: String
  private var known: [Wish: Known] = [:]
  private var wanted: [Wish] = []
  private var jobs: [Job] = []
  private var round = 0
  private var uses = 0
  private var keptBytes = 0
  private var lastIdentity = 0
  private var saidKinds: Set<Int> = []
  /// Problems that have not been shown.
  private(set) var news: [PictureProblem] = []

  /// - Parameter program: what draws pictures; a test has one of its own.
  init(limits: Limits = Limits(), program: String = "chafa") {
    (self.limits, self.program) = (limits, program)
  }

  /// True while something is being drawn, or is to be.
  var isBusy: Bool { !jobs.isEmpty || !wanted.isEmpty }

  /// Begins a frame, which asks anew for what it wants.
  func beginFrame() { wanted.removeAll(keepingCapacity: true) }

  /// - Complexity: O(1) for what is known. A file is looked at once after each `checkFiles`.
  func answer(to wish: Wish) -> Answer {
    if let found = known[wish], found.checked == round || isUnchanged(found, wish) {
      uses += 1
      known[wish]?.used = uses
      known[wish]?.checked = round
      switch found.answer {
      case .success(let picture): return .picture(picture)
      case .failure(let problem): return .problem(problem)
      }
    }
    if !jobs.contains(where: { $0.wish == wish }), !wanted.contains(wish) { wanted.append(wish) }
    return .coming
  }

  /// True where a wish was answered already, with whatever.
  func hasAnswer(to wish: Wish) -> Bool { known[wish] != nil }

  private func isUnchanged(_ found: Known, _ wish: Wish) -> Bool {
    guard let file = try? PictureFile(wish.name, in: wish.folder, limit: limits.file) else {
      return false
    }
    return file.stamp == found.stamp
  }

  /// Looks at all files again: they may have changed, or be there now.
  func checkFiles() { round += 1 }

  /// Notes a problem to be said, once for each kind.
  func note(_ problem: PictureProblem) {
    if saidKinds.insert(problem.kind).inserted { news.append(problem) }
  }

  func takeNews() -> [PictureProblem] {
    defer { news = [] }
    return news
  }

  /// Ends all children, and forgets what was wanted and said; pictures are kept.
  func stop() {
    for job in jobs { job.child.stop() }
    (jobs, wanted, news) = ([], [], [])
    saidKinds = []
    checkFiles()
  }

  /// Takes what children have done, and starts others.
  ///
  /// - Returns: true when there is a new answer.
  func proceed() -> Bool {
    var hasNews = false
    for job in jobs {
      let progress = job.child.proceed()
      if progress == .running { continue }
      jobs.removeAll { $0.child === job.child }
      hasNews = true
      end(job, progress)
    }
    while jobs.count < limits.children, let wish = wanted.first {
      wanted.removeFirst()
      if begin(wish, wish.style) { continue }
      hasNews = true
    }
    return hasNews
  }

  /// - Returns: false where there is an answer without a child.
  private func begin(_ wish: Wish, _ style: PictureStyle) -> Bool {
    do throws(PictureProblem) {
      let file = try PictureFile(wish.name, in: wish.folder, limit: limits.file)
      let arguments = style.arguments(columns: wish.columns, lines: wish.lines)
      guard
        let child = BoundedChild(
          program, arguments, reading: file.descriptor, limits: limits.child)
      else { throw .failed(wish.name) }
      jobs.append(Job(wish: wish, style: style, stamp: file.stamp, child: child))
      return true
    } catch {
      keep(.failure(error), nil, for: wish)
      return false
    }
  }

  private func end(_ job: Job, _ progress: BoundedChild.Progress) {
    let name = job.wish.name
    switch progress {
    case .running: return
    case .tookTooLong: keep(.failure(.tookTooLong(name)), job.stamp, for: job.wish)
    case .wroteTooMuch: keep(.failure(.wroteTooMuch(name)), job.stamp, for: job.wish)
    case .ended(BoundedChild.notFound, _): keep(.failure(.noProgram), nil, for: job.wish)
    case .ended(let status, let output):
      lastIdentity += 1
      let picture = job.style.picture(
        from: output, identity: lastIdentity, columns: job.wish.columns, lines: job.wish.lines)
      if status == 0, let picture {
        keep(.success(picture), job.stamp, for: job.wish)
      } else if status == 0, job.style.form != .blocks {
        // Pixels of another size than they should have: characters always fit.
        var style = job.style
        style.form = .blocks
        _ = begin(job.wish, style)
      } else {
        keep(.failure(.failed(name)), job.stamp, for: job.wish)
      }
    }
  }

  private func keep(
    _ answer: Result<ScreenPicture, PictureProblem>, _ stamp: PictureFile.Stamp?, for wish: Wish
  ) {
    if case .failure(let problem) = answer { note(problem) }
    forget(wish)
    uses += 1
    known[wish] = Known(answer: answer, stamp: stamp, checked: round, used: uses)
    keptBytes += Self.size(of: answer)
    guard keptBytes > limits.kept || known.count > Self.mostKnown else { return }
    for (old, _) in known.sorted(by: { $0.value.used < $1.value.used }).prefix(known.count / 2) {
      forget(old)
    }
  }

  private func forget(_ wish: Wish) {
    guard let old = known.removeValue(forKey: wish) else { return }
    keptBytes -= Self.size(of: old.answer)
  }

  private static let mostKnown = 4_000

  private static func size(of answer: Result<ScreenPicture, PictureProblem>) -> Int {
    (try? answer.get().byteCount) ?? 0
  }
}

/// How pictures are asked for, and read from what `chafa` writes.
struct PictureStyle: Hashable {
  var form: PictureForm
  var colours: TerminalAbilities.Colours
  /// The pixels of a character.
  var cell: PixelSize

  /// How many pixels `chafa` draws for a column and for a line where it does not know the terminal.
  private static let assumedPixels = 8
  /// For kitty's protocol lines have twice as many, as characters are twice as high as wide.
  private static let kittyScale = 2

  init?(_ abilities: TerminalAbilities) {
    guard let form = abilities.pictures else { return nil }
    (self.form, colours, cell) = (form, abilities.colours, abilities.cell)
  }

  /// - Returns: the arguments; the file is on the standard input, so that no name is read as one.
  func arguments(columns: Int, lines: Int) -> [String] {
    let size: (Int, Int)
    var own: [String]
    switch form {
    case .blocks:
      size = (columns, lines)
      own = ["-f", "symbols", "--symbols", "vhalf", "-c", colourMode]
    case .kitty:
      size = (columns, lines * Self.kittyScale)
      own = ["-f", "kitty", "--font-ratio", "1/1", "-c", "full"]
    case .sixel:
      // Whole bands of six lines of pixels have to fit.
      let height = lines * cell.height / 6 * 6
      size = (columns * cell.width / Self.assumedPixels, height / Self.assumedPixels)
      own = ["-f", "sixels", "--font-ratio", "1/1", "-c", "full"]
    }
    own += ["-s", "\(max(1, size.0))x\(max(1, size.1))", "--scale", "max"]
    return own + ["--animate", "off", "--threads", "1", "/dev/stdin"]
  }

  private var colourMode: String {
    switch colours {
    case .none: "none"
    case .sixteen: "16"
    case .table: "256"
    case .direct: "full"
    }
  }

  func picture(
    from output: [UInt8], identity: Int, columns: Int, lines: Int
  ) -> ScreenPicture? {
    switch form {
    case .blocks:
      ScreenPicture(
        blocks: String(decoding: output, as: UTF8.self), identity: identity, columns: columns,
        lines: lines)
    case .kitty:
      ScreenPicture(
        kitty: output, identity: identity, columns: columns, lines: lines, scale: Self.kittyScale)
    case .sixel:
      ScreenPicture(
        sixel: output, identity: identity, columns: columns, lines: lines, cell: cell)
    }
  }
}

/// Which of the images that cells wait for are delivered now.
struct PictureDeliveries {
  /// Since when images are awaited.
  private var begin: [String: ContinuousClock.Instant] = [:]
  private var lastTaken: [String] = []
  /// What no command delivers; it is left to those who give commands by hand.
  private var stuck: Set<String> = []
  /// True while pictures are there whose time has not come.
  private(set) var areDelayed = false

  /// - Parameters:
  ///   - awaited: the names of images, the last one requested first.
  ///   - delay: how long an image takes at least.
  ///   - isThere: whether there is an answer for an image.
  mutating func take(
    from awaited: [String], delay: Duration, isThere: (String) -> Bool
  ) -> [String] {
    stuck.formUnion(lastTaken.filter(awaited.contains))
    areDelayed = false
    var since: [String: ContinuousClock.Instant] = [:]
    var taken: [String] = []
    let now = ContinuousClock.now
    for name in awaited where !stuck.contains(name) {
      let first = begin[name] ?? now
      since[name] = first
      guard isThere(name) else { continue }
      if now - first >= delay { taken.append(name) } else { areDelayed = true }
    }
    (begin, lastTaken) = (since, taken)
    for name in taken { begin[name] = nil }
    return taken
  }
}
