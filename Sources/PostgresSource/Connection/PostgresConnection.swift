import CPostgres
import Files
import Foundation
import SQLTables
import TableModel

/// One connection to a server, on which statements run one after the other.
///
/// Not checked for concurrency by the compiler because a connection is a pointer of a C library, which
/// serves one thread at a time: it is used in ``inTurn(_:)`` only.
final class PostgresConnection: @unchecked Sendable {
  private let library: PostgresLibrary
  private let handle: OpaquePointer
  private let turn = NSRecursiveLock()
  private let isInterrupted: @Sendable () -> Bool
  /// True once a statement did not stop when it was asked to.
  private var isGivenUp = false
  /// Cancel requests that have been sent and have not returned yet.
  private let pendingCancels = DispatchGroup()

  /// How often a wait looks whether the user wants it to end, in milliseconds.
  private static let tick: Int32 = 20
  /// How long a server may take to accept a connection, in seconds.
  private static let patience = 15.0
  /// How long a server may take to stop a statement, in seconds.
  private static let patienceOfCancel = 1.0

  private enum Status {
    static let ok: Int32 = 0
    static let reading: Int32 = 1
    static let writing: Int32 = 2
    static let ready: Int32 = 3
    static let commandDone: Int32 = 1
    static let rows: Int32 = 2
    /// Out of the server, into it, both ways.
    static let copies: [Int32] = [3, 4, 8]
  }

  /// Connects.
  ///
  /// - Parameter isInterrupted: asked while the server is waited for; true gives up.
  init(
    _ address: PostgresAddress, _ library: PostgresLibrary,
    isInterrupted: @escaping @Sendable () -> Bool
  ) throws(PostgresError) {
    self.library = library
    self.isInterrupted = isInterrupted
    var options = [
      ("dbname", address.text), ("fallback_application_name", "shelf"), ("client_encoding", "UTF8"),
    ]
    if let password = address.givenPassword { options.append(("password", password)) }
    let (keywords, values) = (options.map(\.0), options.map(\.1))
    let opened = CStrings.with(keywords) { keywords in
      CStrings.with(values) { values in library.functions.connectStartParams(keywords, values, 1) }
    }
    guard let opened else {
      throw PostgresError(code: nil, message: "there is no memory for a connection", hint: nil)
    }
    handle = opened
    // From here on the object exists: where this throws, it is given up like any other.
    try connect()
  }

  deinit { library.functions.finish(handle) }

  private func connect() throws(PostgresError) {
    // What the server remarks would go to standard error otherwise.
    _ = library.functions.setNoticeProcessor(handle, { _, _ in }, nil)
    let end = Date().addingTimeInterval(Self.patience)
    var state = Status.writing
    while state != Status.ready {
      guard state == Status.reading || state == Status.writing,
        library.functions.status(handle) != 1
      else { throw connectionError }
      if isInterrupted() { throw .interrupted }
      guard Date() < end else {
        throw PostgresError(
          code: nil, message: "the server did not answer within \(Int(Self.patience)) seconds",
          hint: nil)
      }
      wait(for: state == Status.reading ? POLLIN : POLLOUT)
      state = library.functions.connectPoll(handle)
    }
    _ = library.functions.setNonBlocking(handle, 1)
  }

  /// Why connecting has failed.
  private var connectionError: PostgresError {
    guard library.functions.connectionNeedsPassword(handle) != 0 else {
      let usedPassword = library.functions.connectionUsedPassword(handle) != 0
      return PostgresError(code: nil, message: message, hint: nil, usedPassword: usedPassword)
    }
    return PostgresError(
      code: nil, message: message,
      hint: "a password is read from ~/.pgpass (mode 0600) or the variable PGPASSWORD",
      userWithoutPassword: Self.text(library.functions.user(handle)))
  }

