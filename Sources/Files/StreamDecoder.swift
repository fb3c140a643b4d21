import CBZip2
import CLZMA
import CZlib
import CZstd

/// Unpacks a compressed piece of a stream: what begins with a signature and ends with a checksum.
///
/// A decoder is asked again and again with what has come of the input and room for output. It uses up
/// as much of both as it can.
protocol StreamDecoder: AnyObject {
  /// Goes to the beginning of a piece.
  ///
  /// - Returns: false where there is not enough memory.
  func begin() -> Bool

  /// Unpacks some more.
  func step(_ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer)
    -> DecodingStep
}

/// What one step of a decoder has done.
struct DecodingStep {
  package enum Outcome: Hashable {
    /// It wants more input, or more room.
    case goesOn
    /// The piece is complete, and its checksum right.
    case ended
    /// The input breaks the rules of its format, or the checksum is wrong.
    case damaged
    /// The input wants more memory than it gets.
    case tooLarge
  }

  /// How many bytes of the input were used, and how many of the output were filled.
  package let used: Int
  package let made: Int
  package let outcome: Outcome

  package init(used: Int, made: Int, _ outcome: Outcome) {
    (self.used, self.made, self.outcome) = (used, made, outcome)
  }
}

extension Compression {
  /// Some files say how much memory their reading takes: no more is granted, in bytes.
  static let memoryLimit = 1 << 29

  func decoder() -> any StreamDecoder {
    switch self {
    case .gzip: GzipDecoder()
    case .zstd: ZstdDecoder()
    case .xz: XZDecoder()
    case .bzip2: BZip2Decoder()
    }
  }
}

/// What the streams of two libraries have in common: sizes of 32 bits.
private protocol SizedStream {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  var avail_in: UInt32 { get set }
  // swift-format-ignore: AlwaysUseLowerCamelCase
  var avail_out: UInt32 { get set }
}

extension z_stream: SizedStream {}
extension bz_stream: SizedStream {}

extension UnsafeMutablePointer where Pointee: SizedStream {
  /// Runs a step of a library over what there is of input and room.
  fileprivate func step(_ input: Int, _ room: Int, _ run: () -> DecodingStep.Outcome)
    -> DecodingStep
  {
    let given = (UInt32(min(input, 1 << 30)), UInt32(min(room, 1 << 30)))
    (pointee.avail_in, pointee.avail_out) = given
    let outcome = run()
    return DecodingStep(
      used: Int(given.0 &- pointee.avail_in), made: Int(given.1 &- pointee.avail_out), outcome)
  }
}

private final class GzipDecoder: StreamDecoder {
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private var isReady = false

  /// The format is gzip, with windows of any size.
  private static let gzip: Int32 = 16 + 15

  package init() { stream.initialize(to: z_stream()) }

  deinit {
    if isReady { inflateEnd(stream) }
    stream.deallocate()
  }

  package func begin() -> Bool {
    if isReady { return inflateReset(stream) == Z_OK }
    let size = Int32(MemoryLayout<z_stream>.size)
    isReady = inflateInit2_(stream, Self.gzip, ZLIB_VERSION, size) == Z_OK
    return isReady
  }

  package func step(_ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer)
    -> DecodingStep
  {
    // The library reads through this pointer and never writes.
    stream.pointee.next_in = input.bindMemory(to: UInt8.self).baseAddress.map {
      UnsafeMutablePointer(mutating: $0)
    }
    stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
    return stream.step(input.count, output.count) { Self.outcome(inflate(stream, Z_NO_FLUSH)) }
  }

  private static func outcome(_ code: Int32) -> DecodingStep.Outcome {
    switch code {
    case Z_OK, Z_BUF_ERROR: .goesOn
    case Z_STREAM_END: .ended
    case Z_MEM_ERROR: .tooLarge
    default: .damaged
    }
  }
}

private final class BZip2Decoder: StreamDecoder {
  private let stream = UnsafeMutablePointer<bz_stream>.allocate(capacity: 1)
  private var isReady = false

  package init() { stream.initialize(to: bz_stream()) }

  deinit {
    if isReady { BZ2_bzDecompressEnd(stream) }
    stream.deallocate()
  }

  package func begin() -> Bool {
    if isReady { BZ2_bzDecompressEnd(stream) }
    stream.pointee = bz_stream()
    isReady = BZ2_bzDecompressInit(stream, 0, 0) == BZ_OK
    return isReady
  }

  package func step(_ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer)
    -> DecodingStep
  {
    // The library reads through this pointer and never writes.
    stream.pointee.next_in = input.bindMemory(to: CChar.self).baseAddress.map {
      UnsafeMutablePointer(mutating: $0)
    }
    stream.pointee.next_out = output.bindMemory(to: CChar.self).baseAddress
    return stream.step(input.count, output.count) { Self.outcome(BZ2_bzDecompress(stream)) }
  }

  private static func outcome(_ code: Int32) -> DecodingStep.Outcome {
    switch code {
    case BZ_OK: .goesOn
    case BZ_STREAM_END: .ended
    case BZ_MEM_ERROR: .tooLarge
    default: .damaged
    }
  }
}

private final class XZDecoder: StreamDecoder {
  private let stream = UnsafeMutablePointer<lzma_stream>.allocate(capacity: 1)

  package init() { stream.initialize(to: lzma_stream()) }

  deinit {
    lzma_end(stream)
    stream.deallocate()
  }

  package func begin() -> Bool {
    lzma_stream_decoder(stream, UInt64(Compression.memoryLimit), 0) == LZMA_OK
  }

  package func step(_ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer)
    -> DecodingStep
  {
    stream.pointee.next_in = input.bindMemory(to: UInt8.self).baseAddress
    stream.pointee.avail_in = input.count
    stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
    stream.pointee.avail_out = output.count
    let code = lzma_code(stream, LZMA_RUN)
    return DecodingStep(
      used: input.count - stream.pointee.avail_in, made: output.count - stream.pointee.avail_out,
      Self.outcome(code))
  }

  private static func outcome(_ code: lzma_ret) -> DecodingStep.Outcome {
    switch code {
    case LZMA_OK, LZMA_BUF_ERROR: .goesOn
    case LZMA_STREAM_END: .ended
    case LZMA_MEM_ERROR, LZMA_MEMLIMIT_ERROR: .tooLarge
    default: .damaged
    }
  }
}

private final class ZstdDecoder: StreamDecoder {
  private let context = ZSTD_createDCtx()

  deinit { ZSTD_freeDCtx(context) }

  package func begin() -> Bool {
    guard let context else { return false }
    return ZSTD_isError(ZSTD_DCtx_reset(context, ZSTD_reset_session_only)) == 0
      && ZSTD_isError(
        ZSTD_DCtx_setParameter(
          context, ZSTD_d_windowLogMax, Int32(Compression.memoryLimit.trailingZeroBitCount))) == 0
  }

  package func step(_ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer)
    -> DecodingStep
  {
    var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
    var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
    let left = ZSTD_decompressStream(context, &target, &source)
    return DecodingStep(used: source.pos, made: target.pos, Self.outcome(left))
  }

  private static func outcome(_ left: Int) -> DecodingStep.Outcome {
    if left == 0 { return .ended }
    guard ZSTD_isError(left) != 0 else { return .goesOn }
    switch ZSTD_getErrorCode(left) {
    case ZSTD_error_frameParameter_windowTooLarge, ZSTD_error_memory_allocation: return .tooLarge
    default: return .damaged
    }
  }
}
