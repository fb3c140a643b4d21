import Foundation
import TableEngine
import TestSeeds
import Testing
import Workspaces

@testable import Playing

/// What holds for all pages, tried on many. A failure names the seed.
@Suite struct TranscriptPropertyTests {
  @Test func writtenPagesReadTheSame() throws {
    for seed in UInt64(1)...150 {
      var random = SeededGenerator(seed: seed)
      let (matter, blocks) = RandomPage.make(&random)
      var writer = TranscriptWriter()
      writer.write(matter)
      for block in blocks { writer.write(block) }
      let page = try Transcript(parsing: writer.text, file: "p")
      #expect(page.frontMatter == matter, "seed \(seed)")
      #expect(page.blocks.map(RandomPage.bare) == blocks.map(RandomPage.bare), "seed \(seed)")
    }
  }

  @Test func updatingTwiceChangesNothing() throws {
    for seed in UInt64(1)...60 {
      var random = SeededGenerator(seed: seed)
      let (matter, blocks) = RandomPage.make(&random)
      var writer = TranscriptWriter()
      writer.write(matter)
      for block in blocks { writer.write(block) }
      let once = try Pages.updated(writer.text)
      #expect(try Pages.updated(once) == once, "seed \(seed)")
      #expect(try Pages.run(once).hasPassed, "seed \(seed)")
    }
  }

  @Test func proseChangesNoResult() throws {
    let prose = [
      "", "# Title", "text", "> Hint: x", "shelf> no input", "```", "x", "```", "- [x] y",
    ]
    let sessions = [
      "```shelf\nshelf> open rows.json\n...\n```", "```shelf\nshelf> down 2\nx\n```",
      "```shelf\nshelf> count\n[..]25 rows\n```",
    ]
    func outcomes(_ text: String) throws -> [Bool] {
      try Pages.run(text).steps.map { $0.outcome.isFailure }
    }
    let plain = try outcomes(sessions.joined(separator: "\n"))
    for seed in UInt64(1)...40 {
      var random = SeededGenerator(seed: seed)
      var text = ""
      for session in sessions {
        for _ in 0..<Int(random.next() % 4) {
          let start = Int(random.next() % 5)
          // The three lines of another block stay together.
          text +=
            prose[start] + "\n" + prose[5...7].joined(separator: "\n") + "\n" + prose[8] + "\n"
        }
        text += "\n" + session + "\n"
      }
      #expect(try outcomes(text) == plain, "seed \(seed)")
    }
  }

  @Test func damagedPagesNeverCrash() {
    let page = Array(
      "---\nshelf: 1\ntags: [a, \"b\"]\n---\n# T\n```shelf {size=3x4 name=\"x\"}\nshelf> a (\n...> b\nc (esc)\n? 2\n```\n```shelf-keys\nkey Tab\nscreen\nx\n```\n```shelf-files\n-- a --\n```\n"
        .utf8)
    var read = 0
    for seed in UInt64(1)...600 {
      var random = SeededGenerator(seed: seed)
      var bytes = page
      for _ in 0..<Int(random.next() % 4 + 1) {
        let place = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 3 {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(page[Int(random.next() % UInt64(page.count))], at: place)
        default: bytes[place] = UInt8(random.next() % 128)
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      if let parsed = try? Transcript(parsing: text, file: "p") {
        #expect(PageLine.text(of: parsed.lines) == text, "seed \(seed)")
        read += 1
      }
    }
    #expect(read > 100)
  }
}

/// Pages made up at random, with all that is awkward.
private enum RandomPage {
  private static let words = [
    "a", "...", "[..]", "shelf> x", "$ x", "# x", "? ok", "x ", "\ty", "\\", " (esc)", "é", "```",
    "x (no-eol)", "", "日本", "\u{1B}[1m", "- ", "-- a --",
  ]

  static func make(_ random: inout SeededGenerator) -> (FrontMatter, [TranscriptBlock]) {
    var matter = FrontMatter()
    matter.size = Size(width: 20 + Int(random.next() % 80), height: 5)
    if random.next() % 2 == 0 { matter.title = word(&random) + "x" }
    if random.next() % 2 == 0 { matter.tags = ["doc", "a, b", "it's"] }
    if random.next() % 3 == 0 { matter.normalisers = [.init(pattern: "#\\d+\"", token: "[I]")] }
    let count = Int(random.next() % 3 + 1)
    return (matter, (0..<count).map { _ in block(&random) })
  }

  private static func block(_ random: inout SeededGenerator) -> TranscriptBlock {
    var block = TranscriptBlock(.session)
    if random.next() % 2 == 0 { block.attributes.role = .setup }
    if random.next() % 3 == 0 { block.attributes.name = "it \"is\" so" }
    if random.next() % 3 == 0 { block.attributes.size = Size(width: 30, height: 4) }
    if random.next() % 5 == 0 {
      block.attributes.role = .quiz
      block.choices = [
        QuizChoice(text: "a `b`", isRight: false, reasons: ["why - not", "and so on"]),
        QuizChoice(text: "b", isRight: true),
      ]
    } else {
      block.steps = (0..<Int(random.next() % 4)).map { _ in step(&random) }
    }
    return block
  }

  private static func step(_ random: inout SeededGenerator) -> TranscriptStep {
    let text = word(&random).filter { $0 != "\u{1B}" }
    var step = TranscriptStep(.command("echo \"" + text + "\n \(word(&random))\""))
    if random.next() % 2 == 0 { step.comments = ["why"] }
    step.expected = (0..<Int(random.next() % 4)).map { _ in
      ExpectedLine(output: word(&random), reserved: SessionBlockParser.reserved)
    }
    if random.next() % 3 == 0 { step.status = .error("x") }
    return step
  }

  private static func word(_ random: inout SeededGenerator) -> String {
    let first = words[Int(random.next() % UInt64(words.count))]
    let second = words[Int(random.next() % UInt64(words.count))]
    return random.next() % 2 == 0 ? first : first + second
  }

  /// A block without its places in a page.
  static func bare(_ block: TranscriptBlock) -> TranscriptBlock {
    var block = block
    block.line = 0
    block.lastLine = 0
    block.heading = nil
    for index in block.steps.indices {
      block.steps[index].line = 0
      block.steps[index].region = 0..<0
      block.steps[index].expected = block.steps[index].expected.compactMap {
        ExpectedLine(parsing: $0.source)
      }
    }
    return block
  }
}
