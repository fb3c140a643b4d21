import CommandLanguage
import Documents
import Foundation
import Layouts
import Rendering
import TableEngine
import TableModel
import Testing
import Workspaces

@testable import Commands
@testable import Files

/// What a layout file may say, and where it is told that it makes no sense.
@Suite struct LayoutReaderTests {
  private func read(_ text: String) throws(CommandError) -> CellLayout {
    try LayoutReader.read(
      SourceText(file: "card.json", bytes: Array(text.utf8)), name: "card",
      refusing: LayoutLibrary.takenNames)
  }

  @Test func everyKeyIsRead() throws {
    let layout = try read(
      """
      {"identifier": "Card", "about": "a card", "size": [40, 3], "views": [
        {"kind": "label", "outlet": "name", "tag": 7, "field": "author.name", "align": "center",
         "vertical": "bottom", "lines": 0, "style": "accent", "shrink": 4, "alpha": 0.5,
         "leading": 1, "width": "25%", "top": 2, "bottom": 3},
        {"kind": "image", "role": "image", "opaque": false, "trailing": 4, "height": 1},
        {"parts": [{"text": "by"}, {"kind": "image", "field": "SELF"}]}
      ]}
      """)
    var label = CellLayout.Label(.field(FieldPath([.key("author"), .key("name")])))
    (label.alignment, label.vertical, label.lines) = (.center, .trailing, 0)
    (label.style, label.shortestWord) = (TextStyle(.accent), 4)
    let expected = CellLayout(
      identifier: "Card", about: "a card", size: Size(width: 40, height: 3),
      views: [
        .init(
          .label(label), outlet: "name", tag: 7,
          placement: .init(
            horizontal: .init(start: .points(1), extent: .percent(25)),
            vertical: .init(start: .points(2), end: .points(3))), alpha: 50),
        .init(
          .image(.role(.image)),
          placement: .init(
            horizontal: .init(end: .points(4)), vertical: .init(extent: .points(1))),
          isOpaque: false),
        .init(.drawn([.init(.label(.init(.literal("by")))), .init(.image(.field(.itself)))])),
      ])
    #expect(layout == expected)
    #expect(layout.load == SubviewLoad(count: 3, beyondFree: 0, blended: 2))
    #expect(layout.outlets.count == 4)
  }

  @Test func aFileGivesItsNameWhereItSaysNone() throws {
    #expect(try read("{\"views\": []}").identifier == "card")
  }

  private struct Mistake: Sendable, CustomTestStringConvertible {
    var text: String
    var place: String
    var message: String
    var hint: String

    init(_ text: String, _ place: String, _ message: String, _ hint: String) {
      (self.text, self.place, self.message, self.hint) = (text, place, message, hint)
    }

    var testDescription: String { text }

    /// A mistake in the one view of a layout, whose text begins in line 2, column 1.
    static func view(_ text: String, _ column: Int, _ message: String, _ hint: String) -> Mistake {
      Mistake("{\"views\": [\n\(text)]}", "2:\(column)", message, hint)
    }
  }

  private static let mistakes: [Mistake] = [
    Mistake("[]", "1:1", "expected a record, found a list", "help layouts"),
    Mistake("{}", "1:1", "a layout needs a key 'views'", "lists its subviews"),
    Mistake("{\"veiws\": []}", "1:2", "a layout has no key 'veiws'", "did you mean 'views'?"),
    Mistake("{\"views\": {}}", "1:11", "expected a list of views, found a record", "every key"),
    Mistake(
      "{\"identifier\": 7, \"views\": []}", "1:16", "expected text, found a number", "every key"),
    Mistake(
      "{\"identifier\": \"a b\", \"views\": []}", "1:16", "'a b' can't be the name of a style",
      "letters"),
    Mistake(
      "{\"identifier\": \"\", \"views\": []}", "1:16", "'' can't be the name of a style", "letters"),
    Mistake(
      "{\"identifier\": \"off\", \"views\": []}", "1:16", "'off' is taken",
      "another identifier"),
    Mistake(
      "{\"identifier\": \"Row\", \"views\": []}", "1:16", "'Row' is taken", "another identifier"),
    Mistake(
      "{\"size\": [4], \"views\": []}", "1:10", "a size is a width and a height", "[40, 4]"),
    Mistake(
      "{\"size\": [4, 0], \"views\": []}", "1:14", "'height' must be a whole number from 1",
      "points"),
    .view("7", 1, "expected a record, found a number", "every key"),
    .view("{}", 1, "a label does not say what it shows", "\"role\""),
    .view("{\"text\": \"x\", \"role\": \"text\"}", 1, "only one of text, role", "keep one"),
    .view(
      "{\"kind\": \"lable\"}", 10, "'lable' is not a valid kind of view", "did you mean 'label'?"),
    .view("{\"role\": \"titel\"}", 10, "'titel' is not a valid role", "known: text, detail, image"),
    .view("{\"field\": \"a..b\"}", 11, "'a..b' is not a key path", "author.name"),
    .view("{\"text\": \"x\", \"algin\": \"top\"}", 15, "a label has no key 'algin'", "'align'"),
    .view(
      "{\"text\": \"x\", \"align\": \"top\"}", 24, "'top' is not a valid alignment",
      "leading, center"),
    .view(
      "{\"text\": \"x\", \"style\": \"blod\"}", 24, "'blod' is not a valid style of text", "'bold'"),
    .view(
      "{\"text\": \"x\", \"lines\": 101}", 24, "'lines' must be a whole number from 0", "whole"),
    .view("{\"text\": \"x\", \"top\": -1}", 22, "'top' must be a whole number from 0", "whole"),
    .view("{\"text\": \"x\", \"top\": 1e99}", 22, "'top' must be a whole number from 0", "whole"),
    .view("{\"text\": \"x\", \"top\": \"5\"}", 22, "'5' is not a length", "\"25%\""),
    .view("{\"text\": \"x\", \"top\": \"101%\"}", 22, "'101%' is not a length", "\"25%\""),
    .view(
      "{\"text\": \"x\", \"top\": 0, \"bottom\": 0, \"height\": 9}", 48,
      "top, bottom and height can't", "two of them"),
    .view("{\"text\": \"x\", \"alpha\": 2}", 24, "expected a number from 0 to 1", "every key"),
    .view("{\"text\": \"x\", \"opaque\": 1}", 25, "expected true or false, found a number", "key"),
    .view(
      "{\"kind\": \"image\", \"text\": \"x\", \"lines\": 1}", 32, "'lines' means nothing", "out"),
    .view("{\"kind\": \"drawn\"}", 1, "a drawn view needs a key 'parts'", "lowest first"),
    .view("{\"parts\": [{\"kind\": \"drawn\"}]}", 21, "a drawn view can't hold another", "beside"),
    .view("{\"tag\": 1, \"text\": \"日本\", \"tga\": 2}", 26, "a label has no key 'tga'", "'tag'"),
    .view(
      "{\"text\": \"x\", \"tag\": 1}, {\"text\": \"y\", \"tag\": 1}", 47, "the tag 1 appears here",
      "its own"),
    .view(
      "{\"text\": \"x\", \"outlet\": \"a\"}, {\"parts\": [{\"text\": \"y\", \"outlet\": \"a\"}]}",
      66,
      "the outlet 'a' appears here", "its own"),
  ]

