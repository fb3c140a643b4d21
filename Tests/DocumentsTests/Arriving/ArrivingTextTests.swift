import Foundation
import Synchronization
import TableModel
import TestSeeds
import Testing

@testable import Documents
@testable import Files

/// Texts that arrive piece by piece: at each moment a table shows what has come, and in the end all.
@Suite struct ArrivingTextTests {
  private static func arriving(limit: Int? = nil) throws -> ArrivingText {
    try ArrivingText(path: "pipe", limit: limit) { false }
  }

  private static func add(_ bytes: ArraySlice<UInt8>, to text: ArrivingText) throws {
    try bytes.withUnsafeBytes { try text.add($0) }
  }

  /// Bytes stay where they are when the text goes over from memory to a file, and what was there before
  /// can be read as before.
  @Test func bytesStayWhereTheyAre() throws {
    let text = try Self.arriving()
    let file = MappedFile(text)
    let piece = [UInt8]((0..<65536).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
    let first = file.bytes
    var size = 0
    for round in 0..<300 {
      let length = round % 7 == 3 ? 1234 : piece.count
      try Self.add(piece[..<length], to: text)
      size += length
    }
    #expect(size > ArrivingText.memory && file.count == size && file.bytes == first)
    var offset = 0
    for round in 0..<300 {
      let length = round % 7 == 3 ? 1234 : piece.count
      #expect(memcmp(file.bytes + offset, piece, length) == 0)
      offset += length
    }
    file.release(0..<size)
    #expect(file.bytes[size - 1] == piece[piece.count - 1] && file.bytes[0] == piece[0])
    // Zeros follow.
    #expect((size..<size + MappedFile.slack).allSatisfy { file.bytes[$0] == 0 })
  }

  @Test func noMoreComesThanMay() throws {
    let text = try Self.arriving(limit: 1000)
    try Self.add(Array(repeating: 1, count: 900)[...], to: text)
    let error = errorOf { () throws(DataError) in
      try [UInt8](repeating: 2, count: 200).withUnsafeBytes { bytes in
        Result { () throws(DataError) in try text.add(bytes) }
      }.get()
    }
    #expect(error?.description == "'pipe' is more than 1000 bytes")
    #expect(text.count == 1000)
  }

  /// Random documents of all forms, in pieces of any size: whatever is known can be read at each
  /// moment, never shrinks, and in the end nothing is missing.
  @Test(arguments: 1..<6) func tablesGrowToWhatTheyAre(_ kind: Int) throws {
    var grown = 0
    for variant in 0..<testRounds(12) {
      let seed = testSeed(variant)
      var writer = RandomTables(seed: seed)
      let document = kind == 5 ? Self.threeLevels(seed) : writer.document(kind)
      guard let shape = document.shape,
        let plan = LevelPlan(shape, isSequence: document.isSequence),
        !plan.gathersLooseFields
      else { continue }
      grown += try grow(document, plan, shape, SeededGenerator(seed: seed), "seed \(seed)")
    }
    #expect(grown > 0)
  }

  /// Sections of rows of items, with titles before and after the lists.
  private static func threeLevels(_ seed: UInt64) -> RandomTables.Document {
    var random = RandomJSON(seed: seed)
    func list(_ count: Int, _ element: () -> String) -> String {
      "[" + (0..<count).map { _ in element() }.joined(separator: ", ") + "]"
    }
    let sections = list(3) {
      let rows = list(random.below(4)) {
        let items = list(random.below(9)) { "{\"id\": \(random.below(99)), \"t\": \"a],{\"}" }
        return "{\"a\": [[]], \"items\": \(items), \"title\": \"row\"}"
      }
      return "{\"title\": \"section\", \"rows\": \(rows), \"n\": 123}"
    }
    return RandomTables.Document(
      text: "{\"end\": [1], \"sections\": \(sections)}",
      shape: Shape(
        sections: FieldPath(key: "sections"), rows: FieldPath(key: "rows"),
        items: FieldPath(key: "items")))
  }

  /// - Returns: at how many moments there was more than before.
  private func grow(
    _ document: RandomTables.Document, _ plan: LevelPlan, _ shape: Shape,
    _ random: SeededGenerator, _ comment: Comment
  ) throws -> Int {
    var random = random
    let bytes = Array(document.text.utf8)
    let arriving = try Self.arriving()
    let index = RecordIndex(RecordText(file: MappedFile(arriving)), plan: plan)
    let indexer = GrowingIndexer(index: index, of: arriving, head: 0)
    let handle = IndexHandle(index: index)
    let largest = [7, 60, 900].randomElement(using: &random) ?? 1
    var (offset, known, moments) = (0, 0, 0)
    while offset < bytes.count {
      let end = min(bytes.count, offset + Int.random(in: 1...largest, using: &random))
      try Self.add(bytes[offset..<end], to: arriving)
      offset = end
      indexer.scan(to: arriving.count)
      let table = IndexedTable(index: index, shape: shape, handle: handle)
      let records = table.known.totals.last ?? 0
      #expect(records >= known, comment)
      if Int.random(in: 0...moments, using: &random) < 3 { try readAll(table, comment) }
      if records > known { moments += 1 }
      known = records
    }
    arriving.finish()
    indexer.end()
    guard index.failure == nil else { return moments }
    let table = IndexedTable(index: index, shape: shape, handle: handle)
    try withFile(bytes) { path in
      // A shape that nothing in the document has is refused.
      guard
        let whole = try? indexedTable(path, shape: shape, isSequence: document.isSequence).source
      else { return }
      let words = try difference(table, whole, fields: [.itself, FieldPath(key: "id")])
      #expect(words == nil, comment)
    }
    return moments
  }

  /// Reads all that a table knows; nothing of it may fail.
  private func readAll(_ table: IndexedTable, _ comment: Comment) throws {
    let counts = table.counts()
    let all = 0..<counts.sections.known
    var records = 0
    for (section, info) in zip(all, try table.sections(all)) {
      let rows = try table.rows(0..<info.rows.known, inSection: section)
      #expect(rows.count == info.rows.known, comment)
      for (row, info) in rows.enumerated() {
        guard let items = info.items else { continue }
        let batch = try table.items(
          0..<items.known, inRow: Address(section, row), fields: [.itself])
        #expect(batch.count == items.known, comment)
        records += batch.count
      }
      if rows.allSatisfy({ $0.items == nil }) {
        _ = try table.records(0..<rows.count, inSection: section, fields: [.itself])
      }
    }
    var visited = 0
    try table.asKnown.scan { _, _ in
      visited += 1
      return true
    }
    #expect(visited >= records, comment)
  }
}

/// Pipes, as they are opened: by their descriptors.
@Suite struct PipeTests {
  /// Opens the end of a pipe that `write` writes to, on a thread of its own.
  private static func withPipe<Result>(
    _ write: @escaping @Sendable (_ descriptor: Int32, _ isOver: () -> Bool) -> Void,
    _ body: (Int32) throws -> Result
  ) throws -> Result {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let (from, to) = (ends[0], ends[1])
    let over = Flag()
    Thread.begin {
      write(to) { over.isSet }
      close(to)
    }
    defer { over.set() }
    return try body(from)
  }

