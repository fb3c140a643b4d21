import Foundation
import Synchronization
package import TableModel

/// A text that arrives piece by piece, in memory that nobody has to move.
///
///     reserved   |--- memory ---|--- file without a name ---|......... not there yet .........|
///     text       |==================================|
///                0                                  count
///
/// A range of addresses is reserved for all that may come, so that what was read once stays where it
/// is. The first 16 MiB are memory; the rest goes to a file in the folder for temporary files, which has
/// no name and vanishes with the program, and is mapped behind that memory piece by piece.
package final class ArrivingText: Sendable {
  /// The name of what arrives, for errors.
  package let path: String
  /// The first byte.
  package let address: UInt
  private let reserved: Int
  /// How many bytes there may be.
  private let limit: Int
  /// How large the file is that the text is read from; nil for a pipe.
  package let size: Int?
  /// The file that is followed: its text is never over, and complete whenever it has caught up with
  /// the file. Nil for what has an end.
  package let followed: FollowedFile?
  private let arrived = Atomic<Int>(0)
  private let consumed = Atomic<Int>(0)
  private let lastArrival = Atomic<UInt64>(0)
  private let unwanted = Atomic<Bool>(false)
  private let over = Atomic<Bool>(false)
  private let state = Guarded(State())
  private let store = Guarded(Store())
  /// True when the user wants no more waiting.
  package let isInterrupted: @Sendable () -> Bool

  package struct State: Sendable {
    package var failure: DataError?
    package var remark: String?
    package var compression: Compression?
  }

  /// What lies behind the part that is in memory.
  private struct Store {
    var descriptor: Int32 = -1
    /// Up to here bytes can be written or are mapped.
    var ready = 0
  }

  /// How many bytes stay in memory.
  package static let memory = 1 << 24
  /// The least that is reserved where addresses are scarce.
  private static let leastReserved = 1 << 26

  /// - Parameters:
  ///   - limit: how many bytes may come; nil for what the folder for temporary files has room for,
  ///     less a reserve.
  ///   - size: how large the file is that they are read from; nil for a pipe.
  ///   - followed: the file that they are read from, where that goes on growing.
  /// - Throws: `DataError.unreadable` where there are no addresses.
  package init(
    path: String, limit: Int? = nil, size: Int? = nil, following followed: FollowedFile? = nil,
    isInterrupted: @escaping @Sendable () -> Bool
  ) throws(DataError) {
    self.path = path
    self.size = size
    self.followed = followed
    self.isInterrupted = isInterrupted
    var limit = max(1, min(limit ?? max(Self.memory, TemporaryFile.room), 1 << 44))
    while true {
      let length = Self.pages(limit) + Self.pages(MappedFile.slack)
      if let address = MappedFile.reserve(length) {
        (self.address, reserved, self.limit) = (address, length, limit)
        return
      }
      guard limit > Self.leastReserved else { throw FileBytes.failure(path) }
      limit = max(Self.leastReserved, limit / 4)
    }
  }

  deinit {
    munmap(UnsafeMutableRawPointer(bitPattern: address), reserved)
    store.withLock { if $0.descriptor >= 0 { close($0.descriptor) } }
  }

  private static func pages(_ count: Int) -> Int {
    let page = Int(getpagesize())
    return (count + page - 1) / page * page
  }
}

// MARK: - What has arrived

extension ArrivingText {
  /// How many bytes have arrived. All of them can be read.
  package var count: Int { arrived.load(ordering: .acquiring) }

  /// True when nothing more will come. A count that is asked for afterwards is the last one.
  package var isOver: Bool { over.load(ordering: .acquiring) }

  /// Why nothing more comes, where that isn't simply the end; what is worth a word; how it was packed.
  package var report: State { state.withLock { $0 } }

  /// True when a text of this many bytes is all that a file that is followed has to give now.
  ///
  /// - Complexity: a system call, where a file is followed.
  package func hasCaughtUp(at count: Int) -> Bool {
    guard let followed, !isOver else { return false }
    return followed.whole == count
  }

  /// How many bytes were read to give those that have arrived.
  package var used: Int { consumed.load(ordering: .relaxed) }

