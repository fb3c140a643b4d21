import Documents
import TableModel
import Testing

@Suite struct NDJSONReaderTests {
  @Test(arguments: [
    ("", "[]"), ("\n \n", "[]"), ("{\"a\":1}\n{\"a\":2}\n", #"[{"a":1},{"a":2}]"#),
    ("1\n\n\r\n2\n3", "[1,2,3]"), ("{}{}[] []", "[{},{},[],[]]"), ("\"a\"\"b\"", #"["a","b"]"#),
    ("{\n\"a\": 1\n}\n{\n\"a\": 2\n}", #"[{"a":1},{"a":2}]"#), ("\u{FEFF}1\n2", "[1,2]"),
  ])
  func reads(_ text: String, _ expected: String) throws {
    #expect(json(.array(try NDJSONReader.read(source(text)))) == expected)
  }

  @Test(arguments: [
    ("{\"a\":1}\n{\"a\":}\n{}", "2:6@13 expected a value, found '}'"),
    (
      "{\"a\":1}\n\n{\"a\":1\n{\"a\":2}",
      "3:7@15 expected the rest of the value, found the end of the line"
    ),
    ("1\n2x\n", "2:2@3 expected a line break after a value, found 'x'"),
    ("{}\n{} ,\n{}", "2:4@6 expected a value, found ','"),
    ("{\n\"a\": 1\n\n{}", "4:1@10 expected ',' or '}' after a field, found '{'"),
    ("{}\n[1,", "2:4@6 expected a value, found the end of the file"),
  ])
  func locatesErrorsInTheFile(_ text: String, _ expected: String) {
    let error = errorOf { () throws(DataError) in try NDJSONReader.read(source(text)) }
    #expect(error?.summary == expected)
  }
}