  /// The library's last words, in one line.
  private var message: String {
    let text = library.functions.errorMessage(handle).map { String(cString: $0) } ?? ""
    return text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: " ")
  }

  @discardableResult
  private func wait(for events: Int32) -> Bool {
    var entry = pollfd(fd: library.functions.socket(handle), events: Int16(events), revents: 0)
    return poll(&entry, 1, Self.tick) > 0
  }

  /// Waits for its turn and uses the connection, which nobody else does meanwhile.
  func inTurn<Result>(_ body: () throws(PostgresError) -> Result) throws(PostgresError) -> Result {
    turn.lock()
    defer { turn.unlock() }
    return try body()
  }

  // MARK: What it is

  var serverVersion: Int { Int(library.functions.serverVersion(handle)) }
  var usesTLS: Bool { library.functions.sslInUse(handle) != 0 }
  var database: String { Self.text(library.functions.databaseName(handle)) }
  var host: String { Self.text(library.functions.host(handle)) }
  var port: String { Self.text(library.functions.port(handle)) }

  private static func text(_ pointer: UnsafeMutablePointer<CChar>?) -> String {
    pointer.map { String(cString: $0) } ?? ""
  }

  func parameter(_ name: String) -> String? {
    library.functions.parameterStatus(handle, name).map { String(cString: $0) }
  }

  /// One of the options that the connection was made with, from whatever source.
  func option(_ keyword: String) -> String? {
    guard let options = library.functions.connectionInfo(handle) else { return nil }
    defer { library.functions.freeConnectionInfo(options) }
    var option = options
    while let name = option.pointee.keyword {
      if String(cString: name) == keyword { return option.pointee.val.map { String(cString: $0) } }
      option += 1
    }
    return nil
  }

  // MARK: Statements

  /// Runs a statement.
  ///
  /// - Parameter isAwaited: false for work behind the prompt, which the user does not mean to stop.
  func run(_ query: SQLQuery, isAwaited: Bool = true) throws(PostgresError) -> PostgresResult {
    try inTurn { () throws(PostgresError) in
      // Only a new connection helps.
      if isGivenUp {
        throw PostgresError(
          code: nil, message: "a statement on it did not stop", hint: "'reload' opens it again")
      }
      try waitForPendingCancels()
      try send(query)
      return try takeResult(isAwaited: isAwaited)
    }
  }

  private func send(_ query: SQLQuery) throws(PostgresError) {
    let types = query.arguments.map(\.typeNumber)
    let values = try query.arguments.map { argument throws(PostgresError) in
      try argument.parameter()
    }
    let sent = CStrings.with(query.numbered) { text in
      CStrings.with(values) { values in
        library.functions.sendQueryParams(
          handle, text, Int32(types.count), types, values, nil, nil, 0)
      }
    }
    guard sent == 1 else { throw PostgresError(code: nil, message: message, hint: nil) }
    while true {
      switch library.functions.flush(handle) {
      case 0: return
      case 1: wait(for: POLLOUT | POLLIN)
      default: throw PostgresError(code: nil, message: message, hint: nil)
      }
      _ = library.functions.consumeInput(handle)
    }
  }

  /// Waits until the next result is there, or the end of all.
  ///
  /// - Parameter end: when the server has had its time to stop; nil before it is asked to.
  private func awaitResult(isAwaited: Bool, until end: inout Date?) throws(PostgresError) {
    while library.functions.isBusy(handle) != 0 {
      wait(for: POLLIN)
      guard library.functions.consumeInput(handle) != 0 else {
        throw PostgresError(code: nil, message: message, hint: nil)
      }
      if let end, Date() > end {
        isGivenUp = true
        throw .givenUp
      }
      if end == nil, isAwaited, isInterrupted() {
        cancel()
        end = Date().addingTimeInterval(Self.patienceOfCancel)
      }
    }
  }

  /// Asks the server to stop the statement that runs, by a connection of its own.
  ///
  /// That waits for the network, so that a thread of its own does it: nobody waits for a network that is
  /// gone.
  private func cancel() {
    let library = library
    let isSecure = library.functions.createCancel != nil
    let made =
      isSecure ? library.functions.createCancel(handle) : library.functions.makeCancel(handle)
    let pointer = Int(bitPattern: made)
    DispatchQueue.global(qos: .userInitiated).async(group: pendingCancels) {
      guard let request = OpaquePointer(bitPattern: pointer) else { return }
      guard !isSecure else {
        _ = library.functions.sendCancel(request)
        return library.functions.finishCancel(request)
      }
      var message = [CChar](repeating: 0, count: 256)
      _ = library.functions.cancel(request, &message, Int32(message.count))
      library.functions.freeCancel(request)
    }
  }

  /// Waits until cancel requests have returned: one that arrives when its statement is over would cancel
  /// the next statement instead.
  ///
  /// A request returns after the server has signalled the session, and the server ignores a signal that
  /// arrives between statements.
  private func waitForPendingCancels() throws(PostgresError) {
    guard pendingCancels.wait(timeout: .now() + Self.patienceOfCancel) == .success else {
      throw PostgresError(
        code: nil, message: "the server does not answer a request to stop", hint: nil)
    }
  }

  /// The first result; whatever follows it is passed by, so that the next statement can begin.
  ///
  /// The error of a statement that is stopped comes at once, and its end only when the server has cleared up
  /// behind it, for which it may wait for another server.
  private func takeResult(isAwaited: Bool) throws(PostgresError) -> PostgresResult {
    var end: Date?
    var first: OpaquePointer?
    do throws(PostgresError) {
      try awaitResult(isAwaited: isAwaited, until: &end)
      while let result = library.functions.getResult(handle) {
        let copies = Status.copies.contains(library.functions.resultStatus(result))
        if first == nil { first = result } else { library.functions.clear(result) }
        // A result like this one would come without end.
        if copies {
          throw PostgresError(
            code: nil, message: "the server copies a table in place of an answer", hint: nil)
        }
        try awaitResult(isAwaited: isAwaited, until: &end)
      }
    } catch {
      if let first { library.functions.clear(first) }
      throw error
    }
    guard let first else { throw PostgresError(code: nil, message: message, hint: nil) }
    let status = library.functions.resultStatus(first)
    guard status == Status.rows || status == Status.commandDone else {
      let error = error(of: first)
      library.functions.clear(first)
      throw error
    }
    return PostgresResult(first, library)
  }

  private func error(of result: OpaquePointer) -> PostgresError {
    func field(_ letter: Character) -> String? {
      library.functions.resultErrorField(result, Int32(letter.asciiValue ?? 0))
        .map { String(cString: $0) }
    }
    return PostgresError(code: field("C"), message: field("M") ?? message, hint: field("H"))
  }
}

