import TableModel
import Testing

@testable import Arranging

@Suite struct CollationTests {
  @Test(arguments: [
    ("apple", "A"), ("Apple", "A"), ("Ärger", "A"), ("A\u{30A}ngström", "A"), ("Æsir", "A"),
    ("Øl", "O"), ("łódź", "L"), ("Đorđe", "D"), ("ı", "I"), ("İstanbul", "I"), ("ßo", "S"),
    ("Ñandú", "N"), ("Ｗide", "W"), ("ⓩ", "Z"), ("ﬁn", "F"), ("Ếch", "E"), ("Þór", "T"),
    ("7 dwarfs", "#"), ("", "#"), (" blank", "#"), ("_x", "#"), ("€", "#"), ("Яблоко", "#"),
    ("άλφα", "#"), ("日本", "#"), ("🍎", "#"), ("'quoted", "#"), ("{", "#"), ("½", "#"),
  ])
  func filesUnderLetters(_ text: String, _ title: String) {
    #expect(Collation.titles[Collation.titleIndex(of: text)] == title)
  }

  @Test func hasTheTitlesOfEnglish() {
    #expect(Collation.titles.joined() == "ABCDEFGHIJKLMNOPQRSTUVWXYZ#")
  }

  @Test func ordersAsPeopleExpect() {
    let ordered = [
      "", " a", "-dash", "(paren", "“quoted”", "🍎", "0", "10", "9", "a", "A", "á", "Á", "ab",
      "Äb", "abc", "B",
      "coté", "côte", "e\u{301}a", "éb", "o", "Ø", "øa", "ob", "straße", "strasse a", "z", "Z",
      "zz", "альфа", "日",
    ]
    for (i, a) in ordered.enumerated() {
      for (j, b) in ordered.enumerated() {
        let order = Collation.compare(a, b).signum()
        #expect(order == (i - j).signum(), "\(a) against \(b)")
      }
    }
  }

  /// Bytes that would sort between the letters and after them in ASCII must not.
  @Test func punctuationComesBeforeDigitsAndLetters() {
    for scalar in (0x20...0x7E).compactMap({ Unicode.Scalar($0) }) {
      let text = String(Character(scalar))
      guard !scalar.properties.isAlphabetic, !("0"..."9").contains(scalar) else { continue }
      #expect(Collation.compare(text, "0") < 0, "\(text)")
      #expect(Collation.compare(text, "a") < 0, "\(text)")
    }
  }

  @Test func keysOfDifferentASCIITextsDifferUnlessOnlyCaseDoes() {
    var seen: [String: String] = [:]
    for scalar in (0x20...0x7E).compactMap({ Unicode.Scalar($0) }) {
      let text = String(Character(scalar))
      let other = seen.updateValue(text, forKey: Collation.key(for: text))
      #expect(other == nil || other?.lowercased() == text.lowercased(), "\(text)")
    }
  }

  @Test func canonicalFormsAreEqual() {
    #expect(Collation.compare("\u{E9}", "e\u{301}") == 0)
  }

  @Test func indexTitlesLeadToTheirSectionOrTheNext() throws {
    let table = try named("Ångström", "beta", "Bach", "7up", "mango").indexed(by: "name")
    #expect(try outline(table, "name") == ["A: Ångström", "B: Bach beta", "M: mango", "#: 7up"])
    let titles = try #require(table.indexTitles)
    #expect(titles.titles.count == 27)
    let expected = ["A": 0, "b": 1, "C": 2, "M": 2, "N": 3, "Z": 3, "#": 3, "é": 2, "9": 3]
    for (letter, section) in expected {
      #expect(titles.section(for: letter) == section, "\(letter)")
    }
    #expect(titles.section(at: 27) == nil)
  }

  @Test func indexTitlesPastTheLastSectionLeadToIt() throws {
    let titles = try #require(try named("ant", "bee").indexed(by: "name").indexTitles)
    #expect(titles.section(for: "Z") == 1)
    #expect(titles.section(for: "#") == 1)
  }

  @Test func anEmptyIndexLeadsNowhere() throws {
    let titles = try #require(try named().indexed(by: "name").indexTitles)
    #expect(titles.section(for: "A") == nil)
    #expect(titles.titles.count == 27)
  }

  @Test func whatHasNoTextIsFiledUnderTheNumberSign() throws {
    let table = FixtureTable(plain: [["name": 5], ["name": .null], [:], ["name": "x"], "scalar"])
    let indexed = try table.indexed(by: "name")
    #expect(try indexed.sections(0..<9).map(\.title) == ["X", "#"])
    #expect(try indexed.sections(0..<9).map(\.rows) == [.exact(1), .exact(4)])
  }
}
