import Documents
import Files
import Foundation
import SQLTables
import Synchronization
import TableModel

/// A database of a server that is open for reading.
///
/// What is asked while somebody waits goes over one connection, what is counted behind the prompt over a
/// second one, so that neither holds the other up. Both see the same moment: a transaction shows the
/// database as it was when it began, and hands that on to the other one.
///
/// An open transaction keeps the server from clearing away old rows, of any table. So it ends after a
/// while without reads, and the next read begins another one; what has been counted by then may no longer
/// be so, which is said.
final class PostgresDatabase: Sendable {
  let address: PostgresAddress
  let library: PostgresLibrary
  /// The database as messages name it: `shop`, on a server that is not named.
  let name: String
  let capabilities: Capabilities
  let types: PostgresTypes
  let isInterrupted: @Sendable () -> Bool
  private let hold: SnapshotHold
  private let state: Guarded<State>
  /// The connections, each with what it needs to be used: made when they are needed.
  private let front: Channel
  private let back: Channel

  private struct State {
    var renewals = 0
    /// When the transaction ended that was counted in; nil while it goes on.
    var endedAt: Date?
    var lastRead = Date()
    var snapshot: String?
    var remarks: [String] = []
  }

  /// What a server can do, as far as that differs.
  struct Capabilities: Sendable, Hashable {
    var version: Int
    /// Whether texts are UTF-8, so that their normal forms can be asked for.
    var isUTF8: Bool
    /// Whether a transaction can hand on what it sees.
    var exportsSnapshots: Bool
    /// Whether it is PostgreSQL and no other system that speaks its protocol.
    var isPostgreSQL: Bool
  }

  /// A connection with its transaction.
  final class Channel: Sendable {
    fileprivate let state = Guarded<State>(State())

    fileprivate struct State {
      var connection: PostgresConnection?
      var isInTransaction = false
    }
  }

  /// Connects to a server.
  ///
  /// - Parameter ask: asks for a password where the server wants one that libpq does not find.
  init(
    _ address: PostgresAddress, hold: SnapshotHold = .standard, asking ask: PasswordQuestion? = nil,
    isInterrupted: @escaping @Sendable () -> Bool
  ) throws(DataError) {
    self.isInterrupted = isInterrupted
    self.hold = hold
    library = try PostgresLibrary.open()
    do throws(PostgresError) {
      let connection: PostgresConnection
      (connection, self.address) = try Self.connect(address, library, asking: ask, isInterrupted)
      name = connection.database.isEmpty ? address.shown : connection.database
      capabilities = try Capabilities(connection)
      state = Guarded(State(remarks: Self.remarks(on: connection, address)))
      front = Channel()
      back = Channel()
      front.state.withLock { $0.connection = connection }
      types = PostgresTypes()
    } catch {
      throw DataError(error, connectingTo: address.shown)
    }
  }

  var remarks: [String] { state.withLock { $0.remarks } }
}

extension DataError {
  fileprivate init(_ error: PostgresError, connectingTo shown: String) {
    guard error.code != PostgresError.Code.queryCancelled else {
      self = .cancelled
      return
    }
    self = .shape(
      message: "cannot connect to '\(shown)': \(error.message)",
      hint: error.hint ?? "'psql' with the same address shows whether the server is there")
  }
}

extension PostgresDatabase.Capabilities {
  /// Asks a server, in one statement where it is PostgreSQL.
  fileprivate init(_ connection: PostgresConnection) throws(PostgresError) {
    let result = try connection.run(SQLQuery("SELECT pg_catalog.version()"))
    let words = result.text(0, 0) ?? ""
    version = connection.serverVersion
    isUTF8 = connection.parameter("server_encoding") == "UTF8"
    isPostgreSQL =
      words.hasPrefix("PostgreSQL")
      && !["Redshift", "CockroachDB", "YugabyteDB"].contains(where: words.contains)
    exportsSnapshots = isPostgreSQL
  }
}

// MARK: - Reading

