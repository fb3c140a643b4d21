import ShelfTesting
import Testing

@Suite struct ReuseTests {
  @Test func figuresAreThoseOfTheItems() {
    let figures = expectReuse(of: "Datasets/pulse.plist", after: "repeat 5 down") { figures in
      figures.reused > 0 && figures.created == figures.items.created
    }
    #expect(figures?.rows.visible ?? 0 > 0)
  }
}
