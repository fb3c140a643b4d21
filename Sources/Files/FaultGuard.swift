import Foundation
import Synchronization

/// Turns the signal for a page that a mapped file has lost into a page of zeros and a mark.
///
/// The signal can arrive on any thread that reads a mapping, between any two instructions. The
/// handler therefore touches nothing but atomics and makes one system call. Signals that come from
/// anywhere else are passed on to what handled them before.
final class FaultGuard: Sendable {
  /// A range of addresses that is being watched.
  package struct Watch: Sendable {
    fileprivate let slot: Int

    package var isDamaged: Bool { FaultGuard.shared.slots[slot].damaged.load(ordering: .acquiring) }
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

    subscript(index: Int) -> Slot {
      unsafeAddress { UnsafePointer(first + index) }
    }
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
      let (isMine, _) = slots[index].isTaken.compareExchange(
        expected: false, desired: true, ordering: .acquiring)
      guard isMine else { continue }
      slots[index].damaged.store(false, ordering: .relaxed)
      slots[index].start.store(range.lowerBound, ordering: .relaxed)
      slots[index].end.store(range.upperBound, ordering: .releasing)
      return Watch(slot: index)
    }
    return nil
  }

  package func end(_ watch: Watch) {
    slots[watch.slot].end.store(0, ordering: .releasing)
    slots[watch.slot].isTaken.store(false, ordering: .releasing)
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
      guard address < slots[index].end.load(ordering: .acquiring),
        address >= slots[index].start.load(ordering: .relaxed)
      else { continue }
      slots[index].damaged.store(true, ordering: .releasing)
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
