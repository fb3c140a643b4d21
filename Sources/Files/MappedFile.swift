import Foundation
import Synchronization
package import TableModel

/// The bytes of a file as memory, without reading them.
///
/// The file lies in a larger anonymous mapping, so that blocks which begin inside may be read
/// beyond its end. Where a file system cannot map, the file is read into that mapping instead. When
/// the file shrinks underneath, the pages that vanished read as zeros and
/// `check` throws; nothing ends the process.
public final class MappedFile: Sendable {
  /// The path, for errors.
  package let path: String
  /// In bytes; -1 for a text that arrives, which grows.
  @usableFromInline let size: Int
  @usableFromInline let address: UInt
  private let reserved: Int
  private let descriptor: Int32
  /// Nil for a text that is no file.
  private let stamp: FileStamp?
  private let watch: FaultGuard.Watch?
  /// True when the bytes were read, so that this is the only copy of them.
  private let isCopy: Bool
  /// True when what becomes of the file no longer matters, and all of it is there.
  package let isSnapshot: Bool
  /// A text that arrives, or has arrived, from elsewhere than a file; nil for a file.
  package let arriving: ArrivingText?

  /// How far beyond the end bytes may be read; they are zeros.
  package static let slack = 4096

  /// The size of a regular file; -1 for everything else.
  package static func size(ofRegularFile path: String) -> Int { FileStamp(path: path)?.size ?? -1 }

  /// - Parameters:
  ///   - maps: false to read the file as where mapping fails.
  ///   - isSnapshot: true to read the file and to stay with what was read.
  /// - Throws: `DataError.notFound` or `.unreadable`; only regular files are mapped.
  package init(path: String, maps: Bool = true, isSnapshot: Bool = false) throws(DataError) {
    self.path = path
    self.isSnapshot = isSnapshot
    descriptor = SystemPath.with(path) { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw FileBytes.failure(path) }
    guard let stamp = FileStamp(descriptor: descriptor) else {
      close(descriptor)
      throw .unreadable(file: path, reason: "it is not a regular file")
    }
    self.stamp = stamp
    arriving = nil
    size = stamp.size
    let count = size
    let page = Int(getpagesize())
    reserved = (count + page - 1) / page * page + max(page, Self.slack)
    guard let address = Self.reserve(reserved) else {
      let error = FileBytes.failure(path)
      close(descriptor)
      throw error
    }
    isCopy = isSnapshot || !(maps && Self.map(descriptor, count: count, at: address))
    if isCopy, !Self.read(descriptor, count: count, to: address) {
      let error = FileBytes.failure(path)
      munmap(UnsafeMutableRawPointer(bitPattern: address), reserved)
      close(descriptor)
      throw error
    }
    self.address = address
    watch = isSnapshot ? nil : FaultGuard.shared.watch(address..<address + UInt(reserved))
    // What changed while it was read is not a copy of anything.
    guard !isSnapshot || FileStamp(descriptor: descriptor) == stamp else {
      throw .changedUnderneath(file: path)
    }
  }

  /// A text that arrives from elsewhere. Where this is given up, nothing more of it is read.
  ///
  /// - Parameter isSnapshot: true for a text that has arrived and is to be read as a whole.
  package init(_ arriving: ArrivingText, isSnapshot: Bool = false) {
    path = arriving.path
    self.arriving = arriving
    self.isSnapshot = isSnapshot
    (size, address, reserved, descriptor) = (-1, arriving.address, 0, -1)
    (stamp, watch, isCopy) = (nil, nil, true)
  }

  deinit {
    if let arriving { return arriving.abandon() }
    if let watch { FaultGuard.shared.end(watch) }
    munmap(UnsafeMutableRawPointer(bitPattern: address), reserved)
    close(descriptor)
  }

  /// How many bytes of text there are; while a text arrives it grows.
  @inlinable @inline(__always)
  public var count: Int { size >= 0 ? size : arrivedCount }

  @usableFromInline var arrivedCount: Int { arriving?.count ?? 0 }

  /// True when more may come. A count that is asked for after the answer was false is the last one.
  var isArriving: Bool { arriving.map { !$0.isOver } ?? false }

