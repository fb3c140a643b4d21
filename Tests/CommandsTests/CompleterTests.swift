import Testing

@testable import Commands

@Suite struct CompleterTests {
  private func offered(_ line: String, _ dataset: String = "pulse.plist") throws -> [String] {
    let session = try Session.over(dataset)
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
    let session = try Session.over(
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
    let session = Session(environment: .checkout)
    let candidates = Completer(session).completion(of: "", at: 0).candidates
    #expect(candidates.count == CommandTable.standard.commands.count)
    #expect(candidates.allSatisfy { !$0.summary.isEmpty })
  }

  @Test func theRangeIsTheWord() throws {
    let session = try Session.over("pulse.plist")
    let completion = Completer(session).completion(of: "goto 東 Sci", at: 10)
    #expect(completion.range == 7..<10)
  }

  @Test func anyPlaceInAnyLineIsSafe() throws {
    let session = try Session.over("service.ndjson")
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
