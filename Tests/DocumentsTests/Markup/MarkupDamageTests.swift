import Foundation
import TableModel
import Testing

@testable import Documents
@testable import Files

/// Property lists that break the rules, found behind the prompt.
@Suite struct MarkupDamageTests {
  private static let text = """
    <?xml version="1.0"?>
    <plist version="1.0"><!-- é --><dict><key>rows</key><array>
      <dict><key>id</key><integer>1</integer><key>t &amp;</key><string>é &#65;</string></dict>
      <dict><key>d</key><date>2024-02-29T12:00:00Z</date><key>b</key><data>AA==</data></dict>
      <dict><key>c</key><string><![CDATA[</array>]]></string><key>e</key><array/></dict>
    </array><key>r</key><real>1.5</real></dict></plist>
    """

  private static func verify(_ file: MappedFile, by step: Int = 16) -> DataError? {
    var verification = MarkupVerification(file: file) { _ in false }
    do throws(DataError) {
      while try verification.advance(by: step) {}
      return nil
    } catch {
      return error
    }
  }

  private static func reading(_ bytes: [UInt8]) -> DataError? {
    do throws(DataError) {
      _ = try XMLPropertyListReader.read(SourceText(file: "f", bytes: bytes))
      return nil
    } catch {
      return error
    }
  }

  /// What the checker of large files says is what the reader of small files says.
  @Test func saysWhatTheReaderSays() throws {
    let bytes = Array(Self.text.utf8)
    var broken: [[UInt8]] = (0..<bytes.count).map { Array(bytes[..<$0]) }
    for index in stride(from: 0, to: bytes.count, by: 5) {
      for byte in Array("<>/&!x\"1 -".utf8) + [0x80, 0x01] {
        var damaged = bytes
        damaged[index] = byte
        broken.append(damaged)
      }
    }
    var refused = 0
    for bytes in broken {
      let expected = Self.reading(bytes)
      let found = try withFile(bytes) { path in Self.verify(try MappedFile(path: path)) }
      #expect((found == nil) == (expected == nil), "\(String(decoding: bytes, as: UTF8.self))")
      refused += found == nil ? 0 : 1
      // Where a text is broken twice, the whole file's encoding is judged first in small files.
      if UTF8Check.firstInvalidByte(ofXML: bytes) != nil { continue }
      #expect(found?.summary == expected?.summary, "\(String(decoding: bytes, as: UTF8.self))")
    }
    #expect(refused > 500)
  }

  /// Cut at any byte the file is refused at once, or by the first that reads it all.
  @Test func everyTruncationIsAnErrorAndNoCrash() throws {
    let bytes = Array(Self.text.utf8)
    for length in 0..<bytes.count {
      try withFile(Array(bytes[..<length])) { path in
        let error = errorOf { () throws(DataError) in
          let shape = Shape(rows: FieldPath(key: "rows"))
          let table = try markupTable(path, shape: shape, settings: .tiny(head: 20, chunk: 64))
          try table.source.scan { _, _ in true }
          if let error = Self.verify(table.source) { throw error }
        }
        #expect(error != nil, "cut at \(length)")
      }
    }
  }

  private static func verify(_ source: any TableSource) -> DataError? {
    (source as? IndexedTable).flatMap { verify($0.index.file) }
  }

  @Test(arguments: [
    "<plist><array><dict/></array>", "<array><dict></array>", "<array><dict/></dict>",
    "<array><key>a</key></array>", "<array><plist><dict/></plist></array>", "<dict><dict/></dict>",
    "<array><dict/></array><array/>", "<array><dict/></array>x", "<array>x<dict/></array>",
    "<array><dir></dir></array>", "<array><dict <a>></dict></array>",
    "<array><string id=\"<dict>\">a</string></array>", "<array><!-- </array>", "<array><dict/>",
    "<!DOCTYPE x [<!ENTITY a \"b\">]><array><string>&a;</string></array>",
    "<array><string>&a;</string></array>", "<array><![CDATA[x]]></array>",
    "<array><integer>1x</integer></array>", "</array>", "<foo/>", "",
  ])
  func refuses(_ text: String) throws {
    let expected = try #require(Self.reading(Array(text.utf8)))
    try withFile(Array(text.utf8)) { path in
      let found = Self.verify(try MappedFile(path: path))
      #expect(found?.summary == expected.summary)
      let error = errorOf { () throws(DataError) in
        let table = try markupTable(path, shape: Shape(rows: .itself))
        try table.source.scan { _, _ in true }
        if let error = Self.verify(table.source) { throw error }
      }
      #expect(error?.summary == expected.summary)
    }
  }

  @Test func refusesDepth() throws {
    let text = String(repeating: "<array>", count: 600) + String(repeating: "</array>", count: 600)
    try withFile(Array(text.utf8)) { path in
      let found = Self.verify(try MappedFile(path: path))
      #expect(found?.summary == Self.reading(Array(text.utf8))?.summary)
    }
  }

  @Test func mistakesAreReportedWhereTheyAre() throws {
    let items = (0..<500).map { number in
      "<dict><key>id</key><integer>\(number == 321 ? "x" : "\(number)")</integer></dict>"
    }
    let text = "<array>\n" + items.joined(separator: "\n") + "\n</array>"
    try withFile(Array(text.utf8)) { path in
      let settings = IndexedDocument.Settings(headScan: 100, chunkSize: 200)
      let document = try IndexedDocument(
        path: path, name: "n", as: .xml, settings: settings,
        headSizes: 64...64)
      try expectMistake(of: document, at: "\(path):323:29")
    }
  }

  @Test func aFileThatShrinksIsAnErrorAndNoDeath() throws {
    let text = "<array>" + String(repeating: "<dict><key>a</key><true/></dict>", count: 2000)
    try withFile(Array((text + "</array>").utf8)) { path in
      let table = try markupTable(path).source
      #expect(table.counts().rows == .exact(2000))
      truncate(path, 5000)
      #expect(throws: DataError.changedUnderneath(file: path)) {
        try table.value(at: Address(0, 1999))
      }
    }
  }
}
