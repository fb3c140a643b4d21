import Foundation
import TableModel
import TestSeeds
import Testing

@testable import Documents
@testable import Files

/// Another program reads the same cells: Python's `csv`.
@Suite struct CSVOracleTests {
  private static let script = """
    import csv, json, sys
    sys.stdout.reconfigure(encoding='utf-8')
    with open(sys.argv[1], encoding='utf-8', newline='') as f:
      for text in f.read().split('\\x1e'):
        lines = __import__('io').StringIO(text, newline='')
        rows = [row for row in csv.reader(lines, delimiter=sys.argv[2]) if row]
        print(json.dumps(rows, ensure_ascii=False))
    """

  @Test(arguments: [",", ";", "\t"])
  func readsWhatPythonReads(_ delimiter: String) throws {
    let seed = testSeed(Int(delimiter.utf8.first ?? 0))
    var random = RandomCSV(seed: seed)
    var texts: [String] = []
    while texts.count < testRounds(240) {
      let text = random.wild(records: 1 + random.below(12), delimiter: delimiter)
      // Python takes the end of the text for the end of quotes, which here is a mistake.
      if (try? readCSV(text, stated(delimiter, header: false))) != nil { texts.append(text) }
    }
    guard let answers = try Self.answers(to: texts, delimiter) else {
      // Continuous integration has Python.
      #expect(ProcessInfo.processInfo.environment["CI"] == nil, "no python3")
      return
    }
    #expect(answers.count == texts.count)
    for (text, answer) in zip(texts, answers) {
      let expected = try JSONReader.read(SourceText(file: "python", bytes: Array(answer.utf8)))
      #expect(
        try Self.cells(of: text, delimiter) == expected, "seed \(seed): \(text.debugDescription)")
    }
  }

  /// The cells of all records as texts.
  private static func cells(of text: String, _ delimiter: String) throws -> Value {
    let bytes = Array(text.utf8)
    return try bytes.withUnsafeBufferPointer { bytes in
      let base = try #require(bytes.baseAddress)
      let layout = try CSVLayout(bytes, from: 0, stated(delimiter, header: false))
      var dialect = layout.dialect
      // What Python gives for an empty line is left out above.
      dialect.countsEmptyLines = false
      var cursor = CSVCursor(base, from: layout.start, to: bytes.count, dialect)
      var (cells, records): ([CSVCell], [Value]) = ([], [])
      while !cursor.isAtEnd {
        try cursor.readRecord(&cells)
        records.append(.array(cells.map { .string(cursor.text(of: $0)) }))
        cursor.goToNextRecord()
      }
      return .array(records)
    }
  }

  /// What Python reads; nil where there is none.
  private static func answers(to texts: [String], _ delimiter: String) throws -> [String]? {
    let folder = try TemporaryFolder()
    let path = try folder.write("texts", texts.joined(separator: "\u{1E}"))
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script, path, delimiter]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return text.split(separator: "\n").map(String.init)
  }
}
