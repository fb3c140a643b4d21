package import TableModel

/// The bytes of a descriptor, unpacked where they begin as compressed ones do.
///
/// A compressed file may have several pieces, as `cat a.gz b.gz` makes them: they go on as one text.
/// What follows the last of them and is none is left out, and remarked upon. What is damaged ends the
/// text with an error, behind all that could be unpacked.
package struct DecodedInput: InputPipe, @unchecked Sendable {
  private var source: DescriptorInput
  /// What was read and not used yet.
  private var input: [UInt8] = []
  private var start = 0
  /// Nil until the beginning was seen.
  private var mode: Mode?
  /// Whether the decoder is inside a piece, and how many it has finished.
  private var isInside = false
  private var pieces = 0
  private var failure: DataError?
  package private(set) var remark: String?

  private enum Mode {
    case plain
    // Only the thread that reads uses the decoder.
    case compressed(Compression, any StreamDecoder)
  }

  /// How much is read at once.
  private static let readSize = 1 << 17

  package init(_ source: DescriptorInput) { self.source = source }

  package var compression: Compression? {
    if case .compressed(let compression, _)? = mode { compression } else { nil }
  }

  package var consumed: Int { source.consumed - (input.count - start) }

  package mutating func read(
    into buffer: UnsafeMutableRawBufferPointer, unless isUnwanted: () -> Bool
  ) throws(DataError) -> Int {
    if mode == nil {
      try fill(to: Compression.signatureLength, unless: isUnwanted)
      let found = Compression(signature: input[start...])
      mode = found.map { .compressed($0, $0.decoder()) } ?? .plain
    }
    switch mode {
    case .compressed(let compression, let decoder):
      return try decode(into: buffer, compression, decoder, unless: isUnwanted)
    case .plain, nil:
      guard start == input.count else { return take(into: buffer) }
      return try source.read(into: buffer, unless: isUnwanted)
    }
  }

  /// Gives what was read to see how the text begins.
  private mutating func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, input.count - start)
    input.withUnsafeBytes { bytes in
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + count]))
    }
    start += count
    return count
  }

  /// Reads until some bytes are there that were not used yet, or the input ends.
  private mutating func fill(to count: Int, unless isUnwanted: () -> Bool) throws(DataError) {
    if start > 0 {
      input.removeFirst(start)
      start = 0
    }
    var source = source
    defer { self.source = source }
    while input.count < count {
      let old = input.count
      input += [UInt8](repeating: 0, count: Self.readSize)
      let read = input.withUnsafeMutableBytes { bytes in
        Result { () throws(DataError) in
          try source.read(
            into: UnsafeMutableRawBufferPointer(rebasing: bytes[old...]), unless: isUnwanted)
        }
      }
      let made = (try? read.get()) ?? 0
      input.removeLast(Self.readSize - made)
      _ = try read.get()
      if made == 0 { return }
    }
  }
}

// MARK: - Unpacking

extension DecodedInput {
  private mutating func decode(
    into buffer: UnsafeMutableRawBufferPointer, _ compression: Compression,
    _ decoder: any StreamDecoder, unless isUnwanted: () -> Bool
  ) throws(DataError) -> Int {
    if let failure { throw failure }
    while !isUnwanted() {
      if !isInside {
        guard try begin(compression, decoder, unless: isUnwanted) else { return 0 }
      }
      let step = input.withUnsafeBytes { bytes in
        decoder.step(UnsafeRawBufferPointer(rebasing: bytes[start...]), buffer)
      }
      start += step.used
      note(step.outcome, compression)
      // What was unpacked before a mistake counts.
      if step.made > 0 { return step.made }
      if let failure { throw failure }
      if isInside, step.used == 0 {
        let left = input.count - start
        try fill(to: left + 1, unless: isUnwanted)
        if input.count == left, !isUnwanted() { throw end(of: compression) }
      }
    }
    return 0
  }

