import Arranging
import CommandLanguage
import Foundation
import TableModel
import Workspaces

/// `follow`: waits for what is added to a file that is followed.
struct FollowCommand: ShelfCommand {
  private static let records = CommandOption(
    "records", Parameter("N", .count), "wait no longer than until so many have come")

  static let declaration = Command(
    "follow", .open, "wait for records that are added to the file",
    parameters: [Parameter("SECONDS", .count)], options: [records],
    discussion: """
      Waits so many seconds, and takes over what others add to a file that was opened with --follow. Every \
      other command takes over what has come until then; this one is for scripts. A filter is asked about \
      new records alone. A sort or a group shows them after `reload`. Ctrl-C ends the waiting.
      """,
    examples: [
      .init("open Datasets/service.ndjson --follow; follow 0.1", "wait a moment for new lines"),
      .init(
        "open Datasets/service.ndjson --follow; follow 0.1 --records 5; view",
        "see what has come as soon as there are five records more"),
    ],
    errors: [.impossible: "the table isn't of a file that is followed"],
    related: ["open", "reload"], needs: .ownReading)

  private let seconds: Double
  private let wanted: Int?

  /// The longest time, in seconds: a day.
  private static let longest = 86_400.0

  init(_ call: Invocation) throws(CommandError) {
    let word = try call.required(0)
    guard let seconds = Double(word.text), (0...Self.longest).contains(seconds) else {
      throw CommandError(
        .badValue(word.text, argument: "number of seconds", expected: "0 to 86400, like 2 or 0.5"),
        at: word.range)
    }
    self.seconds = seconds
    wanted = try call.option(Self.records).map { word throws(CommandError) in
      guard let number = Int(word.text), number > 0 else {
        throw CommandError(
          .badValue(word.text, argument: "number of records", expected: "1 or more"),
          at: word.range)
      }
      return number
    }
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    guard try workspace.current().isFollowing else {
      throw CommandError(
        .impossible(
          "nothing is added to this table", hint: "'open FILE --follow' takes over what is added"))
    }
    let index = workspace.levels.count - 1
    let before = workspace.levels[index].recordCount
    let end = DispatchTime.now().uptimeNanoseconds + UInt64(seconds * 1e9)
    while true {
      if workspace.environment.isInterrupted() { throw CommandError(.cancelled) }
      let isOver = DispatchTime.now().uptimeNanoseconds >= end
      if isOver {
        // What was written until now counts, whether it has been read or not.
        let checkpoint = workspace.checkpoint
        do { try workspace.levels[index].settleCounts(checkpoint: checkpoint) } catch {
          throw CommandError(error)
        }
      }
      workspace.levels[index].refreshCounts()
      let new = workspace.levels[index].recordCount - before
      if isOver || wanted.map({ new >= $0 }) ?? false {
        return Output(
          Words.number(new, "new record") + Mark.dot
            + Words.counts(try workspace.current().shown.counts()))
      }
      usleep(Self.pause)
    }
  }

  /// In microseconds.
  private static let pause: UInt32 = 20_000
}

extension Level {
  /// How many records are known.
  fileprivate var recordCount: Int { (try? shaped.source.recordCount()) ?? 0 }
}
