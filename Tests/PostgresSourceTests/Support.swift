import CommandLanguage
import Documents
import Files
import Foundation
import PredicateLanguage
import SQLTables
import Synchronization
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Commands
@testable import PostgresSource

/// The servers of `Scripts/test-servers`, as its variables name them.
enum TestServers {
  static let single = address("SINGLE")
  static let icu = address("ICU")
  static let coordinator = address("COORDINATOR")
  static let tls = address("TLS")

  /// The servers that the coordinator's partitions lie on.
  static let workers = [address("WORKER1"), address("WORKER2")]

  private static func address(_ name: String) -> String? {
    variable("SHELF_TEST_SERVER_" + name)
  }

  static func variable(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Tests that want a server are left out without one, except where there has to be one.
  static func areThere(_ address: String?) -> Bool {
    address != nil || variable("SHELF_TEST_SERVERS_REQUIRED") != nil
  }

  /// Whether libpq is there.
  static let hasLibrary =
    (try? PostgresLibrary.open()) != nil || variable("SHELF_TEST_SERVERS_REQUIRED") != nil
  static let hasSingle = areThere(single)
  static let hasICU = areThere(icu)
  static let hasCluster = areThere(coordinator)
  static let hasTLS = areThere(tls)
}

/// A database of a test on a server, gone with the test.
final class TestDatabase: @unchecked Sendable {
  let address: String
  let name: String
  private let server: String
  private let connection: PostgresConnection
  private let workers: [TestDatabase]
  /// Whether the table `t` lies on other servers.
  var isCluster: Bool { !workers.isEmpty }

  private static let numbers = Atomic<Int>(0)

  /// - Parameters:
  ///   - statements: one after the other, separated by line breaks behind a semicolon.
  ///   - columns: those of a table `t` whose rows lie in the tables `t` of the workers.
  init(
    _ statements: String = "", on server: String? = TestServers.single,
    partitioned columns: String = "",
    workers: [TestDatabase] = []
  ) throws {
    self.workers = workers
    self.server = try #require(server, "the tests need a server: Scripts/test-servers")
    let number = Self.numbers.wrappingAdd(1, ordering: .relaxed).newValue
    name = "shelf_\(ProcessInfo.processInfo.processIdentifier)_\(number)"
    let maker = try Self.connect(self.server)
    _ = try maker.run(SQLQuery("CREATE DATABASE \(name) TEMPLATE template0"))
    address = self.server.replacing("/postgres", with: "/" + name)
    connection = try Self.connect(address)
    if !workers.isEmpty { try execute(Self.partitions(columns, workers)) }
    try execute(statements)
  }

  /// A table whose rows lie by the hash of `id` in the tables of workers. It can have no key of its own.
  private static func partitions(_ columns: String, _ workers: [TestDatabase]) -> String {
    let columns = columns.replacing(" PRIMARY KEY", with: " NOT NULL")
    let start = """
      CREATE EXTENSION postgres_fdw;
      CREATE TABLE t (\(columns)) PARTITION BY HASH (id)
      """
    return workers.enumerated().reduce(start) { text, worker in
      let host = worker.element.server.components(separatedBy: "host=").last ?? ""
      return text + """
        ;
        CREATE SERVER w\(worker.offset) FOREIGN DATA WRAPPER postgres_fdw
          OPTIONS (host '\(host)', dbname '\(worker.element.name)');
        CREATE USER MAPPING FOR CURRENT_USER SERVER w\(worker.offset) OPTIONS (user 'shelf');
        CREATE FOREIGN TABLE t\(worker.offset) PARTITION OF t
          FOR VALUES WITH (MODULUS \(workers.count), REMAINDER \(worker.offset))
          SERVER w\(worker.offset) OPTIONS (table_name 't')
        """
    }
  }

  deinit {
    if let maker = try? Self.connect(server) {
      _ = try? maker.run(SQLQuery("DROP DATABASE \(name) WITH (FORCE)"))
    }
  }

  static func connect(_ address: String) throws -> PostgresConnection {
    try PostgresConnection(#require(PostgresAddress(address)), PostgresLibrary.open()) { false }
  }

  /// Changes the database from outside, as another program does.
  func execute(_ statements: String) throws {
    for statement in statements.components(separatedBy: ";\n") {
      let text = statement.trimmingCharacters(in: .whitespacesAndNewlines)
      if !text.isEmpty { _ = try connection.run(SQLQuery(text)) }
    }
  }

  /// The first column of what a query returns.
  func texts(_ query: String) throws -> [String] {
    let result = try connection.run(SQLQuery(query))
    return (0..<result.count).map { result.text($0, 0) ?? "" }
  }

  func number(_ query: String) throws -> Int {
    try #require(connection.run(SQLQuery(query)).integer(0, 0))
  }

  func open(
    _ table: String? = nil, query: String? = nil, groupBy: String? = nil, key: String? = nil,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(DataError) -> any TableSource {
    let request = DatabaseRequest(table: table, query: query, groupBy: groupBy, key: key)
    return try document(request, isInterrupted: isInterrupted).table(shape: nil).source
  }

  func document(
    _ request: DatabaseRequest, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(DataError) -> DatabaseDocument {
    guard let address = PostgresAddress(address) else { throw .notFound(file: self.address) }
    return try DatabaseDocument(
      PostgresSystem(address, request, isInterrupted: isInterrupted), request)
  }
}

extension TableSource {
  /// One column of a window, as text.
  func texts(_ range: Range<Int>, _ field: String, section: Int = 0) throws(DataError) -> [String] {
    let batch = try records(
      range, inSection: section, fields: [FieldPath(parsing: field) ?? .itself])
    return (0..<batch.count).map { batch.text($0, 0) }
  }

  /// All records.
  func everything() throws(DataError) -> [Value] {
    var all: [Value] = []
    try scan { _, value throws(DataError) in
      all.append(value)
      return true
    }
    return all
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
