import Foundation
import TableModel
import Testing

@testable import Documents

/// What the writer writes, the reader reads back.
@Suite struct XMLPropertyListWriterTests {
  private func readBack(_ value: Value) throws -> Value {
    try XMLPropertyListReader.read(source(try XMLPropertyListWriter.text(of: value)))
  }

  @Test(arguments: [
    Value.string("a < b & c > d\t\r\n]]>"), .string(" édge\u{1F600} "), .bool(true),
    .number(NumberText(text: "12345678901234567890")), .number(NumberText(text: "1.10")),
    .number(NumberText(text: "-0")), .number(NumberText(text: "1e400")),
    .number(NumberText(text: "-inf")), .data([0, 255, 10]), .array([]), .record(Record()),
    .date(Instant(secondsSince1970: 1_718_000_000)),
    .record(Record([("k&<", .array([.string(""), .record(Record([("x", .bool(false))]))]))])),
  ])
  func comesBackAsItWas(_ value: Value) throws {
    #expect(try readBack(value) == value)
  }

  /// What other readers of property lists refuse is not written.
  @Test func otherReadersCanReadIt() throws {
    let dates = [0.25, -0.25, 1_718_000_000, 1_718_000_000.999_999]
    let numbers = [
      "18446744073709551615", "-9223372036854775808", "18446744073709551616",
      "-9223372036854775809",
    ]
    let value = Value.array(
      dates.map { .date(Instant(secondsSince1970: $0)) }
        + numbers.map { .number(NumberText(text: $0)) })
    var writer = PropertyListDocumentWriter()
    try writer.add(value)
    writer.finish()
    let read = try PropertyListSerialization.propertyList(
      from: Data(writer.output), options: [], format: nil)
    let list = try #require(read as? [Any])
    #expect(
      list.compactMap { ($0 as? Date)?.timeIntervalSince1970 } == [
        0, -1, 1_718_000_000, 1_718_000_000,
      ])
    #expect(list.count == 8)
    #expect(writer.losses.fractions == 3 && writer.losses.longNumbers == 2)
    #expect(writer.losses.words.count == 2)
    // Our own reader loses no digit.
    let text = String(decoding: writer.output, as: UTF8.self)
    #expect(text.contains("<real>18446744073709551616</real>"))
  }

  /// Whatever hides or acts is a reference, and comes back as what it was.
  @Test func hiddenCharactersAreReferences() throws {
    for scalar in (0x20...0x10FFFF).lazy.compactMap(Unicode.Scalar.init)
    where scalar.isHidden && scalar.value != 0xFFFE && scalar.value != 0xFFFF {
      let value = Value.string("a" + String(scalar) + "é")
      let text = try XMLPropertyListWriter.text(of: value)
      let reference = "&#x\(String(scalar.value, radix: 16, uppercase: true));"
      guard text.contains(reference), !text.unicodeScalars.contains(scalar),
        try readBack(value) == value
      else {
        Issue.record("\(text)")
        return
      }
    }
  }

  @Test func fieldsWithoutAValueAreLeftOut() throws {
    let value = Value.record(Record([("a", .null), ("b", .bool(true))]))
    #expect(try readBack(value) == .record(Record([("b", .bool(true))])))
  }

  @Test(arguments: [Value.null, .array([.null]), .string("\u{1B}"), .string("\u{FFFE}")])
  func whatAPropertyListCannotHoldIsRefused(_ value: Value) {
    #expect(throws: DataError.self) { try XMLPropertyListWriter.text(of: value) }
  }
}
