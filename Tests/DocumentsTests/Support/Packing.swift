import CBZip2
import CLZMA
import CZlib
import CZstd

@testable import Documents
@testable import Files

extension Compression {
  /// Compresses bytes as one piece, with a checksum.
  func packed(_ bytes: [UInt8]) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: bytes.count + bytes.count / 50 + 4096)
    var input = bytes
    let count: Int
    switch self {
    case .gzip: count = Self.gzip(&input, into: &output)
    case .zstd: count = Self.zstd(bytes, into: &output)
    case .xz: count = Self.xz(bytes, into: &output)
    case .bzip2:
      count = input.withUnsafeMutableBytes { input in
        output.withUnsafeMutableBytes { output in
          var length = UInt32(output.count)
          _ = BZ2_bzBuffToBuffCompress(
            output.bindMemory(to: CChar.self).baseAddress, &length,
            input.bindMemory(to: CChar.self).baseAddress, UInt32(input.count), 1, 0, 0)
          return Int(length)
        }
      }
    }
    return Array(output.prefix(count))
  }

  private static func gzip(_ input: inout [UInt8], into output: inout [UInt8]) -> Int {
    input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var stream = z_stream()
        deflateInit2_(
          &stream, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
          Int32(MemoryLayout<z_stream>.size))
        defer { deflateEnd(&stream) }
        (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
        (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
        deflate(&stream, Z_FINISH)
        return output.count - Int(stream.avail_out)
      }
    }
  }

  private static func zstd(_ input: [UInt8], into output: inout [UInt8]) -> Int {
    let context = ZSTD_createCCtx()
    defer { ZSTD_freeCCtx(context) }
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
    return output.withUnsafeMutableBytes { output in
      input.withUnsafeBytes { input in
        ZSTD_compress2(context, output.baseAddress, output.count, input.baseAddress, input.count)
      }
    }
  }

  private static func xz(_ input: [UInt8], into output: inout [UInt8]) -> Int {
    var count = 0
    _ = output.withUnsafeMutableBufferPointer { output in
      input.withUnsafeBufferPointer { input in
        lzma_easy_buffer_encode(
          1, LZMA_CHECK_CRC32, nil, input.baseAddress, input.count, output.baseAddress, &count,
          output.count)
      }
    }
    return count
  }
}

/// A text of NDJSON whose records have numbers.
func numberedLines(_ count: Int) -> [UInt8] {
  Array((0..<count).map { "{\"id\":\($0),\"name\":\"row \($0)\"}\n" }.joined().utf8)
}
