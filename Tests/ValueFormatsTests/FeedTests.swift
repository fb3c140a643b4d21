import Documents
import Files
import TableModel
import TestSeeds
import Testing

@testable import ValueFormats

@Suite struct FeedTests {
  private static let rss = """
    <?xml version="1.0"?>
    <rss version="2.0"><channel><title>Notices</title><link>u</link><ttl>60</ttl>
    <item><title>A &lt; B</title><description>x&lt;p&gt;y &amp;amp; z&lt;/p&gt;</description>
    <pubDate>Mon, 04 May 2026 06:30:00 +0200</pubDate><guid isPermaLink="false">1</guid>
    <category>a</category><category>b</category><enclosure url="p.png" type="image/png"/></item>
    </channel></rss>
    """

  private static let atom = """
    <feed xmlns="http://www.w3.org/2005/Atom"><title type="text">Notices</title>
    <updated>2026-05-04T04:30:00Z</updated>
    <entry><id>1</id><title type="html">A &lt;b&gt;B&lt;/b&gt;</title>
    <link rel="self" href="s"/><link href="u"/><author><name>Ines</name><uri>i</uri></author>
    <published>2026-05-04T06:30:00+02:00</published><updated>2026-05-05T00:00:00Z</updated>
    <content type="xhtml"><div><p>x</p></div></content><category term="a"/></entry></feed>
    """

