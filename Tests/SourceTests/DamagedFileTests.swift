import Files
import Foundation
import TableModel
import TestSeeds
import Testing

@testable import Documents
@testable import ManyFiles

/// One damaged file among several: what stands before the damage is there, each time the same.
@Suite struct DamagedFileTests {
  private static let records = 60_000

  /// Writes two files of lines, the first of them packed and cut.
  ///
  /// - Returns: how many lines of the first are whole.
  private static func fill(_ folder: URL) throws -> Int {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var random = SeededGenerator(seed: 7)
    let lines = (0..<records).map { "{\"id\": \($0), \"n\": \(random.next())}\n" }
    let packed = Compression.gzip.packed(Array(lines.joined().utf8))
    let cut = Data(packed.prefix(packed.count * 2 / 3))
    try cut.write(to: folder.appending(path: "a.ndjson.gz"))
    try Data(lines.prefix(10).joined().utf8).write(to: folder.appending(path: "b.ndjson"))
    let alone = try DocumentOpener.open(path: folder.path + "/a.ndjson.gz")
    let table = try alone.table(shape: nil).source
    // All that is known once the end is: what a table of its own refuses to settle with.
    #expect(throws: DataError.self) { _ = try table.settled {} }
    return table.asKnown.counts().rows.known
  }

  @Test(arguments: [ConcatenatedTable.Form.sections, .rows])
  func whatIsBeforeTheDamageStays(_ form: ConcatenatedTable.Form) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "shelf-damaged-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let whole = try Self.fill(folder)
    #expect(whole > 1_000 && whole < Self.records)
    for _ in 0..<testRounds(5) {
      let document = try ManyFilesDocument([folder.path], as: form) { path throws(DataError) in
        try DocumentOpener.open(path: path)
      }
      let began = try document.table(shape: nil).source
      let source = try began.settled {} ?? began
      #expect(source.counts().rows == .exact(whole + 10))
      let wanted = Array(0..<whole) + Array(0..<10)
      var ids: [String] = []
      try source.scan { _, value throws(DataError) in
        ids.append(value[path: FieldPath(key: "id")]?.plainText ?? "")
        return true
      }
      #expect(ids == wanted.map(String.init))
      let said = source.activity?.leftOut.first
      let remark = try #require(said)
      #expect(
        remark.hasPrefix("'a.ndjson.gz' can't be read to its end: the gzip data ends too early"))
      #expect(source.activity?.error != nil)
    }
  }
}
