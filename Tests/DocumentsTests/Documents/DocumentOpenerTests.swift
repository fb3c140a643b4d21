import Documents
import Foundation
import TableModel
import Testing

@Suite struct DocumentOpenerTests {
  @Test(arguments: [
    ("a.json", "{\"a\":1}", "JSON"), ("a", "[1]", "JSON"), ("a", " 42", "JSON"),
    ("a", "\"x\"", "JSON"),
    ("a.ndjson", "{}\n{}", "NDJSON"), ("a.jsonl", "", "NDJSON"), ("a.log", "{}\n{}", "NDJSON"),
    ("a.json", "{}\n{}\n", "NDJSON (several values in a .json file)"),
    ("a.json", "1\n2", "NDJSON (several values in a .json file)"),
    ("a.plist", "<plist><dict/></plist>", "property list (XML)"),
    ("a", "<?xml version=\"1.0\"?><plist><true/></plist>", "property list (XML)"),
    ("a.plist", "{ a = b; }", "property list (old text form)"),
    ("a.strings", "\"a\" = \"b\";", "property list (old text form)"),
    ("a", "{ \"a\" = (1); }", "property list (old text form)"),
    ("a", "(1, 2)", "property list (old text form)"),
    ("a", "// !$*UTF8*$!\n{ a = b; }", "property list (old text form)"),
    ("a", "a = b;", "property list (old text form)"),
    ("a.plist", "{\"a\":1}", "JSON"), ("a.yaml", "{\"a\":1}", "JSON"),
    ("a.plist", "{}", "JSON"), ("a.txt", "{}", "JSON"),
    ("a.json", "<plist><true/></plist>", "property list (XML)"),
    ("a", "<0fbd77>", "property list (old text form)"),
  ])
  func detectsFormats(_ name: String, _ text: String, _ format: String) throws {
    let document = try DocumentOpener.open(bytes: Array(text.utf8), name: name)
    #expect(document.format == format)
    #expect(document.name == name)
  }

