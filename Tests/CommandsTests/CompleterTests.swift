import CommandLanguage
import Documents
import Foundation
import Opening
import Testing
import Workspaces

@testable import Commands

@Suite struct CompleterTests {
  private func offered(_ line: String, _ dataset: String = "pulse.plist") throws -> [String] {
    let session = try Workspace.over(dataset)
    return Completer(session).completion(of: line, at: line.count).candidates.map(\.text)
  }

  @Test(arguments: [
    ("fil", "filter"), ("down 2; fil", "filter"), ("goto Sci", "Science"),
    ("goto 2.", "2.0"), ("goto 2.0.1", "2.0.12"), ("right --ro", "--row"),
    ("right 2 --row Spo", "Sport"), ("sort by Ti", "Title"), ("sort by Title,Vi", "Title,Views"),
    ("fields text=So", "text=Source"), ("set charset a", "ascii"), ("set row-h", "row-height"),
    ("help pred", "predicates"), ("style sub", "subtitle"), ("down 2 pa", "pages"),
    ("toggle he", "header"), ("device ph", "phone"), ("filter Ti", "Title"),
    ("open Datasets/pu", "Datasets/pulse.plist"), ("search lamp in Ti", "Title"),
    ("open pulse.pl", "pulse.plist"), ("edit e", "end"), ("edit Sci", "Science"),
    ("goto --animated Sci", "Science"), ("set iden", "identity"), ("set cell-names h", "hex"),
    ("set end-order d", "descending"), ("top --a", "--animated"), ("set inset-l", "inset-left"),
  ])
  func offers(_ line: String, _ expected: String) throws {
    #expect(try offered(line).contains(expected), "\(line)")
  }

  /// What a form says may follow: roles, keys and values of changes, names and lines of aliases.
  @Test(arguments: [
    ("fields ", "text="), ("fields de", "detail="), ("fields o", "off"),
    ("fields text=no", "text=none"), ("update Sci", "Science"), ("update 0.0.0 Ti", "Title="),
    ("update 0.0.0 Source=fi", "Source=\"Fieldnotes Weekly\""),
    ("update 0.0.0 Views=1 Source=fi", "Source=\"Fieldnotes Weekly\""),
    ("alias x ", "="), ("alias x = fil", "filter"), ("alias x = filter Ti", "Title"),
    ("alias x = \"down 2; fil", "filter"), ("alias x = 'sort by Ti", "Title"),
    ("alias x sort by Ti", "Title"), ("repeat 3 fil", "filter"), ("repeat 3 down 2 pa", "pages"),
    ("time sort by Ti", "Title"), ("time down; fil", "filter"), ("search lamp i", "in"),
    ("select wh", "where"), ("select where Ti", "Title"), ("select Sci", "Science"),
    ("select 0.0.0 Sci", "Science"), ("style subtitle for Sci", "Science"),
    ("style subtitle for 0 where Ti", "Title"), ("style subtitle fo", "for"),
    ("count wh", "where"), ("count where Ti", "Title"), ("sort by Title de", "desc"),
    ("cell load Ce", "Cell1"), ("cell show Ce", "Cell1"),
  ])
  func offersWhatTheFormSays(_ line: String, _ expected: String) throws {
    let found = try offered(line)
    #expect(found.contains(expected), "\(line): \(found)")
  }

  @Test(arguments: [
    "search i", "save pulse", "cell show Datas", "update 0.0.0 Views+=", "alias down = \"echo x",
  ])
  func offersNoMoreThanTheFormSays(_ line: String) throws {
    let found = try offered(line)
    #expect(found.isEmpty, "\(line): \(found)")
  }

