import Playing
import TableEngine
import Testing
import Workspaces

@Suite struct TranscriptParserTests {
  @Test func sessionsAreFoundBetweenProse() throws {
    let page = try Pages.parse(
      """
      # One
      text
      ```swift
      shelf> not this
      ```
      ## Two
      ```shelf {setup size=60x9 name="first look"}
      # a remark
      shelf> filter a AND (
      ...>   b)
      \\shelf> literal
      two
      ? error(no-table)

      shelf> view
      ```
      ````markdown
      ```shelf
      shelf> nor this
      ```
      ````
      """)
    #expect(page.blocks.count == 1)
    let block = try #require(page.blocks.first)
    #expect(block.heading == "Two")
    #expect(block.attributes.role == .setup)
    #expect(block.attributes.size == Size(width: 60, height: 9))
    #expect(block.attributes.name == "first look")
    #expect(block.steps.map(\.line) == [9, 15])
    let step = block.steps[0]
    #expect(step.comments == ["a remark"])
    #expect(step.input == .command("filter a AND (\n  b)"))
    #expect(step.expected.map(\.content) == [.pattern(["shelf> literal"]), .pattern(["two"])])
    #expect(step.status == .error("no-table"))
    #expect(step.region == 10..<13)
    #expect(block.steps[1].region == 15..<15)
  }

  @Test func frontMatterIsRead() throws {
    let matter = try Pages.parse(
      """
      ---
      shelf: 1        # the format
      title: "Rows: all of them"
      size: 60x9
      tags: [doc, "test it"]
      normalise:
        - {re: "#\\\\d+", as: "[ID]"}
      timeout: 2.5
      interactive: true
      directory: ../data
      ---
      """
    ).frontMatter
    #expect(matter.title == "Rows: all of them")
    #expect(matter.size == Size(width: 60, height: 9))
    #expect(matter.tags == ["doc", "test it"])
    #expect(matter.normalisers == [.init(pattern: "#\\d+", token: "[ID]")])
    #expect(matter.timeout == 2.5)
    #expect(matter.isInteractive)
    #expect(matter.directory == "../data")
  }

  @Test func frontMatterOfOtherToolsIsLeftAlone() throws {
    let page = try Pages.parse("---\nlayout: post\n: odd\n---\n```shelf\nshelf> view\n```\n")
    #expect(page.frontMatter == FrontMatter())
    #expect(page.steps.count == 1)
  }

  @Test func filesAndKeysAreTakenApart() throws {
    let page = try Pages.parse(
      """
      ```shelf-files
      -- data/a.json --
      [1]
      -- empty --
      ```
      ~~~shelf-keys
      $ shelf rows.json
      type "a \\"b\\""
      key Tab Ctrl-R Alt-f
      wait /x+/
      screen
      one
      \\key two
      paste "x\\ny"
      resize 50x24
      screen
      ~~~
      """)
    #expect(
      page.blocks[0].fixtures == [
        Fixture(name: "data/a.json", text: "[1]\n"), Fixture(name: "empty", text: ""),
      ])
    #expect(
      page.blocks[1].steps.map(\.input) == [
        .keys([
          .start("shelf rows.json"), .type("a \"b\""), .key(["Tab", "Ctrl-R", "Alt-f"]),
          .wait("x+"), .screen,
        ]),
        .keys([.paste("x\ny"), .resize(columns: 50, rows: 24), .screen]),
      ])
    #expect(page.blocks[1].steps[0].expected.count == 2)
  }

  @Test(arguments: [
    ("```shelf\nshelf> view\n", 1, "this block is never closed"),
    ("text\n\n~~~\nopen\n", 3, "this block is never closed"),
    ("```shelf {setpu}\n```\n", 1, "unknown attribute 'setpu'"),
    ("```shelf {size=big}\n```\n", 1, "attribute 'size' needs WIDTHxHEIGHT, such as 60x9"),
    ("```shelf {skip skip}\n```\n", 1, "attribute 'skip' appears twice"),
    ("```shelf {skip\n```\n", 1, "the attributes cannot be read"),
    ("```shelf setup\n```\n", 1, "the attributes cannot be read"),
    ("```shelf {if=windows}\n```\n", 1, "attribute 'if' needs one of"),
    ("```shelf {check=luck}\n```\n", 1, "attribute 'check' needs output"),
    ("```shelf {setup=yes}\n```\n", 1, "attribute 'setup' needs no value"),
    ("```shelf-file\n```\n", 1, "unknown kind of block 'shelf-file'"),
    ("```shelf\noutput\n```\n", 2, "output without an input before it"),
    ("```shelf\nshelf> a\n? ok\nmore\n```\n", 4, "output after the '?' line"),
    ("```shelf\n...> a\n```\n", 2, "'...>' without an input right before it"),
    ("```shelf\nshelf> a\nb\n...> c\n```\n", 4, "'...>' without an input right before it"),
    ("```shelf\n? ok\n```\n", 2, "a '?' line without an input before it"),
    ("```shelf\nshelf> a\n? maybe\n```\n", 3, "'? maybe' is not a valid status"),
    ("```shelf\nshelf> a\nb \n```\n", 3, "spaces at the end of a line"),
    ("```shelf\nshelf> a\nb\\q (esc)\n```\n", 3, "unknown escape in this line"),
    ("```shelf\n$ rm -rf /\n```\n", 2, "'$ rm -rf /' does not start with the program's name"),
    ("```shelf-keys\nkey Hyper\n```\n", 2, "'key Hyper' is not a key directive"),
    ("```shelf-keys\npress Tab\n```\n", 2, "'press' is not a key directive"),
    ("```shelf-files\n-- ../x --\n```\n", 2, "'../x' is not a valid name for a file of the page"),
    ("```shelf-files\n-- /x --\n```\n", 2, "'/x' is not a valid name for a file of the page"),
    ("```shelf-files\nx\n```\n", 2, "text before the first file's name"),
    ("```shelf {quiz}\n- [ ] a\n- [ ] b\n```\n", 1, "a quiz needs answers"),
    ("---\nshelf: 2\n---\n", 2, "version '2' of the format is not known"),
    ("---\nshelf: 1\nsise: 3x4\n---\n", 3, "unknown key 'sise'"),
    ("---\nshelf: 1\nsize: 3\n---\n", 3, "'size' needs WIDTHxHEIGHT"),
    ("---\nshelf: 1\nnormalise: [{re: \"(\", as: x}]\n---\n", 3, "'normalise' needs regular"),
    ("---\nshelf: 1\nnormalise: [{re: a}]\n---\n", 3, "'normalise' needs a list of rules"),
    ("---\nshelf: 1\n", 1, "the front matter is never closed"),
  ])
  func mistakesHavePlaces(_ text: String, _ line: Int, _ message: String) {
    let error = #expect(throws: TranscriptError.self) { try Pages.parse(text) }
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "nothing")")
    #expect(error?.location.hasSuffix("page.shelf.md:\(line)") == true)
  }

  @Test func nearestAttributeIsProposed() {
    let error = #expect(throws: TranscriptError.self) { try Pages.parse("```shelf {setpu}\n```") }
    #expect(error?.hint == "did you mean 'setup'?")
  }

  @Test(arguments: ["", "\n", "no newline", "a\r\nb\r\n", "\r", "x\n\n\ny", "é\u{301}\r\n\n"])
  func linesLoseNothing(_ text: String) throws {
    let page = try Pages.parse(text)
    #expect(page.lines.map { $0.text + $0.ending }.joined() == text)
  }
}
