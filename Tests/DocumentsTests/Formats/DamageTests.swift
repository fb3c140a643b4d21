import Documents
import TableModel
import TestSeeds
import Testing

/// Text of every format with bytes replaced, dropped and doubled: a value or a located error
/// comes out, never a trap.
@Suite struct DamageTests {
  private static let documents: [(name: String, text: String)] = [
    ("a.json", #"{"a": [1.5, "é\u00e9\n", null], "b": {"c": true}}"#),
    ("a.ndjson", "{\"a\": 1}\n[2, \"x\"]\n\"é\"\n"),
    (
      "a.plist",
      "<?xml version=\"1.0\"?><!DOCTYPE plist><plist><dict><!-- c --><key>é</key><array><string>a&amp;<![CDATA[<]]></string><real>1.5</real><data>AA==</data><date>2024-01-01T00:00:00Z</date></array></dict></plist>"
    ),
    ("a.strings", "/* c */ \"a\" = \"é\\U00e9\\101\"; // d\nb = (1, { c = <0f 0a>; }, 'x');"),
  ]

  @Test(arguments: documents)
  func endsInAValueOrALocatedError(_ name: String, _ text: String) {
    let seed = testSeed()
    var dice = RandomJSON(seed: seed)
    let awkward = Array("{}[]()<>\"'\\/;=:,&!-?0e\n".utf8) + [0x00, 0x80, 0xE9, 0xFF]
    for round in 0..<600 {
      var bytes = Array(text.utf8)
      for _ in 0...dice.below(3) {
        let place = dice.below(bytes.count)
        switch dice.below(4) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(dice.pick(awkward), at: place)
        case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + dice.below(9)))
        default: bytes[place] = dice.pick(awkward)
        }
        if bytes.isEmpty { bytes = [0x20] }
      }
      do {
        let document = try DocumentOpener.open(bytes: bytes, name: name)
        _ = try outline(document.table(shape: nil))
      } catch {
        let isExplained =
          (error as? DataError).map { $0.location != nil || $0.hint != nil } ?? false
        #expect(isExplained, "seed \(seed), round \(round): \(error)")
      }
    }
  }
}