  /// True where the text may end in the middle of a value that is right: while it arrives, and where
  /// something has kept the rest from arriving.
  package var endsAnywhere: Bool {
    arriving.map { !$0.isOver || $0.report.failure != nil } ?? false
  }

  /// The first byte. Valid as long as the object is; bytes up to `count + slack` can be read.
  @inlinable @inline(__always)
  public var bytes: UnsafePointer<UInt8> {
    // The address of a mapping is never zero.
    UnsafePointer(bitPattern: address).unsafelyUnwrapped
  }

  @inlinable public var buffer: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: bytes, count: count)
  }

  /// A copy of some bytes, cut to those that there are.
  package func copy(_ range: Range<Int>) -> [UInt8] { Array(buffer[range.clamped(to: 0..<count)]) }

  /// Anonymous memory, all of it zeros.
  package static func reserve(_ size: Int) -> UInt? {
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    guard let base = mmap(nil, size, PROT_READ, flags, -1, 0),
      base != UnsafeMutableRawPointer(bitPattern: -1)
    else { return nil }
    return UInt(bitPattern: base)
  }

  /// Maps a file in the place of memory; false where its file system cannot.
  private static func map(_ descriptor: Int32, count: Int, at address: UInt) -> Bool {
    let base = UnsafeMutableRawPointer(bitPattern: address)
    return count == 0
      || mmap(base, count, PROT_READ, MAP_SHARED | MAP_FIXED, descriptor, 0) == base
  }

  /// Reads a file into memory; where the file shrinks meanwhile, the missing bytes stay zero.
  private static func read(_ descriptor: Int32, count: Int, to address: UInt) -> Bool {
    guard let base = UnsafeMutableRawPointer(bitPattern: address), count <= FileBytes.limit,
      mprotect(base, count, PROT_READ | PROT_WRITE) == 0
    else { return false }
    var offset = 0
    while offset < count {
      let length = pread(descriptor, base + offset, count - offset, off_t(offset))
      if length < 0, errno != EINTR { return false }
      if length == 0 { break }
      offset += max(0, length)
    }
    return mprotect(base, count, PROT_READ) == 0
  }
}

extension MappedFile {
  /// Throws when the file was written to or cut since it was mapped.
  ///
  /// - Complexity: one system call.
  package func check() throws(DataError) {
    guard !isDamaged, isSnapshot || arriving != nil || FileStamp(descriptor: descriptor) == stamp
    else {
      throw .changedUnderneath(file: path)
    }
  }

  /// True when the path now leads to another file than the one that was opened, or to none, or when
  /// that file was written to.
  ///
  /// - Complexity: one system call.
  package var hasChanged: Bool { arriving == nil && FileStamp(path: path) != stamp }

  /// True when nothing can be read any more.
  ///
  /// - Complexity: one system call.
  package var isLost: Bool {
    do {
      try check()
      return false
    } catch {
      return true
    }
  }

  /// Runs a read, and checks before and after it that the file is still as it was when mapped.
  package func reading<Result>(_ read: () throws(DataError) -> Result) throws(DataError) -> Result {
    try check()
    do throws(DataError) {
      let result = try read()
      guard !isDamaged else { throw DataError.changedUnderneath(file: path) }
      return result
    } catch {
      throw isDamaged ? DataError.changedUnderneath(file: path) : error
    }
  }

  /// True when bytes were asked for that the file has lost. A read that was under way when this
  /// became true has seen zeros.
  package var isDamaged: Bool { watch?.isDamaged ?? false }

  /// Says that bytes are not needed again soon, so that they stop to count as memory in use.
  package func release(_ range: Range<Int>) {
    if let arriving { return arriving.release(range) }
    guard !isCopy else { return }
    Self.release(range.clamped(to: 0..<count), at: address)
  }

  /// The same for the whole pages in a range of memory that begins at an address.
  package static func release(_ range: Range<Int>, at address: UInt) {
    let page = Int(getpagesize())
    let first = (range.lowerBound + page - 1) / page * page
    let end = range.upperBound / page * page
    guard first < end else { return }
    let start = UnsafeMutableRawPointer(bitPattern: address + UInt(first))
    madvise(start, end - first, MADV_DONTNEED)
  }
}

