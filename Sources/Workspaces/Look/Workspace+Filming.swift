package import Rendering
import TableEngine
import TableModel

/// Takes a picture of a session's table after every pass, for a `Film`.
///
/// ```
/// camera.begin("repeat 3 down", workspace)   // listens to the tables that are open
/// ... the command makes three passes ...
/// camera.look(workspace)                     // three pictures, and one more where none shows the end
/// ```
package final class SessionCamera {
  /// What there was to see when a pass had ended.
  private struct Still {
    var snapshot: ViewportSnapshot
    /// What the cells in view say of themselves.
    var chrome: ViewChrome
    var table: Int
    var number: Int
    var pools: [PoolStack]
    var events: [TraceEvent]
    /// What it looks like, once the statement is done that made the pass.
    var picture: ViewPicture?
  }

  /// A table that was shown, and how many of its events have been seen.
  private struct Subject {
    let table: Table
    var title: String
    var seen: Int
    /// The first frame on the film.
    var first: Int
  }

  private var subjects: [Subject] = []
  private var stills: [Still] = []
  private var last: ViewPicture?
  private let reel: Int
  package private(set) var frames = 0

  /// Further pictures are not taken.
  package static let mostFrames = 10_000

  package init(reel: Int = 0) { self.reel = reel }

  /// True when there was more to see than a film holds.
  package var isFull: Bool { frames >= Self.mostFrames }

  /// Listens to the tables that are open now.
  package func attend(_ workspace: Workspace) {
    for level in workspace.levels where number(of: level.table) == nil {
      subjects.append(
        Subject(
          // Of a table that is new, the first pass is seen as well.
          table: level.table, title: level.title,
          seen: level.table.frameCount > 1 ? level.table.traceCount : 0,
          first: level.table.frameCount))
      level.table.didMakeFrame = { [weak self] in self?.take($0) }
    }
  }

  /// Draws what a statement has made, while the rest of its line has yet to run.
  package func settle(_ workspace: Workspace) {
    for (index, picture) in develop(workspace).enumerated() { stills[index].picture = picture }
    attend(workspace)
  }

  /// Takes over what a command has made, and what it looks like now.
  ///
  /// - Parameter step: the step of the film that it belongs to; nil for the last one.
  package func look(_ workspace: Workspace, for film: inout Film, step: Int? = nil) {
    attend(workspace)
    guard let level = workspace.levels.last else { return stills.removeAll() }
    let pictures = Array(zip(stills, develop(workspace)))
    stills.removeAll()
    take(level.table)
    guard let end = stills.popLast() else { return }
    // What a command does after its last pass, such as moving the focus, is seen together with it.
    let isSeen = end.events.isEmpty && pictures.last.map { $0.0.table == end.table } == true
    for (still, picture) in pictures.dropLast(isSeen ? 1 : 0) {
      add(still, picture, to: &film, step)
    }
    let picture = workspace.picture(of: level, withChrome: true)
    if isSeen, let (still, _) = pictures.last {
      add(still, picture, to: &film, step)
    } else if !end.events.isEmpty || picture.canvas != last?.canvas {
      add(end, picture, to: &film, step)
    }
  }

  /// What could be seen after each pass since somebody looked.
  package func develop(_ workspace: Workspace) -> [ViewPicture] {
    guard let level = workspace.levels.last else { return [] }
    return stills.map { still in
      if let picture = still.picture { return picture }
      let table = subjects[still.table].table
      let own = workspace.levels.first { $0.table === table } ?? level
      return workspace.picture(of: own, withChrome: true, as: (still.snapshot, still.chrome))
    }
  }

  /// Takes no more pictures.
  package func close() {
    for subject in subjects { subject.table.didMakeFrame = nil }
  }

  /// Ends the reel: says what the cells did.
  package func finish(_ film: inout Film) {
    close()
    let timelines = subjects.map { subject in
      var timeline = CellTimeline(
        events: subject.table.allTrace, frames: subject.table.frameCount,
        sharesItemPools: subject.table.configuration.nested.sharesItemPools,
        limits: .init(frames: Self.mostFrames, lanes: 2_000, boxes: 100_000))
      timeline.title = subject.title
      timeline.begin(at: subject.first)
      return timeline
    }
    film.finish(reel: reel, timelines: timelines)
  }

  private func number(of table: Table) -> Int? { subjects.firstIndex { $0.table === table } }

  /// Keeps what there is to see after a pass; it is drawn when the command has ended.
  private func take(_ table: Table) {
    guard let number = number(of: table), !isFull else { return }
    let snapshot = table.snapshot()
    var chrome = ViewChrome(name: "")
    if let presenter = table.content as? Presenter { chrome.describe(snapshot, by: presenter) }
    chrome.statistics = table.statistics
    stills.append(
      Still(
        snapshot: snapshot, chrome: chrome, table: number, number: table.frameCount,
        pools: table.poolStacks, events: table.trace(from: subjects[number].seen)))
    subjects[number].seen = table.traceCount
  }

  private func add(_ still: Still, _ picture: ViewPicture, to film: inout Film, _ step: Int?) {
    guard !isFull else { return }
    film.add(
      Film.Shot(
        picture: picture, table: still.table, number: still.number, pools: still.pools,
        events: still.events), toReel: reel, step: step)
    last = picture
    frames += 1
  }
}