  /// A value that is not one word, or would be read as a number, is proposed in quotes.
  @Test(arguments: [
    ("update 0 name=a", ["name=\"a b\"", "name=ab"]),
    ("update 0 name=\"a", ["name=\"a b\"", "name=ab"]),
    ("update 0 name=7", ["name=\"7\""]), ("update 0 sub.name=i", ["sub.name=in"]),
    ("update 0 sub.n", ["sub.name="]),
  ])
  func valuesOfChangesCanBeTyped(_ line: String, _ expected: [String]) throws {
    var session = try Workspace.over(
      json: """
        [{"name": "a b", "sub": {"name": "in"}}, {"name": "ab"}, {"name": "7"}]
        """)
    let found = Completer(session).completion(of: line, at: line.count).candidates
    #expect(found.map(\.text) == expected)
    for candidate in found where !candidate.isPartial {
      try session.said("update 0.0 " + candidate.text)
    }
  }

  /// What `lookup` may look in, and by which keys.
  @Test(arguments: [
    (
      "events.json", "--rows performances", "eventId in $",
      ["$document.performances", "$document.events"]
    ),
    ("events.json", "--rows performances", "eventId in $document.ev", ["$document.events"]),
    ("events.json", "--rows performances", "eventId in ev", []),
    (
      "findings.sarif", "--sections runs --rows results", "ruleId in $document.runs.tool.driver.r",
      ["$document.runs.tool.driver.rules"]
    ),
    (
      "findings.sarif", "--sections runs --rows results",
      "ruleId in $document.runs.tool.driver.rules by id",
      ["id"]
    ),
    ("shop.sqlite", "--table orders", "customer_id in table cus", ["customers"]),
    ("shop.sqlite", "--table orders", "customer_id in table customers by to", ["town"]),
    ("shop.sqlite", "--table orders", "customer_id in table nosuch by to", []),
    (
      "shop.sqlite", "--table orders", "customer_id in Datasets/catalog.json by manu",
      ["manufacturer"]
    ),
    ("events.json", "--rows performances", "eventId in $document.events by x", []),
  ])
  func offersWhereToLookUp(
    _ file: String, _ options: String, _ typed: String, _ expected: [String]
  ) throws {
    var session = Workspace(environment: .checkout)
    try session.said("open Datasets/Questions/\(file) \(options)")
    let line = "lookup " + typed
    let found = Completer(session).completion(of: line, at: line.count).candidates.map(\.text)
    #expect(expected.allSatisfy(found.contains), "\(line): \(found)")
    #expect(!expected.isEmpty || found.isEmpty, "\(line): \(found)")
  }

  @Test func namesThatTheUserGaveAreOffered() throws {
    var session = try Workspace.over("pulse.plist")
    try session.said("alias peek = view")
    for line in ["unalias pe", "alias pe", "pe"] {
      let found = Completer(session).completion(of: line, at: line.count).candidates
      #expect(found.map(\.text) == ["peek"], "\(line)")
    }
  }

  /// Keys inside records, wherever a key may stand; what holds keys goes on.
  @Test(arguments: [
    ("sort by owner.lo", ["owner.login"]), ("sort by owner.", ["owner.login", "owner.plan"]),
    ("distinct owner.plan.", ["owner.plan.name"]), ("describe owner.PL", ["owner.plan"]),
    ("group by tags.", ["tags.id"]), ("sort by id,owner.lo", ["id,owner.login"]),
    ("fields text=owner.lo", ["text=owner.login"]), ("sort by owner.x", []),
    ("sort by own", ["owner"]), ("sort by odd.`", ["odd.`a b`"]),
    ("sort by tags[0].", ["tags[0].id"]),
    ("filter own", ["owner"]), ("filter id = 1 and owner.pl", ["plan"]),
  ])
  func offersKeysInside(_ line: String, _ expected: [String]) throws {
    let session = try Workspace.over(
      json: """
        [{"id": 1, "owner": {"login": "a", "plan": {"name": "b"}}, "tags": [{"id": 2}],
          "odd": {"a b": 1}}, {"id": 2, "more": [{"x": 1}]}]
        """)
    let found = Completer(session).completion(of: line, at: line.count).candidates
    #expect(found.map(\.text) == expected, "\(line)")
    let holders = ["owner", "plan"]
    for candidate in found {
      let last = candidate.text.split(separator: ".").last.map(String.init)
      #expect(candidate.isPartial == holders.contains(last ?? ""), "\(candidate)")
    }
  }

