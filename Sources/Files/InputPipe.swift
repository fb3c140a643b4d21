import Foundation
import Synchronization
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

/// A file that others go on writing to, as a text that never ends.
///
/// Only whole lines are given: the last one has to wait for its line break. When the file is replaced, or cut, the text goes on with what is written now, as that of
/// `tail -F` does, and the remark says so. A log that is cut and has grown beyond its old size
/// before somebody looks can't be known from one that has grown.
package final class FollowedFile: Sendable {
  /// The path, which may lead to another file later.
  package let path: String
  private let state: Guarded<State>

  private struct State {
    var descriptor: InputDescriptor
    var identity: FileStamp.Identity
    /// How far the file that is open was read.
    var offset = 0
    /// What was read behind the last line break.
    var unfinished: [UInt8] = []
    /// Whether a line ends in it.
    var hasLine = false
    /// How many bytes were given.
    var given = 0
    var replacements = 0
    /// Unfinished lines of files that were replaced, in bytes.
    var lost = 0
    var consumed = 0
  }

  /// How long to wait before the file is looked at again, in microseconds.
  private static let interval: UInt32 = 50_000
  private static let readSize = 1 << 18

  /// - Throws: `DataError.notFound` or `.unreadable`; only regular files are followed.
  package init(path: String) throws(DataError) {
    self.path = path
    let descriptor = InputDescriptor(try FileBytes.opened(path) { false })
    guard let stamp = FileStamp(descriptor: descriptor.number) else {
      throw .unreadable(file: path, reason: "it is not a regular file, and only these are followed")
    }
    state = Guarded(State(descriptor: descriptor, identity: stamp.identity))
  }

  /// How many bytes of whole lines there are, where all that the file has now were given; nil
  /// where more are to come.
  ///
  /// - Complexity: one system call.
  package var whole: Int? {
    let now = FileStamp(path: path)
    return state.withLock { state in
      let isAtEnd = now.map { $0.identity == state.identity && $0.size == state.offset } ?? true
      return isAtEnd && !state.hasLine ? state.given : nil
    }
  }

  /// A sentence about the bytes behind the last line break, which are not a record yet; nil for none.
  package var leftOut: String? {
    let count = state.withLock { $0.hasLine ? 0 : $0.unfinished.count }
    return count == 0
      ? nil : "the last line, of \(count) bytes so far, has no line break yet and is left out"
  }

  package var remark: String? {
    state.withLock { state in
      guard state.replacements > 0 else { return nil }
      let times = state.replacements == 1 ? "" : " \(state.replacements) times"
      let lost = state.lost == 0 ? "" : "; an unfinished line of \(state.lost) bytes went with it"
      return "the file was replaced\(times); what the new one holds stands behind what the old one "
        + "held, and 'reload' shows the new one alone\(lost)"
    }
  }
}

extension FollowedFile: InputPipe {
  package var compression: Compression? { nil }
  package var consumed: Int { state.withLock { $0.consumed } }

  package func read(
    into buffer: UnsafeMutableRawBufferPointer, unless isUnwanted: () -> Bool
  ) throws(DataError) -> Int {
    while !isUnwanted() {
      let now = FileStamp(path: path)
      let result: Result<Int, DataError> = state.withLock { state in
        if let now { Self.reopen(&state, path, now) }
        return Result { () throws(DataError) in try Self.lines(&state, path, into: buffer) }
      }
      let count = try result.get()
      if count > 0 { return count }
      usleep(Self.interval)
    }
    return 0
  }

  /// Goes on with another file where the path leads to one, once the old one was read to its end.
  private static func reopen(_ state: inout State, _ path: String, _ now: FileStamp) {
    let isSame = now.identity == state.identity
    if isSame, now.size >= state.offset { return }
    if !isSame {
      guard (FileStamp(descriptor: state.descriptor.number)?.size ?? 0) <= state.offset,
        let number = try? FileBytes.opened(path, { true }),
        let stamp = FileStamp(descriptor: number)
      else { return }
      (state.descriptor, state.identity) = (InputDescriptor(number), stamp.identity)
    }
    state.replacements += 1
    state.lost += state.unfinished.count
    (state.offset, state.unfinished) = (0, [])
  }

  /// Gives what there is up to the last line break; 0 where there is none, and at the end.
  private static func lines(
    _ state: inout State, _ path: String, into buffer: UnsafeMutableRawBufferPointer
  ) throws(DataError) -> Int {
    while !state.hasLine {
      guard try fill(&state, path) else { return 0 }
    }
    // A line that is longer than the buffer is given in pieces, now that its end is there.
    let part = state.unfinished.prefix(buffer.count)
    let count = part.lastIndex(of: lineBreak).map { $0 + 1 } ?? part.count
    buffer.copyBytes(from: part.prefix(count))
    state.unfinished.removeFirst(count)
    state.hasLine = state.unfinished.contains(lineBreak)
    state.given += count
    return count
  }

  private static let lineBreak = UInt8(ascii: "\n")

  /// Reads on; false at the end of the file.
  private static func fill(_ state: inout State, _ path: String) throws(DataError) -> Bool {
    let (old, number) = (state.unfinished.count, state.descriptor.number)
    let offset = off_t(state.offset)
    state.unfinished += [UInt8](repeating: 0, count: readSize)
    var count = -1
    repeat {
      count = state.unfinished.withUnsafeMutableBytes {
        pread(number, $0.baseAddress.map { $0 + old }, readSize, offset)
      }
    } while count < 0 && errno == EINTR
    state.unfinished.removeLast(readSize - max(0, count))
    guard count >= 0 else { throw FileBytes.failure(path) }
    state.offset += count
    state.consumed += count
    state.hasLine = state.hasLine || state.unfinished[old...].contains(lineBreak)
    return count > 0
  }
}
