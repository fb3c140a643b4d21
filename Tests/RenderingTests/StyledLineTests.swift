import Rendering
import Testing

@Suite struct StyledLineTests {
  private let bold = TextStyle(.title, .bold)

  @Test func joinsRunsOfOneStyle() {
    var line = StyledLine("a", bold)
    line.append("b", bold)
    line.append("", TextStyle(.error))
    line.append("c")
    #expect(line.runs == [StyledRun("ab", bold), StyledRun("c")])
    #expect(line.text == "abc")
  }

  @Test func measuresAndTruncates() {
    let line = StyledLine([StyledRun("日本", bold), StyledRun(" kettle")])
    #expect(line.width == 11)
    #expect(line.truncated(to: 11) == line)
    #expect(line.truncated(to: 8).text == "日本 ke…")
    #expect(line.truncated(to: 4).text == "日…")
    #expect(line.truncated(to: 4).runs.last?.style == bold)
    #expect(line.truncated(to: 1).text == "…")
    #expect(line.truncated(to: 0).text == "")
    #expect(line.truncated(to: 8, charset: .ascii).text == "日本 ...")
  }

  @Test func trimsAndPads() {
    let line = StyledLine([StyledRun("a ", bold), StyledRun("   ")])
    #expect(line.trimmed() == StyledLine("a", bold))
    #expect(StyledLine("  ").trimmed().isEmpty)
    #expect(StyledLine("日").padded(to: 4).text == "日  ")
  }

  @Test func writesPlainAndColored() {
    let lines = [StyledLine([StyledRun("error: ", TextStyle(.error, .bold)), StyledRun("x")])]
    #expect(ViewEncoder.text(of: lines) == "error: x\n")
    #expect(
      ViewEncoder.text(of: lines, palette: .standard) == "\u{1B}[0;1;31merror: \u{1B}[0mx\n")
  }
}
