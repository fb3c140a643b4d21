import Foundation
import Testing

@testable import DataSources

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

  @Test func aReaderThatIsSlowGetsAll() async throws {
    let pipe = try NonBlockingPipe()
    let text = String(repeating: "0123456789abcdef", count: 40_000)
    let reader = Task.detached { () -> [UInt8] in
      var bytes: [UInt8] = []
      var piece = [UInt8](repeating: 0, count: 8192)
      try? await Task.sleep(for: .milliseconds(50))
      while true {
        let count = read(pipe.reading, &piece, piece.count)
        if count <= 0 { return bytes }
        bytes += piece[..<count]
      }
    }
    let isWritten = DescriptorOutput.write(text, to: pipe.writing)
    close(pipe.writing)
    #expect(isWritten)
    #expect(await reader.value == Array(text.utf8))
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
