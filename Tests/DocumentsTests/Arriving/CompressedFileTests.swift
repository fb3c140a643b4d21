import Foundation
import TableModel
import TestSeeds
import Testing

@testable import Documents
@testable import Files

/// Compressed files are what they hold, and what is wrong with them is said.
@Suite struct CompressedFileTests {
  private static let small = numberedLines(12)
  private static let fields = [FieldPath(key: "id"), FieldPath(key: "name")]

  private static func opened(
    _ bytes: [UInt8], name: String = "rows.ndjson.gz", _ options: StreamOptions = StreamOptions()
  ) throws -> (document: any TableDocument, source: any TableSource) {
    let document = try withFile(bytes, name: name) { path in
      try DocumentOpener.open(path: path, options: options)
    }
    return (document, try document.table(shape: nil).source)
  }

  private static func settled(_ source: any TableSource) throws -> any TableSource {
    try source.settled(checkpoint: {}) ?? source
  }

  @Test(arguments: Compression.allCases, [40, 9000])
  func everyWayOpensAsWhatItHolds(_ compression: Compression, count: Int) throws {
    let text = numberedLines(count)
    let plain = try withFile(text, name: "rows.ndjson") { try DocumentOpener.open(path: $0) }
    // The name says neither how it is compressed nor, in the second case, what it holds.
    for name in ["rows.ndjson.\(compression.ending)", "rows"] {
      let (document, source) = try Self.opened(compression.packed(text), name: name)
      #expect(document.format.hasSuffix("NDJSON in \(compression)"))
      let table = try Self.settled(source)
      #expect(table.counts().rows == .exact(count))
      let whole = try plain.table(shape: nil).source
      let last = Address(0, count - 1)
      #expect(try table.value(at: last) == whole.value(at: last))
      if count < 100 { #expect(try difference(table, whole, fields: Self.fields) == nil) }
    }
  }

  @Test func otherFormatsAreReadWhenAllHasCome() throws {
    let list = "{a = (1, 2); b = \"x\";}"
    let (document, source) = try Self.opened(
      Compression.xz.packed(Array(list.utf8)), name: "old.strings.xz")
    #expect(document.format == "property list (old text form) in xz")
    #expect(source.counts().sections.known > 0)
    let database = BinarySignature.sqlite + [UInt8](repeating: 0, count: 100)
    let error = errorOf { () throws(DataError) in
      try Self.plainlyOpened(Compression.gzip.packed(database), "a.db.gz")
    }
    #expect(error?.hint?.contains("unpack it first: gunzip") == true)
  }

  /// The same with errors that have a type.
  private static func plainlyOpened(
    _ bytes: [UInt8], _ name: String = "rows.ndjson.gz", _ options: StreamOptions = StreamOptions()
  ) throws(DataError) -> Counts {
    do {
      return try opened(bytes, name: name, options).source.counts()
    } catch let error as DataError {
      throw error
    } catch {
      throw .cancelled
    }
  }

  @Test func aNameAloneMakesNothingCompressed() throws {
    let (document, source) = try Self.opened(Self.small, name: "rows.ndjson.gz")
    #expect(document.format == "NDJSON" && source.counts().rows == .exact(12))
    let error = errorOf { () throws(DataError) in try Self.plainlyOpened([], "empty.json.gz") }
    #expect(error?.description.contains("the file is empty") == true)
  }

  /// Cut at any byte, a file gives its first rows and an error, or only an error, and never seems
  /// to be whole.
  @Test(arguments: Compression.allCases)
  func cutAnywhereIsNoticed(_ compression: Compression) throws {
    let packed = compression.packed(Self.small)
    var most = 0
    for length in testCases(1..<packed.count, oneIn: 3) {
      guard let (_, source) = try? Self.opened(Array(packed.prefix(length))) else { continue }
      let rows = source.counts().rows
      #expect(!rows.isExact && rows.known > 0, "\(length) bytes")
      most = max(most, rows.known)
      #expect(try source.records(0..<rows.known, inSection: 0, fields: [.itself]).count > 0)
      let error = errorOf { () throws(DataError) in try source.settled(checkpoint: {}) }
      #expect(error?.description.contains("ends too early at byte \(length)") == true)
      #expect(source.activity?.error == error)
    }
    // What was unpacked before the end shows, where a codec gives it before the end of a block.
    #expect(most == (compression == .bzip2 || compression == .zstd ? most : 12))
  }

  @Test(arguments: Compression.allCases)
  func severalPiecesAreOneText(_ compression: Compression) throws {
    let pieces = [numberedLines(3), numberedLines(5), [], numberedLines(1)]
    var bytes = pieces.flatMap { compression.packed($0) }
    if compression == .xz || compression == .gzip { bytes += [UInt8](repeating: 0, count: 8) }
    let (document, source) = try Self.opened(bytes)
    #expect(source.counts().rows == .exact(9))
    #expect(document.remarks.isEmpty)
  }

  @Test(arguments: Compression.allCases)
  func whatFollowsIsLeftOutAndSaid(_ compression: Compression) throws {
    let packed = compression.packed(Self.small)
    for garbage in ["x", "garbage behind", "BZ", "\u{1F}"] {
      let (document, source) = try Self.opened(packed + Array(garbage.utf8))
      #expect(source.counts().rows == .exact(12))
      #expect(
        document.remarks == [
          "what follows the \(compression) data, from byte \(packed.count) on, is something else"
            + " and was left out"
        ])
    }
  }

