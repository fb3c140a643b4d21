import TableModel
import Testing

@testable import TableEngine

@Suite struct NoteTests {
  @Test func everyTopicIsExplainedOnce() {
    let topics = EngineNote.all.map(\.topic)
    #expect(Set(topics).count == topics.count)
    #expect(EngineNote.all.allSatisfy { $0.text.hasSuffix(".") })
    for policy in [ReusePolicy.ketable, .recyclerview, .flashlist, .prebuilt] {
      #expect(topics.contains(policy.rawValue))
    }
  }

  @Test func notesLeadToOthers() {
    let topics = Set(EngineNote.all.map(\.topic))
    #expect(topics.count >= 40)
    for note in EngineNote.all {
      #expect(topics.isSuperset(of: note.related), "\(note.topic)")
      #expect(!note.related.contains(note.topic), "\(note.topic)")
      #expect(EngineNote.named(note.topic.uppercased()) == note)
    }
    #expect(EngineNote.named("high water")?.topic == "high-water")
    #expect(Set(EngineNote.all.map(\.basis)) == Set(EngineNote.Basis.allCases))
  }

  @Test func everyRuleIsSpokenOf() {
    #expect(EngineNote.ruleCount == 56)
    for number in 1...EngineNote.ruleCount {
      let notes = EngineNote.on(rule: number)
      #expect(!notes.isEmpty && notes.map(\.topic) == EngineNote.topicsByRule[number - 1])
      #expect(notes.allSatisfy { $0.rules.contains(number) })
    }
    #expect(EngineNote.on(rule: 0).isEmpty && EngineNote.on(rule: 57).isEmpty)
  }

  /// A statement about a platform says where it is documented, what was measured, or when it was so.
  @Test func everyNoteHasItsSource() {
    typealias Source = EngineSource
    let kinds: [(EngineNote.Basis, Set<Source>)] = [
      (
        .documented,
        [
          .tableView, .tableDelegate, .dataSource, .cell, .scrollView, .diffable, .searching,
          .instruments, .recycledViewPool,
        ]
      ),
      (
        .observed,
        [
          .uikit, .uikitAndRecyclerView, .uikitAndOldLogs, .clones, .scrollViewTable, .recyclerView,
          .flashList,
        ]
      ), (.historical, [.guide2010, .turnedTables, .oldLogs]),
    ]
    for note in EngineNote.all {
      let allowed = kinds.first { $0.0 == note.basis }?.1 ?? []
      #expect(note.source.map { allowed.contains($0) } ?? allowed.isEmpty, "\(note.topic)")
    }
    #expect(Set(kinds.flatMap(\.1)) == Set(Source.allCases))
    #expect(Set(EngineNote.all.compactMap(\.source)) == Set(Source.allCases))
  }

  /// What the notes and the settings say of pool orders is the same.
  @Test func theOrdersOfPoolsAreAllNamed() {
    let text = EngineNote.named("pool-order")?.text ?? ""
    for word in ["lifo", "fifo", "oldest", "set:SEED"] { #expect(text.contains(word)) }
  }

  /// What nobody documents is never passed off as documented.
  @Test(arguments: [
    ("order", EngineNote.Basis.ownChoice), ("kept-cells", .ownChoice), ("prefetch", .ownChoice),
    ("index-letters", .ownChoice), ("request", .observed), ("memory-warning", .observed),
    ("prepare-for-reuse", .documented),
  ])
  func ownChoicesAreMarked(_ topic: String, _ basis: EngineNote.Basis) {
    #expect(EngineNote.named(topic)?.basis == basis)
  }

  @Test func aRefusedBatchIsPutIntoWords() throws {
    let content = FakeContent(rows: 20)
    let table = Table(content: content, metrics: .plain(height: 600, row: 60))
    try table.makeFrame()
    let updates = [TableUpdate.delete(Address(0, 0)), .insert(Address(0, 0))]
    content.sections[0].removeLast()
    #expect(throws: EngineError.self) { try table.performUpdates(updates) }
    #expect(
      table.updateSummary(updates) == """
        Data source before updates = { 1 section with row counts: [20] }
        Data source after updates = { 1 section with row counts: [19] }
        Updates = [ delete row 0.0, insert row 0.0 ]
        """)
  }

  @Test func hintsSayTheNextStep() {
    #expect(EngineError.notSelectable(Address(1, 0)).hint?.contains("1.0.0") == true)
    #expect(EngineError.noRow(Address(1, 0)).hint == nil)
  }
}
