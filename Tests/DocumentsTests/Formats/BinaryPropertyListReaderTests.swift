import Documents
import Foundation
import TableModel
import TestSeeds
import Testing

@testable import Files

/// Binary property lists made of objects that are given by their bytes.
enum BinaryFile {
  /// References and offsets are one byte wide.
  static func bytes(_ objects: [[UInt8]], top: UInt8 = 0) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets.append(UInt8(bytes.count))
      bytes += object
    }
    let table = UInt8(bytes.count)
    let zeros = [UInt8](repeating: 0, count: 7)
    bytes += offsets + zeros.dropLast() + [1, 1]
    bytes += zeros + [UInt8(objects.count)] + zeros + [top] + zeros + [table]
    return bytes
  }
}

@Suite struct BinaryPropertyListReaderTests {
  private func read(_ bytes: [UInt8]) throws(DataError) -> Value {
    try BinaryPropertyListReader.read(SourceText(file: "test", bytes: bytes))
  }

  @Test(
    arguments: [
      ([0x00], "null"), ([0x08], "false"), ([0x09], "true"), ([0x10, 0xFF], "255"),
      ([0x11, 0x01, 0x00], "256"), ([0x13] + [UInt8](repeating: 0xFF, count: 8), "-1"),
      (
        [0x14] + [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 0xFF, count: 8),
        "18446744073709551615"
      ),
      ([0x22, 0x3D, 0xCC, 0xCC, 0xCD], "0.1"), ([0x22, 0x40, 0x00, 0x00, 0x00], "2"),
      ([0x23, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0], "1.5"),
      ([0x33, 0, 0, 0, 0, 0, 0, 0, 0], "\"2001-01-01T00:00:00Z\""),
      ([0x42, 0x00, 0xFF], "\"AP8=\""), ([0x50], "\"\""), ([0x53, 0x61, 0x62, 0x63], "\"abc\""),
      ([0x62, 0xD8, 0x3C, 0xDF, 0x88], "\"🎈\""), ([0x5F, 0x10, 0x02, 0x61, 0x62], "\"ab\""),
      ([0x80, 0x2A], #"{"CF$UID":42}"#), ([0x81, 0x01, 0x00], #"{"CF$UID":256}"#),
      ([0xA0], "[]"), ([0xD0], "{}"),
    ] as [([UInt8], String)])
  func readsObjects(_ object: [UInt8], _ expected: String) throws {
    #expect(json(try read(BinaryFile.bytes([object]))) == expected)
  }

  @Test func keepsTheOrderOfKeys() throws {
    let objects: [[UInt8]] = [
      [0xD2, 1, 2, 3, 4], [0x51, 0x7A], [0x51, 0x61], [0x09], [0xC2, 3, 2],
    ]
    #expect(json(try read(BinaryFile.bytes(objects))) == #"{"z":true,"a":[true,"a"]}"#)
  }

  @Test func sharesScalarsAndContainers() throws {
    #expect(
      json(try read(BinaryFile.bytes([[0xA3, 1, 1, 1], [0xA2, 2, 2], [0x10, 7]])))
        == "[[7,7],[7,7],[7,7]]")
  }

  @Test(
    arguments: [
      (Array("bplist00".utf8), "the file ends too early at byte 8"),
      (BinaryFile.bytes([[0xA1, 0]]), "an object that contains itself at byte 9"),
      (BinaryFile.bytes([[0xA1, 1], [0xA1, 0]]), "an object that contains itself at byte 11"),
      (BinaryFile.bytes([[0xA1, 9]]), "a reference to object 9 of 1 at byte 9"),
      (BinaryFile.bytes([[0xA5, 0]]), "a container of 5 that does not fit in the file at byte 9"),
      (
        BinaryFile.bytes([[0x5F, 0x12, 0x7F, 0xFF, 0xFF, 0xFF]]),
        "a length of 2147483647 that does not fit in the file at byte 9"
      ),
      (
        BinaryFile.bytes([[0x5F, 0x13] + [UInt8](repeating: 0xFF, count: 8)]),
        "a length of 18446744073709551615 that does not fit in the file at byte 9"
      ),
      (BinaryFile.bytes([[0x55, 0x61]]), "a string of 5 that does not fit in the file at byte 9"),
      (BinaryFile.bytes([[0x5F]]), "a length of 1 that does not fit in the file at byte 9"),
      (BinaryFile.bytes([[0x13, 0]]), "a number of 8"),
      (BinaryFile.bytes([[0xD1, 1, 1], [0x09]]), "a key that is not text at byte 9"),
      (BinaryFile.bytes([[0x70]]), "unknown object type 0x70 at byte 8"),
      (BinaryFile.bytes([[0x09]], top: 4), "a reference to object 4 of 1"),
    ] as [([UInt8], String)])
  func refusesDamage(_ bytes: [UInt8], _ expected: String) {
    let error = errorOf { () throws(DataError) in try read(bytes) }
    #expect(error?.description.hasPrefix(expected) == true, "\(error?.description ?? "none")")
  }

  /// Thirty arrays of ten references to the next would be 10^30 values.
  @Test func refusesObjectsThatUnfoldWithoutEnd() {
    let objects = (1...30).map { [0xAA] + [UInt8](repeating: UInt8($0), count: 10) } + [[0x09]]
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
      bytes += object
    }
    let table = bytes.count
    let zeros = [UInt8](repeating: 0, count: 7)
    bytes += offsets + zeros[1...] + [2, 1]
    bytes += zeros + [UInt8(objects.count)] + zeros + [0]
    bytes += zeros[1...] + [UInt8(table >> 8), UInt8(table & 0xFF)]
    let error = errorOf { () throws(DataError) in try read(bytes) }
    #expect(error?.description.hasPrefix("objects that contain each other too many times") == true)
  }

  @Test func agreesWithFoundation() throws {
    let seed = testSeed()
    var random = RandomPropertyList(seed: seed)
    for round in 0..<testRounds(400) {
      let list = random.list()
      let data = try PropertyListSerialization.data(
        fromPropertyList: list, format: .binary, options: 0)
      let value = try read(Array(data))
      #expect(PropertyListOracle.same(value, list), "seed \(seed), round \(round): \(list)")
    }
  }

  /// Every byte damaged in several ways, and every truncation: an error or a value, never a trap.
  @Test func survivesDamageAnywhere() throws {
    let list: [String: Any] = [
      "a": [1, 2.5, "text", Date(timeIntervalSince1970: 0)], "é": ["b": Data([1, 2, 3])],
      "long": String(repeating: "x", count: 20),
    ]
    let bytes = Array(
      try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0))
    var refused = 0
    for index in bytes.indices {
      for byte: UInt8 in [0x00, 0x01, 0x0F, 0x13, 0x5F, 0x7F, 0x80, 0xA1, 0xAF, 0xD1, 0xDF, 0xFF] {
        var damaged = bytes
        damaged[index] = byte
        if (try? read(damaged)) == nil { refused += 1 }
      }
      if (try? read(Array(bytes[..<index]))) == nil { refused += 1 }
    }
    #expect(refused > bytes.count * 3)
  }
}