  /// The share of the file that was read, from 0 to 1; nil for a pipe, whose end nobody knows.
  package var share: Double? { size.map { min(1, Double(used) / Double(max(1, $0))) } }

  /// True when nothing has come for a while.
  package var isQuiet: Bool {
    let last = lastArrival.load(ordering: .acquiring)
    return DispatchTime.now().uptimeNanoseconds &- last >= Self.quiet
  }

  /// How long nothing may come until what is there is shown, in nanoseconds.
  private static let quiet: UInt64 = 250_000_000

  /// Says that nobody reads the text any more.
  func abandon() { unwanted.store(true, ordering: .relaxed) }

  package var isUnwanted: Bool { unwanted.load(ordering: .relaxed) }

  /// Waits until nothing more comes.
  ///
  /// - Throws: `DataError.cancelled` when the user wants no more waiting.
  package func wait() throws(DataError) { try wait { _ in false } }

  /// Waits until there is enough, or nothing more comes.
  package func wait(until isEnough: (ArrivingText) -> Bool) throws(DataError) {
    try Pause.until { () throws(DataError) in
      if isOver || isEnough(self) { return () }
      if isInterrupted() { throw .cancelled }
      return nil
    }
  }

  /// Says that bytes are not needed again soon. Memory is the only copy that there is of its part.
  package func release(_ range: Range<Int>) {
    MappedFile.release(
      max(Self.memory, range.lowerBound)..<max(Self.memory, min(range.upperBound, count)),
      at: address)
  }
}

// MARK: - Arriving

extension ArrivingText {
  /// How much is asked for at once.
  private static let step = 1 << 18

  /// Begins to read on a thread of its own.
  package func start(_ input: some InputPipe) {
    lastArrival.store(DispatchTime.now().uptimeNanoseconds, ordering: .relaxed)
    Thread.begin { self.take(from: input) }
  }

  private func take(from input: some InputPipe) {
    var input = input
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.step, alignment: 16)
    defer { buffer.deallocate() }
    var failure: DataError?
    do throws(DataError) {
      while true {
        let count = try input.read(into: buffer) { isUnwanted }
        consumed.store(input.consumed, ordering: .relaxed)
        state.withLock { ($0.compression, $0.remark) = (input.compression, input.remark) }
        guard count > 0 else { break }
        try add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    } catch {
      failure = error
    }
    finish(failure, remark: input.remark)
  }

  /// Nothing more comes.
  package func finish(_ failure: DataError? = nil, remark: String? = nil) {
    state.withLock { ($0.failure, $0.remark) = (failure, remark) }
    over.store(true, ordering: .releasing)
  }

  /// Appends bytes. Only one thread does.
  package func add(_ bytes: UnsafeRawBufferPointer) throws(DataError) {
    let count = arrived.load(ordering: .relaxed)
    let fitting = UnsafeRawBufferPointer(rebasing: bytes.prefix(limit - count))
    var (failure, done) = (DataError?.none, 0)
    store.withLock { store in
      do throws(DataError) {
        let inMemory = min(fitting.count, max(0, Self.memory - count))
        if inMemory > 0 {
          try makeMemory(&store)
          UnsafeMutableRawPointer(bitPattern: address + UInt(count))?.copyMemory(
            from: fitting.baseAddress.unsafelyUnwrapped, byteCount: inMemory)
        }
        done = inMemory
        let rest = UnsafeRawBufferPointer(rebasing: fitting[inMemory...])
        if !rest.isEmpty { try append(rest, at: count + inMemory, &store) }
        done = fitting.count
      } catch {
        failure = error
      }
    }
    lastArrival.store(DispatchTime.now().uptimeNanoseconds, ordering: .releasing)
    arrived.store(count + done, ordering: .releasing)
    if let failure { throw failure }
    if fitting.count < bytes.count { throw excess }
  }

  private func makeMemory(_ store: inout Store) throws(DataError) {
    guard store.ready == 0 else { return }
    let size = Self.pages(min(Self.memory, limit))
    let start = UnsafeMutableRawPointer(bitPattern: address)
    guard mprotect(start, size, PROT_READ | PROT_WRITE) == 0 else { throw FileBytes.failure(path) }
    store.ready = size
  }

