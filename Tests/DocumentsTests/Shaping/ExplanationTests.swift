import Documents
import TableModel
import Testing

@Suite struct ExplanationTests {
  @Test(arguments: [
    ("7", "one value: one row"), ("[]", "an empty list: no rows"),
    ("{}", "an empty record: no rows"),
    ("[1]", "list of values: a row each"), ("[{}]", "list of records: a row each"),
    (#"{"a":1}"#, "one record: a row for each field"),
    (#"{"a":[1],"b":[2]}"#, "dictionary of lists: a section per key, one row of items each"),
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
      #"[{"file":"a.js","list":[{"x":1}],"n":1,"none":[]},{"file":"b.js","list":[],"n":0}]"#,
      "list of records with 'list': a section each, one row of items"
        + " (each has more: n, none; 'show 0' shows it)"
    ),
    (
      #"{"x":{"a":1,"b":2,"list":[{"v":1}]},"y":{"c":3,"d":4,"e":5,"list":[{"v":1}]}}"#,
      "dictionary of records with 'list': a section each, one row of items"
        + " (each has more: a, b, c, d, ...; 'show 0' shows it)"
    ),
    (
      #"{"a":[{"b":[{"c":[{"d":1}]}]}]}"#,
      "'a': list with lists in 'b' and 'c': sections, rows and items"
    ),
    ("[[[1]]]", "list with lists of lists: sections, rows and items"),
    (#"{"name":"x","list":["a"]}"#, "record of mixed values: a section per key"),
  ])
  func saysTheShape(_ text: String, _ expected: String) throws {
    #expect(try table(text).explanation == expected)
  }

  /// Where no field has a name that titles go by, the first text that differs is taken.
  @Test(arguments: [
    (#"[{"n":1,"file":"a","list":[{"x":1}]},{"n":2,"file":"b","list":[]}]"#, "file", ["a", "b"]),
    (
      #"[{"kind":"k","file":"a","list":[{"x":1}]},{"kind":"k","file":"b","list":[]}]"#, "file",
      ["a", "b"]
    ),
    (#"[{"name":"m","file":"a","list":[{"x":1}]},{"file":"b","list":[]}]"#, nil, ["m", nil]),
    (#"[{"file":"a","list":[{"x":1}]},{"list":[]}]"#, nil, [nil, nil]),
    (#"[{"file":"","list":[{"x":1}]}]"#, nil, [nil]),
    (#"[{"file":"a","list":[{"x":1}]},{"file":"a","list":[]}]"#, nil, [nil, nil]),
    (#"{"k":{"file":"a","list":[{"x":1}]},"l":{"file":"b","list":[]}}"#, nil, ["k", "l"]),
    (
      #"[{"shop":"N","in":[{"at":"A","of":[{"x":1}]}]},{"shop":"S","in":[{"at":"B","of":[]}]}]"#,
      "shop", ["N", "S"]
    ),
    (
      #"[{"at":"N","in":[{"at":"A","name":"a","of":[{"x":1}]}]},{"at":"S","in":[{"at":"B","of":[]}]}]"#,
      nil, [nil, nil]
    ),
    (
      #"{"k":{"at":"N","in":[{"at":"A","of":[{"x":1}]}]},"l":{"in":[{"at":"B","of":[]}]}}"#,
      nil, ["k", "l"]
    ),
  ])
  func sectionsAreTitledByWhatTellsThemApart(
    _ text: String, _ key: String?, _ titles: [String?]
  ) throws {
    let table = try table(text)
    #expect(table.shape.title == key.map(FieldPath.init(key:)))
    #expect(try table.source.sections(0..<9).map(\.title) == titles)
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