  @Test func detectsBinaryPropertyLists() throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: ["a": [1]], format: .binary, options: 0)
    let document = try DocumentOpener.open(bytes: Array(data), name: "a")
    #expect(document.format == "property list (binary)")
    #expect(try outline(document.table(shape: nil)) == "= a\n- > 1")
  }

  @Test(arguments: [
    ("a.json", "", "the file is empty: expected JSON or a property list"),
    ("a", " \n", "the file is empty: expected JSON or a property list"),
    (
      "a.json", "{\"a\":1,}",
      "expected another key after ',', found '}' (JSON allows no trailing comma); --lenient reads it"
        + " all the same"
    ),
    ("a", "{\"a\":1", "expected ',' or '}' after a field, found the end of the file"),
    ("a", "{ a = 1", "expected ';' after a value, found the end of the file"),
    ("a.plist", "{ a = 1", "expected ';' after a value, found the end of the file"),
    ("a.json", "{a", "expected a key in double quotes, found 'a'"),
    ("a.json", "{ a = b; }", "expected a key in double quotes, found 'a'"),
    (
      "a.json", "\"\\UA66D\"",
      "expected one of \" \\ / b f n r t u after a backslash, found 'UA66D'"
    ),
    ("a.json", "{\"a\":\u{0}}", "expected a value, found control character 0x00"),
    ("a.ndjson", "{}\n\u{0}", "expected a value, found control character 0x00"),
    ("a.plist", "{ a = \u{0}; }", "expected a value, found control character 0x00"),
    (
      "a.plist", "<plist><string>a\u{0}</string></plist>",
      "expected text, found control character 0x00, which XML can't hold"
    ),
    (
      "a", "<plist><!-- \u{0} --><true/></plist>",
      "expected text, found control character 0x00, which XML can't hold"
    ),
    (
      "a.plist", "<plist><string>a\u{7}</string></plist>",
      "expected text, found control character 0x07, which XML can't hold"
    ),
    (
      "a.plist", "<plist><string>&#7;</string></plist>",
      "expected one of &lt; &gt; &amp; &quot; &apos; &#NUMBER;, found '&#7;'"
    ),
    (
      "a.json", "a,b\n1,2\n",
      "expected a value, found 'a' (it looks like a table of separated values (CSV), not like JSON)"
    ),
    (
      "a.json", "\"a\",\"b\"\n\"1\",\"2\"\n",
      "expected the end of the file after the value, found ',' (it looks like a table of separated"
        + " values (CSV), not like JSON)"
    ),
    (
      "a.json", "# one\ntitle = \"x\"\n",
      "expected a value, found '#' (JSON has no comments) (it looks like TOML or an INI file, not"
        + " like JSON)"
    ),
    (
      "a.json", "[owner]\nname = \"y\"\n",
      "expected a value, found 'owner' (it looks like TOML or an INI file, not like JSON)"
    ),
    (
      "a.json", "---\na: 1\n",
      "expected a digit, found '-' (it looks like YAML, not like JSON)"
    ),
    (
      "a.geojson", "name: x\nage: 3\n",
      "expected a value, found 'name' (it looks like YAML, not like JSON)"
    ),
    (
      "a.plist", "<plist><string>&#0;</string></plist>",
      "expected one of &lt; &gt; &amp; &quot; &apos; &#NUMBER;, found '&#0;'"
    ),
    (
      "a.json", "\"\\UA66D\"",
      "expected one of \" \\ / b f n r t u after a backslash, found 'UA66D'"
    ),
    ("a.json", "a\u{0}b", "expected a value, found 'a'"),
    ("a.json", "{\"a\":1,\u{0}}", "expected a key in double quotes, found control character 0x00"),
    ("a.json", "\u{0}", "expected a value, found control character 0x00"),
    (
      "a.json", "(a, b)",
      "expected a value, found '(' (it looks like a table of separated values (CSV), not like JSON)"
    ),
    ("a.json", "{a = 1;}", "expected a key in double quotes, found 'a'"),
    ("a.plist", "{a", "expected '=' after a key, found the end of the file"),
    ("a.json", "{}}", "expected the end of the file after the value, found '}'"),
    ("a.json", "{}\n}", "expected the end of the file after the value, found '}'"),
    ("a.json", "{} {}", "expected the end of the file after the value, found '{'"),
    ("a.json", "{}\n{\"a\":}", "expected a value, found '}'"),
    ("a.json", "hello", "expected a value, found 'hello'"),
    ("a", "<plist><dict>", "expected '</dict>', found the end of the file"),
    (
      "a.plist", "<?xml version=\"1.0\" encoding=\"",
      "expected '?>' to end the instruction that begins at 1:1, found the end of the file"
    ),
    (
      "a", "<?xml version=\"1.0\" encoding=\"UT",
      "expected '?>' to end the instruction that begins at 1:1, found the end of the file"
    ),
  ])
  func reportsThePlausibleError(_ name: String, _ text: String, _ message: String) {
    let error = errorOf { () throws(DataError) in
      try DocumentOpener.open(bytes: Array(text.utf8), name: name)
    }
    #expect(error?.description == message)
    #expect(error?.location?.hasPrefix(name + ":") == true)
  }

  @Test(
    arguments: [
      (Array("SQLite format 3\0....".utf8), "SQLite database"), ([0x1F, 0x8B, 8, 0], "gzip"),
      ([0x89, 0x50, 0x4E, 0x47, 0x0D], "PNG"), ([0x7F, 0x45, 0x4C, 0x46, 2], "executable"),
      ([0xFF, 0xFE, 0x7B, 0x00], "UTF-16"), ([0x7B, 0x00, 0x7D, 0x00], "UTF-16"),
      ([1, 2, 3, 0, 0, 0, 5], "binary data of an unknown kind"), (Array("hello".utf8), "--format"),
      (Array("a,b".utf8), "are read"), (Array("<html><p>".utf8), "HTML"),
      (Array("PK\u{3}\u{4}".utf8), "zip"),
      (Array("PAR1\u{15}".utf8), "a Parquet file, which DuckDB reads"),
    ] as [([UInt8], String)])
  func namesWhatIsNoDocument(_ bytes: [UInt8], _ hint: String) {
    let error = errorOf { () throws(DataError) in try DocumentOpener.open(bytes: bytes, name: "a") }
    guard case .unknownFormat("a", let found) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.contains(hint), "\(found)")
  }

  /// Files of formats that are not read say so, whatever their first bytes could mean elsewhere.
  @Test(arguments: [
    ("a.INI", "[a]\nb=1", "an INI file"),
    ("a.html", "<p>", "named as HTML"),
  ])
  func namesFormatsThatAreNotRead(_ name: String, _ text: String, _ hint: String) {
    let error = errorOf { () throws(DataError) in
      try DocumentOpener.open(bytes: Array(text.utf8), name: name)
    }
    guard case .unknownFormat(name, let found) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.contains(hint), "\(found)")
  }

  @Test(
    arguments: [
      (FileFormat.json, "{}\n{}", nil), (.json, "{a = b;}", nil), (.ndjson, "[1]", "NDJSON"),
      (.plist, "hello", "property list (old text form)"), (.plist, "[1]", nil),
      (.json, "1", "JSON"),
    ] as [(FileFormat, String, String?)])
  func obeysAStatedFormat(_ format: FileFormat, _ text: String, _ expected: String?) {
    let document = try? DocumentOpener.open(bytes: Array(text.utf8), name: "-", format: format)
    #expect(document?.format == expected)
  }

  @Test func readsPropertyListsInOtherEncodings() throws {
    let strings = "/* é */ \"a\" = \"語🎈\";"
    let xml = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist><string>é</string></plist>"
    let latin = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><plist><string>é</string></plist>"
    for (name, text, encoding, expected) in [
      ("a.strings", strings, String.Encoding.utf16, "=\n- a: \"語🎈\""),
      ("a.plist", xml, .utf16, "=\n-: \"é\""), ("a", xml, .utf16, "=\n-: \"é\""),
      ("a", latin, .isoLatin1, "=\n-: \"é\""),
    ] {
      let data = try #require(text.data(using: encoding))
      let document = try DocumentOpener.open(bytes: Array(data), name: name)
      #expect(try outline(document.table(shape: nil)) == expected, "\(name)")
    }
  }

  @Test func opensFiles() throws {
    try inTemporaryFolder { folder in
      let path = folder + "/list.json"
      // Longer than one read, so that pieces are joined.
      let text = "[" + (0..<60_000).map { "\"number \($0)\"" }.joined(separator: ",") + "]"
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      let document = try DocumentOpener.open(path: path)
      #expect(document.name == "list.json")
      #expect(try document.table(shape: nil).source.counts().rows == .exact(60_000))
    }
  }

  @Test func saysWhyAFileCannotBeRead() throws {
    try inTemporaryFolder { folder in
      let file = folder + "/file"
      try Data("SQLite format 3\0".utf8).write(to: URL(fileURLWithPath: file))
      let hint = "it is a SQLite database; open it as a file: open FILE"
      let expected: [(String, DataError)] = [
        (folder + "/none", .notFound(file: folder + "/none")),
        (folder, .unreadable(file: folder, reason: "it is a directory")),
        (file + "/x", .unreadable(file: file + "/x", reason: "not a directory")),
        (file, .unknownFormat(file: file, hint: hint)),
      ]
      for (path, error) in expected {
        #expect(errorOf { () throws(DataError) in try DocumentOpener.open(path: path) } == error)
      }
    }
  }

  @Test func aDeviceWithoutContentIsEmpty() {
    let error = errorOf { () throws(DataError) in try DocumentOpener.open(path: "/dev/null") }
    #expect(error?.description.hasPrefix("the file is empty") == true)
  }

  private func inTemporaryFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/sources-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }
}
