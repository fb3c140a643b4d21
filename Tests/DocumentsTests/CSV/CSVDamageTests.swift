import Foundation
import TableModel
import TestSeeds
import Testing

@testable import Documents
@testable import Files

/// Bad input ends in a table or in an error with its place, the same for every size of file.
@Suite struct CSVDamageTests {
  private static let text =
    "\u{FEFF}id,name,note\r\n1,Ash,\"tall, \"\"old\"\"\"\r\n2,\"Yew\r\nor not\",\r\n3,Fir,é\r\n"

  @Test func cutAtEachByte() throws {
    let bytes = Array(Self.text.utf8)
    for count in 0...bytes.count { try compare(Array(bytes[..<count]), "cut at \(count)") }
  }

  @Test func mutated() throws {
    let seed = testSeed()
    var dice = RandomJSON(seed: seed)
    let awkward = Array("\"\",;\t|\n\r\r\n1-e.".utf8) + [0x00, 0x80, 0xE9, 0xFF]
    for round in 0..<testRounds(600) {
      var bytes = Array(Self.text.utf8)
      for _ in 0...dice.below(4) {
        let place = dice.below(bytes.count)
        switch dice.below(3) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(dice.pick(awkward), at: place)
        default: bytes[place] = dice.pick(awkward)
        }
      }
      try compare(bytes, "seed \(seed), round \(round)")
    }
  }

  private func compare(_ bytes: [UInt8], _ words: String) throws {
    let (read, readError) = outcome { () throws(DataError) in
      try CSVReader.read(SourceText(file: "test.csv", bytes: bytes), stated())
    }
    try withFile(bytes, name: "test.csv") { path in
      let (table, tableError) = outcome { () throws(DataError) in
        let table = try indexedCSV(path).source
        try table.scan { _, _ in true }
        return table
      }
      let shown = String(decoding: bytes, as: UTF8.self).debugDescription
      #expect(readError?.description == tableError?.description, "\(words): \(shown)")
      let isExplained = readError.map { $0.location != nil || $0.hint != nil } ?? true
      #expect(isExplained, "\(words): \(shown)")
      guard let read, let table else { return }
      let difference = try difference(
        table, try listTable(read.value), fields: [.itself, FieldPath(key: "name")])
      #expect(difference == nil, "\(words): \(shown)")
    }
  }
}