  private static let json = #"""
    {"version": "https:\/\/jsonfeed.org\/version\/1.1", "title": "Notices", "items": [
    {"id": 1, "url": "u", "content_html": "<p>x</p>y", "image": "p.png", "tags": ["a"],
    "date_published": "2026-05-04T06:30:00+02:00", "authors": [{"name": "Ines"}]}]}
    """#

  private static let expected: [(String, String, String)] = [
    (
      rss, "RSS feed",
      #"{"title":"Notices","link":"u","ttl":60,"items":[{"title":"A < B","description":"x y & z","#
        + #""image":"p.png","date":"2026-05-04T04:30:00Z","id":"1","tags":["a","b"],"#
        + #""enclosure":{"@url":"p.png","@type":"image/png"}}]}"#
    ),
    (
      atom, "Atom feed",
      #"{"title":"Notices","@xmlns":"http://www.w3.org/2005/Atom","updated":"2026-05-04T04:30:00Z","#
        + #""items":[{"title":"A B","description":"x","date":"2026-05-04T04:30:00Z","author":"Ines","#
        + #""id":"1","link":"u","links":[{"@rel":"self","@href":"s"},{"@href":"u"}],"tags":["a"],"#
        + #""authors":[{"name":"Ines","uri":"i"}],"updated":"2026-05-05T00:00:00Z"}]}"#
    ),
    (
      Self.json, "JSON Feed",
      #"{"title":"Notices","version":"https://jsonfeed.org/version/1.1","items":[{"description":"x y","#
        + #""image":"p.png","date":"2026-05-04T04:30:00Z","author":"Ines","id":"1","link":"u","#
        + #""tags":["a"],"authors":[{"name":"Ines"}]}]}"#
    ),
  ]

  @Test(arguments: ["a", "a.xml", "a.json", "a.rss"])
  func allThreeFormsGetTheSameNames(_ name: String) throws {
    for (text, format, section) in Self.expected {
      let document = try opened(text, name: name)
      #expect(document.format == format)
      let shaped = try document.table(shape: nil)
      #expect(shaped.shape.sections?.description == "sections")
      #expect(shaped.shape.items?.description == "items")
      let value = try #require(
        (document as? ValueDocument)?.value.record?["sections"]?.array?.first)
      #expect(ValueFormatsTests.json(value) == section)
      #expect(document.remarks == [])
    }
  }

  /// What a format says has precedence, and other files are no feeds.
  @Test func onlyFeedsAreFeeds() throws {
    let xml = FileFormats.valueFormats.first { $0.name == "xml" }
    #expect(try opened(Self.rss, name: "a.rss", format: xml).format == "XML")
    #expect(try opened(Self.json, name: "a.json", format: .json).format == "JSON")
    for text in [
      #"{"inner": {"version": "https://jsonfeed.org/version/1"}}"#,
      #"{"x": "version", "y": "https://jsonfeed.org/version/1"}"#,
      #"{"version": "1", "home": "https://jsonfeed.org/version/1"}"#,
    ] {
      #expect(try opened(text, name: "a.json").format == "JSON")
    }
    #expect(try opened("<feed><a/></feed>", name: "a").format == "XML")
    for text in ["<html/>", "<rss><a/></rss>", #"{"version": 1}"#] {
      let error = errorOf { () throws(DataError) in try opened(text, name: "a.rss") }
      #expect(error?.description.hasPrefix("expected a feed") == true, "\(text)")
    }
  }

  @Test(
    arguments: [
      ("Mon, 04 May 2026 06:30:00 +0200", "2026-05-04T04:30:00Z"),
      ("4 May 26 06:30 EST", "2026-05-04T11:30:00Z"),
      ("04 May 99 06:30:59 GMT", "1999-05-04T06:30:59Z"),
      ("MON,04 September 2026 06:30:00 UT", "2026-09-04T06:30:00Z"),
      ("2026-05-04T06:30:00.5-01:00", "2026-05-04T07:30:00.500Z"),
      ("2026-05-04t06:30:00z", "2026-05-04T06:30:00Z"),
    ])
  func datesAreRead(_ text: String, _ expected: String) {
    #expect(FeedDate.instant(of: text)?.iso8601 == expected)
  }

  @Test(
    arguments: [
      "", "x", "2026-05-04", "2026-05-04T06:30:00", "31 Feb 2026 06:30:00 GMT",
      "4 May 2026 25:00:00 GMT",
      "4 May 2026 06:30:00", "4 May 2026 06:30:00 XYZ", "4 May 2026 06:30:00 +02",
      "-4 May 2026 06:30 Z",
      "4 Mai 2026 06:30:00 GMT", "4 May 123 06:30:00 GMT",
    ])
  func otherTextsAreNoDates(_ text: String) { #expect(FeedDate.instant(of: text) == nil) }

  @Test(
    arguments: [
      ("a  b\n c", "a b c"), ("<p>a</p><p>b</p>", "a b"), ("<b>a</b>b", "ab"), ("a<br/>b", "a b"),
      ("1 < 2 & 3 > 2", "1 < 2 & 3 > 2"), ("&lt;b&gt; &nbsp;&hellip;&#233; &xyz;", "<b> …é &xyz;"),
      ("a <!-- x --> b", "a b"), ("a <b", "a <b"),
      ("caf&eacute; &szlig;&yuml;&iexcl;&times;&trade; &Eacute;", "café ßÿ¡×™ É"),
      ("a<style>p{x:y}</style><script>1 < 2</script>b", "ab"), ("a<script>b<script>c", "abc"),
      (#"<img src="x" alt="pic>ture">end"#, "end"), (#"<b title=">a</b>"#, "a"),
      ("it's <b>5'</b> 'x' <i>y</i>", "it's 5' 'x' y"),
    ])
  func wordsOfMarkup(_ text: String, _ expected: String) {
    #expect(MarkupWords.plain(text) == expected)
  }

  /// What has the name of something else in its item is there under another name.
  @Test func nothingIsLostToANameThatIsTaken() throws {
    let rss = Self.rss.replacing(
      "<pubDate>",
      with:
        "<author>Ann</author><dc:creator>Ben</dc:creator><link>u</link><link>v</link><title>C</title><pubDate>"
    )
    let atom = Self.atom.replacing(
      "<author>", with: "<author><name>Ann</name></author><author>")
    for (text, authors) in [
      (rss, #""authors":["Ann"]"#), (atom, #"[{"name":"Ann"},{"name":"Ines","uri":"i"}]"#),
    ] {
      let value = try #require((try opened(text, name: "a.xml") as? ValueDocument)?.value)
      let json = ValueFormatsTests.json(value)
      #expect(json.contains(authors), "\(json)")
      if text == rss {
        #expect(json.contains(#""author":"Ben""#) && json.contains(#""links":["u","v"]"#))
        #expect(json.contains(#""titles":["A < B","C"]"#))
      }
    }
  }

  /// Words of XHTML stay in their order, and markup between them is no matter for a note.
  @Test func wordsOfXHTMLStayInOrder() throws {
    let text = Self.atom.replacing(
      "<div><p>x</p></div>", with: "<div>Do <b>not</b> press <i>the</i> &amp; <p>button</p></div>")
    let document = try opened(text, name: "a.xml")
    let value = try #require((document as? ValueDocument)?.value)
    #expect(
      ValueFormatsTests.json(value).contains(#""description":"Do not press the & button""#))
    #expect(document.remarks == [])
  }

  /// What is said of JSON is said of a feed in JSON.
  @Test func remarksOnJSONStay() throws {
    let text = Self.json.replacing(#""url": "u""#, with: #""url": "v", "url": "u\ud800""#)
    #expect(try opened(text, name: "a.json").remarks.count == 2)
    #expect(try opened(text, name: "a.json").format == "JSON Feed")
  }

  @Test func oddDatesAreSaid() throws {
    let text = Self.rss.replacing("Mon, 04 May 2026 06:30:00 +0200", with: "soon")
    let document = try opened(text, name: "a.rss")
    #expect(document.remarks == ["'soon' is not a date with a zone, and stays text"])
  }

  /// Wherever a feed is cut off, there is an error with a place.
  @Test func cutOffFeedsAreErrors() {
    for (text, _, _) in Self.expected {
      let bytes = Array(text.utf8)
      let start = bytes.count - 60
      for end in start..<bytes.count - 1 {
        let error = errorOf { () throws(DataError) in
          try opened(Array(bytes[..<end]), name: "a.rss")
        }
        #expect(error?.location != nil)
      }
    }
  }
}
