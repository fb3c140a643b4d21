import CommandLanguage
import Documents
import Rendering
import TableModel
import Testing
import Workspaces

@testable import Commands

/// What `export` makes of keys, of values that are no records, and of what a format can't hold.
@Suite struct ExportCommandTests {
  private static let countries = #"{"NO":{"pop":5},"JP":{"pop":125}}"#

  private func exported(_ json: String, _ commands: String) throws -> (text: String, [String]) {
    var session = try Workspace.over(json: json)
    let outputs = try session.run(line: commands)
    let output = try #require(outputs.last)
    return (output.lines.map(\.text).joined(separator: "\n"), output.notices)
  }

  @Test(arguments: [
    (countries, "export - --format csv --keys code", "code,pop\nNO,5\nJP,125"),
    (
      countries, "export - --format ndjson --keys code",
      #"{"code":"NO","pop":5}"# + "\n" + #"{"code":"JP","pop":125}"#
    ),
    (countries, "sort by pop desc; export - --format csv --keys code", "code,pop\nJP,125\nNO,5"),
    (countries, "filter pop > 9; export - --format csv --keys code", "code,pop\nJP,125"),
    (countries, "group by pop; export - --format csv --keys code", "code,pop\nNO,5\nJP,125"),
    (
      #"{"hello":"Hallo","bye":"Tja"}"#, "export - --format csv --keys k",
      "k,value\nhello,Hallo\nbye,Tja"
    ),
    (#"{"a":1,"b":2}"#, "export - --format csv --keys value", "value,value 2\na,1\nb,2"),
    (
      #"{"A":[{"n":1}],"B":[{"n":2},{"n":3}]}"#, "export - --format csv --keys in",
      "in,n\nA,1\nB,2\nB,3"
    ),
    (
      countries, "delete 0.0; insert 0.1 {\"pop\":3}; export - --format csv --keys k",
      "k,pop\nJP,125\nnew,3"
    ),
  ])
  func keysBecomeAField(json: String, commands: String, expected: String) throws {
    let (text, notices) = try exported(json, commands)
    #expect(text == expected)
    #expect(notices.isEmpty)
  }

  @Test func keysThatAreLeftOutAreTold() throws {
    let (text, notices) = try exported(Self.countries, "export - --format csv")
    #expect(text == "pop\n5\n125")
    #expect(
      notices == ["the keys of the records are not written; --keys NAME makes a field of them"])
    #expect(try exported(#"[{"a":1}]"#, "export - --format csv").1.isEmpty)
    #expect(try exported(#"{"n":2,"features":[{"a":1},{"a":2}]}"#, "export -").1.isEmpty)
  }

  @Test(arguments: [
    ("export - --format csv --keys pop", "already"), ("export - --format svg --keys k", "viewport"),
  ])
  func keysNeedARoomOfTheirOwn(commands: String, reason: String) throws {
    var session = try Workspace.over(json: Self.countries)
    let found = session.failure(commands)
    let failure = try #require(found)
    #expect(failure.description.contains(reason))
  }

  @Test(arguments: [
    (#"[{"a":1},5,[1,2],null,"x"]"#, "a,value\n1,\n,5\n,\"[1,2]\"\n,\n,x"),
    (#"[{"value":1},5]"#, "value,value 2\n1,\n,5"), (#"[1,"a,b"]"#, "value\n1\n\"a,b\""),
    (#"[{"a":1},null]"#, "a\n1\n"),
  ])
  func whatIsNoRecordHasAColumn(json: String, expected: String) throws {
    #expect(try exported(json, "export - --format csv").text == expected)
  }

  @Test func numbersThatJSONLacksAreCounted() throws {
    let list = "<plist><array><real>inf</real><real>nan</real><real>1</real></array></plist>"
    var session = Workspace(environment: .checkout)
    _ = try session.open(try DocumentOpener.open(bytes: Array(list.utf8), name: "n.plist"))
    let outputs = try session.run(line: "export - --format ndjson")
    let output = try #require(outputs.first)
    #expect(output.lines.map(\.text) == ["null", "null", "1"])
    #expect(output.notices.first?.hasPrefix("2 numbers that are infinite") == true)
    let sheet = try session.run(line: "export - --format csv").first
    #expect(sheet?.notices == [])
  }
}