  /// Goes to the next piece; false where there is none.
  private mutating func begin(
    _ compression: Compression, _ decoder: any StreamDecoder, unless isUnwanted: () -> Bool
  ) throws(DataError) -> Bool {
    repeat {
      // Zeros fill up the blocks of tapes, and are a part of xz's format.
      while start < input.count, pieces > 0, compression.isPadded, input[start] == 0 { start += 1 }
      if input.count - start < Compression.signatureLength {
        let left = input.count - start
        try fill(to: Compression.signatureLength, unless: isUnwanted)
        if input.count == left { break }
      }
    } while pieces > 0 && compression.isPadded && input[start] == 0
    guard start < input.count else { return false }
    guard compression.begins(input[start...]) else {
      remark =
        "what follows the \(compression) data, from byte \(consumed) on, is something else and was"
        + " left out"
      return false
    }
    guard decoder.begin() else { throw tooLarge(compression) }
    isInside = true
    return true
  }

  private mutating func note(_ outcome: DecodingStep.Outcome, _ compression: Compression) {
    switch outcome {
    case .goesOn: break
    case .ended:
      isInside = false
      pieces += 1
    case .damaged:
      failure = .damaged(
        file: source.path, byte: consumed, message: "the \(compression) data is damaged")
    case .tooLarge: failure = tooLarge(compression)
    }
  }

  private func end(of compression: Compression) -> DataError {
    .damaged(
      file: source.path, byte: consumed, message: "the \(compression) data ends too early")
  }

  private func tooLarge(_ compression: Compression) -> DataError {
    .unreadable(
      file: source.path,
      reason: "its \(compression) data needs more than \(Compression.memoryLimit >> 20) MiB of"
        + " memory to unpack")
  }
}

extension Compression {
  /// Whether zeros may follow a piece.
  fileprivate var isPadded: Bool { self == .gzip || self == .xz }
}

/// A way in which files are compressed.
package enum Compression: String, CaseIterable, Sendable {
  case gzip, zstd, xz, bzip2

  /// What ends the names of files that are compressed so, behind the point.
  package var ending: String {
    switch self {
    case .gzip: "gz"
    case .zstd: "zst"
    case .xz: "xz"
    case .bzip2: "bz2"
    }
  }

  /// The program that unpacks such a file in its place.
  package var unpacker: String {
    switch self {
    case .gzip: "gunzip"
    case .zstd: "unzstd"
    case .xz: "unxz"
    case .bzip2: "bunzip2"
    }
  }

  /// The program that compresses a file in its place.
  package var packer: String { rawValue }

  /// How many bytes are needed to know a beginning.
  static let signatureLength = 6

  /// The way in which what begins with these bytes is compressed; nil for anything else.
  package init?(signature bytes: some Collection<UInt8>) {
    guard let found = Self.allCases.first(where: { $0.begins(bytes) }) else { return nil }
    self = found
  }

  /// Whether a compressed piece, of which a file may have several, begins so.
  package func begins(_ bytes: some Collection<UInt8>) -> Bool {
    switch self {
    case .gzip: return bytes.starts(with: [0x1F, 0x8B])
    case .xz: return bytes.starts(with: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00])
    case .bzip2:
      let level = bytes.dropFirst(3).first
      return bytes.starts(with: "BZh".utf8) && level.map { (0x31...0x39).contains($0) } ?? false
    case .zstd:
      guard let first = bytes.first else { return false }
      // The second is a frame that holds no data, which parallel compressors put in front.
      return bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
        || (first & 0xF0 == 0x50 && bytes.dropFirst().starts(with: [0x2A, 0x4D, 0x18]))
    }
  }

  /// A name without the ending that says how the file is compressed: `a.json` for `a.json.gz`.
  package static func innerName(_ name: String) -> String {
    guard let point = name.lastIndex(of: "."), of(named: name) != nil else { return name }
    return String(name[..<point])
  }

  /// The way that the ending of a name says.
  package static func of(named name: String) -> Compression? {
    let name = name.lowercased()
    return allCases.first { name.hasSuffix("." + $0.ending) }
  }
}
