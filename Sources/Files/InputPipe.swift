import Foundation
package import TableModel

/// What is said about a text that arrives.
package struct StreamOptions: Sendable {
  /// Whether all of it is waited for before anything is shown.
  package var waits: Bool
  /// How many bytes it may have; nil for as many as there is room for.
  package var limit: Int?
  /// Whether what is added to the file later belongs to it as well.
  package var follows: Bool
  /// Whether it is one of many files, which are indexed from a smaller size on.
  package var isOneOfMany: Bool

  package init(
    waits: Bool = false, limit: Int? = nil, follows: Bool = false, isOneOfMany: Bool = false
  ) {
    (self.waits, self.limit, self.follows) = (waits, limit, follows)
    self.isOneOfMany = isOneOfMany
  }
}

/// Where the bytes of a text come from that is not simply a file: a pipe, or a decoder.
package protocol InputPipe: Sendable {
  /// Waits for more bytes, and gives as many as there are.
  ///
  /// - Parameter isUnwanted: asked while nothing comes; true ends the waiting.
  /// - Returns: how many bytes were put into the buffer, which is not empty; 0 at the end, and where
  ///   nobody wants them.
  mutating func read(
    into buffer: UnsafeMutableRawBufferPointer, unless isUnwanted: () -> Bool
  ) throws(DataError) -> Int

  /// What was found on the way and is worth a word.
  var remark: String? { get }

  /// How the bytes were compressed, as soon as that is known; nil for bytes as they are.
  var compression: Compression? { get }

  /// How many bytes were read from the descriptor: of a compressed file fewer than it gives.
  var consumed: Int { get }
}

/// A descriptor that is closed with its last user, unless it is standard input.
package final class InputDescriptor: Sendable {
  package let number: Int32

  package init(_ number: Int32) { self.number = number }

  deinit { if number > 2 { close(number) } }
}

/// The bytes of a descriptor as they are.
package struct DescriptorInput: InputPipe {
  private let descriptor: InputDescriptor
  /// Stands for the descriptor in errors.
  package let path: String
  package private(set) var consumed = 0

  /// How long to wait before asking again whether somebody wants what comes, in milliseconds.
  private static let patience: Int32 = 50

  package init(_ descriptor: InputDescriptor, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  package var remark: String? { nil }
  package var compression: Compression? { nil }

  package mutating func read(
    into buffer: UnsafeMutableRawBufferPointer, unless isUnwanted: () -> Bool
  ) throws(DataError) -> Int {
    while !isUnwanted() {
      var watched = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
      let ready = poll(&watched, 1, Self.patience)
      if ready == 0 || (ready < 0 && errno == EINTR) { continue }
      let count = systemRead(descriptor.number, buffer.baseAddress, buffer.count)
      if count >= 0 {
        consumed += count
        return count
      }
      guard errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK else {
        throw FileBytes.failure(path)
      }
    }
    return 0
  }
}

/// The name `read` is taken inside `DescriptorInput`.
private func systemRead(
  _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
  read(descriptor, buffer, count)
}
