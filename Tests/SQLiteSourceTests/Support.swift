import Documents
import Foundation
import TableModel
import Testing

@testable import SQLTables
@testable import SQLiteSource

/// A database in a folder of its own, both gone with the test.
final class Fixture {
  let folder: URL
  var path: String { folder.appendingPathComponent("shop.sqlite").path }

  init(_ sql: String = "", journal: String = "delete") throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("shelf-sqlite-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try execute("PRAGMA journal_mode = \(journal);" + sql)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A connection as another program has it.
  func writer() throws -> Database { try Database(path: path, for: .writing) }

  /// Changes the database from outside, like another program.
  func execute(_ sql: String) throws {
    try writer().execute(sql)
  }

  func open(table: String? = nil, query: String? = nil, groupBy: String? = nil)
    throws(DataError) -> any TableSource
  {
    let request = DatabaseRequest(table: table, query: query, groupBy: groupBy)
    return try DatabaseDocument(sqlite: path, request: request).table(shape: nil).source
  }

  var files: [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).sorted()
  }

  func write(_ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  var bytes: [UInt8] { (try? Data(contentsOf: URL(fileURLWithPath: path))).map(Array.init) ?? [] }
}

extension TableSource {
  /// One column of a window, as text.
  func texts(_ range: Range<Int>, _ field: String, section: Int = 0) throws(DataError) -> [String] {
    let batch = try records(range, inSection: section, fields: [FieldPath(key: field)])
    return (0..<batch.count).map { batch.text($0, 0) }
  }

  /// All records with their addresses.
  func everything() throws(DataError) -> [(Address, Value)] {
    var all: [(Address, Value)] = []
    try scan { address, value throws(DataError) in
      all.append((address, value))
      return true
    }
    return all
  }

  var titles: [String?] {
    get throws(DataError) { try sections(0..<counts().sections.known).map(\.title) }
  }
}

func error<T>(_ body: () throws(DataError) -> T) -> DataError? {
  do {
    _ = try body()
    return nil
  } catch {
    return error
  }
}