extension PostgresDatabase {
  /// Runs a statement in the transaction of its connection.
  func run(_ query: SQLQuery) throws(DataError) -> PostgresResult {
    let isAwaited = !Background.isCurrent
    let channel = isAwaited ? front : back
    do throws(PostgresError) {
      do throws(PostgresError) {
        return try run(query, on: channel, isAwaited)
      } catch  where error.isLostConnection && !error.isGivenUp {
        forget(channel)
        return try run(query, on: channel, isAwaited)
      }
    } catch {
      if error.isLostConnection { forget(channel) }
      throw DataError(error, reading: name)
    }
  }

  private func run(_ query: SQLQuery, on channel: Channel, _ isAwaited: Bool)
    throws(PostgresError) -> PostgresResult
  {
    let connection = try connection(of: channel)
    return try connection.inTurn { () throws(PostgresError) in
      try begin(channel, connection, isAwaited)
      state.withLock { $0.lastRead = Date() }
      do throws(PostgresError) {
        return try connection.run(query, isAwaited: isAwaited)
      } catch {
        // After an error a transaction refuses every statement but a rollback. Going back to the savepoint
        // keeps the snapshot.
        if !error.isLostConnection { rollBack(channel, connection) }
        throw error
      }
    }
  }

  /// Goes back to the savepoint; a connection that can't is given up, since its transaction refuses all else.
  private func rollBack(_ channel: Channel, _ connection: PostgresConnection) {
    do throws(PostgresError) {
      _ = try connection.run(SQLQuery("ROLLBACK TO SAVEPOINT shelf"), isAwaited: false)
    } catch {
      forget(channel)
    }
  }

  private func connection(of channel: Channel) throws(PostgresError) -> PostgresConnection {
    if let known = channel.state.withLock({ $0.connection }) { return known }
    let made = try Self.connect(address, library, isInterrupted)
    return channel.state.withLock { state in
      if let known = state.connection { return known }
      state.connection = made
      state.isInTransaction = false
      return made
    }
  }

  private func forget(_ channel: Channel) {
    channel.state.withLock { $0 = Channel.State() }
    if channel === front { noteEnd() }
  }

  /// Begins the transaction that the connection reads in, where none is open.
  private func begin(_ channel: Channel, _ connection: PostgresConnection, _ isAwaited: Bool)
    throws(PostgresError)
  {
    guard hold != .never, !channel.state.withLock({ $0.isInTransaction }) else { return }
    do throws(PostgresError) {
      try beginTransaction(channel, connection, isAwaited)
    } catch {
      // What has begun in part would refuse all that follows.
      if !error.isLostConnection { _ = try? connection.run(SQLQuery("ROLLBACK"), isAwaited: false) }
      throw error
    }
  }

  private func beginTransaction(
    _ channel: Channel, _ connection: PostgresConnection, _ isAwaited: Bool
  ) throws(PostgresError) {
    _ = try connection.run(
      SQLQuery("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"), isAwaited: isAwaited)
    if channel === front {
      try exportSnapshot(connection)
    } else if let snapshot = state.withLock({ $0.snapshot }) {
      // A transaction that has ended meanwhile can't be joined: then this one sees what it sees.
      _ = try connection.run(
        SQLQuery("SET TRANSACTION SNAPSHOT '\(snapshot)'"), isAwaited: isAwaited)
    }
    _ = try connection.run(SQLQuery("SAVEPOINT shelf"), isAwaited: isAwaited)
    channel.state.withLock { $0.isInTransaction = true }
    if channel === front { noteBeginning() }
  }

  private func exportSnapshot(_ connection: PostgresConnection) throws(PostgresError) {
    guard capabilities.exportsSnapshots else { return }
    let result = try connection.run(SQLQuery("SELECT pg_catalog.pg_export_snapshot()"))
    let text = result.text(0, 0)
    state.withLock { $0.snapshot = text }
  }

  // MARK: The end of a transaction

  /// Remarks on something once.
  func remark(_ remark: String) {
    state.withLock { if !$0.remarks.contains(remark) { $0.remarks.append(remark) } }
  }

  /// What was counted before may have changed since.
  private func noteBeginning() {
    state.withLock { state in
      guard let ended = state.endedAt else { return }
      state.endedAt = nil
      state.renewals += 1
      let time = Self.clock(ended)
      state.remarks.removeAll { $0.hasSuffix(Self.advice) }
      state.remarks.append("the database may have changed since \(time)" + Self.advice)
    }
    endLater()
  }

