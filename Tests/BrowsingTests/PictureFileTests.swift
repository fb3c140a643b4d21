import Foundation
import Testing

@testable import Browsing

/// A folder of a test, gone with it.
final class TestFolder {
  let path: String

  init() throws {
    let base = NSTemporaryDirectory() + "shelf-pictures-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: true)
    path = URL(filePath: base).resolvingSymlinksInPath().path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  static let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Writes a file that begins as a PNG file does.
  func write(_ name: String, _ bytes: [UInt8] = TestFolder.head) throws {
    let url = URL(filePath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path + "/" + name, withDestinationPath: target)
  }
}

@Suite struct PictureFileTests {
  private func problem(_ name: String, in folder: String, limit: Int = 1000) -> PictureProblem? {
    do throws(PictureProblem) {
      _ = try PictureFile(name, in: folder, limit: limit)
      return nil
    } catch {
      return error
    }
  }

  @Test func filesOfTheFolderAreOpened() throws {
    let folder = try TestFolder()
    try folder.write("a.png")
    try folder.write("deep/er/b.gif", Array("GIF89a...".utf8))
    try folder.write("pictures/c.jpg", [0xFF, 0xD8, 0xFF, 0xE0])
    try folder.write("d", Array("RIFF....WEBPVP8 ".utf8))
    try folder.link("inside.png", to: "deep/er/b.gif")
    for name in [
      "a.png", "./a.png", "deep/er/b.gif", "deep/../a.png", "c.jpg", "pictures/c.jpg", "d",
      "inside.png", folder.path + "/a.png",
    ] {
      #expect(problem(name, in: folder.path) == nil, "\(name)")
      #expect(problem(name, in: folder.path + "/") == nil, "\(name)")
    }
  }

  @Test func nothingElseIsOpened() throws {
    let (folder, other) = (try TestFolder(), try TestFolder())
    try other.write("a.png")
    try folder.write("text.png", Array("plain text, no picture".utf8))
    try folder.write("empty.png", [])
    try folder.write("large.png", TestFolder.head + Array(repeating: 0, count: 1000))
    try folder.link("out.png", to: other.path + "/a.png")
    try folder.link("outside", to: other.path)
    try folder.link("loop.png", to: "loop.png")
    try folder.link("zero.png", to: "/dev/zero")
    try folder.write("deep/a.png")
    mkfifo(folder.path + "/fifo.png", 0o600)
    let relative = "../" + URL(filePath: other.path).lastPathComponent + "/a.png"
    let cases: [(String, PictureProblem)] = [
      ("none.png", .missing("none.png")), ("", .missing("")), ("loop.png", .missing("loop.png")),
      ("a\0.png", .missing("a\0.png")),
      (String(repeating: "x", count: 5000), .missing(String(repeating: "x", count: 5000))),
      (relative, .outside(relative)), (other.path + "/a.png", .outside(other.path + "/a.png")),
      ("out.png", .outside("out.png")), ("outside/a.png", .outside("outside/a.png")),
      ("/dev/zero", .outside("/dev/zero")), ("zero.png", .outside("zero.png")),
      (".", .outside(".")), ("deep", .notRegular("deep")), ("fifo.png", .notRegular("fifo.png")),
      ("text.png", .notAPicture("text.png")), ("empty.png", .notAPicture("empty.png")),
      ("large.png", .tooLarge("large.png", limit: 1000)),
      ("https://example.org/a.png", .elsewhere("https://example.org/a.png")),
    ]
    for (name, expected) in cases {
      #expect(problem(name, in: folder.path) == expected, "\(name.prefix(80))")
    }
    #expect(problem("a.png", in: folder.path + "/missing") == .missing("a.png"))
  }

  @Test func changesAreSeen() throws {
    let folder = try TestFolder()
    try folder.write("a.png")
    let first = try PictureFile("a.png", in: folder.path, limit: 1000).stamp
    #expect(try PictureFile("a.png", in: folder.path, limit: 1000).stamp == first)
    try folder.write("a.png", TestFolder.head + [1])
    #expect(try PictureFile("a.png", in: folder.path, limit: 1000).stamp != first)
  }
}
