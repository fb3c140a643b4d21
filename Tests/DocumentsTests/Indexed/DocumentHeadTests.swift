import TableModel
import Testing

@testable import Documents
@testable import Files

/// How much of a large document is read to find out its shape.
@Suite struct DocumentHeadTests {
  private static let item = "{\"id\":1,\"title\":\"a lamp\",\"tags\":[\"x\"]}"

  /// A record of so many bytes of other things, and a list that fills the rest.
  private func document(beside: Int, bytes: Int) -> String {
    let small = (0..<beside / 20).map { "\"k\($0)\":{\"a\":[]}" }.joined(separator: ",")
    let items = Array(repeating: Self.item, count: bytes / Self.item.utf8.count)
    let lead = small.isEmpty ? "" : "\"about\":{\(small)},"
    return "{\(lead)\"results\":[\(items.joined(separator: ","))]}"
  }

  private func records(inHeadOf text: String, isSequence: Bool? = nil) throws -> Int {
    try withFile(Array(text.utf8)) { path in
      let head = try DocumentHead.read(MappedFile(path: path), isSequence: isSequence)
      #expect(!head.isWhole)
      let list = head.isSequence ? head.value : head.value.record?["results"]
      return list?.array?.count ?? 0
    }
  }

  @Test func aHeadThatIsOneListIsShort() throws {
    let count = try records(inHeadOf: document(beside: 0, bytes: 1 << 18))
    #expect((300...440).contains(count), "\(count)")
  }

  @Test func aHeadWithMoreBesideTheListIsLonger() throws {
    let count = try records(inHeadOf: document(beside: 4000, bytes: 1 << 18))
    #expect((1200...1650).contains(count), "\(count)")
  }

  @Test func aSequenceIsOneList() throws {
    let lines = Array(repeating: Self.item, count: 6000).joined(separator: "\n")
    let count = try records(inHeadOf: lines, isSequence: true)
    #expect((300...440).contains(count), "\(count)")
  }

  /// A list that has ended before the cut is none that goes on.
  @Test func aListThatHasEndedDoesNotCount() throws {
    let text = "{\"first\":[\(String(repeating: "{},", count: 100)){}],\"rest\":{\"a\":{\"b\":\""
    try withFile(Array((text + String(repeating: "x", count: 1 << 18) + "\"}}}").utf8)) { path in
      let cut = HeadCut(try MappedFile(path: path), size: 1 << 14, isSequence: nil)
      #expect(!cut.isMostlyOneList && cut.completed > 100)
    }
  }

  @Test func theScanOfTheHeadEndsWhereScreensAreFull() throws {
    let rows = (0..<4000).map { "{\"title\":\"\($0)\",\"items\":[\(Self.item),\(Self.item)]}" }
    let text = "{\"rows\":[\(rows.joined(separator: ","))]}"
    let shapes = [
      Shape(rows: FieldPath(key: "rows"), items: FieldPath(key: "items")),
      Shape(rows: FieldPath(key: "rows")),
    ]
    try withFile(Array(text.utf8)) { path in
      for shape in shapes {
        let plan = try #require(LevelPlan(shape, isSequence: false))
        let index = RecordIndex(RecordText(file: try MappedFile(path: path)), plan: plan)
        let head = Indexer.head(of: index, to: 1 << 21)
        #expect((200..<4000).contains(index.snapshot.totals[0]))
        #expect(head.tracker.isInside && head.offset <= 1 << 17)
        #expect(Indexer.head(of: index, to: 0).tracker.isInside)
      }
    }
  }

  /// The first screen needs little; whoever moves finds more.
  @Test func theBeginningIsKnownWhenItIsAskedFor() throws {
    let item = Self.item
    let list = Array(repeating: item, count: (3 << 20) / item.utf8.count).joined(separator: ",")
    try withFile(Array("[\(list)]".utf8)) { path in
      let document = try IndexedDocument(path: path, name: "n", isSequence: nil)
      let source = try document.table(shape: nil).source
      let known = source.counts().rows.known
      #expect((193..<10_000).contains(known))
      let later = try #require(try source.begun {})
      #expect(later.counts().rows.known * (item.utf8.count + 1) >= (1 << 21) - 100)
      let again = try later.begun {}
      #expect(again == nil)
    }
  }

  /// Of plain values many are enough, as records are.
  @Test func aListOfNumbersIsShort() throws {
    let numbers = (0..<60_000).map(String.init).joined(separator: ",")
    for text in ["[\(numbers)]", "{\"a\":[[1,2],[3]],\"b\":[\(numbers)]}"] {
      try withFile(Array(text.utf8)) { path in
        let head = try DocumentHead.read(MappedFile(path: path), isSequence: nil)
        let list = head.value.array ?? head.value.record?["b"]?.array
        #expect((1025...5000).contains(list?.count ?? 0), "\(text.prefix(20))")
      }
    }
  }
}
