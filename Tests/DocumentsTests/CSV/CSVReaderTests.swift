import TableModel
import Testing

@testable import Documents
@testable import Files

/// What separated values mean, case by case.
@Suite struct CSVReaderTests {
  @Test(arguments: [
    ("a,b\n1,2\n", #"[{"a":1,"b":2}]"#),
    ("\u{FEFF}a,b\r\n1,2", #"[{"a":1,"b":2}]"#),
    ("a,b\r1,2\r3,4\r", #"[{"a":1,"b":2},{"a":3,"b":4}]"#),
    // Numbers as written; what JSON does not call a number is text.
    (
      "n,t\n1.50,01234\n-0,+1\n1e3,1e400\n.5,5.\n",
      #"[{"n":1.50,"t":"01234"},{"n":-0,"t":"+1"},{"n":1e3,"t":"1e400"},{"n":".5","t":"5."}]"#
    ),
    ("n;m\n1,5;\"5\"\n", #"[{"n":"1,5","m":"5"}]"#),
    ("a,b\ntrue,True\nfalse,\"true\"\n", #"[{"a":true,"b":"True"},{"a":false,"b":"true"}]"#),
    // Nothing is null, quotes without text an empty text.
    ("a,b\n,\"\"\n", #"[{"a":null,"b":""}]"#),
    ("a,b\n x , y\n", #"[{"a":" x ","b":" y"}]"#),
    // Quotes, and line breaks in them.
    ("a,b\n\"x, y\",\"say \"\"hi\"\"\"\n", #"[{"a":"x, y","b":"say \"hi\""}]"#),
    ("a,b\n\"x\ny\r\nz\",1\n", #"[{"a":"x\ny\r\nz","b":1}]"#),
    ("a,b\n6\" nail,1\nx\"\"y,\"z\"w\n", #"[{"a":"6\" nail","b":1},{"a":"x\"\"y","b":"zw"}]"#),
    ("a,b\n\"x\"y\"z,w\",1\n", #"[{"a":"xy\"z","b":"w\"","column 3":1}]"#),
    // Short and long records.
    ("a,b,c\n1\n1,2,3,4\n", #"[{"a":1},{"a":1,"b":2,"c":3,"column 4":4}]"#),
    // Empty lines are nothing between records of several cells, and empty cells in a column.
    ("\n\na,b\n\n1,2\n\n\n3,4\n\n", #"[{"a":1,"b":2},{"a":3,"b":4}]"#),
    ("a\nx\n\ny\n", #"[{"a":"x"},{"a":null},{"a":"y"}]"#),
    ("a\r\nx\r\n\r\ny", #"[{"a":"x"},{"a":null},{"a":"y"}]"#),
    ("", "[]"), ("\n", "[]"), ("a,b", "[]"), ("a,b\n", "[]"),
  ])
  func reads(_ text: String, _ expected: String) throws {
    #expect(json(try readCSV(text).value) == expected)
  }

  @Test(arguments: [
    // The first line names the columns, unless it looks like the others.
    ("id,name\n1,Ash\n", #"[{"id":1,"name":"Ash"}]"#),
    ("Ash,35\nYew,12\n", #"[{"column 1":"Ash","column 2":35},{"column 1":"Yew","column 2":12}]"#),
    ("1,2\n", #"[{"column 1":1,"column 2":2}]"#),
    ("2019,2020\nx,y\n", #"[{"2019":"x","2020":"y"}]"#),
    (",b\n1,2\n", #"[{"column 1":1,"b":2}]"#),
    ("a,\n1,2\n", #"[{"column 1":"a","column 2":null},{"column 1":1,"column 2":2}]"#),
    ("a,a\nx,y\n", #"[{"column 1":"a","column 2":"a"},{"column 1":"x","column 2":"y"}]"#),
    ("a,true\n1,false\n", #"[{"column 1":"a","column 2":true},{"column 1":1,"column 2":false}]"#),
    ("\"1\",\"2\"\n1,2\n", #"[{"1":1,"2":2}]"#),
  ])
  func findsTheHeader(_ text: String, _ expected: String) throws {
    #expect(json(try readCSV(text).value) == expected)
  }

  /// Spreadsheets begin a text with a line that says how it is written.
  @Test(arguments: [
    ("sep=;\na;b\n1;2\n", #"[{"a":1,"b":2}]"#, 1), ("SEP=|\r\na|b\r\n1|2", #"[{"a":1,"b":2}]"#, 1),
    ("\u{FEFF}sep=\t\na\tb,c\n1\t2\n", #"[{"a":1,"b,c":2}]"#, 1), ("sep=;", "[]", 1),
    ("sep=a\nx\n", #"[{"sep=a":"x"}]"#, 0), ("sep,=;\n1,2\n", #"[{"sep":1,"=;":2}]"#, 0),
  ])
  func theDelimiterLineIsNoRecord(_ text: String, _ expected: String, _ remarks: Int) throws {
    let content = try readCSV(text)
    #expect(json(content.value) == expected)
    #expect(content.remarks.count == remarks)
  }

  @Test func whatIsStatedHolds() throws {
    func read(_ text: String, _ said: StatedDialect) throws -> String {
      json(try readCSV(text, said).value)
    }
    #expect(try read("1,2\n3,4\n", stated(header: true)) == #"[{"1":3,"2":4}]"#)
    #expect(try read("a,b\n", stated(header: false)) == #"[{"column 1":"a","column 2":"b"}]"#)
    #expect(try read("a,b\n1,2\n", stated("semicolon")) == #"[{"a,b":"1,2"}]"#)
    #expect(
      try read("a,b\n\"x,y\"\n", stated(hasQuotes: false)) == #"[{"a":"\"x","b":"y\""}]"#)
    #expect(
      try read("a,b,c\n1,true,\n", stated(hasTypes: false)) == #"[{"a":"1","b":"true","c":null}]"#)
    // Names that repeat, or are missing, get one of their own.
    let content = try readCSV("a,a,,a 2\n1,2,3,4\n", stated(header: true))
    #expect(json(content.value) == #"[{"a":1,"a 2":2,"column 3":3,"a 2 2":4}]"#)
    #expect(
      content.remarks == ["2 columns have the name of another one: called 'a 2', 'a 2 2'"])
  }

  /// As many names as there may be columns, all of them the same, take no longer than others.
  @Test func namesThatRepeatManyTimes() throws {
    let count = 20_000
    let line = Array(repeating: "a", count: count).joined(separator: ",")
    let record = try readCSV(line + "\n" + line, stated(header: true)).value.array?.first?.record
    #expect(record?.count == count && record?.keys.last == "a \(count)")
  }

  /// The delimiter that parts the records into as many cells each.
  @Test(arguments: [
    ("a,b\n1,2\n", ","), ("a;b\n1,5;2,5\n3,5;4\n", ";"), ("a\tb\n1,2\t3\n", "\t"),
    ("a|b|c\nx|y|z\n", "|"), ("a,b;c\n1,2;3\n4,5;6\n", ","), ("a;b;c\nx,y;z;w\n", ";"),
    ("a\nx\n", ","), ("note\nHello, world\nyes\nno\n", ","), ("\"a;b\",c\n\"d;e;f\",g\n", ","),
    ("a;b\n\"x;y\nz;w\";v\n", ";"), ("a b\nc d\n", ","), ("", ","),
    ("name,\"a;b;c\"\nx,\"d;e;f\"\n", ","),
  ])
  func findsTheDelimiter(_ text: String, _ delimiter: String) throws {
    let bytes = Array(text.utf8)
    let dialect = bytes.withUnsafeBufferPointer { CSVSample($0, from: 0, stated()).dialect }
    #expect(dialect.delimiter == delimiter.utf8.first)
  }

  @Test func delimitersAreWordsOrOneCharacter() {
    let words = [";": ";", "tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";", "pipe": "|"]
    for (word, sign) in words { #expect(StatedDialect.delimiter(word) == sign.utf8.first) }
    for word in ["", ";;", "\"", "\n", "\r", "é", "\u{0}", "a", "7", ".", "-"] {
      #expect(StatedDialect.delimiter(word) == nil, "\(word)")
    }
  }

  /// Without a name that says so, lines with as many cells are separated values, of any size.
  @Test(arguments: [
    ("a,b\n1,2\n", "CSV"), ("1,2\n3,4\n", "CSV, no header"), ("\"a\",\"b\"\n\"c\",\"d\"\n", "CSV"),
    ("a\tb\nc\td\n", "TSV"), ("1\n2\n", "NDJSON"), ("[1,2]\n", "JSON"),
  ])
  func isFoundOut(_ text: String, _ title: String) throws {
    let bytes = Array(text.utf8)
    #expect(try DocumentOpener.open(bytes: bytes, name: "a").format.hasPrefix(title))
    guard title.contains("SV") else { return }
    try withFile(bytes, name: "a") { path in
      let large = try DocumentOpener.large(path: path, name: "a", format: nil, from: 0)
      #expect((large as? IndexedDocument)?.format == title)
    }
  }

  /// A name that says something else is believed.
  @Test func namesOfOtherFormatsDecide() {
    let error = errorOf { () throws(DataError) in
      try DocumentOpener.open(bytes: Array("a,b\n1,2\n".utf8), name: "a.json")
    }
    #expect(error?.location == "a.json:1:1")
  }

  /// What is unusual is read, and said with the line where it is first met.
  @Test func saysWhatIsUnusual() throws {
    let text = "a,b\n1\n\"x\ny\",2\n1,2,3\n\"z\"z,1\n1,2,3,4\n"
    #expect(
      try readCSV(text).remarks == [
        "a record has fewer than 2 cells, on line 2: the other fields are missing",
        "2 records have more than 2 cells, the first on line 5: what is beyond is 'column 3' and"
          + " so on",
        "a cell goes on behind the quote that closes, on line 6: the text is kept",
      ])
    #expect(try readCSV("a,b\n1,2\n").remarks.isEmpty)
  }

  @Test func mistakesHaveTheirPlace() {
    let unclosed = errorOf { () throws(DataError) in try readCSV("a,b\n1,2\nx,\"y\n3,4\n") }
    #expect(unclosed?.location == "test.csv:3:3")
    #expect(unclosed?.description.contains("--quote none") == true)
    let bytes = Array("a,b\nx,".utf8) + [0xE9, 0x0A]
    let encoding = errorOf { () throws(DataError) in
      try CSVReader.read(SourceText(file: "test.csv", bytes: bytes), stated())
    }
    #expect(encoding?.location == "test.csv:2:3")
    #expect(encoding?.description.contains("iconv -f WINDOWS-1252") == true)
  }

  @Test func titlesSayWhatWasFound() throws {
    #expect(try readCSV("a,b\n1,2\n").title == "CSV")
    #expect(try readCSV("a\tb\n1\t2\n").title == "TSV")
    #expect(try readCSV("1;2\n3;4\n").title == "CSV with ';', no header")
  }
}