  final class Flag: Sendable {
    private let value = Atomic<Bool>(false)
    var isSet: Bool { value.load(ordering: .relaxed) }
    func set() { value.store(true, ordering: .relaxed) }
  }

  private static func send(_ bytes: [UInt8], _ descriptor: Int32) {
    _ = bytes.withUnsafeBytes { DescriptorOutput.write($0, to: descriptor) }
  }

  /// What is put up with in a file is put up with in a pipe, whatever of it is there first.
  @Test(arguments: [
    (Tolerance(skipsBadLines: true), "{\"a\":1}\n{\"a\":2}\n", "bad\n{\"a\":3}\n"),
    (Tolerance(isLenient: true), "[{\"a\":1},\n{\"a\":2},\n", "/* c */ {\"a\":3},]"),
  ])
  func toleranceHoldsForPipes(_ tolerance: Tolerance, _ first: String, _ rest: String) throws {
    let document = try Self.withPipe { descriptor, _ in
      Self.send(Array(first.utf8), descriptor)
      usleep(400_000)
      Self.send(Array(rest.utf8), descriptor)
    } _: { descriptor in
      try DocumentOpener.open(
        descriptor: descriptor, name: "standard input",
        among: FileFormats.standard.tolerating(tolerance))
    }
    #expect(document.remarks.count == 1)
    #expect(try document.table(shape: nil).source.recordCount() == 3)
  }