  /// Writes bytes to the file and maps them.
  private func append(_ bytes: UnsafeRawBufferPointer, at offset: Int, _ store: inout Store)
    throws(DataError)
  {
    if store.descriptor < 0 {
      store.descriptor = TemporaryFile.open()
      guard store.descriptor >= 0 else { throw Self.full(path, errno) }
    }
    var done = 0
    while done < bytes.count {
      let place = off_t(offset - Self.memory + done)
      let count = pwrite(
        store.descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, place)
      if count < 0, errno != EINTR { throw Self.full(path, errno) }
      done += max(0, count)
    }
    let end = Self.pages(offset + bytes.count)
    guard end > store.ready else { return }
    let start = UnsafeMutableRawPointer(bitPattern: address + UInt(store.ready))
    let mapped = mmap(
      start, end - store.ready, PROT_READ, MAP_SHARED | MAP_FIXED, store.descriptor,
      off_t(store.ready - Self.memory))
    guard mapped == start else { throw Self.full(path, errno) }
    store.ready = end
  }

  private static func full(_ path: String, _ code: Int32) -> DataError {
    .unreadable(
      file: path,
      reason: "what it holds does not fit into \(TemporaryFile.folder): \(SystemMessage.text(code))"
    )
  }

  /// More has come than may.
  private var excess: DataError {
    let used = max(1, used)
    let isPacked = report.compression != nil
    let ratio = isPacked ? ", \(limit / used) times what was read of it" : ""
    return .shape(
      message: "'\(path)' \(isPacked ? "unpacks to" : "is") more than \(ByteCount.words(limit))"
        + ratio,
      hint: "--limit SIZE lets it take more of \(TemporaryFile.folder); TMPDIR names another folder"
    )
  }
}

/// Files without a name in the folder for temporary files.
enum TemporaryFile {
  package static var folder: String {
    let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    return named.isEmpty ? "/tmp" : named
  }

  /// How much room its file system has, less what is left to others. Where there is no such folder, no
  /// bound: making a file in it says so.
  package static var room: Int {
    var status = statvfs()
    guard SystemPath.with(folder, { statvfs($0, &status) }) == 0 else { return 1 << 40 }
    let free = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return free.overflow ? 1 << 44 : Int(clamping: free.partialValue) - reserve
  }

  private static let reserve = 1 << 30

  /// Opens one that only this user may read; -1 where that fails.
  package static func open() -> Int32 {
    #if os(Linux)
      // The flag is made by a macro that does not come through.
      let nameless = SystemPath.with(folder) { name in
        SystemCall.uninterrupted {
          Foundation.open(name, 0o20_000_000 | O_DIRECTORY | O_RDWR | O_CLOEXEC, 0o600)
        }
      }
      if nameless >= 0 { return nameless }
    #endif
    var name = SystemPath.bytes(of: folder).map(CChar.init(bitPattern:))
    name += "/shelf-XXXXXX".utf8CString
    return name.withUnsafeMutableBufferPointer { name in
      guard let name = name.baseAddress else { return -1 }
      let descriptor = mkstemp(name)
      guard descriptor >= 0 else { return -1 }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      unlink(name)
      return descriptor
    }
  }
}

/// Sizes in words.
package enum ByteCount {
  /// `12 KiB`, `1.5 GiB`, `900 bytes`.
  package static func words(_ count: Int) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")]
    guard let (shift, unit) = units.first(where: { count >= 1 << $0.0 }) else {
      return "\(count) bytes"
    }
    let tenths = ((count >> (shift - 10)) * 10) >> 10
    return (tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)") + " \(unit)"
  }

  /// The size that a text says: `500M`, `2GiB`, `1048576`; units go by 1,024.
  package static func read(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits) else { return nil }
    let shifts = ["": 0, "k": 10, "m": 20, "g": 30, "t": 40]
    var unit = text.dropFirst(digits.count).lowercased()
    for ending in ["ib", "b"] where unit.hasSuffix(ending) {
      unit.removeLast(ending.count)
      break
    }
    guard let shift = shifts[unit] else { return nil }
    let (bytes, isTooLarge) = number.multipliedReportingOverflow(by: 1 << shift)
    return isTooLarge || bytes <= 0 ? nil : bytes
  }
}
