import Foundation
import TableEngine
import TableModel
import Testing

@testable import Rendering

@Suite struct PlaybackTests {
  static let digests: [(Int, String)] = [
    (0, "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
    (1, "ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs="),
    (55, "n0OQ+NMMLdkuyfCVtl4rmumwqSWlJY4kHJ8ekQ9zQxg="),
    (56, "s1Q5pKxvCUi21vnjxq8PX1kM4g8b3nCQ73lwaG7Gc4o="),
    (64, "/+BU/nrgy23GXDr5th1SCfQ5hR20PQulmXM33xVGaOs="),
    (1000, "Qe3s5C1j6Nm/UVqbppMuHCDLyfWl0TRkWttdsblzfqM="),
  ]

  /// Every length of padding.
  @Test(arguments: digests)
  func digestsAreThoseOfTheStandard(_ count: Int, _ digest: String) {
    #expect(ContentHash.base64(of: String(repeating: "a", count: count)) == digest)
  }

  private static let hostile = [
    "</script><script>alert(1)</script>", "<!-- <img src=x> & ]]>", "a\u{2028}b \u{202E}c \" ' \\",
  ]

  private func page(_ texts: [String]) -> String {
    let table = SampleTable.rows(texts.map { CellContent(text: $0) }, columns: 60)
    var chrome = table.chrome
    chrome.name = texts[0]
    var film = Film(title: texts[0])
    film.begin(.init(input: texts[0], output: texts[texts.count - 1]))
    film.add(
      .init(
        picture: ViewportRenderer().view(table.snapshot, chrome: chrome), table: 0, number: 1,
        pools: [
          PoolStack(
            name: .init(table: .rows, identifier: texts[0]),
            cells: [CellID(identifier: texts[0], ordinal: 1, serial: 1)])
        ],
        events: [
          TraceEvent(
            frame: 1, kind: .recycle, table: .rows, identifier: texts[0],
            cell: CellID(identifier: texts[0], ordinal: 1, serial: 1), address: Address(0, 1))
        ]))
    var page = PlaybackPage(film)
    return page.html()
  }

  @Test func nothingOfDataBecomesMarkup() throws {
    let root = try MarkupNode.parse(page(Self.hostile))
    let harmless = try MarkupNode.parse(page(["a", "b", "c"]))
    #expect(root.all.map(\.name) == harmless.all.map(\.name))
    #expect(root.all(named: "script").count == 2)
    #expect(root.all(named: "h1").first?.text == Self.hostile[0])
  }

  @Test func thePolicyAllowsTheOwnScriptAndStyleAlone() throws {
    let page = page(["a"])
    let root = try MarkupNode.parse(page)
    let metas = root.all(named: "meta").compactMap { $0.attributes["content"] }
    let policy = try #require(metas.first { $0.hasPrefix("default-src 'none'") })
    for (name, directive) in [("script", "script-src"), ("style", "style-src")] {
      let start = try #require(page.range(of: "<\(name)>")).upperBound
      let end = try #require(page.range(of: "</\(name)>", range: start..<page.endIndex)).lowerBound
      let hash = ContentHash.base64(of: String(page[start..<end]))
      #expect(policy.contains("\(directive) 'sha256-\(hash)'"))
    }
    #expect(!page.contains("http://") || page.components(separatedBy: "http://").count == 2)
    #expect(root.all.allSatisfy { $0.attributes.keys.allSatisfy { !$0.hasPrefix("on") } })
    #expect(root.all.allSatisfy { $0.attributes["src"] == nil && $0.attributes["href"] == nil })
    #expect(root.all.allSatisfy { $0.attributes["style"] == nil })
  }

  @Test func whatIsOperatedAndHeardHasANameAndARole() throws {
    let root = try MarkupNode.parse(page(["a"]))
    #expect(root.all(ofRole: "status").first?.attributes["aria-live"] == "polite")
    for element in root.all where element.attributes["tabindex"] == "0" {
      #expect(element.attributes["aria-label"] != nil, "\(element.classes)")
    }
    let buttons = root.all(named: "button").map(\.text)
    #expect(buttons == ["First", "Back", "Play", "Step", "Last"])
    for field in root.all(named: "label") { #expect(field.words.contains { !$0.isEmpty }) }
  }

  /// Pictures that differ in a few lines each are kept as these lines.
  @Test func aFrameCostsWhatHasChangedInIt() {
    var film = Film(title: "rows")
    for number in 0..<100 {
      let texts = (number..<number + 20).map {
        CellContent(text: "row \($0) with a text of some length", detail: "and a detail \($0)")
      }
      let table = SampleTable.rows(texts, columns: 80)
      film.begin(.init(input: "down"))
      film.add(
        .init(
          picture: ViewportRenderer().view(table.snapshot, chrome: table.chrome), table: 0,
          number: number, pools: [], events: []))
    }
    var page = PlaybackPage(film)
    let bytes = page.html().utf8.count
    #expect(bytes < 70_000, "\(bytes) bytes")
  }
}
