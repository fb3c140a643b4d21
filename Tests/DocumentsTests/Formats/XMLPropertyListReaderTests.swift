import Documents
import Foundation
import TableModel
import TestSeeds
import Testing

@testable import Files

@Suite struct XMLPropertyListReaderTests {
  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Example//DTD PLIST 1.0//EN" "http://example.org/plist.dtd">

    """

  private func read(_ body: String) throws(DataError) -> Value {
    try XMLPropertyListReader.read(source(Self.head + "<plist version=\"1.0\">\(body)</plist>\n"))
  }

  @Test(arguments: [
    ("<dict/>", "{}"), ("<array></array>", "[]"), ("<true/>", "true"), ("<false></false>", "false"),
    ("<string/>", "\"\""), ("<string> a\n b </string>", #"" a\n b ""#),
    ("<string>&lt;&amp;&gt;&quot;&apos;&#65;&#x1F388;</string>", #""<&>\"'A🎈""#),
    ("<string>a<![CDATA[<&amp;>]]>b<!-- no -->c</string>", #""a<&amp;>bc""#),
    ("<string>a<!---> no -->b</string>", #""ab""#),
    ("<integer>12345678901234567890</integer>", "12345678901234567890"),
    ("<integer> -12 </integer>", "-12"), ("<integer>+7</integer>", "7"),
    ("<integer>0x1F</integer>", "31"), ("<integer>007</integer>", "7"),
    ("<real>1.10</real>", "1.10"), ("<real>5.</real>", "5"), ("<real>1E3</real>", "1E3"),
    ("<date>2024-02-29T12:30:05Z</date>", "\"2024-02-29T12:30:05Z\""),
    ("<date>1969-12-31T23:59:59Z</date>", "\"1969-12-31T23:59:59Z\""),
    ("<data>\n  AP\n  8Q\n</data>", "\"AP8Q\""), ("<data/>", "\"\""),
    (
      "<dict><key>z</key><integer>1</integer><key>a</key><array><true/></array></dict>",
      #"{"z":1,"a":[true]}"#
    ),
    ("<dict><!-- c --><key>a&amp;b</key ><string id=\">\">x</string></dict>", #"{"a&b":"x"}"#),
    (
      "<dict><key>a</key><true/><key>b</key><true/><key>a</key><false/></dict>",
      #"{"a":false,"b":true}"#
    ),
  ])
  func reads(_ body: String, _ expected: String) throws {
    #expect(json(try read(body)) == expected)
  }

  @Test func readsWithoutDeclarationAndWrapper() throws {
    let text = "\u{FEFF}<dict><key>a</key><integer>1</integer></dict>"
    #expect(json(try XMLPropertyListReader.read(source(text))) == #"{"a":1}"#)
  }

  @Test(arguments: [("nan", "nan"), ("+infinity", "inf"), ("-inf", "-inf")])
  func readsWhatIsNoNumber(_ text: String, _ expected: String) throws {
    #expect(try read("<real>\(text)</real>").plainText == expected)
  }

  @Test(arguments: [
    ("", "1:1@0 expected '<plist>', found the end of the file"),
    ("<plist></plist>", "1:8@7 expected a value, found '</plist>'"),
    ("<plist/>", "1:9@8 expected a value in the property list, found the end of the file"),
    (
      "<plist>\n<dict>\n<string>x</string></dict></plist>",
      "3:1@15 expected '<key>' or '</dict>', found '<string>'"
    ),
    ("<dict><key>a</key></dict>", "1:19@18 expected a value for the key, found '</dict>'"),
    (
      "<dict><key>a</key><key>b</key></dict>",
      "1:19@18 expected an element of a property list, found '<key>'"
    ),
    ("<array><true/></dict>", "1:15@14 expected '</array>', found '</dict>'"),
    ("<array><true/>", "1:15@14 expected '</array>', found the end of the file"),
    ("<array>x</array>", "1:8@7 expected a tag, found 'x'"),
    ("<array><foo/></array>", "1:8@7 expected an element of a property list, found '<foo>'"),
    ("<string>a", "1:10@9 expected '</string>', found the end of the file"),
    ("<string>a<b/></string>", "1:10@9 expected '</string>', found '<'"),
    ("<string>a</strong>", "1:10@9 expected '</string>', found '<'"),
    (
      "<string>&foo;</string>",
      "1:9@8 expected one of &lt; &gt; &amp; &quot; &apos; &#NUMBER;, found '&foo;'"
    ),
    (
      "<string>&#xD800;</string>",
      "1:9@8 expected one of &lt; &gt; &amp; &quot; &apos; &#NUMBER;, found '&#xD800;'"
    ),
    ("<string>a & b</string>", "1:11@10 expected an entity such as '&amp;', found '&'"),
    ("<integer>12a</integer>", "1:10@9 expected a whole number in <integer>, found '12a'"),
    ("<integer/>", "1:11@10 expected a whole number in <integer>, found ''"),
    ("<real>1,5</real>", "1:7@6 expected a number in <real>, found '1,5'"),
    (
      "<date>2023-02-29T00:00:00Z</date>",
      "1:7@6 expected a date such as 2024-02-29T12:00:00Z in <date>, found '2023-02-29T00:00:00Z'"
    ),
    ("<data>A?==</data>", "1:7@6 expected base64 in <data>, found 'A?=='"),
    ("<true/><true/>", "1:8@7 expected the end of the file, found '<true>'"),
    (
      "<plist><true/><true/></plist>",
      "1:15@14 expected '</plist>' after the one value of a property list, found '<true>'"
    ),
    (
      "<!-- x",
      "1:7@6 expected '-->' to end the comment that begins at 1:1, found the end of the file"
    ),
    ("<dict", "1:6@5 expected '>' to end the tag, found the end of the file"),
    (
      "<?xml version='1.0'?>\n<!DOCTYPE plist [\n<!ENTITY a \"b\">]><string>&a;</string>",
      "2:17@38 a document type that declares entities or elements is refused"
    ),
    ("<!DOCTYPE plist SYSTEM \"a[b\"><true/>x", "1:37@36 expected a tag, found 'x'"),
  ])
  func locatesErrors(_ text: String, _ expected: String) {
    let error = errorOf { () throws(DataError) in try XMLPropertyListReader.read(source(text)) }
    #expect(error?.summary == expected)
  }

  @Test func refusesDepthWithoutOverflowingTheStack() {
    let text = String(repeating: "<array>", count: 100_000)
    let error = errorOf { () throws(DataError) in try XMLPropertyListReader.read(source(text)) }
    #expect(error?.summary == "1:3585 deeper than 512")
  }

  @Test func refusesEveryTruncation() {
    let text =
      Self.head
      + "<plist><dict><key>é</key><data>AA==</data><key>&#65;</key><date>2024-01-01T00:00:00Z</date></dict></plist>"
    let bytes = Array(text.utf8)
    for length in bytes.indices {
      let cut = SourceText(file: "cut", bytes: Array(bytes[..<length]))
      let error = errorOf { () throws(DataError) in try XMLPropertyListReader.read(cut) }
      #expect(error?.location != nil, "cut at \(length)")
    }
  }

  @Test func agreesWithFoundation() throws {
    let seed = testSeed()
    var random = RandomPropertyList(seed: seed)
    for round in 0..<testRounds(400) {
      let list = random.list()
      let data = try PropertyListSerialization.data(
        fromPropertyList: list, format: .xml, options: 0)
      let value = try XMLPropertyListReader.read(SourceText(file: "r", bytes: Array(data)))
      #expect(PropertyListOracle.same(value, list), "seed \(seed), round \(round): \(list)")
    }
  }
}
