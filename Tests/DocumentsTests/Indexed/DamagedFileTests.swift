import Foundation
import TableModel
import TestSeeds
import Testing

@testable import Documents
@testable import Files

/// Text that is no JSON, and files that change while they are open.
@Suite struct DamagedFileTests {
  private static let text = """
    {"sections": [{"title": "é", "rows": [{"items": [{"id": 1, "t": "a\\n"}, {"id": 2.5e1}]},
      {"title": "b", "items": []}]}], "more": [true, false, null, [[]]]}
    """

  /// What the checker of large files says is what the reader of small files says.
  @Test func saysWhatTheReaderSays() throws {
    let bytes = Array(Self.text.utf8)
    var broken: [[UInt8]] = (1..<bytes.count).map { Array(bytes[..<$0]) }
    for index in stride(from: 0, to: bytes.count, by: 11) {
      for byte in Array("{}[]\",:x0\\\n".utf8) + [0x80, 0x01] {
        var damaged = bytes
        damaged[index] = byte
        broken.append(damaged)
      }
    }
    var refused = 0
    for bytes in broken {
      var expected: DataError?
      do throws(DataError) {
        _ = try JSONReader.read(SourceText(file: "f", bytes: bytes))
      } catch {
        expected = error
      }
      let found = try withFile(bytes) { path in Self.verify(try MappedFile(path: path)) }
      let isInvalidText = UTF8Check.firstInvalidByte(in: bytes) != nil
      // Where a text is broken twice, the whole file's encoding is judged first in small files.
      if isInvalidText, found != nil { continue }
      #expect(
        found?.summary == expected?.summary, "\(String(decoding: bytes, as: UTF8.self))")
      refused += found == nil ? 0 : 1
    }
    #expect(refused > 150)
  }

  /// Of a text that is long before its mistake not all is read again, and nobody can tell.
  @Test(arguments: ["[", "[ 1,\n{\"key\": ", "{"])
  func longTextsAreToldLikeShortOnes(_ lead: String) throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let pieces = ["plain ", "é", "€😀", "\\\\", "\\\"", "\\n", "\\u00e9", "\\ud83d\\ude00"]
    let mistakes = ["", "\n", "\t", "\\q", "\\u12x", "\\", "\" x", "\"    x", "\":", "\u{1}"]
    for (number, mistake) in testCases(mistakes + mistakes, oneIn: 3).enumerated() {
      let count = Int.random(in: 15_000..<24_000, using: &random)
      var inside = ""
      // One piece over and over, or all of them.
      let only = Bool.random(using: &random) ? pieces.randomElement(using: &random) : nil
      while inside.utf8.count < count {
        inside += only ?? pieces.randomElement(using: &random) ?? ""
      }
      let text = lead + "\"" + inside + mistake
      for bytes in [Array(text.utf8), Array((lead + "\"" + inside).utf8) + [0xE2, 0x28]] {
        let expected = errorOf { () throws(DataError) in
          try JSONReader.read(SourceText(file: "f", bytes: bytes))
        }
        let found = try withFile(bytes) { path in Self.verify(try MappedFile(path: path)) }
        let isInvalidText = UTF8Check.firstInvalidByte(in: bytes) != nil
        let here: Comment = "seed \(seed), mistake \(number)"
        if isInvalidText {
          #expect(found?.summary.contains("byte 0xE2") == true, here)
        } else {
          #expect(found?.summary == expected?.summary, here)
        }
      }
    }
  }

  private static func verify(_ file: MappedFile) -> DataError? {
    var verification = Verification(file: file, isSequence: false) { _ in false }
    do throws(DataError) {
      while try verification.advance(by: 16) {}
      return nil
    } catch {
      return error
    }
  }

  @Test func refusesDepth() throws {
    let text = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
    let error = try withFile(Array(text.utf8)) { Self.verify(try MappedFile(path: $0)) }
    guard case .tooDeep(_, let place?, 512) = error else {
      Issue.record("no depth error: \(String(describing: error))")
      return
    }
    #expect(place.column == 513)
  }

  /// Cut at any byte the file is refused at once, or by the first that reads it all.
  @Test func everyTruncationIsAnErrorAndNoCrash() throws {
    let bytes = Array(Self.text.utf8)
    for length in 0..<bytes.count {
      try withFile(Array(bytes[..<length])) { path in
        let error: DataError?
        do throws(DataError) {
          let table = try indexedTable(path, settings: .tiny(head: 20, chunk: 64))
          try table.source.scan { _, _ in true }
          error = nil
        } catch let thrown {
          error = thrown
        }
        #expect(error != nil, "cut at \(length)")
      }
    }
  }

  private static let large =
    "[" + (0..<9000).map { "{\"id\":\($0),\"t\":\"text\"}" }.joined(separator: ",") + "]"

  @Test func aFileThatShrinksIsAnErrorAndNoDeath() throws {
    try withFile(Array(Self.large.utf8)) { path in
      let table = try indexedTable(path).source
      let count = table.counts().rows.known
      #expect(count == 9000)
      truncate(path, 5000)
      #expect(throws: DataError.changedUnderneath(file: path)) {
        try table.value(at: Address(0, count - 1))
      }
      #expect(throws: DataError.changedUnderneath(file: path)) { try table.scan { _, _ in true } }
    }
  }

  /// Touches pages that are gone without asking first: they read as zeros.
  @Test func lostPagesReadAsZeros() throws {
    try withFile(Array(Self.large.utf8)) { path in
      let file = try MappedFile(path: path)
      #expect(file.bytes[file.count - 1] == UInt8(ascii: "]"))
      truncate(path, 100)
      #expect(file.bytes[file.count - 1] == 0)
      #expect(file.isDamaged)
      #expect(throws: DataError.changedUnderneath(file: path)) { try file.check() }
    }
  }

  @Test func aFileThatIsWrittenToIsNoticed() throws {
    try withFile(Array(Self.large.utf8)) { path in
      let table = try indexedTable(path).source
      let handle = try #require(FileHandle(forWritingAtPath: path))
      handle.seekToEndOfFile()
      handle.write(Data("\n".utf8))
      try handle.close()
      #expect(throws: DataError.changedUnderneath(file: path)) {
        try table.rows(0..<1, inSection: 0)
      }
    }
  }

  /// Blocks are read beyond the end, also where the file fills its last page exactly.
  @Test(arguments: [4096, 8192, 4095, 4097, 0, 1])
  func bytesBeyondTheEndAreZeros(_ size: Int) throws {
    try withFile([UInt8](repeating: 0x20, count: size)) { path in
      let file = try MappedFile(path: path)
      #expect(file.count == size)
      let beyond = UnsafeBufferPointer(start: file.bytes + size, count: 64)
      #expect(beyond.allSatisfy { $0 == 0 })
    }
  }

  @Test func mistakesAreReportedWhereTheyAre() throws {
    let items = (0..<500).map { $0 == 321 ? "{\"id\" 5}" : "{\"id\":\($0)}" }
    let text = "[\n" + items.joined(separator: ",\n") + "\n]"
    try withFile(Array(text.utf8)) { path in
      let settings = IndexedDocument.Settings(headScan: 100, chunkSize: 200, workers: 2)
      let document = try IndexedDocument(
        path: path, name: "n", isSequence: nil, settings: settings, headSizes: 64...64)
      try expectMistake(of: document, at: "\(path):323:7")
    }
  }
}
