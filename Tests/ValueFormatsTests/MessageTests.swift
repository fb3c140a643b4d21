import Documents
import Files
import TableModel
import TestSeeds
import Testing

@testable import ValueFormats

/// CBOR, MessagePack and BSON: what the bytes of each kind of value are read as.
@Suite struct MessageTests {
  private static func bytes(_ digits: String) -> [UInt8] {
    let digits = Array(digits.filter { $0 != " " })
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0..<$0 + 2]), radix: 16)
    }
  }

  enum Notation: CaseIterable {
    case cbor, messagePack, bson

    func read(_ bytes: [UInt8]) throws(DataError) -> (value: Value, remarks: [String]) {
      let text = SourceText(file: "a", bytes: bytes)
      return switch self {
      case .cbor: try MessageReader<CBOR>.read(text)
      case .messagePack: try MessageReader<MessagePack>.read(text)
      case .bson: try MessageReader<BSON>.read(text)
      }
    }

    var cases: [(String, String)] {
      switch self {
      case .cbor: MessageTests.cbor
      case .messagePack: MessageTests.messagePack
      case .bson: MessageTests.bson
      }
    }
  }

  fileprivate static let cbor: [(String, String)] = [
    ("00", "0"), ("17", "23"), ("1818", "24"), ("1903e8", "1000"), ("1a000f4240", "1000000"),
    ("1bffffffffffffffff", "18446744073709551615"), ("3bffffffffffffffff", "-18446744073709551616"),
    ("20", "-1"), ("3903e7", "-1000"), ("c249010000000000000000", "18446744073709551616"),
    ("c349010000000000000000", "-18446744073709551617"), ("c240", "0"),
    ("f90000", "0"), ("f93c00", "1"), ("f97bff", "65504"), ("f90001", "5.9604645e-08"),
    ("f9c400", "-4"), ("fa47c35000", "100000"), ("fa3dcccccd", "0.1"),
    ("fb3ff199999999999a", "1.1"), ("fbc010666666666666", "-4.1"), ("f4", "false"), ("f5", "true"),
    ("f6", "null"), ("f7", "null"), ("f0", #""simple(16)""#), ("f8ff", #""simple(255)""#),
    ("c074323031332d30332d32315432303a30343a30305a", #""2013-03-21T20:04:00Z""#),
    ("c11a514b67b0", #""2013-03-21T20:04:00Z""#),
    ("c1fb41d452d9ec200000", #""2013-03-21T20:04:00.500Z""#),
    ("d74401020304", #""AQIDBA==""#), ("c48221196ab3", "273.15"), ("c48203196ab3", "27315e3"),
    ("c48221c249010000000000000000", "184467440737095516.16"),
    ("d825501f1e1d1c1b1a191817161514131211ff", #""1f1e1d1c-1b1a-1918-1716-1514131211ff""#),
    ("40", #""""#), ("4401020304", #""AQIDBA==""#), ("60", #""""#), ("62c3bc", #""ü""#),
    ("80", "[]"), ("83010203", "[1,2,3]"), ("8301820203820405", "[1,[2,3],[4,5]]"),
    ("a201020304", #"{"1":2,"3":4}"#), ("a26161016162820203", #"{"a":1,"b":[2,3]}"#),
    ("5f42010243030405ff", #""AQIDBAU=""#), ("7f657374726561646d696e67ff", #""streaming""#),
    ("9fff", "[]"), ("9f018202039f0405ffff", "[1,[2,3],[4,5]]"),
    ("bf61610161629f0203ffff", #"{"a":1,"b":[2,3]}"#),
    // A file that says to be CBOR, and several values one behind another.
    ("d9d9f783010203", "[1,2,3]"), ("01a0f6", "[1,{},null]"), ("", "[]"),
  ]

  fileprivate static let messagePack: [(String, String)] = [
    ("00", "0"), ("7f", "127"), ("ff", "-1"), ("e0", "-32"), ("cc80", "128"), ("cd0100", "256"),
    ("ceffffffff", "4294967295"), ("cfffffffffffffffff", "18446744073709551615"),
    ("d080", "-128"), ("d18000", "-32768"), ("d280000000", "-2147483648"),
    ("d38000000000000000", "-9223372036854775808"), ("ca3dcccccd", "0.1"),
    ("cb3ff199999999999a", "1.1"), ("c0", "null"), ("c2", "false"), ("c3", "true"),
    ("a0", #""""#), ("a3616263", #""abc""#), ("d903616263", #""abc""#), ("da0003616263", #""abc""#),
    ("db00000003616263", #""abc""#), ("c403010203", #""AQID""#), ("c50001ff", #""/w==""#),
    // Older writers put data into texts.
    ("a2ff00", #""/wA=""#), ("93010203", "[1,2,3]"), ("dc000101", "[1]"), ("dd0000000101", "[1]"),
    ("82a161c0a16201", #"{"a":null,"b":1}"#), ("de0001a16190", #"{"a":[]}"#),
    ("8101c3", #"{"1":true}"#),
    ("d6ff514b67b0", #""2013-03-21T20:04:00Z""#),
    ("d7ff77359400514b67b0", #""2013-03-21T20:04:00.500Z""#),
    ("c70cff1dcd6500ffffffffffffffff", #""1969-12-31T23:59:59.500Z""#),
    ("d4052a", #"{"type":5,"data":"Kg=="}"#), ("0102", "[1,2]"),
  ]

  fileprivate static let bson: [(String, String)] = [
    ("0500000000", "{}"), ("0c0000001061000100000000", #"{"a":1}"#),
    ("100000000161009a9999999999b93f00", #"{"a":0.1}"#),
    ("0f00000002610003000000c3bc0000", #"{"a":"ü"}"#),
    ("0d000000036100050000000000", #"{"a":{}}"#),
    ("14000000046100 0c000000 10300007000000 0000", #"{"a":[7]}"#),
    ("10000000056100 03000000 00 010203 00", #"{"a":"AQID"}"#),
    ("1400000005610007000000020300000001020300", #"{"a":"AQID"}"#),
    (
      "1d000000056100 10000000 04 1f1e1d1c1b1a191817161514131211ff 00",
      #"{"a":"1f1e1d1c-1b1a-1918-1716-1514131211ff"}"#
    ),
    ("14000000076100 0102030405060708090a0b0c 00", #"{"a":"0102030405060708090a0b0c"}"#),
    ("090000000861000100", #"{"a":true}"#), ("080000000a610000", #"{"a":null}"#),
    ("10000000096100 74098d8e3d010000 00", #"{"a":"2013-03-21T20:04:00.500Z"}"#),
    ("0d0000000b6100 782b00 6900 00", #"{"a":"/x+/i"}"#),
    ("10000000116100 02000000 01000000 00", #"{"a":{"t":1,"i":2}}"#),
    ("10000000126100 ffffffffffffffff 00", #"{"a":-1}"#),
    ("18000000136100 d204000000000000 0000000000003c30 00", #"{"a":12.34}"#),
    ("18000000136100 0100000000000000 000000000000 40b0 00", #"{"a":-1}"#),
    ("08000000ff610000", #"{"a":"MinKey"}"#),
    // Dumps have one document behind another.
    ("05000000000500000000", "[{},{}]"),
  ]

  @Test(arguments: Notation.allCases) func valuesOfEachKind(_ notation: Notation) throws {
    for (digits, expected) in notation.cases {
      #expect(try json(notation.read(Self.bytes(digits)).value) == expected, "\(digits)")
    }
  }

  @Test(
    arguments: [
      (.cbor, "83 01", "a container of 3 elements that does not fit in the file at byte 0"),
      (
        .cbor, "9bffffffffffffffff",
        "a container of 18446744073709551615 elements that does not fit in the file at byte 0"
      ),
      (
        .cbor, "5b7fffffffffffffff00",
        "data of 9223372036854775807 bytes that does not fit in the file at byte 9"
      ),
      (.cbor, "9f01", "the file ends before a value at byte 2"),
      (.cbor, "62c328", "a text that is not UTF-8 at byte 1"),
      (.cbor, "1c", "unknown value 0x1C at byte 0"),
      (.cbor, "ff", "unknown value 0xFF at byte 0"),
      (.cbor, "7f4101ff", "a piece of another kind than what it belongs to at byte 1"),
      (.cbor, "a18001", "a key that is a list or a record at byte 1"),
      (.cbor, "c2c2c240", "a tag of a scalar on something else at byte 1"),
      (.messagePack, "c1", "unknown value 0xC1 at byte 0"),
      (
        .messagePack, "dfffffffff",
        "a container of 4294967295 elements that does not fit in the file at byte 0"
      ),
      (
        .messagePack, "db7fffffff61",
        "a text of 2147483647 bytes that does not fit in the file at byte 5"
      ),
      (.bson, "04000000", "a document of 4 bytes that does not fit in the file at byte 0"),
      (.bson, "ffffffff00", "a document of -1 bytes that does not fit in the file at byte 0"),
      (
        .bson, "06000000 00 00", "a document that ends elsewhere than its length says at byte 4"
      ),
      (.bson, "0c000000 66 6100 01000000 00", "an element of unknown kind 0x66 at byte 7"),
    ] as [(Notation, String, String)])
  func damageIsNamed(_ notation: Notation, _ digits: String, _ expected: String) {
    let error = errorOf { () throws(DataError) in try notation.read(Self.bytes(digits)) }
    #expect(error?.description == expected, "\(digits)")
  }

  @Test func depthIsLimited() {
    let nested: [(Notation, UInt8)] = [(.cbor, 0x81), (.messagePack, 0x91)]
    for (notation, byte) in nested {
      let bytes = [UInt8](repeating: byte, count: 100_000) + [0]
      let error = errorOf { () throws(DataError) in try notation.read(bytes) }
      #expect(error == .tooDeep(file: "a", at: nil, limit: 512))
    }
  }

  /// What has no place in a table is said, and only once.
  @Test func whatIsLeftOutIsSaid() throws {
    let tags = try Notation.cbor.read(Self.bytes("83 d903e801 d903e802 d903e903"))
    #expect(json(tags.value) == "[1,2,3]")
    #expect(
      tags.remarks == [
        "the meaning of tag 1000, 1001 is not known: its values are shown without it"
      ])
    let twice = try Notation.messagePack.read(Self.bytes("82a16101a16102"))
    #expect(json(twice.value) == #"{"a":2}"#)
    #expect(twice.remarks.count == 1)
    let code = try Notation.bson.read(
      Self.bytes("17000000 0f6100 0f000000 02000000 7800 0500000000 00"))
    #expect(json(code.value) == #"{"a":"x"}"#)
    #expect(code.remarks == ["code is shown without the variables that were stored with it"])
  }

  /// By their names; CBOR that says so also without one.
  @Test func areRecognised() throws {
    #expect(try opened(Self.bytes("93000100"), name: "a.msgpack").format == "MessagePack")
    #expect(try opened(Self.bytes("0500000000"), name: "dump.bson").format == "BSON")
    #expect(try opened(Self.bytes("a0"), name: "a.cbor").format == "CBOR")
    #expect(try opened(Self.bytes("d9d9f7a0"), name: "-").format == "CBOR")
    #expect(try opened([], name: "a.cbor").table(shape: nil).source.counts().items.known == 0)
  }

  /// Every cut and many changed bytes end in a value or in an error with a place in the file.
  @Test func damageNeverCrashes() {
    var random = SeededGenerator(seed: testSeed())
    for notation in Notation.allCases {
      for (digits, _) in notation.cases {
        let whole = Self.bytes(digits)
        for end in whole.indices { check(notation, Array(whole[..<end])) }
        for _ in 0..<20 where !whole.isEmpty {
          var changed = whole + whole
          for _ in 0..<Int.random(in: 1...3, using: &random) {
            changed[Int.random(in: changed.indices, using: &random)] = .random(
              in: 0...255, using: &random)
          }
          check(notation, changed)
        }
      }
    }
  }

  private func check(_ notation: Notation, _ bytes: [UInt8]) {
    do throws(DataError) {
      _ = try notation.read(bytes)
    } catch {
      switch error {
      case .damaged(_, let byte, _):
        #expect((0...bytes.count).contains(byte), "\(notation) \(bytes)")
      default: Issue.record("\(notation) \(bytes): \(error)")
      }
    }
  }
}
