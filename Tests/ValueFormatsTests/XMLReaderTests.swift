import Documents
import Files
import TableModel
import TestSeeds
import Testing

@testable import ValueFormats

@Suite struct XMLReaderTests {
  private static func read(_ text: String, hasTypes: Bool = true) throws(DataError) -> String {
    json(try XMLReader.read(source(text), hasTypes: hasTypes).0)
  }

  private static let readable: [(String, String)] = [
    ("<a/>", #"{"a":null}"#), ("<a></a>", #"{"a":null}"#), ("<a> \n </a>", #"{"a":null}"#),
    ("<a>x</a>", #"{"a":"x"}"#), ("\u{FEFF} <a>x</a>\n", #"{"a":"x"}"#),
    ("<a b=\"c\"/>", ##"{"a":{"@b":"c"}}"##),
    ("<a b='' c = 'x\"y'/>", ##"{"a":{"@b":"","@c":"x\"y"}}"##),
    ("<a b=\"1\">x</a>", ##"{"a":{"@b":1,"#text":"x"}}"##),
    ("<z><b>1</b><a>2</a></z>", #"{"z":{"b":1,"a":2}}"#),
    ("<a><b>1</b><b>2</b></a>", #"{"a":{"b":[1,2]}}"#),
    ("<a><b>1</b><c/><b>2</b></a>", #"{"a":{"b":[1,2],"c":null}}"#),
    ("<a><b/><b/></a>", #"{"a":{"b":[null,null]}}"#),
    ("<x:a xmlns:x='u'><x:b/></x:a>", ##"{"x:a":{"@xmlns:x":"u","x:b":null}}"##),
    // Kinds are those of separated values.
    (
      "<a><b>1.50</b><b>-3e2</b><b>007</b><b>+1</b><b>1,5</b><b>true</b><b>True</b><b>1e400</b></a>",
      #"{"a":{"b":[1.50,-3e2,"007","+1","1,5",true,"True","1e400"]}}"#
    ),
    ("<a><![CDATA[5]]></a>", #"{"a":"5"}"#),
    ("<a> <![CDATA[ <b>&amp; ]]> </a>", #"{"a":" <b>&amp; "}"#),
    // Blanks at both ends are layout, those that are written as references are not.
    ("<a>\n  x\n  y\n</a>", #"{"a":"x\n  y"}"#), ("<a>x\r\ny\rz</a>", #"{"a":"x\ny\nz"}"#),
    ("<a> &#32;x </a>", #"{"a":" x"}"#), ("<a b=' x\ty\nz '/>", ##"{"a":{"@b":" x y z "}}"##),
    // References.
    ("<a b='&lt;&#xE9;'>&amp;&gt;&quot;&apos;&#233;</a>", ##"{"a":{"@b":"<é","#text":"&>\"'é"}}"##),
    (
      "<!DOCTYPE a [<!ENTITY n 'two &#38; &m;'><!ENTITY m \"more\"><!ENTITY n 'x'>]><a>&n;.</a>",
      #"{"a":"two & more."}"#
    ),
    (
      "<!DOCTYPE a SYSTEM 'a>.dtd' [<!ELEMENT a (b, 'x]')> <!-- don't ] --> %p; <?x ]> ?>]><a/>",
      #"{"a":null}"#
    ),
    // Comments and instructions part nothing.
    (
      "<?xml version='1.0'?><!-- > --><?go on?><a>x<!-- y -->z<?w?>w</a><!-- end -->",
      #"{"a":"xzw"}"#
    ),
    ("<a><!---> hidden -->x<!----></a>", #"{"a":"x"}"#),
    // Text beside elements.
    ("<p>Tides <b>rise</b> and fall.</p>", ##"{"p":{"#text":"Tides and fall.","b":"rise"}}"##),
  ]

  @Test func valuesOfEachKind() {
    for (text, expected) in Self.readable {
      do throws(DataError) {
        let found = try Self.read(text)
        #expect(found == expected, "\(text)")
      } catch {
        Issue.record("\(text): \(error.summary)")
      }
    }
  }

  @Test func kindsCanBeTurnedOff() throws {
    #expect(
      try Self.read("<a b='1'>true</a>", hasTypes: false) == ##"{"a":{"@b":"1","#text":"true"}}"##)
    #expect(try Self.read("<a><b>5</b><b/></a>", hasTypes: false) == #"{"a":{"b":["5",null]}}"#)
  }

  @Test(
    arguments: [
      ("", "1:1@0 expected '<' to begin an element, found the end of the file"),
      ("x", "1:1@0 expected '<' to begin an element, found 'x'"),
      ("<1/>", "1:2@1 expected the name of an element, found '1'"),
      (
        "<a>\n<b>\n</a>",
        "3:1@8 expected '</b>' for the element that begins at line 2, found '</a>'"
      ),
      (
        "<a>\n<b>",
        "2:4@7 expected '</b>' to end the element that begins at 2:1, found the end of the file"
      ),
      (
        "<a/><b/>",
        "1:5@4 expected the end of the file after the element that began at line 1, found '<'"
      ),
      (
        "<a></a>x",
        "1:8@7 expected the end of the file after the element that began at line 1, found 'x'"
      ),
      ("<a b/>", "1:5@4 expected '=' after 'b', found '/'"),
      ("<a b=c/>", "1:6@5 expected a quote to begin the value of 'b', found 'c'"),
      ("<a b='<'/>", "1:7@6 expected \"'\" to end the value that begins at 1:6, found '<'"),
      ("<a b='1' b='2'/>", "1:10@9 the attribute 'b' appears twice in one tag"),
      ("<a b='1'c='2'/>", "1:9@8 expected '>' to end the tag of <a>, found 'c'"),
      ("<a>&x</a>", "1:4@3 expected an entity such as '&amp;', found '&'"),
      (
        "<a>&nbsp;</a>",
        "1:4@3 expected one of &lt; &gt; &amp; &quot; &apos; &#NUMBER;, found '&nbsp;', which the file does not declare"
      ),
      (
        "<a><![CDATA[x</a>",
        "1:18@17 expected ']]>' to end the CDATA part that begins at 1:4, found the end of the file"
      ),
      (
        "<a><!---></a>",
        "1:14@13 expected '-->' to end the comment that begins at 1:4, found the end of the file"
      ),
      (
        "<!-- <a/>",
        "1:10@9 expected '-->' to end the comment that begins at 1:1, found the end of the file"
      ),
      (
        "<!DOCTYPE a [<!ENTITY x SYSTEM '/etc/passwd'>]><a>&x;</a>",
        "1:51@50 the entity 'x' is defined in another file, and none is fetched"
      ),
      (
        "<!DOCTYPE a [<!ENTITY x '<b/>'>]><a>&x;</a>",
        "1:26@25 expected text in the entity 'x', found '<'"
      ),
      (
        "<!DOCTYPE a [<!ENTITY x '&x;'>]><a>&x;</a>",
        "1:26@25 entities that stand for each other more than 32 levels deep"
      ),
      (
        "<!DOCTYPE a [",
        "1:14@13 expected ']>' to end the document type that begins at 1:1, found the end of the file"
      ),
      ("<a><!DOCTYPE b></a>", "1:5@4 expected the name of an element, found '!'"),
      ("<a>é\u{1}</a>", "1:5@5 expected text, found control character 0x01, which XML can't hold"),
    ])
  func mistakesHaveTheirPlace(_ text: String, _ expected: String) {
    let error = errorOf { () throws(DataError) in try Self.read(text) }
    #expect(error?.summary == expected)
  }

  /// What the order in the file said is said to be lost, once for each way to lose it.
  @Test func lostOrderIsSaid() throws {
    let mixed = try XMLReader.read(source("<a>\n<p>x <b/>y</p>\n<p>z<b/></p><q>w</q></a>")).remarks
    #expect(
      mixed == [
        "line 2: text and elements alternate in <p>; its text is joined in '#text' (2 such elements in all)"
      ])
    let alternating = try XMLReader.read(source("<a><b/><c/><b/></a>")).remarks
    #expect(
      alternating == [
        "line 1: elements with different names alternate in <a>; those with the same name are one list"
      ])
    #expect(try XMLReader.read(source("<a k='v'><b/><b/><c/><c>x</c></a>")).remarks == [])
  }

  /// Entities that unfold without end, and elements in elements without end, are refused at once.
  @Test func bombsEnd() {
    var type = "<!DOCTYPE a [<!ENTITY e0 'lollollol'>"
    for level in 1...20 {
      let inner = String(repeating: "&e\(level - 1);", count: 10)
      type += "<!ENTITY e\(level) '\(inner)'>"
    }
    let bomb = errorOf { () throws(DataError) in try Self.read(type + "]><a>&e20;</a>") }
    #expect(bomb?.description.contains("entities that unfold") == true)
    let large = "<!DOCTYPE a [<!ENTITY e '\(String(repeating: "x", count: 4000))'>]><a>"
    let many = errorOf { () throws(DataError) in
      try Self.read(large + String(repeating: "&e;", count: 4000) + "</a>")
    }
    #expect(many?.description.contains("entities that unfold") == true)
    let open = errorOf { () throws(DataError) in
      try Self.read(String(repeating: "<a>", count: 100_000))
    }
    #expect(open?.description == "nested more than 512 levels deep")
  }

  /// The limit is that of values: lists count, too.
  @Test(arguments: [(512, false, true), (513, false, false), (256, true, true), (257, true, false)])
  func depthIsLimited(_ depth: Int, _ hasLists: Bool, _ isRead: Bool) {
    let piece = hasLists ? "<a/><a>" : "<a>"
    let text =
      "<r>" + String(repeating: piece, count: depth - 1) + "x"
      + String(repeating: "</a>", count: depth - 1) + "</r>"
    let read = try? Self.read(text)
    #expect((read != nil) == isRead)
  }

  @Test(
    arguments: [
      ("a.xml", "<book/>", "XML"), ("a", "<book>x</book>", "XML"), ("a", "<feed>x</feed>", "XML"),
      ("a", "<a b='c'/>", "XML"), ("a", "<?xml version='1.0'?><!-- x --><book/>", "XML"),
      ("a.xml", "<!DOCTYPE book [<!ENTITY x 'y'>]><book>&x;</book>", "XML"),
      ("a.gpx", "\u{FEFF}<gpx/>", "XML"), ("a.json", "<?xml version='1.0'?><book/>", "XML"),
      ("a.xhtml", "<?xml version='1.0'?><html/>", "XML"),
      ("a.xml", "<?xml version='1.0'?><plist><true/></plist>", "property list (XML)"),
      ("a", "<dict/>", "property list (XML)"), ("a", "<!-- x --><array/>", "property list (XML)"),
      ("a", "<0a0b>", "property list (old text form)"),
      ("a", "<feed>", "property list (old text form)"),
    ])
  func isRecognised(_ name: String, _ text: String, _ format: String) throws {
    #expect(try opened(text, name: name).format == format)
  }

  @Test(arguments: [
    ("a", "<!DOCTYPE html><html></html>"), ("a.html", "<p>x</p>"), ("a", "<html/>"),
  ])
  func webPagesAreNot(_ name: String, _ text: String) {
    let error = errorOf { () throws(DataError) in try opened(text, name: name) }
    #expect(error?.hint?.contains("HTML") == true)
  }

  @Test func otherEncodings() throws {
    let declared = Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>".utf8)
    let bytes = declared + [0xE9] + Array("</a>".utf8)
    let latin = try opened(bytes, name: "a.xml").table(shape: nil)
    #expect(try latin.source.value(at: Address(0, 0)) == .string("é"))
    let unknown = errorOf { () throws(DataError) in
      try opened("<?xml version='1.0' encoding='KOI8-R'?><a/>", name: "a.xml")
    }
    #expect(unknown?.hint?.contains("iconv -f koi8-r -t UTF-8 FILE") == true)
  }

  @Test func repeatedElementsAreRows() throws {
    let text =
      "<catalog version='1' xmlns='u'><book id='1'><title>A</title></book>"
      + "<book id='2'><title>B</title></book></catalog>"
    let table = try opened(text, name: "a.xml").table(shape: nil)
    #expect(table.shape.rows?.description == "catalog.book")
    #expect(try table.source.value(at: Address(0, 1))?.record?["title"] == .string("B"))
  }

  @Test func damageNeverCrashes() {
    var random = SeededGenerator(seed: testSeed())
    let whole = Self.readable.map(\.0)
    for round in 0..<testRounds(1500) {
      var bytes = Array(whole[round % whole.count].utf8)
      bytes = Array(bytes[..<Int.random(in: 0...bytes.count, using: &random)])
      for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
        bytes[Int.random(in: bytes.indices, using: &random)] =
          "<>/!?-[]&;='\"#x1 \n\u{0}".utf8.randomElement(using: &random) ?? 0
      }
      do throws(DataError) {
        _ = try XMLReader.read(SourceText(file: "a.xml", bytes: bytes))
      } catch {
        if case .malformed(_, let place, _, _) = error {
          #expect((0...bytes.count).contains(place.byte))
        }
      }
    }
  }
}