  /// What has come is shown after a moment of silence, though the pipe stays open; more of it grows.
  @Test(arguments: [nil, Compression.gzip])
  func aPipeThatStaysOpenIsShown(_ compression: Compression?) throws {
    let more = Flag()
    let first = numberedLines(5)
    let source = try Self.withPipe { descriptor, isOver in
      // A compressed piece that is not over gives its first rows all the same.
      Self.send(compression.map { $0.packed(first) } ?? first, descriptor)
      Pause.upTo(20_000) { !more.isSet && !isOver() }
      let second = numberedLines(7)
      Self.send(compression.map { $0.packed(second) } ?? second, descriptor)
    } _: { descriptor in
      let document = try DocumentOpener.open(descriptor: descriptor, name: "pipe")
      let source = try document.table(shape: nil).source
      #expect(source.counts().rows == .atLeast(5))
      #expect(source.activity?.received == first.count)
      #expect(try source.records(0..<5, inSection: 0, fields: [.itself]).count == 5)
      more.set()
      let grown = try source.grown(checkpoint: {})
      #expect((grown?.counts().rows.known ?? 0) > 5)
      return source
    }
    let settled = try source.settled(checkpoint: {})
    #expect(settled?.counts().rows == .exact(12))
    #expect(settled?.activity?.received == nil)
  }

  @Test func waitingEndsWhenTheUserWantsIt() throws {
    let stop = Flag()
    let error = try Self.withPipe { descriptor, isOver in
      Self.send(Array("[1, 2, ".utf8), descriptor)
      Pause.upTo(300) { !isOver() }
      stop.set()
      Pause.upTo(20_000) { !isOver() }
    } _: { descriptor in
      errorOf { () throws(DataError) in
        try DocumentOpener.open(
          descriptor: descriptor, name: "pipe", options: StreamOptions(waits: true),
          isInterrupted: { stop.isSet })
      }
    }
    #expect(error == .cancelled)
  }

  /// Large input goes on behind the first screen; all formats come through a pipe.
  @Test func largeInputIsWhole() throws {
    let lines = numberedLines(600_000)
    let source = try Self.withPipe { descriptor, _ in
      Self.send(lines, descriptor)
    } _: { descriptor in
      try DocumentOpener.open(descriptor: descriptor, name: "pipe").table(shape: nil).source
    }
    let settled = try source.settled(checkpoint: {}) ?? source
    #expect(lines.count > ArrivingText.memory && settled.counts().rows == .exact(600_000))
    let last = try settled.value(at: Address(0, 599_999))
    #expect(last.map(json) == "{\"id\":599999,\"name\":\"row 599999\"}")
  }

  /// A file that is standard input has no name under which it might be changed.
  @Test func standardInputNeverChanges() throws {
    try withFile(numberedLines(3)) { path in
      let descriptor = open(path, O_RDONLY)
      let document = try DocumentOpener.open(descriptor: descriptor, name: "standard input")
      #expect(!document.hasChanged)
      #expect(try document.table(shape: nil).source.counts().rows == .exact(3))
    }
  }

  @Test func smallInputIsReadAsBefore() throws {
    for (text, format) in [("{\"a\": 1}", "JSON"), ("{a = 1;}", "property list (old text form)")] {
      let document = try Self.withPipe { descriptor, _ in
        Self.send(Array(text.utf8), descriptor)
      } _: {
        try DocumentOpener.open(descriptor: $0, name: "pipe")
      }
      #expect(document.format == format)
    }
  }
}
