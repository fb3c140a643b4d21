import Files
import TableModel
import Testing

@testable import ValueFormats

/// What YAML 1.2 says, chapter by chapter: each text beside what it means, what may not be written
/// with the place of the mistake, and what is decided otherwise here.
@Suite struct YAMLConformanceTests {
  // MARK: Chapter 5: characters

  @Test(
    arguments: [
      // Indicators are text where nothing can be meant by them.
      ("a: b:c", #"{"a":"b:c"}"#), ("a: b#c", #"{"a":"b#c"}"#), ("a: -b", #"{"a":"-b"}"#),
      ("a: ?b", #"{"a":"?b"}"#), ("a: b-c", #"{"a":"b-c"}"#), ("- :b", #"[":b"]"#),
      ("a: b & c * d ! e", #"{"a":"b & c * d ! e"}"#), ("a: b, c", #"{"a":"b, c"}"#),
      ("a: x]y}z", #"{"a":"x]y}z"}"#), ("a::b: c", #"{"a::b":"c"}"#),
      ("http://x.y: z", #"{"http://x.y":"z"}"#), ("a: <b>", #"{"a":"<b>"}"#),
      // Escapes in double quotes, all of them.
      (
        ##""\0\a\b\t\n\v\f\r\e\ \"\/\\\N\_\L\P""##,
        #""\u0000\u0007\u0008\t\n\u000b\u000c\r\u001b \"/\\\u0085"# + "\u{A0}\\u2028\\u2029\""
      ),
      (##"- "\x41\u00e9\U0001F600""##, #"["Aé😀"]"#),
      // A byte order mark in front, breaks of three kinds, letters of any script.
      ("\u{FEFF}a: 1", #"{"a":1}"#), ("a: 1\r\nb: 2\r\n", #"{"a":1,"b":2}"#),
      ("a: 1\rb: 2\r", #"{"a":1,"b":2}"#), ("日本: 語", #"{"日本":"語"}"#),
    ] as [(String, String)])
  func characters(_ text: String, _ expected: String) {
    expect(text, expected)
  }

  // MARK: Chapter 6: indentation, comments, directives, tags, anchors

  @Test(
    arguments: [
      ("a:\n    b: 1\n    c: 2\nd: 3", #"{"a":{"b":1,"c":2},"d":3}"#),
      ("a:\n- 1\n- 2\nb: 3", #"{"a":[1,2],"b":3}"#), ("a:\n  - 1\n  - 2", #"{"a":[1,2]}"#),
      ("-\n  a: 1\n-\n  b: 2", #"[{"a":1},{"b":2}]"#),
      ("- a: 1\n  b: 2\n- c: 3", #"[{"a":1,"b":2},{"c":3}]"#),
      ("- - 1\n  - 2\n- - 3", "[[1,2],[3]]"), ("- - - 1", "[[[1]]]"),
      ("a: 1 # word\n# line\nb: 2", #"{"a":1,"b":2}"#), ("# only", "[]"),
      ("a: # word\n  b: 1", #"{"a":{"b":1}}"#),
      ("a:\n  # word\n  b: 1\n# word\n  c: 2", #"{"a":{"b":1,"c":2}}"#),
      ("a: \"x # y\"", #"{"a":"x # y"}"#), ("a: x #y", #"{"a":"x"}"#),
      ("%YAML 1.2\n---\na: 1", #"{"a":1}"#),
      ("%TAG !e! tag:example.org,2000:\n---\na: !e!x 1", #"{"a":"1"}"#),
      ("a: !!str 1\nb: !!int '2'\nc: !!float '3'", #"{"a":"1","b":2,"c":3}"#),
      ("a: !<tag:yaml.org,2002:str> 1", #"{"a":"1"}"#), ("a: !local 1", #"{"a":"1"}"#),
      ("a: ! 1", #"{"a":"1"}"#),
      ("a: !!map {b: 1}\nc: !!seq [2]", #"{"a":{"b":1},"c":[2]}"#),
      ("a: &x 1\nb: *x\nc: *x", #"{"a":1,"b":1,"c":1}"#),
      ("a: &x {b: 1}\nc: *x", #"{"a":{"b":1},"c":{"b":1}}"#),
      ("a: &x 1\nb: &x 2\nc: *x", #"{"a":1,"b":2,"c":2}"#),
      ("&k a: 1\nb: *k", #"{"a":1,"b":"a"}"#),
      ("a: &x !!str 5\nb: !!str &y 6", #"{"a":"5","b":"6"}"#),
      ("a: &x\nb: *x", #"{"a":null,"b":null}"#), ("- &x-1 a\n- *x-1", #"["a","a"]"#),
    ] as [(String, String)])
  func structure(_ text: String, _ expected: String) {
    expect(text, expected)
  }

  // MARK: Chapter 7: flow style

  @Test(
    arguments: [
      ("'it''s'", #""it's""#), ("''", #""""#), ("\"\"", #""""#), ("'a\\nb'", #""a\\nb""#),
      ("'a\n  b\n\n  c'", #""a b\nc""#), ("\"a\n  b\n\n  c\"", #""a b\nc""#),
      ("\"a\\\n  b\"", #""ab""#), ("\"a \\\n  b\"", #""a b""#), ("\"a\\\n  \\ b\"", #""a b""#),
      ("a\n b\n\n c", #""a b\nc""#), ("a: b\n  c\n  d", #"{"a":"b c d"}"#),
      ("'a  '", #""a  ""#), ("\"  a\t\"", #""  a\t""#), ("a: 'b'   # c", #"{"a":"b"}"#),
      ("[]", "[]"), ("{}", "{}"), ("[a, b, ]", #"["a","b"]"#),
      ("{a: 1, b: 2, }", #"{"a":1,"b":2}"#),
      ("[\n  a,\n  b\n]", #"["a","b"]"#), ("{\n  a: 1,\n  b:\n    2\n}", #"{"a":1,"b":2}"#),
      ("[a b, c  d]", #"["a b","c  d"]"#), ("{a, b: 1}", #"{"a":null,"b":1}"#),
      ("{a: , b: }", #"{"a":null,"b":null}"#),
      ("[a: 1, b: 2]", #"[{"a":1},{"b":2}]"#), ("[? a : 1]", #"[{"a":1}]"#),
      ("[{a: [1, {b: 2}]}]", #"[{"a":[1,{"b":2}]}]"#),
      (#"{"a":1}"#, #"{"a":1}"#), (#"{"a":1,"b":[2,3]}"#, #"{"a":1,"b":[2,3]}"#),
      (#"x: {"a":1}"#, #"{"x":{"a":1}}"#),
      ("{'a': 1, \"b\": 2, c: 3}", #"{"a":1,"b":2,"c":3}"#),
      ("[http://x.y, a:b]", #"["http://x.y","a:b"]"#),
      ("[a, # word\n b]", #"["a","b"]"#), ("{a: 'x, y', b: \"]\"}", #"{"a":"x, y","b":"]"}"#),
      ("[[], {}, '', ~]", #"[[],{},"",null]"#),
    ] as [(String, String)])
  func flow(_ text: String, _ expected: String) {
    expect(text, expected)
  }

  // MARK: Chapter 8: block style

  @Test(
    arguments: [
      ("|\n  a\n  b\n", #""a\nb\n""#), ("|-\n  a\n  b\n", #""a\nb""#), ("|+\n  a\n\n", #""a\n\n""#),
      ("|\n  a\n\n\n", #""a\n""#), ("|\n  a\n   b\n  c\n", #""a\n b\nc\n""#),
      ("|2\n   a\n  b\n", #"" a\nb\n""#),
      ("a: |2\n    b\n   c\n", #"{"a":"  b\n c\n"}"#),
      ("a: |+\n  b\n\nc: 1", #"{"a":"b\n\n","c":1}"#),
      ("a: |-2\n   b\n", #"{"a":" b"}"#), ("a: |2-\n   b\n", #"{"a":" b"}"#),
      (">\n  a\n  b\n\n  c\n", #""a b\nc\n""#), (">-\n  a\n  b\n", #""a b""#),
      (">+\n  a\n\n", #""a\n\n""#),
      (">\n  a\n    b\n  c\n", #""a\n  b\nc\n""#),
      (">\n  a\n\n    b\n\n  c\n", #""a\n\n  b\n\nc\n""#),
      ("a: | # word\n  b # text\n", #"{"a":"b # text\n"}"#), ("a: |\nb: 1", #"{"a":"","b":1}"#),
      ("- |\n  a\n- >\n  b\n", #"["a\n","b\n"]"#),
      ("a: |\n  - b\n  c: d\n", #"{"a":"- b\nc: d\n"}"#),
      ("a: |\n  b", #"{"a":"b"}"#),
      ("? a\n: 1\n? b\n", #"{"a":1,"b":null}"#), ("? |\n  a\n: 1", #"{"a\n":1}"#),
      ("? - a\n  - b\n: - c", #"{"[\"a\",\"b\"]":["c"]}"#),
      ("? {a: 1}\n: b", #"{"{\"a\":1}":"b"}"#),
      ("'a b': 1\n\"c d\": 2", #"{"a b":1,"c d":2}"#), ("a b: 1", #"{"a b":1}"#),
      ("a:\nb:", #"{"a":null,"b":null}"#), ("-\n-\n- a", #"[null,null,"a"]"#),
      ("- ? a\n  : b", #"[{"a":"b"}]"#),
      ("a:   b   ", #"{"a":"b"}"#), ("a :  b", #"{"a":"b"}"#),
      ("-   a: 1\n    b: 2", #"[{"a":1,"b":2}]"#),
    ] as [(String, String)])
  func block(_ text: String, _ expected: String) {
    expect(text, expected)
  }

  // MARK: Chapter 9: streams

  @Test(
    arguments: [
      ("---\na", #""a""#), ("--- a", #""a""#), ("--- a\n...\n", #""a""#),
      ("--- |\n a\n", #""a\n""#),
      ("a\n--- b\n---\nc", #"["a","b","c"]"#), ("---\n---\n", "[null,null]"),
      ("a: 1\n...\n---\nb: 2", #"[{"a":1},{"b":2}]"#),
      ("a: 1\n...\n...\n", #"{"a":1}"#), ("--- {a: 1}\n--- [2]", #"[{"a":1},[2]]"#),
      ("a: x\n# word\n---\n# word\nb: y\n", #"[{"a":"x"},{"b":"y"}]"#),
      ("a: ---b", #"{"a":"---b"}"#),
      ("- ---", #"["---"]"#), ("\n\n", "[]"),
      ("%YAML 1.2\n---\na\n...\n%YAML 1.2\n---\nb", #"["a","b"]"#),
    ] as [(String, String)])
  func streams(_ text: String, _ expected: String) {
    expect(text, expected)
  }

  // MARK: Chapter 10: the core schema

  @Test(
    arguments: [
      ("[null, Null, NULL, ~, nUll]", #"[null,null,null,null,"nUll"]"#),
      ("[true, True, TRUE, tRue]", #"[true,true,true,"tRue"]"#),
      ("[false, False, FALSE, fAlse]", #"[false,false,false,"fAlse"]"#),
      ("[0, -1, +12, 007]", #"[0,-1,12,"007"]"#),
      ("[0o14, 0x3A, 0xff, 0o8, 0xG]", #"[12,58,255,"0o8","0xG"]"#),
      ("[1., -0.0, .5, +12e03, -2E+05, 12.5e-3]", "[1,-0.0,0.5,12e03,-2E+05,12.5e-3]"),
      ("['1', \"true\", '~']", #"["1","true","~"]"#),
      ("[y, n, Yes, NO, On, off]", #"["y","n","Yes","NO","On","off"]"#),
      ("[190:20:30, 1_000, 0b1]", #"["190:20:30","1_000","0b1"]"#),
      ("[=, <<]", #"["=","<<"]"#),
      (
        "[2001-12-14, 2001-12-14t21:59:43.10-05:00]",
        #"["2001-12-14","2001-12-14t21:59:43.10-05:00"]"#
      ),
      ("1: a\n1.5: b\ntrue: c\n~: d", #"{"1":"a","1.5":"b","true":"c","~":"d"}"#),
      ("[.inf, -.Inf, +.INF, .nan, .NaN, .NAN]", #"[".inf","-.Inf","+.INF",".nan",".NaN",".NAN"]"#),
    ] as [(String, String)])
  func schema(_ text: String, _ expected: String) {
    expect(text, expected)
  }

  private func expect(_ text: String, _ expected: String) {
    do throws(DataError) {
      #expect(json(try YAMLReader.read(source(text)).0) == expected, "\(text)")
    } catch {
      Issue.record("\(text): \(error.summary)")
    }
  }

  // MARK: What may not be written

  /// Each with the line and the column of the mistake, or of where it can no longer be mended.
  @Test(
    arguments: [
      ("!<a", "1:4"),
      ("!e!x a", "1:1"),
      ("%YAML 1.2\n%YAML 1.2\n---\na", "2:1"),
      ("%YAML 1.2\na", "2:1"),
      ("%YAML 2.0\n---\na", "1:1"),
      ("%YAML\n---\na", "1:6"),
      ("%a", "1:3"),
      ("'a", "1:3"),
      ("'a\n---\nb'", "2:1"),
      ("*x", "1:1"),
      ("- 'a'b", "1:6"),
      ("- a\nb", "2:2"),
      ("--- a: b", "1:6"),
      ("-\ta: 1\n\tb: 2", "1:2"),
      ("? a: 1\nb", "2:2"),
      ("@", "1:1"),
      ("[, a]", "1:2"),
      ("[\n---\n]", "2:1"),
      ("[a", "1:3"),
      ("[a, , b]", "1:5"),
      ("[a: b: c]", "1:6"),
      ("[a]b", "1:4"),
      ("[a}", "1:3"),
      ("\"\\U00110000\"", "1:4"),
      ("\"\\q\"", "1:2"),
      ("\"\\u12\"", "1:4"),
      ("\"\\uD800\"", "1:4"),
      ("\"\\x4\"", "1:4"),
      ("\"a", "1:3"),
      ("\"a\n...\nb\"", "2:1"),
      ("\ta: 1", "1:1"),
      ("\u{01}", "1:1"),
      ("`", "1:1"),
      ("a: !!str !!int b", "1:10"),
      ("a: !<tag:x\n", "1:11"),
      ("a: %b", "1:4"),
      ("a: &", "1:5"),
      ("a: &x &y b", "1:7"),
      ("a: &x *x", "1:7"),
      ("a: ''b", "1:6"),
      ("a: 'b' c", "1:8"),
      ("a: *", "1:5"),
      ("a: *y\nb: &y 1", "1:4"),
      ("a: 1\n b: 2", "2:3"),
      ("a: 1\n- b", "2:1"),
      ("a: 1\na: 2", "1:1"),
      ("a: >\n   b\n  c", "3:3"),
      ("a: @b", "1:4"),
      ("a: [", "1:5"),
      ("a: [b\nc: d", "2:2"),
      ("a: [b] c", "1:8"),
      ("a: \"b\" c", "1:8"),
      ("a: \0", "1:4"),
      ("a: \u{07}", "1:4"),
      ("a: ]", "1:4"),
      ("a: `b", "1:4"),
      ("a: b: c", "1:5"),
      ("a: {b: c\n", "2:1"),
      ("a: | b\n c", "1:6"),
      ("a: |0\n b", "1:5"),
      ("a: |10\n b", "1:6"),
      ("a: |\n    \n  b", "3:3"),
      ("a: |x\n b", "1:5"),
      ("a:\n  b: 1\n c: 2", "3:2"),
      ("a:\n - b\n- c", "3:1"),
      ("a:\n\tb: 1", "2:1"),
      ("a\n b: c", "2:3"),
      ("a\nb: c", "2:2"),
      ("key: - a", "1:6"),
      ("{, a}", "1:2"),
      ("{a", "1:3"),
      ("{a: 1, , b}", "1:8"),
      ("{a: 1, a: 2}", "1:2"),
      ("{a: b}}", "1:7"),
      ("{a]", "1:3"),
    ])
  func isRefusedAtItsPlace(_ text: String, _ place: String) {
    let error = errorOf { () throws(DataError) in try YAMLReader.read(source(text)) }
    #expect(error?.summary.hasPrefix(place + "@") == true, "\(text): \(error?.summary ?? "")")
  }

  /// Lines end where the standard says, so that the place of a mistake is right after them.
  @Test func placesFollowEveryLineEnding() {
    for (text, place) in [
      ("a: 1\r\nb: [\r\n", "3:1@"), ("a: 1\nb: 'é' x\n", "2:8@"), ("# \u{2028}\na: b: c\n", "2:5@"),
    ] {
      let error = errorOf { () throws(DataError) in try YAMLReader.read(source(text)) }
      #expect(error?.summary.hasPrefix(place) == true, "\(text): \(error?.summary ?? "")")
    }
  }

  // MARK: Where the library stays behind the standard

  /// Allowed by the standard and refused, with a place.
  @Test(arguments: [": 1", "...\n", "a: |\n  \tb\n"])
  func isRefusedThoughAllowed(_ text: String) {
    #expect(errorOf { () throws(DataError) in try YAMLReader.read(source(text)) } != nil)
  }

  /// Forbidden by the standard and read, as it can only be meant.
  @Test(arguments: [
    ("a: \"b\nc\"", #"{"a":"b c"}"#), ("a: 'b\nc'", #"{"a":"b c"}"#),
  ])
  func isReadThoughForbidden(_ text: String, _ expected: String) {
    expect(text, expected)
  }
}
