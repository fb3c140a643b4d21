import Testing

@testable import ShellCore

/// The contract of `shelf evaluate`, line by line.
@Suite struct EvaluationTests {
  /// A line and the whole answer.
  static let answers: [(String, String)] = [
    (
      #"{"predicate": "price > 5", "object": {"price": 7}}"#,
      #"{"result": true, "format": "price > 5"}"#
    ),
    (
      #"{"predicate": "price>5 and a=nil", "object": {"price": 3}}"#,
      #"{"result": false, "format": "price > 5 AND a == nil"}"#
    ),
    (#"{"predicate": "SELF > 1", "object": 2}"#, #"{"result": true, "format": "SELF > 1"}"#),
    (#"{"predicate": "a == nil"}"#, #"{"result": true, "format": "a == nil"}"#),
    (
      #"{"predicate": "%K > %d", "object": {"a": {"b": 3}}, "arguments": ["a.b", 2]}"#,
      #"{"result": true, "format": "a.b > 2"}"#
    ),
    (
      #"{"predicate": "name == $who", "object": {"name": "Jo"}, "variables": {"who": "Jo"}}"#,
      #"{"result": true, "format": "name == $who"}"#
    ),
    (
      #"{"predicate": "a == 1 OR b == $who", "object": {"a": 1}}"#,
      #"{"error": {"kind": "unbound-variable", "at": 15, "message": "`$who` has no value"}, "#
        + #""format": "a == 1 OR b == $who"}"#
    ),
    (
      #"{"predicate": "$index < 3", "variables": {"index": 2}}"#,
      #"{"result": true, "format": "$index < 3"}"#
    ),
    (
      #"{"predicate": "a MATCHES b", "object": {"a": "x", "b": "("}}"#,
      #"{"error": {"kind": "bad-regex", "at": 10, "message": "the regex is invalid: missing `)`"}, "#
        + #""format": "a MATCHES b"}"#
    ),
    (
      #"{"predicate": "a > 5", "object": {"a": "text"}}"#,
      #"{"result": false, "format": "a > 5"}"#
    ),
    (
      #"{"predicate": "a == 9007199254740993", "object": {"a": 9007199254740992}}"#,
      #"{"result": false, "format": "a == 9007199254740993"}"#
    ),
    (
      #"{"predicate": "a == 0.1", "object": {"a": 0.10000000000000000001}}"#,
      #"{"result": false, "format": "a == 0.1"}"#
    ),
    (
      #"{"predicate": "CAST(d, 'NSDate') < CAST('2024-01-01', 'date')", "object": {"d": "2023-05-01"}}"#,
      #"{"result": true, "format": "CAST(d, \"NSDate\") < CAST(\"2024-01-01\", \"NSDate\")"}"#
    ),
  ]

  @Test(arguments: answers) func isAnswered(_ line: String, _ expected: String) {
    var evaluator = RequestEvaluator()
    #expect(evaluator.answer(line: Array(line.utf8)).json == expected)
    // A predicate that is known already is answered alike.
    #expect(evaluator.answer(line: Array(line.utf8)).json == expected)
  }

  /// A line, the kind of error and its place.
  static let faults: [(String, String, Int)] = [
    ("", "input", 0), ("   ", "input", 3), ("{", "input", 1), ("nonsense", "input", 0),
    ("[1]", "input", 0), ("{}", "input", 0), (#"{"predicate": 7}"#, "input", 0),
    (#"{"é": "日本", x}"#, "input", 12), (#"{"predicate": "a == 1"} x"#, "input", 24),
    (#"{"predicate": "a == 1", "variables": [1]}"#, "input", 0),
    (#"{"predicate": ""}"#, "empty", 0), (#"{"predicate": "(a == 1"}"#, "missing-closer", 7),
    (#"{"predicate": "é日 == (1"}"#, "missing-closer", 8),
    (#"{"predicate": "a == $section"}"#, "unbound-variable", 5),
    (#"{"predicate": "a BETWEEN 3"}"#, "wrong-type", 10),
  ]

  @Test(arguments: faults) func isRefused(_ line: String, _ kind: String, _ at: Int) {
    var evaluator = RequestEvaluator()
    guard case .failure(kind, at, let message, _) = evaluator.answer(line: Array(line.utf8)).outcome
    else {
      Issue.record("\(line): \(evaluator.answer(line: Array(line.utf8)).json)")
      return
    }
    #expect(!message.isEmpty)
  }

  @Test func brokenTextIsPlaced() {
    var evaluator = RequestEvaluator()
    let line = Array(#"{"é": ""#.utf8) + [0xFF]
    guard case .failure("input", 7, _, _) = evaluator.answer(line: line).outcome else {
      Issue.record("\(evaluator.answer(line: line).json)")
      return
    }
  }

  @Test func costlyPatternsAreGivenUp() {
    var evaluator = RequestEvaluator()
    let line =
      #"{"predicate": "a MATCHES '(a+)+b'", "object": {"a": "\#(String(repeating: "a", count: 40))"}}"#
    guard
      case .failure("regex-too-costly", 10, _, _?) = evaluator.answer(line: Array(line.utf8))
        .outcome
    else {
      Issue.record("\(evaluator.answer(line: Array(line.utf8)).json)")
      return
    }
  }

  @Test(arguments: [1, 2, 3, 7, 100]) func linesAreCutWhereverTheBytesAre(_ size: Int) {
    let text = Array("one\n\ntwo long\r\nthree and more\nlast".utf8)
    var splitter = LineSplitter(limit: 10)
    var lines: [String] = []
    func keep(_ line: LineSplitter.Line) {
      switch line {
      case .bytes(let bytes): lines.append(String(decoding: bytes, as: UTF8.self))
      case .tooLong: lines.append("TOO LONG")
      }
    }
    for start in stride(from: 0, to: text.count, by: size) {
      splitter.append(Array(text[start..<min(start + size, text.count)]), keep)
    }
    if let line = splitter.finish() { keep(line) }
    #expect(lines == ["one", "", "two long\r", "TOO LONG", "last"])
    #expect(splitter.finish() == nil)
  }
}
