import DataSources
import TableModel
import Testing

@Suite struct ExplanationTests {
  @Test(arguments: [
    ("7", "one value: one row"), ("[]", "an empty list: no rows"),
    ("{}", "an empty record: no rows"),
    ("[1]", "list of values: a row each"), ("[{}]", "list of records: a row each"),
    (#"{"a":1}"#, "one record: a row for each field"),
    (#"{"a":[1],"b":[2]}"#, "dictionary of lists: a section a key, one row of items each"),
    (
      #"{"type":"x","features":[{"a":1}]}"#,
      "'features': list of records: a row each (beside it: type)"
    ),
    (
      #"{"hits":{"total":9,"hits":[{"a":1,"b":2}]},"took":3}"#,
      "'hits.hits': list of records: a row each (beside it: total; took)"
    ),
    (
      #"[{"name":"a","list":[{"x":1}]}]"#,
      "list of records with 'list': a section each, one row of items"
    ),
    (
      #"{"a":[{"b":[{"c":[{"d":1}]}]}]}"#,
      "'a': list with lists in 'b' and 'c': sections, rows and items"
    ),
    ("[[[1]]]", "list with lists of lists: sections, rows and items"),
    (#"{"name":"x","list":["a"]}"#, "record of mixed values: a section a key"),
  ])
  func saysTheShape(_ text: String, _ expected: String) throws {
    #expect(try table(text).explanation == expected)
  }

  @Test func statedShapesAreRepeated() throws {
    let shape = Shape(sections: FieldPath(key: "a"), rows: .itself, title: FieldPath(key: "b"))
    let explanation = try table(#"{"a":[[{"b":1}]]}"#, shape).explanation
    #expect(explanation == "as stated: sections a, rows SELF, title b")
  }

  /// Keys come from the data: however long they are, messages stay short.
  @Test func namesAreClipped() throws {
    let key = String(repeating: "k", count: 10_000)
    #expect(try table("{\"\(key)\":[{\"a\":1}]}").explanation.count < 120)
    let error = errorOf { () throws(DataError) in
      try table("{\"\(key)\":1}", Shape(rows: FieldPath(key: "x")))
    }
    #expect((error?.hint?.count ?? 0) < 120 && error?.hint?.hasSuffix("…") == true)
    let tag = errorOf { () throws(DataError) in
      try XMLPropertyListReader.read(source("<plist><\(key)/></plist>"))
    }
    #expect((tag?.description.count ?? 999) < 120)
  }
}