  @Test(arguments: ["zzqq", "down 2 rows ", "quit 1 2 3", "echo x", "filter \"ab"])
  func offersNothing(_ line: String) throws {
    #expect(try offered(line).isEmpty, "\(line)")
  }

  @Test func everyCommandIsOfferedWithItsSummary() throws {
    let session = Workspace(environment: .checkout)
    let candidates = Completer(session).completion(of: "", at: 0).candidates
    #expect(candidates.count == CommandTable.standard.commands.count)
    #expect(candidates.allSatisfy { !$0.summary.isEmpty })
  }

  @Test func theRangeIsTheWord() throws {
    let session = try Workspace.over("pulse.plist")
    let completion = Completer(session).completion(of: "goto 東 Sci", at: 10)
    #expect(completion.range == 7..<10)
  }

  @Test func anyPlaceInAnyLineIsSafe() throws {
    let session = try Workspace.over("service.ndjson")
    let lines = [
      "filter level == \"a", "set", "style x for .. where `", "open \"", "sort by ,", "; ;",
    ]
    for line in lines {
      for cursor in 0...line.count {
        let completion = Completer(session).completion(of: line, at: cursor)
        #expect(completion.range.upperBound <= line.count)
      }
    }
  }
}

/// Completion of what is much: files of large folders, values of fields with many.
@Suite struct LargeCompletionTests {
  /// - Parameter patience: more than enough on a busy machine, unless nothing is to be found.
  private static func offered(
    _ line: String, in session: Workspace, patience: Duration = .seconds(600)
  ) -> Completion {
    Completer(session, patience: patience).completion(of: line, at: line.count)
  }

