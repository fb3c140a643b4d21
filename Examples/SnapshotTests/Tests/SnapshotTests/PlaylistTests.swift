import ShelfTesting
import Testing

/// The same viewport in three ways: as text in the test, as a file beside it, and as figures.
@Suite struct PlaylistTests {
  private static let playlists = "Tests/SnapshotTests/Data/playlists.json"

  @Test func playlistsAreShelves() {
    expectViewport(
      of: Self.playlists, size: "56x12",
      matches: """
         playlists.json   2 sections · 2 rows · 6 items     all
        ━ Morning ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 1–4 of 4 ━
        ╔════════════════╗╭────────────────╮╭────────────────╮╭─
        ║ Slow Kettle    ║│ Blinds Up      ││ Half Past      ││
        ║ The Toast Rac… ║│ Nora Quill     ││ Porridge       ││▸
        ║                ║│                ││ Oat Street     ││
        ╚════════════════╝╰────────────────╯╰────────────────╯╰─
        ━ Evening ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 1–2 of 2 ━
        ╭────────────────╮╭────────────────╮
        │ Lamp at the    ││ Last Tram      │
        │ Window         ││ Points Failure │
        │ Dusk Committee ││                │
        ╰────────────────╯╰────────────────╯
         rows   2 visible · 2 created · 0 reused · 0 % hits
         items  6 visible · 6 created · 0 reused · 0 % hits
        """)
  }

  @Test func longSongsComeFirst() {
    expectViewport(
      of: Self.playlists, after: "filter seconds > 180; sort by seconds desc", size: "56x12",
      matches: .file)
  }

  @Test func styleAndCellsOfThePlaylists() {
    expectViewport(
      of: Self.playlists, after: "select Evening.0.1", size: "40x6", layers: [.text, .style, .id],
      matches: .file(named: "layers"))
  }

  @Test func scrollingMakesFewCells() {
    expectReuse(of: Self.playlists, after: "repeat 3 down; repeat 3 up", size: "56x6") {
      $0.rows.created <= 3 && $0.created <= 14
    }
  }
}
