import CommandLanguage
import Commands
import TestSeeds
import Testing

@testable import Playing

/// Ways through the tasks of the lessons: which of them lead to the goal, and which do not.
struct LessonWays: CustomTestStringConvertible {
  var lesson: String
  /// The number of the task in its lesson, from 1.
  var task: Int
  var right: [String]
  var wrong: [String]

  var testDescription: String { "\(lesson), task \(task)" }

  static let all: [LessonWays] = [
    .init(
      "cells", 1,
      right: ["bottom", "goto 0.-1", "down 5; undo; goto 0.999999"],
      wrong: ["down", "bottom; up", "page", "select 0.999999; top"]),
    .init(
      "cells", 2,
      right: ["goto 0.500000", "goto 0.500000 middle", "goto 0.499999; down"],
      wrong: ["goto 0.499999", "goto 0.500001", "offset 500000; top"]),
    .init(
      "reuse", 1,
      right: ["down 1", "repeat 4 down", "up"],
      wrong: ["view; trace", "memory-warning"]),
    .init(
      "reuse", 2,
      right: ["memory-warning", "down 3; memory-warning"],
      wrong: ["down", "trace", "memory-warning; down"]),
    .init(
      "reuse", 3,
      right: ["down 27 points", "offset 378", "offset 380"],
      wrong: ["down 10 points", "offset 360", "up 27 points"]),
    .init(
      "identifiers", 1,
      right: ["down 1", "offset 2", "down; view"],
      wrong: ["up", "trace", "fields identifier=none"]),
    .init("identifiers", 2, right: ["repeat 2 down", "repeat 5 down"], wrong: ["down", "up"]),
    .init(
      "styles", 1,
      right: [
        "fields identifier=detail; repeat 5 down",
        "fields identifier=detail; down; down; repeat 4 down",
      ],
      wrong: [
        "repeat 5 down", "fields identifier=detail", "fields identifier=kind; repeat 5 down",
      ]),
    .init(
      "styles", 2,
      right: [
        "fields identifier=kind; reset; repeat 6 down",
        "fields identifier=kind; reset; repeat 8 down",
      ],
      wrong: [
        "reset; repeat 6 down", "fields identifier=kind; reset; page",
        "fields identifier=kind; reset",
      ]),
    .init(
      "dequeue", 1,
      right: [
        "set dequeue optional; reset; repeat 3 down", "set dequeue optional; reset; repeat 5 down",
      ],
      wrong: [
        "set dequeue leaking; reset; repeat 3 down", "set dequeue optional; reset", "repeat 3 down",
      ]),
    .init(
      "dequeue", 2,
      right: ["set dequeue registered", "set dequeue --reset"],
      wrong: ["set dequeue optional; reset", "reset"]),
    .init(
      "savings", 1,
      right: [
        "reuse off; reset; repeat 15 down 27 points",
        "policy none; reset; repeat 20 down 27 points",
      ],
      wrong: [
        "reset; repeat 15 down 27 points", "reuse off; reset",
        "reuse prebuilt; reset; repeat 15 down 27 points",
      ]),
    .init(
      "savings", 2,
      right: [
        "reuse on; reset; repeat 15 down 27 points",
        "policy uikit; reset; repeat 40 down 10 points",
      ],
      wrong: ["reuse on; reset; bottom", "reset; repeat 15 down 27 points"]),
    .init(
      "stale", 1,
      right: ["repeat 3 down", "repeat 10 down"],
      wrong: ["down", "bottom", "set conditional-writes none; repeat 3 down"]),
    .init(
      "stale", 2,
      right: [
        "set conditional-writes none; reconfigure", "set conditional-writes none; reload",
        "set conditional-writes none; reconfigure; top",
      ],
      wrong: ["reconfigure", "set conditional-writes none", "accessory none for 0.1; reconfigure"]),
    .init(
      "preparing", 1,
      right: ["down 1", "repeat 3 down", "up"],
      wrong: ["trace --verbose", "memory-warning; down"]),
    .init(
      "preparing", 2,
      right: ["set resets-all on; repeat 3 down", "set resets-all on; reset; repeat 6 down"],
      wrong: ["repeat 3 down", "set conditional-writes none; repeat 3 down", "set resets-all on"]),
    .init(
      "preparing", 3,
      right: [
        "set resets-all off; set conditional-writes none; repeat 3 down",
        "set conditional-writes none; set resets-all off; reset; repeat 5 down",
      ],
      wrong: ["set conditional-writes none; repeat 3 down", "set resets-all off; repeat 3 down"]),
    .init(
      "callbacks", 1,
      right: ["repeat 3 down", "repeat 6 down", "bottom"],
      wrong: ["down", "up"]),
    .init(
      "callbacks", 2,
      right: [
        "set kept-cells 2; reset; repeat 3 down; up",
        "set kept-cells 4; reset; repeat 2 down; repeat 2 up",
      ],
      wrong: ["reset; repeat 3 down; up", "set kept-cells 2; reset; repeat 3 down"]),
    .init(
      "selection", 1,
      right: ["select 0.4", "tap 0.4", "goto 0.4 top; select"],
      wrong: ["select 0.3", "mark 0.4", "goto 0.4"]),
    .init(
      "selection", 2,
      right: [
        "mark 0.3; selection multiple; select 0.1 0.3",
        "selection multiple; tap 0.1; tap 0.3; mark 0.3",
      ],
      wrong: [
        "mark 0.1 0.3; selection multiple; select 0.1 0.3", "mark 0.3; select 0.1; select 0.3",
        "selection multiple; select 0.1 0.3",
      ]),
    .init("jumps", 1, right: ["page", "bottom", "goto 0.500"], wrong: ["down", "repeat 10 down"]),
    .init(
      "jumps", 2,
      right: ["repeat 3 page", "page; page; page; page"],
      wrong: ["page", "memory-warning; repeat 3 page", "up"]),
    .init(
      "asking", 1,
      right: ["policy flashlist; reset; down 3", "set policy flashlist; reset; page; page"],
      wrong: ["policy recyclerview; reset; down 3", "reset; down 3", "policy flashlist; reset"]),
    .init(
      "asking", 2,
      right: ["reset; repeat 3 down", "reset; repeat 6 down 1 points; repeat 2 down"],
      wrong: ["reset; down 3", "down 3", "policy flashlist; reset; repeat 3 down"]),
    .init(
      "order", 1,
      right: ["reload", "reload; reload; reload"],
      wrong: ["reconfigure", "reload; reload", "reset"]),
    .init(
      "order", 2,
      right: ["set pool-order fifo; reset; reload", "set pool-order fifo; reload; reset; reload"],
      wrong: [
        "set pool-order lifo; reset; reload; reload", "set pool-order fifo; reset", "reload",
      ]),
    .init(
      "reloading", 1,
      right: ["reload", "reload; view"],
      wrong: ["reconfigure 0.1", "update 0.1 title=News", "reload rows 0.1"]),
    .init(
      "reloading", 2,
      right: ["reconfigure 0.3", "reconfigure", "update 0.3 title=Weather"],
      wrong: ["reload", "reload rows 0.3", "reconfigure 0.2"]),
    .init(
      "own-table", 1,
      right: ["repeat 5 offset 0", "repeat 6 offset 0"],
      wrong: ["repeat 2 offset 0", "policy uikit; repeat 5 offset 0", "repeat 5 down"]),
    .init(
      "own-table", 2,
      right: [
        "update 0.1 title=News --only-data; reload",
        "update 0.1 title=\"News\" --only-data; reload; view",
      ],
      wrong: ["update 0.1 title=News", "update 0.1 title=News --only-data", "reload"]),
    .init(
      "own-table", 3,
      right: ["select 0.1; bottom", "tap 0.2; bottom"],
      wrong: ["bottom", "select 0.1; down 1", "policy uikit; select 0.1; bottom"]),
    .init(
      "own-table", 4,
      right: ["policy uikit; reset; bottom", "policy uikit; reset; select 0.1; page; bottom"],
      wrong: ["reset; bottom", "policy uikit", "policy uikit; reset; select 0.0; bottom"]),
    .init(
      "heights", 1,
      right: ["estimate 3; reset", "set estimate 3; reset; page"],
      wrong: ["reset", "estimate 2; reset", "estimate 3; estimate off; reset"]),
    .init(
      "heights", 2,
      right: ["repeat 12 page", "repeat 40 down"],
      wrong: ["page", "estimate off; repeat 12 page"]),
    .init(
      "sections", 1,
      right: ["down 3", "goto 0.5 top"],
      wrong: ["down 20", "set header-style grouped; down 3", "view"]),
    .init(
      "sections", 2,
      right: ["index X", "index Y", "goto Y.0"],
      wrong: ["index W", "goto 24.0", "index Z"]),
    .init(
      "sections", 3,
      right: ["goto S.0", "index S", "goto 18.0"],
      wrong: ["index R", "goto S.1", "goto 19.0"]),
    .init(
      "sections", 4,
      right: ["flatten; set header-style grouped", "set header-style grouped; flatten"],
      wrong: ["flatten", "set header-style grouped"]),
    .init(
      "updates", 1,
      right: [
        "batch begin; delete 0.0; delete 0.1; batch commit",
        "batch begin; delete 0.1; delete 0.0; batch commit",
        "batch begin; delete 0.0..1; batch commit",
      ],
      wrong: [
        "delete 0.0; delete 0.0", "batch begin; delete 0.0; delete 0.1",
        "batch begin; delete 0.0; delete 0.2; batch commit",
      ]),
    .init(
      "updates", 2,
      right: [
        "batch begin; delete 0.0; insert 0.3 {\"title\": \"Last\"}; batch commit",
        "batch begin; insert 0.3 {\"title\": \"Last\"}; delete 0.0; batch commit",
      ],
      wrong: [
        "delete 0.0; insert 0.3 {\"title\": \"Last\"}",
        "batch begin; delete 0.0; insert 0.4 {\"title\": \"Last\"}; batch commit",
      ]),
    .init(
      "snapshots", 1,
      right: ["apply noon.json --id id", "set identity id; apply noon.json", "apply noon.json"],
      wrong: ["open noon.json", "apply morning.json --id id", "delete 0.3"]),
    .init(
      "snapshots", 2,
      right: ["apply evening.json --id title", "set identity title; apply evening.json"],
      wrong: ["open evening.json", "apply evening.json --id id", "apply noon.json --id id"]),
    .init(
      "strips", 1,
      right: ["repeat 3 down", "repeat 5 down"],
      wrong: ["down", "bottom", "nested reload; repeat 3 down"]),
    .init(
      "strips", 2,
      right: ["nested reload; reset; repeat 3 down", "nested restore; reset; repeat 3 down"],
      wrong: ["reset; repeat 3 down", "nested reload; reset"]),
    .init(
      "places", 1,
      right: ["repeat 4 down", "repeat 7 down"],
      wrong: ["down 2", "nested restore; reset; right 4; repeat 4 down", "up"]),
    .init(
      "places", 2,
      right: [
        "nested reset; reset; right 4; repeat 4 down; repeat 4 up",
        "nested reset; top; right 4; repeat 5 down; repeat 5 up",
      ],
      wrong: [
        "nested restore; reset; right 4; repeat 4 down; repeat 4 up",
        "nested reset; reset; right 4", "reset; right 4; repeat 4 down; repeat 4 up",
      ]),
    .init(
      "places", 3,
      right: [
        "nested restore; reset; right 4; repeat 4 down; repeat 4 up",
        "nested restore; top; right 4; repeat 4 down; repeat 4 up",
        "nested restore; reset; right 4; down 4; up 4",
      ],
      wrong: [
        "nested restore; reset; right 4",
        "nested restore; reset; right 3; repeat 4 down; repeat 4 up",
        "nested reset; reset; right 4; repeat 4 down; repeat 4 up",
      ]),
    .init(
      "memory", 1,
      right: ["nested prebuilt; repeat 6 down", "set nested prebuilt; reset; repeat 7 down"],
      wrong: ["repeat 6 down", "nested prebuilt; bottom"]),
    .init(
      "memory", 2,
      right: ["nested shared; repeat 6 down", "nested orthogonal; reset; repeat 6 down"],
      wrong: ["nested restore; repeat 6 down", "nested shared"]),
    .init(
      "memory", 3,
      right: ["nested orthogonal; repeat 6 down", "nested orthogonal; bottom"],
      wrong: ["nested shared; repeat 6 down", "nested orthogonal"]),
    .init(
      "images", 1,
      right: ["reset; repeat 5 down; images deliver", "reset; repeat 7 down; images deliver 20"],
      wrong: [
        "reset; bottom; images deliver", "reset; repeat 5 down",
        "images guarded; reset; repeat 5 down; images deliver",
      ]),
    .init(
      "images", 2,
      right: [
        "images guarded; reset; repeat 5 down; images deliver",
        "set images guarded; reset; repeat 7 down; images deliver",
      ],
      wrong: [
        "images guarded; reset; bottom", "reset; repeat 5 down; images deliver",
        "images immediate; reset; repeat 5 down",
      ]),
    .init(
      "prefetching", 1,
      right: ["repeat 6 down", "repeat 4 down; repeat 4 down"],
      wrong: ["prefetch off; repeat 3 down", "bottom"]),
    .init("prefetching", 2, right: ["up 3", "top", "bottom; up"], wrong: ["down", "view"]),
    .init(
      "prefetching", 3,
      right: ["prefetch 40; goto 0.100; top", "prefetch 60; goto 0.80; goto 0.20"],
      wrong: ["prefetch off; bottom; top", "prefetch 40; repeat 5 down"]),
    .init(
      "tiers", 1,
      right: ["up 1", "down 1"],
      wrong: ["policy uikit; reset; repeat 2 down; repeat 2 up", "reset; page"]),
    .init(
      "tiers", 2,
      right: ["repeat 10 down; repeat 10 up", "repeat 12 down; repeat 20 up"],
      wrong: ["repeat 10 down", "repeat 2 down; repeat 2 up", "top"]),
    .init(
      "virtual", 1,
      right: ["policy none; reset; repeat 20 down", "reuse off; reset; repeat 30 down"],
      wrong: [
        "reset; repeat 20 down", "policy prebuilt; reset; repeat 20 down",
        "policy none; reset; bottom",
      ]),
    .init(
      "virtual", 2,
      right: ["policy prebuilt; reset; repeat 20 down", "reuse prebuilt; reset; repeat 25 down"],
      wrong: ["policy none; reset; repeat 20 down", "policy prebuilt; reset; page"]),
    .init(
      "frames", 1, right: ["page", "down 6", "goto 0.100"], wrong: ["down 1", "repeat 6 down"]),
    .init(
      "frames", 2,
      right: ["reset; repeat 26 down", "reset; repeat 30 down"],
      wrong: ["repeat 6 down", "reset; page; repeat 20 down"]),
    .init(
      "positions", 1,
      right: [
        "estimate 3; fields height=quantity", "set estimate 3; fields height=quantity; reset",
      ],
      wrong: ["estimate 2; fields height=quantity", "estimate 3"]),
    .init(
      "positions", 2,
      right: ["goto 0.5000000; bottom", "goto 0.5000000 middle; goto 0.-1"],
      wrong: ["bottom", "goto 0.5000000", "bottom; goto 0.5000000"]),
    .init(
      "exploring", 1,
      right: ["distinct level", "distinct level --limit none"],
      wrong: ["distinct service", "schema", "filter level == \"error\""]),
    .init(
      "exploring", 2,
      right: ["filter level == \"error\"", "filter NOT level != 'error'"],
      wrong: [
        "filter level == \"warning\"", "filter level == \"error\" OR level == \"notice\"",
        "filter level == \"none\"", "filter level == \"error\" AND latency_ms > 100",
      ]),
    .init(
      "exploring", 3,
      right: ["sort by latency_ms desc", "sort by latency_ms desc, time"],
      wrong: [
        "sort by latency_ms", "filter off; sort by latency_ms desc", "sort by status desc",
        "filter latency_ms > 900; sort by latency_ms desc",
      ]),
    .init(
      "exploring", 4, right: ["push", "push 0.0"],
      wrong: ["show", "push; back", "goto 0.1", "push 0.1"]),
    .init(
      "exploring", 5,
      right: ["group by level", "group by level; down 5"],
      wrong: [
        "group by service", "filter level == \"error\"",
        "filter level == \"error\" OR level == \"info\"; group by level",
      ]),
    .init(
      "testing", 1,
      right: ["reuse on; repeat 15 down", "reuse on; repeat 12 down"],
      wrong: ["reset; repeat 12 down", "reuse on; down 3", "reuse on"]),
    .init(
      "testing", 2,
      right: ["filter colour BETWEEN {'c', 'd'}", "filter colour MATCHES 'c.*'"],
      wrong: ["filter colour CONTAINS \"c\"", "filter colour == \"cherry\""]),
    .init(
      "testing", 3, right: ["set viewport 40x8; down", "set viewport 30x8; set viewport 40x8"],
      wrong: ["set viewport 8x40", "set row-height 2"]),
  ]