  @Test func valuesCompleteByTheirBeginning() throws {
    var session = Workspace(environment: .checkout)
    let names = (0..<5000).map { "{\"name\": \"Item \($0 % 4000)\", \"list\": [\"tag \($0)\"]}" }
    let document = try DocumentOpener.open(
      bytes: Array("[\(names.joined(separator: ","))]".utf8), name: "test.json")
    _ = try session.open(document)
    let line = "filter name == \"item 399"
    #expect(Self.offered(line, in: session).candidates.count == 11)
    #expect(Self.offered(line, in: session, patience: .zero).isTruncated)
    _ = try session.said("filter name == \"x\" AND list == nil; filter off")
    let read = Self.offered(line, in: session)
    #expect(read.candidates.count == 11 && !read.isTruncated)
    #expect(read.candidates.first?.text == "\"Item 399\"")
    let bare = Self.offered("filter name == Item", in: session)
    #expect(bare.candidates.contains { $0.text == "\"Item 1\"" })
    #expect(Self.offered("filter name == \"", in: session).isTruncated)
    #expect(
      Self.offered("filter name IN {\"a\", 'Item 3999", in: session).candidates.map(\.text) == [
        "'Item 3999'"
      ])
  }

  @Test func aLargeFolderIsCutOffOrWhole() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "shelf-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for number in 0..<3000 {
      try Data().write(to: folder.appending(path: "file \(number).json"))
    }
    try FileManager.default.createDirectory(
      at: folder.appending(path: "file folder"), withIntermediateDirectories: true)
    let all = FolderEntries.read(folder.path, startingWith: "file")
    #expect(all.isComplete && all.names.count == 3001 && all.names.contains("file folder/"))
    let cut = FolderEntries.read(folder.path, within: .zero)
    #expect(!cut.isComplete && cut.names.count < 1000)
    let session = Workspace(environment: .standard)
    let found = Self.offered("open \(folder.path)/file\\ 299", in: session)
    #expect(found.isTruncated || found.candidates.count == 11)
    #expect(found.candidates.allSatisfy { $0.text.contains("/file\\ 299") })
    let quoted = Self.offered("open '\(folder.path)/file fo", in: session).candidates
    #expect(quoted.map(\.text) == ["'\(folder.path)/file folder/"] || quoted.isEmpty)
  }

  @Test func theHomeIsCompletedAndOpened() throws {
    var session = Workspace(environment: .checkout)
    #expect(Self.offered("open ~", in: session).candidates.map(\.text) == ["~/"])
    let error = session.failure("open ~/no-such-file-anywhere.json")
    let home = NSHomeDirectory()
    #expect(error?.description.contains("'\(home)/no-such-file-anywhere.json'") == true)
    #expect(try session.said("echo ~/x") == "~/x")
  }

  /// A `~` is the home only where it has no quotes and no backslash, as in other shells.
  @Test(arguments: [
    ("~/none.json", true), ("~/\"none.json\"", true), ("\"~/none.json\"", false),
    ("'~/none.json'", false), (#"\~/none.json"#, false),
  ])
  func aTildeInQuotesIsAName(_ typed: String, isOfHome: Bool) throws {
    var session = Workspace(environment: .checkout)
    let path = isOfHome ? NSHomeDirectory() + "/none.json" : root + "/~/none.json"
    let error = session.failure("open \(typed)")
    #expect(error?.description.contains("'\(path)'") == true, "\(error.debugDescription)")
  }

  /// What is proposed names the file that was found, once more in quotes where it was typed so.
  @Test(arguments: [
    ("open ~/", "HOME", ["~/a.json", "~/\"my docs/"]), ("open ~/\"my", "HOME", ["~/\"my docs/"]),
    ("open ~/'my docs/", "HOME/my docs/", ["~/'my docs/b.json'"]),
    ("open ~/my\\ d", "HOME", [#"~/my\ docs/"#]), ("open \"~/", "~/", ["\"~/c.json\""]),
    ("open \\~/", "~/", [#"\~/c.json"#]), ("open ", ".", [#"\~/"#]),
  ])
  func completionAgreesAboutTheTilde(_ line: String, _ folder: String, _ names: [String]) throws {
    let home = NSHomeDirectory()
    let files = [
      "\(home)/": ["a.json", "my docs/"], "\(home)/my docs/": ["b.json"], "~/": ["c.json"],
      ".": ["~/"],
    ]
    var environment = Environment.checkout
    environment.entries = { folder, prefix in
      FolderEntries(names: (files[folder] ?? []).filter { $0.hasPrefix(prefix) })
    }
    environment.datasets = { nil }
    let offered = Self.offered(line, in: Workspace(environment: environment))
    #expect(offered.candidates.map(\.text) == names)
  }

  /// A name is typed with escapes for what a terminal would obey or not show, and means the same file.
  @Test(arguments: ["open ab", "open \"ab", "open 'ab", "open ab\\ "])
  func namesAreTypedVisibly(_ line: String) throws {
    let name = (line.hasSuffix(" ") ? "ab " : "ab") + "\u{1B}]2;evil\u{07}\u{202E}'\\\n.json"
    var environment = Environment.checkout
    environment.entries = { _, prefix in
      FolderEntries(names: [name].filter { $0.hasPrefix(prefix) })
    }
    environment.datasets = { nil }
    let offered = Self.offered(line, in: Workspace(environment: environment)).candidates
    let text = try #require(offered.first?.text)
    #expect(text.unicodeScalars.allSatisfy { $0.isASCII && $0.value >= 0x20 }, "\(text)")
    #expect(Statement.statements(in: "open " + text).first?.words.last?.text == name)
  }

  @Test func aBackslashKeepsABlankInItsWord() {
    let words = Statement.statements(in: #"open my\ file.json \  a\b "c\ d""#).first?.words
    #expect(words?.map(\.text) == ["open", "my file.json", " ", #"a\b"#, #"c\ d"#])
    #expect(words?[1].raw == #"my\ file.json"#)
  }
}
