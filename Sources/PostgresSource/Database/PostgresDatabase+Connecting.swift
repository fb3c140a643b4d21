import Files
import SQLTables

/// How a connection is made that nobody can write over.
extension PostgresDatabase {
  /// A connection, and the address with the password that was asked for. It is asked for once.
  static func connect(
    _ address: PostgresAddress, _ library: PostgresLibrary, asking ask: PasswordQuestion?,
    _ isInterrupted: @escaping @Sendable () -> Bool
  ) throws(PostgresError) -> (PostgresConnection, PostgresAddress) {
    var address = address
    do throws(PostgresError) {
      return (try connect(address, library, isInterrupted), address)
    } catch {
      guard let user = error.userWithoutPassword else {
        // What was given earlier is asked for again where the server refuses it.
        address.givenPassword = nil
        if error.usedPassword { address.rememberGivenPassword() }
        throw error
      }
      address.givenPassword = ask?("Password for user \(user): ")
      if isInterrupted() { throw .interrupted }
      guard address.givenPassword != nil else { throw error }
    }
    let connection = try connect(address, library, isInterrupted)
    address.rememberGivenPassword()
    return (connection, address)
  }

  /// A connection that is set up for reading.
  static func connect(
    _ address: PostgresAddress, _ library: PostgresLibrary,
    _ isInterrupted: @escaping @Sendable () -> Bool
  ) throws(PostgresError) -> PostgresConnection {
    let connection = try PostgresConnection(address, library, isInterrupted: isInterrupted)
    let calls = settings.map { "pg_catalog.set_config('\($0)', '\($1)', false)" }
    do throws(PostgresError) {
      _ = try connection.run(SQLQuery("SELECT " + calls.joined(separator: ", ")))
    } catch  where !error.isLostConnection && error.code != PostgresError.Code.queryCancelled {
      // Some systems know a few of them only.
      for (name, value) in settings {
        _ = try? connection.run(SQLQuery("SET \(name) = '\(value)'"))
      }
    }
    return connection
  }

  /// What makes the texts of values the same on every server, and keeps anybody from writing.
  private static let settings = [
    ("default_transaction_read_only", "on"), ("TimeZone", "UTC"), ("DateStyle", "ISO"),
    ("IntervalStyle", "iso_8601"), ("extra_float_digits", "1"), ("bytea_output", "hex"),
    ("standard_conforming_strings", "on"), ("lock_timeout", "2s"),
    ("idle_in_transaction_session_timeout", "0"), ("statement_timeout", "0"),
    ("synchronize_seqscans", "off"),
  ]

  /// What is worth a word about a connection: that it can be listened to.
  static func remarks(on connection: PostgresConnection, _ address: PostgresAddress)
    -> [String]
  {
    let advice =
      "the address holds a password, which others may see; ~/.pgpass or PGPASSWORD keep it"
    return (address.holdsPassword ? [advice] : []) + remarks(onTransportOf: connection)
  }

  private static func remarks(onTransportOf connection: PostgresConnection) -> [String] {
    let host = connection.host
    guard !host.hasPrefix("/"), !host.isEmpty, !["localhost", "127.0.0.1", "::1"].contains(host)
    else { return [] }
    guard connection.usesTLS else {
      return ["the connection to \(host) is not encrypted; sslmode=verify-full asks for it"]
    }
    guard connection.option("sslmode") != "verify-full" else { return [] }
    return ["who the server \(host) is was not verified; sslmode=verify-full does"]
  }
}
