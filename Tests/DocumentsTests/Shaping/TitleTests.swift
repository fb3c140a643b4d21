import Documents
import PredicateLanguage
import TableModel
import Testing

@Suite struct TitleTests {
  @Test(
    arguments: [
      (#"{"id":1,"Title":"T","name":"n"}"#, "T"), (#"{"NAME":"n","id":1}"#, "n"),
      (#"{"description":"D","articles":1}"#, "D"), (#"{"label":"L"}"#, "L"), (#"{"id":7}"#, "7"),
      (#"{"title":"","name":"n"}"#, "n"), (#"{"title":null,"id":2}"#, "2"),
      (#"{"title":{"a":1},"id":2}"#, "2"),
      (#"{"InstanceId":"i-1","State":1}"#, "i-1"), (#"{"paid":1,"grid":2}"#, nil),
      (#"{"text":"t","id":1}"#, "t"),
      (#"{"type":"Feature","properties":{"name":"P"}}"#, "P"),
      (#"{"type":"x","attributes":{"title":"A"}}"#, "A"),
      (#"{"kind":"Pod","metadata":{"name":"M"}}"#, "M"), (#"{"productName":"p"}"#, "p"),
      (#"{"a":1}"#, nil),
    ] as [(String, String?)])
  func findsTheTellingField(_ record: String, _ expected: String?) throws {
    let source = try table("[\(record)]").source
    #expect(try source.rows(0..<1, inSection: 0).first?.title == expected)
  }

  @Test func aKeyInTheDocumentComesFirst() throws {
    let source = try table(#"{"x":{"title":"t"},"y":{"title":"u"}}"#).source
    #expect(try source.rows(0..<2, inSection: 0).map(\.title) == ["x", "y"])
  }

  @Test func aStatedTitleComesBeforeAll() throws {
    let shape = Shape(rows: .itself, title: FieldPath(parsing: "a.b"))
    let source = try table(#"[{"title":"t","a":{"b":"B"}},{"title":"u"}]"#, shape).source
    #expect(try source.rows(0..<2, inSection: 0).map(\.title) == ["B", "u"])
  }
}
