import ShelfTesting
import XCTest

/// The library works in XCTest as well.
final class PlaylistXCTests: XCTestCase {
  func testTheEveningIsShort() {
    expectViewport(
      of: "Tests/SnapshotTests/Data/playlists.json", after: "goto Evening", size: "56x6",
      matches: """
        [..]playlists.json[..]
        ...
        ━ Evening ━[..]
        ...
        """)
  }
}
