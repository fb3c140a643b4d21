import Foundation
import TableModel
import Testing

@testable import Documents
@testable import Files

@Suite struct FileBytesTests {
  /// Sizes around what is asked for at once, and many times that.
  @Test(arguments: [0, 1, 4095, 4096, 4097, (1 << 18) - 1, 1 << 18, (1 << 18) + 1, 700_001])
  func readsFilesOfEverySize(_ size: Int) throws {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
    try withFile(bytes) { path in
      var heads = 0
      let read = try FileBytes.contents(
        of: path,
        check: { (head) throws(DataError) in
          heads += 1
          #expect(bytes.starts(with: head))
        })
      #expect(read == bytes)
      #expect(heads == (size == 0 ? 0 : 1))
    }
  }

  /// What comes through a pipe comes in pieces of any length.
  @Test func readsPipesToTheirEnd() throws {
    let pipe = Pipe()
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 13) }
    let writer = Thread {
      var rest = bytes[...]
      var length = 1
      while !rest.isEmpty {
        pipe.fileHandleForWriting.write(Data(rest.prefix(length)))
        rest = rest.dropFirst(length)
        length = length * 3 % 70_000 + 1
      }
      try? pipe.fileHandleForWriting.close()
    }
    writer.start()
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    let read = try FileBytes.contents(ofDescriptor: descriptor, "pipe")
    #expect(read == bytes)
  }

  @Test func readingEndsWhereTheUserWantsNoMore() {
    guard FileManager.default.fileExists(atPath: "/dev/zero") else { return }
    var pieces = 0
    let isInterrupted = {
      pieces += 1
      return pieces > 3
    }
    let error = errorOf { () throws(DataError) in
      try FileBytes.contents(of: "/dev/zero", isInterrupted: isInterrupted)
    }
    #expect(error == .cancelled)
  }

  @Test(arguments: ["/dev/zero", "/dev/urandom", "/dev/full"])
  func devicesThatNeverEndAreRefused(_ path: String) {
    guard FileManager.default.fileExists(atPath: path) else { return }
    var pieces = 0
    let isInterrupted = {
      pieces += 1
      return pieces > 1000
    }
    let error = errorOf { () throws(DataError) in
      try FileBytes.contents(of: path, isInterrupted: isInterrupted)
    }
    #expect(
      error == .unreadable(file: path, reason: "it is a device that goes on after 16 MiB"))
    #expect(pieces < 100)
  }

  /// Who writes into a named pipe is not disturbed by a look at what it may be.
  @Test func readsNamedPipes() throws {
    let path = FileManager.default.temporaryDirectory.path + "/pipe-\(UUID().uuidString)"
    try #require(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    let writer = Thread {
      let descriptor = open(path, O_WRONLY)
      usleep(50_000)
      _ = "[1, 2]".withCString { write(descriptor, $0, 6) }
      close(descriptor)
    }
    writer.start()
    let document = try DocumentOpener.open(path: path)
    #expect(try document.table(shape: nil).source.counts().rows == .exact(2))
  }

  @Test func refusesWhatIsTooLarge() throws {
    try withFile(Array(repeating: 0x20, count: 5000)) { path in
      #expect(throws: DataError.self) { try FileBytes.contents(of: path, limit: 4999) }
      let whole = try FileBytes.contents(of: path, limit: 5000)
      #expect(whole.count == 5000)
    }
  }
}