  init(_ lesson: String, _ task: Int, right: [String], wrong: [String]) {
    (self.lesson, self.task, self.right, self.wrong) = (lesson, task, right, wrong)
  }
}

@Suite struct LessonWayTests {
  /// Whoever adds a task says here how it may be solved beside the page's own way, and how not.
  @Test(arguments: BundledLessons.names)
  func everyTaskHasASecondWayAndAWrongOne(_ name: String) throws {
    let lesson = try LessonLibrary.lesson(named: name)
    let tasks = lesson.steps.filter { $0.kind == .task }
    for (index, step) in tasks.enumerated() {
      let ways = LessonWays.all.filter { $0.lesson == name && $0.task == index + 1 }
      try #require(ways.count == 1, "\(name), task \(index + 1) has no entry of its own")
      let solution = lesson.page.blocks[step.block].steps.map(\.summary).joined(separator: "; ")
      #expect(ways[0].right.contains { $0 != solution }, "\(name), task \(index + 1): one way only")
      #expect(!ways[0].wrong.isEmpty, "\(name), task \(index + 1): no way is wrong")
    }
  }

  @Test(arguments: LessonWays.all)
  func rightWaysAreTakenAndWrongOnesAnswered(_ ways: LessonWays) throws {
    let shell = LessonShell()
    shell.go(toTask: ways.task, of: ways.lesson)
    try #require(shell.running?.step.kind == .task)
    for way in testCases(ways.right, oneIn: 8) {
      shell.run("lesson reset")
      let said = shell.run(way)
      #expect(shell.running?.isSolved == true, "\(way): \(shell.run("lesson check"))")
      #expect(said.contains("-- done with"), "\(way): \(said)")
    }
    for way in testCases(ways.wrong, oneIn: 8) {
      shell.run("lesson reset")
      shell.run(way)
      #expect(shell.running?.isSolved == false, "\(way) is taken for right")
      let answer = shell.run("lesson check")
      #expect(answer.hasPrefix("not yet: "), "\(way): \(answer)")
    }
  }
}