  @Test(arguments: mistakes) private func mistakesAreTold(_ mistake: Mistake) {
    do {
      _ = try read(mistake.text)
      Issue.record("\(mistake.text) was read")
    } catch {
      #expect(error.fileError?.location == "card.json:\(mistake.place)")
      #expect(error.description.hasPrefix(mistake.message), "\(error.description)")
      #expect(error.hint?.contains(mistake.hint) == true, "\(error.hint ?? "-")")
    }
  }

  /// Of a key that is written twice the last value counts, and it is the last that is blamed.
  @Test func theLastOfTwoKeysIsBlamed() {
    #expect(throws: CommandError.self) {
      try read("{\"identifier\": \"a\", \"identifier\": \"b b\", \"views\": []}")
    }
    let text = SourceText(
      file: "x", bytes: Array("{\"a\": 1, \"b\": [2, {\"c\": 3}], \"a\": 4}".utf8))
    #expect(JSONReader.offset(of: [.key("a")], in: text) == 34)
    #expect(JSONReader.offset(of: [.key("a")], in: text, ofKey: true) == 29)
    #expect(JSONReader.offset(of: [.key("b"), .index(1), .key("c")], in: text) == 24)
    #expect(JSONReader.offset(of: [.key("z")], in: text) == nil)
  }

  @Test func tooManyViewsAreRefused() {
    let views = Array(repeating: "{\"text\": \"x\"}", count: 65).joined(separator: ",")
    #expect(throws: CommandError.self) { try read("{\"views\": [\(views)]}") }
  }

  /// Any file that is cut off or changed is read or refused; nothing else happens.
  @Test func damagedFilesAreRefusedOrRead() {
    let good = """
      {"identifier": "Card", "size": [40, 3], "views": [
        {"kind": "label", "field": "name", "leading": "5%", "alpha": 0.5},
        {"parts": [{"text": "by"}]}]}
      """
    let bytes = Array(good.utf8)
    var refused = 0
    for length in bytes.indices {
      let text = SourceText(file: "card.json", bytes: Array(bytes[..<length]))
      do {
        _ = try LayoutReader.read(
          text, name: "card", refusing: LayoutLibrary.takenNames)
      } catch { refused += 1 }
    }
    #expect(refused == bytes.count)
    let changes: [UInt8] = Array("{}[]\",:0z%\\ ".utf8) + [0, 0x80, 0xFF]
    for place in bytes.indices {
      for change in changes {
        var damaged = bytes
        damaged[place] = change
        let text = SourceText(file: "card.json", bytes: damaged)
        do throws(CommandError) {
          let layout = try LayoutReader.read(
            text, name: "card", refusing: LayoutLibrary.takenNames)
          #expect(layout.views.count == 2, "byte \(place): \(change)")
        } catch {
          #expect(error.fileError?.location != nil, "byte \(place): \(change): \(error)")
          #expect(!error.description.isEmpty)
        }
      }
    }
  }

  @Test func everyKeyIsDocumented() throws {
    let page = try String(contentsOfFile: "\(root)/Documentation/Cells.shelf.md", encoding: .utf8)
    let topic = HelpTopic.layouts.text
    let words = Set(topic.split { !$0.isLetter }.map(String.init))
    let kinds = ViewKind.allCases.map(\.rawValue) + LayoutLabel.styles.map(\.0)
    for key in ViewKind.allKeys + kinds + CellLayout.Role.allCases.map(\.rawValue) {
      #expect(words.contains(key), "help layouts does not name \(key)")
      #expect(page.contains("`\(key)`"), "the page does not name \(key)")
    }
    let example = topic.drop { $0 != "{" }
    #expect(try read(String(example)).views.count == 2)
  }

  @Test func bundledLayoutsAreSound() throws {
    let session = Workspace(environment: .checkout)
    let names = LayoutLibrary(of: session).bundledNames
    #expect(Set(names) == ["Cell1", "Cell2", "product", "product-drawn"])
    for name in names {
      var session = session
      try session.said("cell load \(name)")
      #expect(LayoutLibrary(of: session).look.layouts.map(\.layout.identifier) == [name])
    }
  }
}