  /// The checksum stands at the end of each format but bzip2's, whose blocks have one each, and xz's,
  /// where the index follows it.
  @Test(arguments: [(Compression.gzip, 8), (.zstd, 1), (.xz, 40), (.bzip2, 1)])
  func aWrongChecksumIsAnError(_ compression: Compression, distance: Int) throws {
    var packed = compression.packed(Self.small)
    packed[packed.count - distance] ^= 0x10
    do {
      let (_, source) = try Self.opened(packed)
      #expect(!source.counts().rows.isExact && source.counts().rows.known > 0)
      let error = errorOf { () throws(DataError) in try source.settled(checkpoint: {}) }
      #expect(error?.description.contains("the \(compression) data is damaged") == true)
    } catch let error as DataError {
      #expect(error.description.contains("the \(compression) data is damaged"))
    }
  }

  /// No byte that is changed makes a trap, whatever comes of it.
  @Test(arguments: Compression.allCases)
  func changedBytesNeverTrap(_ compression: Compression) throws {
    let packed = compression.packed(Self.small)
    var random = SeededGenerator(seed: testSeed())
    var refused = 0
    for _ in 0..<testRounds(150) {
      var bytes = packed
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
        in: 0...255, using: &random)
      if let (_, source) = try? Self.opened(bytes) {
        _ = try? source.settled(checkpoint: {})
      } else {
        refused += 1
      }
    }
    #expect(refused > 0)
  }

  @Test(arguments: Compression.allCases)
  func bombsStopAtTheLimit(_ compression: Compression) throws {
    let lines = numberedLines(2000)
    let bomb = compression.packed(lines + [UInt8](repeating: 0x20, count: 1 << 22))
    let (document, source) = try Self.opened(bomb, StreamOptions(limit: 1 << 20))
    #expect(document.format == "NDJSON in \(compression)")
    #expect(source.counts().rows == .atLeast(2000))
    let error = errorOf { () throws(DataError) in try source.settled(checkpoint: {}) }
    let words = error?.description ?? ""
    #expect(
      words.contains("unpacks to more than 1 MiB, ") && words.contains(" times what was read"))
    #expect(error?.hint?.contains("--limit SIZE") == true)
  }

  @Test func changesOfTheFileAreNoticed() throws {
    try withFile(Compression.gzip.packed(Self.small), name: "a.ndjson.gz") { path in
      let document = try DocumentOpener.open(path: path)
      #expect(!document.hasChanged && !document.isLost)
      try Data(Compression.gzip.packed(numberedLines(2))).write(to: URL(filePath: path))
      #expect(document.hasChanged && !document.isLost)
      #expect(try document.table(shape: nil).source.counts().rows == .exact(12))
    }
  }
}

@Suite struct ByteCountTests {
  @Test(arguments: [
    (900, "900 bytes"), (1024, "1 KiB"), (1536, "1.5 KiB"), (30 << 20, "30 MiB"),
    (5 << 29, "2.5 GiB"),
  ])
  func sizesInWords(_ count: Int, words: String) { #expect(ByteCount.words(count) == words) }

  @Test(arguments: [
    ("1", 1), ("500M", 500 << 20), ("2g", 2 << 30), ("3KiB", 3072), ("7kb", 7168), ("12b", 12),
    ("0", nil), ("", nil), ("M", nil), ("1.5M", nil), ("-1", nil), ("9x", nil),
    ("99999999999999999999", nil), ("9999999999T", nil),
  ])
  func sizesAsTyped(_ text: String, count: Int?) { #expect(ByteCount.read(text) == count) }
}
