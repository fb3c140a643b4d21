import Documents
import Files

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The file that keeps the history: UTF-8, a line an entry, oldest first.
///
/// A line break inside an entry is written `\n`, a backslash `\\`. Every change happens under a
/// lock, and only at the end of the file; a file that has become too long is replaced by a shorter
/// one.
package struct HistoryFile: Sendable, Hashable {
  /// Longer commands are not remembered, in bytes.
  package static let longestEntry = 1024 * 1024
  /// Only this much of the file's end is read, in bytes.
  private static let window = 32 * 1024 * 1024

  package let path: String

  package init(path: String) { self.path = path }

  /// The file of this user: `$XDG_STATE_HOME/shelf/history`, else below `~/.local/state`.
  ///
  /// - Returns: nil when there is no home either.
  package static func standard(environment: [String: String]) -> HistoryFile? {
    StateFolder.path(of: "history", environment: environment).map(HistoryFile.init)
  }

  /// The last entries. A file that is much longer than the limit is shortened on the way.
  ///
  /// - Returns: at most `limit` entries; none when there is not a file.
  package func load(limit: Int) throws(HistoryError) -> [String] {
    let opened = try file.openForReading { code in
      HistoryError.unreadable(path: path, reason: StateFile.reason(code))
    }
    guard let handle = opened else { return [] }
    let lines: [ArraySlice<UInt8>]
    do {
      // This gives the lock back, too.
      defer { close(handle) }
      // Where there are no locks it is read all the same.
      StateFile.lock(handle, LOCK_SH)
      lines = try self.lines(of: handle)
    }
    // A file that cannot be shortened is as good as before; the next write reports what is wrong
    // with it.
    if lines.count > limit + limit / 2 { try? shorten(to: limit) }
    return lines.suffix(limit).map(Self.decode)
  }

  /// Adds an entry at the end. Makes the file (0600) and its folders (0700) when they are missing.
  package func append(_ entry: String) throws(HistoryError) {
    try file.change(unwritable) { handle throws(HistoryError) in
      let end = lseek(handle, 0, SEEK_END)
      var last: UInt8 = end > 0 ? 0 : 0x0A
      if end > 0 { pread(handle, &last, 1, end - 1) }
      // A line that another program left without its end must not swallow this one.
      let line = (last == 0x0A ? "" : "\n") + Self.encode(entry) + "\n"
      if DescriptorOutput.write(line, to: handle) { return }
      let code = errno
      // A full disk may have taken a part of the line.
      if end >= 0 { ftruncate(handle, end) }
      throw unwritable(code)
    }
  }

  /// Empties the file.
  package func clear() throws(HistoryError) {
    guard access(path, F_OK) == 0 else { return }
    try file.change(unwritable) { handle throws(HistoryError) in
      if ftruncate(handle, 0) != 0 { throw unwritable(errno) }
    }
  }
}

extension HistoryFile {
  /// Keeps the last entries only, in a new file that takes the place of the old one.
  private func shorten(to limit: Int) throws(HistoryError) {
    try file.change(unwritable) { handle throws(HistoryError) in
      let kept = try lines(of: handle).suffix(limit)
      do throws(FileReplacement.Failure) {
        try file.replace(with: Array((kept + [[]]).joined(separator: [0x0A])))
      } catch {
        throw .unwritable(path: path, reason: SystemMessage.text(of: error))
      }
    }
  }

  private var file: StateFile { StateFile(path: path) }

  private func unwritable(_ code: Int32) -> HistoryError {
    .unwritable(path: path, reason: StateFile.reason(code))
  }

  private func lines(of handle: Int32) throws(HistoryError) -> [ArraySlice<UInt8>] {
    let size = Int(lseek(handle, 0, SEEK_END))
    let start = max(0, size - Self.window)
    // Elsewhere there might be nothing, which is not to be taken for all.
    guard lseek(handle, off_t(start), SEEK_SET) == start else {
      throw .unreadable(path: path, reason: SystemMessage.text(errno))
    }
    var bytes: [UInt8] = []
    while bytes.count < Self.window {
      switch DescriptorInput.readNow(handle) {
      case .bytes(let more): bytes += more
      case .end:
        let lines = bytes.split(separator: 0x0A)
        return start > 0 ? Array(lines.dropFirst()) : lines
      case .woken: continue
      case .failed(let code):
        throw .unreadable(path: path, reason: SystemMessage.text(code))
      }
    }
    return bytes.split(separator: 0x0A)
  }
}

extension HistoryFile {
  /// An entry as a line of the file.
  static func encode(_ entry: String) -> String {
    guard entry.utf8.contains(where: { $0 == 0x0A || $0 == 0x5C || $0 == 0x0D }) else {
      return entry
    }
    var line = String.UnicodeScalarView()
    for scalar in entry.unicodeScalars {
      switch scalar {
      case "\n": line.append(contentsOf: "\\n".unicodeScalars)
      case "\r": line.append(contentsOf: "\\r".unicodeScalars)
      case "\\": line.append(contentsOf: "\\\\".unicodeScalars)
      default: line.append(scalar)
      }
    }
    return String(line)
  }

  /// A line of the file as an entry; what is not UTF-8 is repaired, unknown escapes stand for
  /// themselves.
  static func decode(_ line: ArraySlice<UInt8>) -> String {
    guard line.contains(0x5C) else { return String(decoding: line, as: UTF8.self) }
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in line {
      if isEscaped {
        switch byte {
        case UInt8(ascii: "n"): bytes.append(0x0A)
        case UInt8(ascii: "r"): bytes.append(0x0D)
        case 0x5C: bytes.append(0x5C)
        default: bytes += [0x5C, byte]
        }
        isEscaped = false
      } else if byte == 0x5C {
        isEscaped = true
      } else {
        bytes.append(byte)
      }
    }
    if isEscaped { bytes.append(0x5C) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Why the history could not be kept. The shell works without.
package enum HistoryError: Error, Sendable, Hashable {
  case unreadable(path: String, reason: String)
  case unwritable(path: String, reason: String)
}

extension HistoryError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadable(let path, let reason): "cannot read the history '\(path)': \(reason)"
    case .unwritable(let path, let reason): "cannot write the history '\(path)': \(reason)"
    }
  }
}
