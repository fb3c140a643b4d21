import Glibc
import Synchronization

/// Reads all of a mapped file and does next to nothing with it: the speed that no scan can exceed.
struct MappingRead: @unchecked Sendable {
  private let start: UnsafeRawPointer
  private let count: Int

  private static let piece = 1 << 22

  /// Maps a file anew.
  init(path: String) throws {
    let descriptor = open(path, O_RDONLY)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else { throw Failure(path: path) }
    defer { close(descriptor) }
    count = Int(status.st_size)
    guard let start = mmap(nil, count, PROT_READ, MAP_SHARED, descriptor, 0), start != MAP_FAILED
    else { throw Failure(path: path) }
    self.start = UnsafeRawPointer(start)
  }

  struct Failure: Error {
    var path: String
  }

  /// What the threads share.
  private final class Sums: Sendable {
    let next = Atomic<Int>(0)
    let sum = Atomic<UInt64>(0)
  }

  /// Reads it with some threads and lets go of it.
  func sum(threads: Int) -> UInt64 {
    let sums = Sums()
    var handles: [pthread_t] = []
    for _ in 0..<threads {
      var handle = pthread_t()
      let share = Unmanaged.passRetained(Share(read: self, sums: sums))
      let code = pthread_create(
        &handle, nil,
        { share in
          guard let share else { return nil }
          Unmanaged<Share>.fromOpaque(share).takeRetainedValue().run()
          return nil
        }, share.toOpaque())
      if code == 0 { handles.append(handle) } else { share.release() }
    }
    for handle in handles { pthread_join(handle, nil) }
    munmap(UnsafeMutableRawPointer(mutating: start), count)
    return sums.sum.load(ordering: .relaxed)
  }

  private final class Share {
    let read: MappingRead
    let sums: Sums

    init(read: MappingRead, sums: Sums) { (self.read, self.sums) = (read, sums) }

    func run() {
      while true {
        let offset = sums.next.add(1, ordering: .relaxed).oldValue * MappingRead.piece
        guard offset < read.count else { return }
        sums.sum.bitwiseXor(
          read.sum(offset, min(MappingRead.piece, read.count - offset)), ordering: .relaxed)
      }
    }
  }

  private func sum(_ offset: Int, _ length: Int) -> UInt64 {
    let words = UnsafeRawBufferPointer(start: start + offset, count: length & ~31)
      .bindMemory(to: UInt64.self)
    var (a, b, c, d): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    for index in stride(from: 0, to: words.count, by: 4) {
      a ^= words[index]
      b ^= words[index &+ 1]
      c ^= words[index &+ 2]
      d ^= words[index &+ 3]
    }
    return a ^ b ^ c ^ d
  }
}
