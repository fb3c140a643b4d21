import Foundation
import Synchronization
import Testing

@testable import Files

@Suite struct DescriptorOutputTests {
  /// A pipe whose writing end does not block, as somebody else may have made standard output.
  private struct NonBlockingPipe {
    let reading: Int32
    let writing: Int32

    init() throws {
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      (reading, writing) = (ends[0], ends[1])
      try #require(fcntl(writing, F_SETFL, O_NONBLOCK) == 0)
    }

    func close() {
      Foundation.close(reading)
      Foundation.close(writing)
    }
  }

  /// The reader has a thread of its own: a task could not begin while this test and another one
  /// hold all threads of the pool, and one of them waits for it.
  @Test func aReaderThatIsSlowGetsAll() throws {
    let pipe = try NonBlockingPipe()
    let text = String(repeating: "0123456789abcdef", count: 40_000)
    let received = Mutex<[UInt8]>([])
    let isAtEnd = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      var piece = [UInt8](repeating: 0, count: 8192)
      Thread.sleep(forTimeInterval: 0.05)
      while true {
        let count = read(pipe.reading, &piece, piece.count)
        if count <= 0 { break }
        received.withLock { $0 += piece[..<count] }
      }
      isAtEnd.signal()
    }
    let isWritten = DescriptorOutput.write(text, to: pipe.writing)
    close(pipe.writing)
    #expect(isWritten)
    isAtEnd.wait()
    #expect(received.withLock { $0 } == Array(text.utf8))
    close(pipe.reading)
  }

  @Test func whoGivesUpWaitsForNobody() throws {
    let pipe = try NonBlockingPipe()
    defer { pipe.close() }
    var asked = 0
    let text = String(repeating: "x", count: 1 << 21)
    let isWritten = DescriptorOutput.write(text, to: pipe.writing) {
      asked += 1
      return asked == 2
    }
    #expect(!isWritten && errno == EINTR && asked == 2)
  }

  @Test func aReaderThatLeavesEndsTheWaiting() throws {
    let pipe = try NonBlockingPipe()
    signal(SIGPIPE, SIG_IGN)
    DescriptorOutput.write("some", to: pipe.writing)
    close(pipe.reading)
    #expect(!DescriptorOutput.write("more", to: pipe.writing) && errno == EPIPE)
    close(pipe.writing)
  }
}