/// Turns the signal for a page that a mapped file has lost into a page of zeros and a mark.
///
/// The signal can arrive on any thread that reads a mapping, between any two instructions. The
/// handler therefore touches nothing but atomics and makes one system call. Signals that come from
/// anywhere else are passed on to what handled them before.
final class FaultGuard: Sendable {
  /// A range of addresses that is being watched.
  package struct Watch: Sendable {
    fileprivate let slot: Int

    package var isDamaged: Bool {
      FaultGuard.shared.slots[slot].pointee.damaged.load(ordering: .acquiring)
    }
  }

  fileprivate struct Slot: ~Copyable {
    let isTaken = Atomic<Bool>(false)
    let start = Atomic<UInt>(0)
    let end = Atomic<UInt>(0)
    let damaged = Atomic<Bool>(false)
  }

  /// The handler is installed when this is first used, and stays.
  package static let shared = FaultGuard()

  /// How many mappings are watched at once; more of them go without.
  private static let slotCount = 256

  fileprivate let slots: SlotTable
  private let previous: Previous

  /// Slots at a fixed address: the handler must find them without a lock.
  fileprivate struct SlotTable: @unchecked Sendable {
    private let first: UnsafeMutablePointer<Slot>

    init() {
      first = .allocate(capacity: slotCount)
      for index in 0..<slotCount { (first + index).initialize(to: Slot()) }
    }

    subscript(index: Int) -> UnsafePointer<Slot> { UnsafePointer(first + index) }
  }

  /// What handled the signal before. Written once, before the handler can run.
  private struct Previous: @unchecked Sendable {
    var action = sigaction()
  }

  private init() {
    slots = SlotTable()
    var old = sigaction()
    sigaction(SIGBUS, nil, &old)
    previous = Previous(action: old)
  }

  private static let installed: Void = {
    var action = sigaction()
    sigemptyset(&action.sa_mask)
    action.sa_flags = SA_SIGINFO
    let handler:
      @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?)
        -> Void = { signal, info, _ in FaultGuard.handle(signal, info) }
    #if canImport(Darwin)
      action.__sigaction_u.__sa_sigaction = handler
    #else
      action.__sigaction_handler.sa_sigaction = handler
    #endif
    sigaction(SIGBUS, &action, nil)
  }()

  /// Begins to watch a mapping; nil when too many are watched already.
  package func watch(_ range: Range<UInt>) -> Watch? {
    _ = Self.installed
    for index in 0..<Self.slotCount {
      let (isMine, _) = slots[index].pointee.isTaken.compareExchange(
        expected: false, desired: true, ordering: .acquiring)
      guard isMine else { continue }
      slots[index].pointee.damaged.store(false, ordering: .relaxed)
      slots[index].pointee.start.store(range.lowerBound, ordering: .relaxed)
      slots[index].pointee.end.store(range.upperBound, ordering: .releasing)
      return Watch(slot: index)
    }
    return nil
  }

  package func end(_ watch: Watch) {
    slots[watch.slot].pointee.end.store(0, ordering: .releasing)
    slots[watch.slot].pointee.isTaken.store(false, ordering: .releasing)
  }

  private static func handle(_ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?) {
    let address = UInt(bitPattern: info.flatMap { faultAddress(of: $0) })
    guard !shared.mend(address) else { return }
    var action = shared.previous.action
    // The instruction is run again and meets the handler that was there before.
    sigaction(signal, &action, nil)
  }

  private func mend(_ address: UInt) -> Bool {
    for index in 0..<Self.slotCount {
      guard address < slots[index].pointee.end.load(ordering: .acquiring),
        address >= slots[index].pointee.start.load(ordering: .relaxed)
      else { continue }
      slots[index].pointee.damaged.store(true, ordering: .releasing)
      let page = UInt(getpagesize())
      let start = UnsafeMutableRawPointer(bitPattern: address / page * page)
      let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED
      return mmap(start, Int(page), PROT_READ, flags, -1, 0) == start
    }
    return false
  }

  private static func faultAddress(of info: UnsafeMutablePointer<siginfo_t>)
    -> UnsafeMutableRawPointer?
  {
    #if canImport(Darwin)
      info.pointee.si_addr
    #else
      info.pointee._sifields._sigfault.si_addr
    #endif
  }
}
