import Documents
import TableModel
import Testing

@Suite struct GeneratedTableTests {
  private func source(_ specification: String) throws -> any TableSource {
    try DocumentOpener.open(path: specification).table(shape: nil).source
  }

  @Test(arguments: [
    ("generated:", "generated:sections=1,rows=100,items=0,kinds=1,seed=1"),
    ("generated:rows=5,sections=2", "generated:sections=2,rows=5,items=0,kinds=1,seed=1"),
    ("sections=0,items=3,seed=-7", "generated:sections=0,rows=100,items=3,kinds=1,seed=-7"),
  ])
  func parses(_ text: String, _ expected: String) throws {
    #expect(try GeneratedSpecification(parsing: text).description == expected)
  }

  @Test(arguments: [
    ("row=5", "a generated table has no 'row'"), ("rows", "'rows' needs a number: rows=10"),
    ("rows=x", "'rows' is 'x', not a whole number from 0 to 1000000000"),
    ("rows=-1", "'rows' is '-1', not a whole number from 0 to 1000000000"),
    ("kinds=0", "'kinds' is '0', not a whole number from 1 to 1000000000"),
    ("seed=1.5", "'seed' is '1.5', not a whole number"),
    ("rows=1,rows=2", "'rows' is given twice"), ("rows=1,", "a generated table has no ''"),
    (
      "rows=99999999999999999999",
      "'rows' is '99999999999999999999', not a whole number from 0 to 1000000000"
    ),
    (
      "sections=1000000000,rows=1000000000,items=1000000000",
      "a generated table holds at most 1000000000000000 records"
    ),
  ])
  func refuses(_ text: String, _ message: String) {
    let error = errorOf { () throws(DataError) in try DocumentOpener.open(path: "generated:" + text)
    }
    #expect(error?.description == message)
  }

  @Test func aHundredMillionRowsOpenAtOnce() throws {
    let source = try source("generated:rows=100000000,items=20")
    #expect(
      source.counts()
        == Counts(sections: .exact(1), rows: .exact(100_000_000), items: .exact(2_000_000_000)))
    let last = Address(0, 99_999_999)
    let batch = try source.items(
      18..<40, inRow: last, fields: [FieldPath(key: "title"), FieldPath(key: "id")])
    #expect(batch.count == 2 && batch.text(1, 1) == "1999999999" && !batch.text(1, 0).isEmpty)
    #expect(try source.rows(99_999_999..<100_000_009, inSection: 0).count == 1)
  }

  @Test func kindsAlternateByRowWithinTheSection() throws {
    for specification in ["sections=2,rows=3,kinds=2", "sections=2,rows=3,kinds=2,items=1"] {
      let source = try source("generated:" + specification)
      for section in 0..<2 {
        let batch = try source.records(0..<3, inSection: section, fields: [FieldPath(key: "kind")])
        #expect((0..<batch.count).map { batch.text($0, 0) } == ["Cell1", "Cell2", "Cell1"])
      }
    }
  }

  @Test func isDeterministicBySeed() throws {
    let titles = try ["seed=1", "seed=1", "seed=2"].map { seed in
      try source("generated:rows=40," + seed).rows(0..<40, inSection: 0).map(\.title)
    }
    #expect(titles[0] == titles[1] && titles[0] != titles[2])
    #expect(Set(titles[0]).count > 20)
  }

  @Test func valuesAgreeWithWindowsAndScan() throws {
    for specification in ["sections=2,rows=3", "sections=2,rows=3,items=2"] {
      let source = try source("generated:" + specification)
      var scanned = 0
      try source.scan { (address, value) throws(DataError) in
        scanned += 1
        let again = try source.value(at: address)
        #expect(again == value)
        let price = value.record?["price"]?.plainText ?? ""
        #expect(price.split(separator: ".").last?.count == 2)
        return true
      }
      let counts = source.counts()
      #expect(scanned == max(counts.items.known, counts.rows.known))
    }
  }

  @Test(arguments: [Address(2, 0), Address(0, 3), Address(0, 0, 2), Address(-1, 0), Address(0)])
  func whatIsNotThereIsNothing(_ address: Address) throws {
    let source = try source("generated:sections=2,rows=3,items=2")
    #expect(try source.value(at: address) == nil)
  }

  @Test func aStripBeyondMemoryIsRefused() throws {
    let source = try source("generated:rows=1,items=1000000000")
    let error = errorOf { () throws(DataError) in try source.value(at: Address(0, 0)) }
    #expect(error?.hint == "name an item: 0.0.0")
    #expect(try source.value(at: Address(0, 0, 999_999_999)) != nil)
  }

  @Test func knowsNoOtherShape() throws {
    let document = try DocumentOpener.open(path: "generated:rows=1")
    let error = errorOf { () throws(DataError) in try document.table(shape: Shape()) }
    #expect(error?.hint?.contains("generated:") == true)
  }
}
