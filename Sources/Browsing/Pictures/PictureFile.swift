#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A picture's file, open for reading.
///
/// What data name is not trusted: only regular files are opened that lie in the folder of the data or
/// below it, wherever links lead, that are not too large and begin as a picture does. Nothing waits
/// for a device or a pipe.
struct PictureFile: ~Copyable {
  /// What differs between two states of a file.
  struct Stamp: Hashable {
    var device: UInt64
    var file: UInt64
    var size: Int
    var seconds: Int
    var nanoseconds: Int
  }

  let descriptor: Int32
  let stamp: Stamp

  deinit { close(descriptor) }

  /// Beside the data, a folder of this name may hold their pictures.
  static let folderName = "pictures"

  private static let signatures: [[UInt8?]] = [
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],  // PNG
    [0xFF, 0xD8, 0xFF],  // JPEG
    [0x47, 0x49, 0x46, 0x38],  // GIF
    [0x52, 0x49, 0x46, 0x46, nil, nil, nil, nil, 0x57, 0x45, 0x42, 0x50],  // WebP
    [0x49, 0x49, 0x2A, 0x00], [0x4D, 0x4D, 0x00, 0x2A],  // TIFF
  ]

  /// - Parameters:
  ///   - name: as the data say it: a path, relative to the folder or in it.
  ///   - folder: that of the data.
  init(_ name: String, in folder: String, limit: Int) throws(PictureProblem) {
    guard !name.contains("://") else { throw .elsewhere(name) }
    let path = try Self.path(of: name, in: folder)
    var about = stat()
    // A device is not even opened, which may do something already.
    guard lstat(path, &about) == 0 else { throw .missing(name) }
    guard about.st_mode & S_IFMT == S_IFREG else { throw .notRegular(name) }
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(name) }
    do throws(PictureProblem) {
      stamp = try Self.stamp(of: descriptor, name, limit: limit)
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
  }

  /// The file that a name means, with all links followed.
  private static func path(of name: String, in folder: String) throws(PictureProblem) -> String {
    guard let root = realPath(folder), !name.isEmpty, name.utf8.count < 4096,
      !name.utf8.contains(0)
    else { throw .missing(name) }
    let inside = root.hasSuffix("/") ? root : root + "/"
    let places = name.hasPrefix("/") ? [name] : [inside + name, inside + folderName + "/" + name]
    guard let path = places.lazy.compactMap(realPath).first else { throw .missing(name) }
    guard path.hasPrefix(inside) else { throw .outside(name) }
    return path
  }

  private static func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  private static func stamp(
    of descriptor: Int32, _ name: String, limit: Int
  ) throws(PictureProblem) -> Stamp {
    var about = stat()
    guard fstat(descriptor, &about) == 0, about.st_mode & S_IFMT == S_IFREG else {
      throw .notRegular(name)
    }
    guard about.st_size <= limit else { throw .tooLarge(name, limit: limit) }
    var head = [UInt8](repeating: 0, count: 12)
    let count = pread(descriptor, &head, head.count, 0)
    let begins = signatures.contains { signature in
      count >= signature.count && zip(signature, head).allSatisfy { $0 == nil || $0 == $1 }
    }
    guard begins else { throw .notAPicture(name) }
    #if canImport(Darwin)
      let time = about.st_mtimespec
    #else
      let time = about.st_mtim
    #endif
    return Stamp(
      device: UInt64(truncatingIfNeeded: about.st_dev),
      file: UInt64(truncatingIfNeeded: about.st_ino), size: Int(about.st_size),
      seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
  }
}

/// Why an image has no picture. The cell keeps its swatch.
package enum PictureProblem: Error, Sendable, Hashable {
  case noTerminal
  case noFolder
  case missing(String)
  case elsewhere(String)
  case outside(String)
  case notRegular(String)
  case unreadable(String)
  case tooLarge(String, limit: Int)
  case notAPicture(String)
  case noProgram
  case failed(String)
  case tookTooLong(String)
  case wroteTooMuch(String)

  /// Problems of one kind are said once.
  var kind: Int {
    switch self {
    case .noTerminal: 0
    case .noFolder: 1
    case .missing: 2
    case .elsewhere: 3
    case .outside: 4
    case .notRegular: 5
    case .unreadable: 6
    case .tooLarge: 7
    case .notAPicture: 8
    case .noProgram: 9
    case .failed: 10
    case .tookTooLong: 11
    case .wroteTooMuch: 12
    }
  }

  /// In words, of which the first ones name the image.
  var words: String {
    switch self {
    case .noTerminal:
      "pictures need a terminal with colours, and the Unicode character set; swatches stay"
    case .noFolder:
      "pictures are looked for beside the file of the data, and these are in none; swatches stay"
    case .missing(let name): "there is no file '\(name)' beside the data; its swatch stays"
    case .elsewhere(let name): "'\(name)' is not on this computer; its swatch stays"
    case .outside(let name):
      "'\(name)' is outside of the folder of the data, where pictures are not read; its swatch stays"
    case .notRegular(let name): "'\(name)' is not a regular file; its swatch stays"
    case .unreadable(let name): "'\(name)' can't be read; its swatch stays"
    case .tooLarge(let name, let limit):
      "'\(name)' has more than \(limit >> 20) MB, the most for a picture; its swatch stays"
    case .notAPicture(let name):
      "'\(name)' is not a PNG, JPEG, GIF, WebP or TIFF file; its swatch stays"
    case .noProgram:
      "pictures are drawn by the program 'chafa', which is not installed; swatches stay"
    case .failed(let name): "'chafa' can't draw '\(name)'; its swatch stays"
    case .tookTooLong(let name): "'chafa' took too long for '\(name)'; its swatch stays"
    case .wroteTooMuch(let name): "'chafa' wrote too much for '\(name)'; its swatch stays"
    }
  }
}