extension PostgresError {
  static let interrupted = PostgresError(
    code: Code.queryCancelled, message: "interrupted", hint: nil)
  /// What was asked to stop did not.
  static let givenUp = PostgresError(
    code: Code.queryCancelled, message: "interrupted", hint: nil, isGivenUp: true)
}

/// Texts as C has them.
enum CStrings {
  static func with<Result>(
    _ text: String, _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result { text.withCString(body) }

  /// Texts one after the other, with nil for those that are not there, and nil behind the last.
  static func with<Result>(
    _ texts: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    let copies = texts.map { $0.flatMap { strdup($0) } }
    defer { for copy in copies { free(copy) } }
    return body(copies.map { UnsafePointer($0) } + [nil])
  }
}

/// PostgreSQL's client library, which is opened when somebody asks for a server.
///
/// The library reads its own files and variables (`.pgpass`, services, `PGHOST`, `PGSSLMODE`), so none of
/// that is repeated here.
struct PostgresLibrary: @unchecked Sendable {
  /// Not checked for concurrency by the compiler because these are pointers of a C library: they are
  /// written before anybody gets them, and never again.
  let functions: ShelfPQ

  /// Names another file than the one that the system would find.
  private static let variable = "SHELF_LIBPQ"

  /// - Throws: `DataError.shape` that says how to get the library.
  static func open() throws(DataError) -> PostgresLibrary {
    var message = [CChar](repeating: 0, count: 512)
    let path = ProcessInfo.processInfo.environment[variable]
    let found =
      path.map { shelf_pq_open($0, &message, message.count) }
      ?? shelf_pq_open(nil, &message, message.count)
    if let found { return PostgresLibrary(functions: found.pointee) }
    let reason = String(
      decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    throw .shape(
      message: "cannot reach a server without libpq, PostgreSQL's client library: \(reason)",
      hint: "'apt install libpq5' or 'brew install libpq' brings it")
  }
}

/// The numbers that libpq and the server give types, as far as they are the same everywhere.
enum TypeNumber {
  static let bool: UInt32 = 16
  static let bytes: UInt32 = 17
  static let int8: UInt32 = 20
  static let text: UInt32 = 25
  static let float8: UInt32 = 701
}
