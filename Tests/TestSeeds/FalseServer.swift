import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A server that answers a few questions and then does something that no server should.
package final class FalseServer: @unchecked Sendable {
  package enum Fault: CaseIterable, Sendable {
    case closes
    case closesWithinARow
    case absurdLength
    case negativeLength
    case garbage
    case shutsDown
    case refuses
    case unknownMessage
    case emptyResult
    case twoResults
    case copies
  }

  private let folder: TemporaryFolder
  private let listener: Int32
  private let fault: Fault
  private let answers: Int

  package var address: String {
    "postgresql://shelf@/x?host=\(folder.path)&port=5432&passfile=/nonexistent"
  }

  /// - Parameters:
  ///   - answers: how many statements are answered before.
  ///   - password: what lets clients in; nil for all of them.
  package init(_ fault: Fault, after answers: Int, password: String? = nil) throws {
    folder = try TemporaryFolder()
    (self.fault, self.answers) = (fault, answers)
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array((folder.path + "/.s.PGSQL.5432").utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0, listen(listener, 8) == 0 else { throw CocoaError(.fileWriteUnknown) }
    let socket = listener
    Thread.detachNewThread {
      while case let client = accept(socket, nil, nil), client >= 0 {
        Thread.detachNewThread {
          Client(socket: client, password: password).serve(fault, after: answers)
        }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// One connection.
  private struct Client {
    let socket: Int32
    let password: String?

    func serve(_ fault: Fault, after answers: Int) {
      defer { close(socket) }
      guard read(begin: true) != nil, letsIn() else { return }
      send(message("R", int(0)) + message("S", text("server_encoding") + text("UTF8")) + ready)
      var rest = answers
      while let type = read(begin: false)?.type {
        // A statement is several messages, of which the last one wants an answer.
        guard type == UInt8(ascii: "S") else { continue }
        if rest > 0 {
          rest -= 1
          send(row("PostgreSQL 15.0") + message("C", text("SELECT 1")) + ready)
          continue
        }
        guard misbehave(fault) else { return }
      }
    }

    /// Asks for the password, which the client sends as it is.
    private func letsIn() -> Bool {
      guard let password else { return true }
      send(message("R", int(3)))
      guard let answer = read(begin: false) else { return false }
      if answer.body == text(password) { return true }
      send(error("28P01", "password authentication failed for user \"shelf\""))
      return false
    }

    /// - Returns: false where the connection ends.
    private func misbehave(_ fault: Fault) -> Bool {
      switch fault {
      case .closes: return false
      case .closesWithinARow:
        send(Array(row("a text that is longer than what is sent of it").dropLast(9)))
        return false
      case .absurdLength:
        send([UInt8(ascii: "D")] + int(0x3FFF_FFFF) + [0, 1])
        return false
      case .negativeLength:
        send([UInt8(ascii: "D")] + int(-5) + [0, 1])
        return false
      case .garbage:
        send((0..<200).map { UInt8(truncatingIfNeeded: $0 &* 37) })
        return false
      case .shutsDown:
        send(error("57P01", "terminating connection due to administrator command"))
        return false
      case .copies: send(message("1", []) + message("2", []) + message("H", [0, 0, 0]))
      case .refuses: send(error("42501", "permission denied") + ready)
      case .unknownMessage: send(message("?", [1, 2, 3]) + ready)
      case .emptyResult: send(message("1", []) + message("2", []) + message("I", []) + ready)
      case .twoResults:
        send(row("1") + message("C", text("SELECT 1")) + message("C", text("SELECT 1")) + ready)
      }
      return true
    }

    // MARK: Messages

    private var ready: [UInt8] { message("Z", [UInt8(ascii: "I")]) }

    private func int(_ value: Int32) -> [UInt8] {
      withUnsafeBytes(of: value.bigEndian, Array.init)
    }

    private func short(_ value: Int16) -> [UInt8] {
      withUnsafeBytes(of: value.bigEndian, Array.init)
    }

    private func text(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }

    private func message(_ type: Character, _ body: [UInt8]) -> [UInt8] {
      [type.asciiValue ?? 0] + int(Int32(body.count + 4)) + body
    }

    /// One row of one text, with what precedes it.
    private func row(_ value: String) -> [UInt8] {
      let column = text("c") + int(0) + short(0) + int(25) + short(-1) + int(-1) + short(0)
      let cell = int(Int32(value.utf8.count)) + Array(value.utf8)
      return message("1", []) + message("2", []) + message("T", short(1) + column)
        + message("D", short(1) + cell)
    }

    private func error(_ code: String, _ words: String) -> [UInt8] {
      let fields: [[UInt8]] = [text("SFATAL"), text("C" + code), text("M" + words), [0]]
      return message("E", Array(fields.joined()))
    }

    private func send(_ bytes: [UInt8]) {
      _ = bytes.withUnsafeBytes {
        sendto(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL), nil, 0)
      }
    }

    /// Reads a message: its type, 0 for the first one, which has none, and what follows.
    private func read(begin: Bool) -> (type: UInt8, body: [UInt8])? {
      guard let type = begin ? 0 : bytes(1)?.first, let length = bytes(4) else { return nil }
      let size = length.reduce(0) { $0 << 8 | Int($1) } - 4
      guard (0...1 << 20).contains(size), let body = bytes(size) else { return nil }
      return (type, body)
    }

    private func bytes(_ count: Int) -> [UInt8]? {
      var read: [UInt8] = []
      while read.count < count {
        var buffer = [UInt8](repeating: 0, count: count - read.count)
        let size = recv(socket, &buffer, buffer.count, 0)
        guard size > 0 else { return nil }
        read += buffer.prefix(size)
      }
      return read
    }
  }
}