  static let advice = "; 'reload' reads it anew"

  /// `14:02`, in local time.
  private static func clock(_ date: Date) -> String {
    var seconds = time_t(date.timeIntervalSince1970)
    var parts = tm()
    localtime_r(&seconds, &parts)
    let two = { (value: Int32) in (value < 10 ? "0" : "") + String(value) }
    return two(parts.tm_hour) + ":" + two(parts.tm_min)
  }

  private func noteEnd() {
    state.withLock { state in
      if state.endedAt == nil { state.endedAt = Date() }
      state.snapshot = nil
    }
  }

  /// Ends the transaction when nobody has read in it for a while.
  private func endLater() {
    guard case .seconds(let seconds) = hold else { return }
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .seconds(seconds)) {
      [weak self] in
      guard let self else { return }
      let quiet = Date().timeIntervalSince(state.withLock { $0.lastRead })
      if quiet < Double(seconds) - 0.1 { return endLater() }
      end()
    }
  }

  private func end() {
    for channel in [back, front] {
      guard let connection = channel.state.withLock({ $0.isInTransaction ? $0.connection : nil })
      else { continue }
      try? connection.inTurn { () throws(PostgresError) in
        _ = try? connection.run(SQLQuery("COMMIT"), isAwaited: false)
        channel.state.withLock { $0.isInTransaction = false }
      }
    }
    noteEnd()
  }

  /// True where no transaction holds the moment in which rows were counted.
  var mayHaveChanged: Bool {
    hold == .never || state.withLock { $0.renewals > 0 || $0.endedAt != nil }
  }
}

/// The types of a server by their numbers, asked for when one comes up.
final class PostgresTypes: Sendable {
  private let known = Guarded<[UInt32: PostgresType]>([:])

  /// - Complexity: a statement for a type that was never seen before.
  func type(_ number: UInt32, _ database: PostgresDatabase) throws(DataError) -> PostgresType {
    if let type = PostgresType(builtIn: number) { return type }
    if let type = known.withLock({ $0[number] }) { return type }
    // Types may contain themselves by way of others: until more is known it is text.
    known.withLock { $0[number] = .text }
    let type = try read(number, database)
    known.withLock { $0[number] = type }
    return type
  }

  private func read(_ number: UInt32, _ database: PostgresDatabase) throws(DataError)
    -> PostgresType
  {
    let result = try database.run(
      SQLQuery(
        """
        SELECT t.typtype, t.typelem, t.typdelim, t.typbasetype, t.typname, t.typrelid, t.typcategory
        FROM pg_catalog.pg_type t WHERE t.oid = \(SQLDialect.numberedMark)
        """, [.typed(26, Array(String(number).utf8))]))
    guard result.count == 1, let kind = result.text(0, 0) else { return .text }
    func column(_ column: Int) -> UInt32 { result.text(0, column).flatMap { UInt32($0) } ?? 0 }
    switch kind {
    case "d": return try type(column(3), database)
    case "c": return .composite(try fields(of: column(5), database))
    case "b" where result.text(0, 6) == "A" && column(1) != 0:
      let delimiter = result.text(0, 2)?.utf8.first ?? UInt8(ascii: ",")
      return .array(of: try type(column(1), database), delimiter: delimiter)
    case "b" where result.text(0, 4) == "hstore": return .pairs
    default: return .text
    }
  }

  private func fields(of relation: UInt32, _ database: PostgresDatabase) throws(DataError)
    -> [PostgresType.Field]
  {
    let result = try database.run(
      SQLQuery(
        """
        SELECT a.attname, a.atttypid FROM pg_catalog.pg_attribute a
        WHERE a.attrelid = \(SQLDialect.numberedMark) AND a.attnum > 0 AND NOT a.attisdropped
        ORDER BY a.attnum
        """, [.typed(26, Array(String(relation).utf8))]))
    return try (0..<result.count).map { row throws(DataError) in
      let number = result.text(row, 1).flatMap { UInt32($0) } ?? 0
      return PostgresType.Field(
        name: result.text(row, 0) ?? "", type: try type(number, database))
    }
  }
}
