import Documents
import Foundation
import SQLTables
import Synchronization
import TableModel
import Testing

@testable import PostgresSource

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What happens to a table when a server fails that the coordinator keeps its rows on.
@Suite(.serialized, .enabled(if: TestServers.hasCluster)) struct ClusterFaultTests {
  private let workers: [TestDatabase]
  private let coordinator: TestDatabase

  init() throws {
    let columns = "id int PRIMARY KEY, name text"
    workers = try TestServers.workers.map {
      try TestDatabase("CREATE TABLE t (\(columns))", on: $0)
    }
    coordinator = try TestDatabase(
      "INSERT INTO t SELECT i, 'item ' || i FROM generate_series(1, 5000) i",
      on: TestServers.coordinator, partitioned: columns, workers: workers)
  }

  /// The processes of a worker that answer the coordinator.
  private func processes(of worker: TestDatabase) throws -> [pid_t] {
    let query = """
      SELECT coalesce(min(pid), 0) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'postgres_fdw' AND pid > 
      """
    var found: [pid_t] = []
    while case let next = try worker.number(query + "\(found.last ?? 0)"), next > 0 {
      found.append(pid_t(next))
    }
    return found
  }

  /// The coordinator waits for a worker that does not answer, even where it is asked to stop.
  @Test func aWorkerThatHangsIsGivenUp() throws {
    let stops = Atomic<Bool>(false)
    let table = try coordinator.open("t", key: "id") { stops.load(ordering: .relaxed) }
    #expect(try table.texts(0..<2, "name") == ["item 1", "item 2"])
    let hanging = try processes(of: workers[0])
    #expect(!hanging.isEmpty)
    defer { for process in hanging { kill(process, SIGCONT) } }
    for process in hanging { try #require(kill(process, SIGSTOP) == 0, "a server of another user") }
    let pressed = Mutex<ContinuousClock.Instant?>(nil)
    Thread.detachNewThread {
      usleep(400_000)
      pressed.withLock { $0 = .now }
      stops.store(true, ordering: .relaxed)
    }
    let failure = error { () throws(DataError) in try table.texts(3000..<3050, "name") }
    let waited = try #require(pressed.withLock { $0 }).duration(to: .now)
    #expect(failure == .cancelled)
    // A second, and some more on a machine that is busy.
    #expect(waited < .seconds(4), "\(waited)")
    for process in hanging { kill(process, SIGCONT) }
    stops.store(false, ordering: .relaxed)
    #expect(try table.texts(0..<2, "name") == ["item 1", "item 2"])
  }

  private func allowConnections(_ isAllowed: Bool) throws {
    let server = try TestDatabase.connect(try #require(TestServers.workers[1]))
    _ = try server.run(
      SQLQuery("ALTER DATABASE \(workers[1].name) ALLOW_CONNECTIONS \(isAllowed)"))
  }

  /// The message names the worker, and the table is there again when the worker is.
  @Test func aWorkerThatIsGoneIsNamed() throws {
    let table = try coordinator.open("t", key: "id")
    try allowConnections(false)
    for process in try processes(of: workers[1]) {
      _ = try workers[1].number("SELECT pg_terminate_backend(\(process))::int")
    }
    let failure = error { () throws(DataError) in
      _ = try table.texts(0..<2, "name")
      _ = try table.texts(100..<102, "name")
    }
    #expect(failure?.description.contains("\"w1\"") == true, "\(String(describing: failure))")
    try allowConnections(true)
    #expect(try coordinator.open("t", key: "id").texts(0..<2, "name") == ["item 1", "item 2"])
  }
}
