import CommandLanguage
import Rendering
import Testing
import Workspaces

@testable import Commands

/// Text from data reaches the screen through messages too: titles, keys, values, file names.
@Suite struct HostileDataTests {
  static let json = #"""
    {"A\u001b[31mx": [{"t\u0007": "v\u001b]0;p\u0007\u202e", "n": 1}, {"t\u0007": "w", "n": 2}],
     "B": [{"t\u0007": "z", "n": 3}]}
    """#

  static let lines = [
    "view", "status", "shape", "goto 0", "down", "right", "find v", "next", "push", "back",
    "show 0", "count", "schema", "distinct n", "describe n", "select 0.0.0", "tap 0.0.0", "stats",
    "trace --all --verbose", "fields", "sort by n", "filter n > 1", "filter off", "group by n",
    "flatten", "undo", "redo", "export - --format text",
    "export - --format svg", "export - --format html", "stats --plot", "trace --timeline -",
    "explain", "echo \u{1B}[31m", "close",
  ]

  @Test func nothingReachesTheScreenRaw() throws {
    var session = try Workspace.over(json: Self.json)
    for line in Self.lines {
      let outputs: [Output]
      do {
        outputs = try session.run(line: line)
      } catch {
        // The error's words are made safe where they are printed; here it must be an error at most.
        continue
      }
      for text in outputs.flatMap(\.lines).map(\.text) {
        let raw = text.unicodeScalars.contains {
          $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || $0 == "\u{202E}"
        }
        #expect(!raw, "\(line): \(text.debugDescription)")
      }
    }
  }

  /// What data says stays in the line of the message that speaks of it.
  @Test(arguments: ["view", "group by t", "flatten", "columns auto"])
  func lineBreaksOfDataBreakNoMessage(_ first: String) throws {
    func json(_ blank: String) -> String {
      #"""
      {"A_x": [{"t": "v_w", "n": 1}, {"t": "w_v", "n": 2}], "B_y": [{"t": "z_z", "n": 3}]}
      """#.replacing("_", with: blank)
    }
    var plain = try Workspace.over(json: json(" "))
    var broken = try Workspace.over(json: json(#"\n"#))
    let lines =
      Self.lines.filter { !$0.hasPrefix("export") } + [
        "goto 0", "tap", "select 0.0", "push", "back", "push 0", "status", "bookmark a", "bookmark",
        "columns auto", "columns off", "delete 0.0; undo", "step 5", "down", "sections", "reset",
      ]
    for line in [first] + lines {
      let expected = try? plain.said(line).split(separator: "\n").count
      let count = try? broken.said(line).split(separator: "\n").count
      #expect(count == expected, "\(line)")
    }
  }
}
