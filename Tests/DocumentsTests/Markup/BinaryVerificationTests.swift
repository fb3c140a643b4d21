import Foundation
import TableModel
import Testing

@testable import Documents
@testable import Files

/// The check of a binary property list finds what reading the whole of it finds.
@Suite struct BinaryVerificationTests {
  private func reading(_ bytes: [UInt8]) -> DataError? {
    do throws(DataError) {
      _ = try BinaryPropertyListReader.read(SourceText(file: "n", bytes: bytes))
      return nil
    } catch {
      return error
    }
  }

  private func checking(_ bytes: [UInt8], step: Int) -> DataError? {
    do throws(DataError) {
      var verification = BinaryVerification(
        try BinaryPropertyListReader(file: "n", BinaryBytes(bytes)))
      while try verification.advance(by: step) {}
      return nil
    } catch {
      return error
    }
  }

  /// Every byte damaged in several ways: the same error, or none.
  @Test func findsTheDamageThatReadingFinds() throws {
    let text = #"{"a":[{"id":1,"t":"x"},{"id":2.5}],"b":[{"id":3}],"c":[],"d":[{"é":[1,true]}]}"#
    let bytes = BinaryWriter.bytes(try JSONReader.read(source(text)))
    #expect(checking(bytes, step: 1) == nil)
    var damages = 0
    for index in bytes.indices {
      for byte: UInt8 in [0x00, 0x0F, 0x33, 0x5F, 0x80, 0xA1, 0xAF, 0xD1, 0xDF, 0xFF] {
        var damaged = bytes
        damaged[index] = byte
        let expected = reading(damaged)
        if expected != nil { damages += 1 }
        #expect(checking(damaged, step: 1 + index % 50) == expected, "\(byte) at \(index)")
      }
    }
    #expect(damages > bytes.count)
  }

  @Test(
    arguments: [
      [[0xA1, 0]], [[0xA2, 1, 1], [0xA2, 2, 2], [0x09]], [[0xD1, 1, 1], [0x09]],
      [[0xA2, 1, 2], [0xD0], [0x70]], [[0xA1, 9]],
    ] as [[[UInt8]]])
  func brokenObjects(_ objects: [[UInt8]]) {
    let bytes = BinaryFile.bytes(objects)
    #expect(checking(bytes, step: 1) == reading(bytes))
  }

  /// Lists of two of the next list, forty deep: neither goes on without end.
  @Test func unfoldingHasAnEnd() {
    let objects = (1...40).map { [0xA2, UInt8($0), UInt8($0)] as [UInt8] } + [[0x09]]
    let bytes = BinaryFile.bytes(objects)
    #expect(checking(bytes, step: 1 << 20) != nil)
    #expect(checking(bytes, step: 1 << 20) == reading(bytes))
  }

  /// One long text in thousands of places would fill memory as soon as it is written somewhere.
  @Test func sharedTextsHaveTheirEndToo() {
    let text = Value.string(String(repeating: "x", count: 30_000))
    for (places, isFine) in [(500, true), (60_000, false)] {
      let bytes = BinaryWriter.bytes(.array(Array(repeating: text, count: places)))
      let error = reading(bytes)
      #expect((error == nil) == isFine, "\(places)")
      #expect(checking(bytes, step: 1 << 20) == error)
      if !isFine { #expect(error?.description.contains("so many places") == true) }
    }
  }

  /// So it is for a table that reads its records from the file one by one.
  @Test func tablesOfSharedTextsAreNotReadWithoutEnd() throws {
    let record = Value.record(Record([("t", .string(String(repeating: "x", count: 30_000)))]))
    let bytes = BinaryWriter.bytes(.array(Array(repeating: record, count: 20_000)))
    try withFile(bytes, name: "n.plist") { path in
      // The beginning alone is read to find out the shape.
      let document = try BinaryDocument(path: path, name: "n", headShare: 100)
      let table = try document.table(shape: nil).source
      var visited = 0
      #expect(throws: DataError.self) {
        try table.scan { _, _ throws(DataError) in
          visited += 1
          return true
        }
      }
      #expect(visited < 5000)
    }
  }

  @Test func depthHasTheReadersLimit() {
    for depth in [510, 511, 512, 513] {
      var value = Value.bool(true)
      for _ in 0..<depth { value = .array([value]) }
      let bytes = BinaryWriter.bytes(value)
      #expect(checking(bytes, step: 100) == reading(bytes), "\(depth)")
      // There is no line in it to name, but the file.
      #expect(reading(bytes)?.location == (depth > 512 ? "n" : nil))
    }
  }

  @Test(.timeLimit(.minutes(1))) func tablesAreCheckedBehindThePrompt() throws {
    let rows = (0..<3000).map { Value.record(Record([("id", .number(NumberText($0)))])) }
    let bytes = BinaryWriter.bytes(.array(rows))
    #expect(try settled(bytes)?.isVerified == true)
    var damaged = bytes
    let table = try BinaryPropertyListReader(file: "n", BinaryBytes(bytes)).trailer.table
    // The place of the object of a number in the last rows.
    for index in table..<table + 4 { damaged[index + 4 * 5990] = 0xFF }
    let error = try settled(damaged)?.error
    #expect(error != nil && error == reading(damaged).map { relabelled($0, error) })
  }

  /// Errors name the file, which has another path each time.
  private func relabelled(_ expected: DataError, _ error: DataError?) -> DataError {
    guard case .damaged(_, let byte, let message) = expected,
      case .damaged(let file, _, _)? = error
    else { return expected }
    return .damaged(file: file, byte: byte, message: message)
  }

  private func settled(_ bytes: [UInt8]) throws -> SourceActivity? {
    try withFile(bytes, name: "n.plist") { path in
      let document = try BinaryDocument(path: path, name: "n", headShare: 10)
      let table = try document.table(shape: nil).source
      while let activity = table.activity, !activity.isVerified, activity.error == nil {
        Pause.millisecond()
      }
      return table.activity
    }
  }
}
