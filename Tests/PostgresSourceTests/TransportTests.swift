import Files
import SQLTables
import TableModel
import Testing

@testable import PostgresSource

/// Passwords and encryption are libpq's business: what it says is handed on, and no password with it.
@Suite(.serialized, .enabled(if: TestServers.hasTLS)) struct TransportTests {
  private func open(_ password: String?, _ options: String) throws -> DataError? {
    let server = try #require(TestServers.tls).replacing("postgresql://", with: "")
    let user = password.map { ":" + $0.replacing(" ", with: "%20") } ?? ""
    let typed = "postgresql://" + server.replacing("@", with: user + "@") + "?" + options
    let address = try #require(PostgresAddress(typed))
    return error { () throws(DataError) in _ = try PostgresDatabase(address) { false } }
  }

  private var password: String { TestServers.variable("SHELF_TEST_PASSWORD") ?? "" }
  private var certificate: String { TestServers.variable("SHELF_TEST_CERTIFICATE") ?? "" }

  @Test func aServerThatIsVerifiedIsRead() throws {
    #expect(try open(password, "sslmode=verify-full&sslrootcert=\(certificate)") == nil)
    #expect(try open(password, "sslmode=require") == nil)
  }

  @Test func aServerThatNobodyVouchesForIsRefused() throws {
    let failure = try open(password, "sslmode=verify-full&sslrootcert=/nonexistent")
    #expect(failure?.description.contains("certificate") == true)
    #expect(failure?.description.contains(password) == false)
  }

  @Test func wrongAndMissingPasswords() throws {
    let wrong = try open("not that one", "sslmode=require")
    #expect(wrong?.description.contains("password authentication failed") == true)
    #expect(wrong?.description.contains("not that one") == false)
    let missing = try open(nil, "sslmode=require&passfile=/nonexistent")
    #expect(missing?.hint?.contains(".pgpass") == true)
  }
}
