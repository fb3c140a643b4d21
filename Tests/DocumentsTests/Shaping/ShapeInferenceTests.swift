import Documents
import TableModel
import Testing

@Suite struct ShapeInferenceTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var shape: String
    var outline: String

    init(_ name: String, _ text: String, _ shape: String, _ outline: String) {
      (testDescription, self.text, self.shape, self.outline) = (name, text, shape, outline)
    }
  }

  @Test(arguments: lists + dictionaries + wrappers + nested + rest)
  func infers(_ example: Example) throws {
    let table = try table(example.text)
    #expect(table.shape.summary == example.shape)
    #expect(try outline(table) == example.outline)
    #expect(!table.explanation.isEmpty && !table.explanation.contains("\n"))
  }

  /// The shape that was inferred, stated, gives the same table.
  @Test(arguments: lists + dictionaries + wrappers + nested + rest)
  func inferredShapesCanBeStated(_ example: Example) throws {
    let inferred = try table(example.text)
    guard !inferred.explanation.contains("with a header") else { return }
    #expect(try outline(table(example.text, inferred.shape)) == outline(inferred))
  }

  static let lists = [
    Example(
      "flat list of records", #"[{"id":1,"name":"a"},{"id":2},{"x":null}]"#, "_/SELF/_",
      "=\n- a: {\"id\":1,\"name\":\"a\"}\n- 2: {\"id\":2}\n-: {\"x\":null}"),
    Example(
      "flat list with nulls", #"[null,{"login":"a","org":null}]"#, "_/SELF/_",
      "=\n-: null\n- a: {\"login\":\"a\",\"org\":null}"),
    Example("list of scalars", #"[1,"b",null]"#, "_/SELF/_", "=\n-: 1\n-: \"b\"\n-: null"),
    Example(
      "mixed list", #"[1,{"title":"t"},[2]]"#, "_/SELF/_",
      "=\n-: 1\n- t: {\"title\":\"t\"}\n-: [2]"),
    Example("matrix", "[[1,2,3],[4,5,6]]", "_/SELF/SELF", "=\n- > 1 | 2 | 3\n- > 4 | 5 | 6"),
    Example(
      "ragged lists of records", #"[[{"a":1}],[],[{"a":2},{"b":3}]]"#, "_/SELF/SELF",
      "=\n- > {\"a\":1}\n- > \n- > {\"a\":2} | {\"b\":3}"),
    Example(
      "lists three deep", "[[[1,2],[3]],[[4]],[]]", "SELF/SELF/SELF",
      "=\n- > 1 | 2\n- > 3\n=\n- > 4\n="),
    Example(
      "lists with a header", #"[["name","price"],["a",1],["b",2.50]]"#, "_/SELF/_",
      "=\n- a: {\"name\":\"a\",\"price\":1}\n- b: {\"name\":\"b\",\"price\":2.50}"),
    Example(
      "texts only: no header can be told", #"[["a","b"],["c","d"]]"#, "_/SELF/SELF",
      "=\n- > \"a\" | \"b\"\n- > \"c\" | \"d\""),
    Example("empty list", "[]", "_/SELF/_", "="),
    Example("list of empty lists", "[[],[]]", "_/SELF/SELF", "=\n- > \n- > "),
  ]

  static let dictionaries = [
    Example(
      "dictionary of lists",
      #"{"Business":[{"Title":"x"},{"Title":"y"}],"Art":[{"Title":"z"}],"Empty":[]}"#,
      "SELF/_/SELF",
      "= Business\n- > {\"Title\":\"x\"} | {\"Title\":\"y\"}\n= Art\n- > {\"Title\":\"z\"}\n= Empty\n- > "
    ),
    Example(
      "dictionary of lists of scalars", #"{"a":[1,2],"b":["x"]}"#, "SELF/_/SELF",
      "= a\n- > 1 | 2\n= b\n- > \"x\""),
    Example(
      "dictionary of lists of lists", #"{"a":[[1],[2,3]],"b":[]}"#, "SELF/SELF/SELF",
      "= a\n- > 1\n- > 2 | 3\n= b"),
    Example(
      "mixed values, as a package manifest",
      #"{"name":"shelf","version":"1.0","keywords":["a","b"],"scripts":{"test":"t"},"private":null}"#,
      "SELF/SELF/_",
      "=\n- name: \"shelf\"\n- version: \"1.0\"\n- private: null\n= keywords\n-: \"a\"\n-: \"b\"\n= scripts\n- test: \"t\""
    ),
    Example(
      "mixed values with a list of records",
      #"{"name":"x","users":[{"id":1},{"id":2}],"config":{"a":1},"empty":[]}"#,
      "SELF/SELF/_",
      "=\n- name: \"x\"\n= users\n- 1: {\"id\":1}\n- 2: {\"id\":2}\n= config\n- a: 1\n= empty"),
    Example(
      "records by key", #"{"alice":{"age":3,"city":"B"},"bob":{"age":4}}"#, "_/SELF/_",
      "=\n- alice: {\"age\":3,\"city\":\"B\"}\n- bob: {\"age\":4}"),
    Example(
      "records with nothing in common",
      #"{"scripts":{"test":"t","lint":"l"},"engines":{"node":"1"}}"#,
      "SELF/SELF/_", "= scripts\n- test: \"t\"\n- lint: \"l\"\n= engines\n- node: \"1\""),
    Example(
      "translations",
      #"{"en":{"a":"1","b":"2","c":"3","d":"4","e":"5","f":"6","g":"7","h":"8","i":"9"},"de":{"a":"1","b":"2","c":"3","d":"4","e":"5","f":"6","g":"7","h":"8","i":"9"}}"#,
      "SELF/SELF/_",
      ["en", "de"].map { language in
        "= \(language)\n"
          + zip("abcdefghi", 1...9).map { "- \($0): \"\($1)\"" }.joined(separator: "\n")
      }.joined(separator: "\n")),
    Example(
      "records by key that hold lists",
      #"{"fruit":{"color":"red","kinds":[{"name":"apple"}]},"nuts":{"kinds":[{"name":"hazel"},{"name":"wal"}]}}"#,
      "SELF/_/kinds",
      "= fruit\n- > {\"name\":\"apple\"}\n= nuts\n- > {\"name\":\"hazel\"} | {\"name\":\"wal\"}"),
    Example(
      "dictionary of dictionaries of records",
      #"{"europe":{"fr":{"pop":1},"de":{"pop":2}},"asia":{"jp":{"pop":3}}}"#,
      "SELF/SELF/_", "= europe\n- fr: {\"pop\":1}\n- de: {\"pop\":2}\n= asia\n- jp: {\"pop\":3}"),
    Example(
      "dictionary of dictionaries of lists", #"{"a":{"x":[1],"y":[2,3]},"b":{"x":[]}}"#,
      "SELF/SELF/SELF", "= a\n- x > 1\n- y > 2 | 3\n= b\n- x > "),
  ]

  static let wrappers = [
    Example(
      "features",
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"A"},"geometry":{"type":"Point","coordinates":[1,2]}}]}"#,
      "_/features/_",
      "= features\n- A: {\"type\":\"Feature\",\"properties\":{\"name\":\"A\"},\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}}"
    ),
    Example(
      "results by pages",
      #"{"count":2,"next":"u","previous":null,"results":[{"name":"a"},{"name":"b"}]}"#,
      "_/results/_", "= results\n- a: {\"name\":\"a\"}\n- b: {\"name\":\"b\"}"),
    Example(
      "statuses with metadata",
      #"{"statuses":[{"id":1,"text":"t"}],"search_metadata":{"count":1,"max_id":2,"query":"q"}}"#,
      "_/statuses/_", "= statuses\n- t: {\"id\":1,\"text\":\"t\"}"),
    Example(
      "hits two levels down",
      #"{"took":3,"_shards":{"total":1,"ok":1},"hits":{"total":{"value":2},"hits":[{"_id":"x","_source":{"a":1}},{"_id":"y"}]}}"#,
      "_/hits.hits/_", "= hits\n- x: {\"_id\":\"x\",\"_source\":{\"a\":1}}\n- y: {\"_id\":\"y\"}"),
    Example(
      "nodes four levels down",
      #"{"data":{"repo":{"issues":{"nodes":[{"title":"a"},{"title":"b"}]}}}}"#,
      "_/data.repo.issues.nodes/_", "= nodes\n- a: {\"title\":\"a\"}\n- b: {\"title\":\"b\"}"),
    Example(
      "one list under any name", #"{"products":[{"name":"a"},{"name":"b"}]}"#, "_/products/_",
      "= products\n- a: {\"name\":\"a\"}\n- b: {\"name\":\"b\"}"),
    Example(
      "a page and its list in an array", #"[{"page":1},[{"id":"a","v":1},{"id":"b","v":2}]]"#,
      "_/[1]/_", "=\n- a: {\"id\":\"a\",\"v\":1}\n- b: {\"id\":\"b\",\"v\":2}"),
    Example("no results", #"{"count":0,"results":[]}"#, "SELF/SELF/_", "=\n- count: 0\n= results"),
    Example(
      "wrapped dictionary of lists", #"{"catalog":{"a":[{"x":1}],"b":[{"x":2}]}}"#,
      "catalog/_/SELF", "= a\n- > {\"x\":1}\n= b\n- > {\"x\":2}"),
  ]

  static let nested = [
    Example(
      "filmstrip",
      #"[{"description":"A","articles":[{"title":"1"},{"title":"2"}]},{"description":"B","articles":[]}]"#,
      "SELF/_/articles", "= A\n- > {\"title\":\"1\"} | {\"title\":\"2\"}\n= B\n- > "),
    Example(
      "literal",
      #"{"sections":[{"title":"S","footer":"end","rows":[{"title":"R","items":[1,{"a":2}]},{"title":"plain"}]},{"title":"T","rows":[]}]}"#,
      "sections/rows/items", "= S\n- R > 1 | {\"a\":2}\n- plain: {\"title\":\"plain\"}\n_ end\n= T"),
    Example(
      "literal without items",
      #"{"device":"phone","sections":[{"title":"S","rows":[{"title":"R"},7]}]}"#,
      "sections/rows/_", "= S\n- R: {\"title\":\"R\"}\n-: 7"),
    Example(
      "literal without rows", #"{"sections":[{"title":"S","items":[1,2]}]}"#,
      "sections/_/items", "= S\n- > 1 | 2"),
    Example(
      "literal without sections", #"[{"title":"S","rows":[{"title":"R","items":["x"]}]}]"#,
      "SELF/rows/items", "= S\n- R > \"x\""),
    Example(
      "three levels of records",
      #"{"Reservations":[{"Groups":[],"Instances":[{"InstanceId":"i-1","State":{"Code":16,"Name":"running"},"Tags":[{"Key":"k","Value":"v"}]},{"InstanceId":"i-2"}],"OwnerId":"1"}]}"#,
      "Reservations/Instances/Tags",
      "= 1\n- i-1 > {\"Key\":\"k\",\"Value\":\"v\"}\n- i-2: {\"InstanceId\":\"i-2\"}"),
    Example(
      "reservations without tags",
      #"{"Reservations":[{"Instances":[{"id":"i-1"}]},{"Instances":[{"id":"i-2"},{"id":"i-3"}]}],"NextToken":null}"#,
      "Reservations/_/Instances",
      "=\n- > {\"id\":\"i-1\"}\n=\n- > {\"id\":\"i-2\"} | {\"id\":\"i-3\"}"),
    Example(
      "orders with lines",
      #"[{"id":7,"lines":[{"sku":"a"}]},{"id":8,"lines":[{"sku":"b"},{"sku":"c"}]}]"#,
      "SELF/_/lines", "= 7\n- > {\"sku\":\"a\"}\n= 8\n- > {\"sku\":\"b\"} | {\"sku\":\"c\"}"),
    Example(
      "two lists each: nothing to prefer", #"[{"id":1,"a":[{"x":1}],"b":[{"y":1}]}]"#,
      "_/SELF/_", "=\n- 1: {\"id\":1,\"a\":[{\"x\":1}],\"b\":[{\"y\":1}]}"),
  ]

  static let rest = [
    Example(
      "one record", #"{"name":"a","age":3,"note":null}"#, "_/SELF/_",
      "=\n- name: \"a\"\n- age: 3\n- note: null"),
    Example("one scalar", "42", "_/_/_", "=\n-: 42"),
    Example("null", "null", "_/_/_", "=\n-: null"),
    Example("empty record", "{}", "_/SELF/_", "="),
    Example("one field with an empty list", #"{"a":[]}"#, "SELF/_/SELF", "= a\n- > "),
  ]
}
