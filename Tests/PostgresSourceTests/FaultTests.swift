import Documents
import Files
import Foundation
import SQLTables
import Synchronization
import TableModel
import TestSeeds
import Testing

@testable import PostgresSource

/// A password that libpq finds nowhere is asked for, once, where somebody can be asked.
@Suite(
  .serialized, .enabled(if: TestServers.hasLibrary && TestServers.variable("PGPASSWORD") == nil))
struct PasswordTests {
  private let server: FalseServer

  init() throws { server = try FalseServer(.closes, after: 100, password: "s3cret") }

  /// Connects; what was asked, and what went wrong.
  private func connect(_ answer: String?) throws -> (asked: [String], failure: DataError?) {
    let address = try #require(PostgresAddress(server.address))
    let asked = Mutex<[String]>([])
    do throws(DataError) {
      let database = try PostgresDatabase(
        address,
        asking: { question in
          asked.withLock { $0.append(question) }
          return answer
        }, isInterrupted: { false })
      #expect(database.name == "x")
      #expect(!database.remarks.contains { $0.contains("s3cret") })
      return (asked.withLock { $0 }, nil)
    } catch {
      return (asked.withLock { $0 }, error)
    }
  }

  @Test func isAskedForOnceAndKept() throws {
    let question = ["Password for user shelf: "]
    let silent = try connect(nil)
    #expect(silent.asked == question)
    #expect(silent.failure?.hint?.contains(".pgpass") == true)
    let wrong = try connect("guess")
    #expect(wrong.asked == question)
    #expect(wrong.failure?.description.contains("password authentication failed") == true)
    #expect(wrong.failure?.description.contains("guess") == false)
    let right = try connect("s3cret")
    #expect(right.asked == question && right.failure == nil)
    let again = try connect("never asked for")
    #expect(again.asked == [] && again.failure == nil)
  }
}

/// Whatever a server does costs at most a clear error.
@Suite(.serialized, .enabled(if: TestServers.hasLibrary)) struct FaultTests {
  @Test(arguments: FalseServer.Fault.allCases)
  func everyStepMayFail(_ fault: FalseServer.Fault) throws {
    for answers in 0..<12 {
      let server = try FalseServer(fault, after: answers)
      let address = try #require(PostgresAddress(server.address))
      let failure = error { () throws(DataError) in
        let request = DatabaseRequest(table: "items")
        let system = try PostgresSystem(address, request) { false }
        _ = try DatabaseDocument(system, request).table(shape: nil)
      }
      // Such a server has no tables at best.
      let words = try #require(failure?.description)
      #expect(!words.isEmpty)
      #expect(!words.contains("\n"))
    }
  }
}
