import TableEngine
import TableModel
import Testing

@testable import Rendering

/// What a cell shows of another row is framed and named in every picture; layers and identities have
/// their colours in all of them.
@Suite struct StalePictureTests {
  private static func picture(_ change: (inout ViewChrome) -> Void = { _ in }) -> ViewPicture {
    let table = SampleTable(
      [
        .init(title: "Tea", rows: [.init(items: [CellContent(text: "a"), CellContent(text: "b")])])
      ],
      columns: 50, lines: 8)
    var snapshot = table.snapshot
    snapshot.rows[0].strip?.cells[1].stale = [StaleMark("image", of: Address(0, 4, 1))]
    var chrome = table.chrome
    change(&chrome)
    return ViewportRenderer().view(snapshot, chrome: chrome)
  }

  @Test func everyPictureNamesIt() throws {
    let picture = Self.picture()
    #expect(ViewEncoder.plain.encode(picture).contains("stale image"))
    #expect(ViewEncoder.json.encode(picture).contains("\"stale\": [\"image of 0.4.1\"]"))
    for encoder in [ViewEncoder.svg, .html] {
      let root = try MarkupNode.parse(encoder.encode(picture))
      #expect(root.all(ofClass: "is-stale").count == 1)
      let names = root.words + root.all.compactMap { $0.attributes["aria-label"] }
      #expect(names.contains { $0.contains("stale: image of 0.4.1") }, "\(encoder.name)")
    }
    #expect(StaleMark("offset", of: nil).description == "offset of a row that is gone")
  }

  @Test func theOverlayNamesTheStripToo() {
    let text = ViewEncoder.plain.encode(Self.picture { $0.overlay = .reuse })
    #expect(text.contains("Strip#1") && text.contains("Cell1#2 stale"))
  }

  @Test(arguments: [ViewEncoder.svg, .html].map(\.name))
  func layersAreColoured(_ name: String) throws {
    let encoder: ViewEncoder = name == "svg" ? .svg : .html
    let root = try MarkupNode.parse(encoder.encode(Self.picture { $0.overlay = .blended }))
    let grounds = root.all(ofClass: "opaque").filter {
      $0.name == "rect" || $0.classes.contains("ground")
    }
    #expect(grounds.count == 2)
    #expect(root.all(ofClass: "inverse").isEmpty)
    #expect(try MarkupNode.parse(encoder.encode(Self.picture())).all(ofClass: "opaque").isEmpty)
  }

  @Test func moreGroupsThanSectionsAreNoPartOfThem() {
    let picture = Self.picture {
      $0.counts = Counts(sections: .exact(2), rows: .exact(3), items: .exact(0))
      $0.total = Counts(sections: .exact(1), rows: .exact(9), items: .exact(0))
    }
    #expect(picture.lines[0].text.contains("2 sections · 3 of 9 rows"))
  }
}
