import Foundation
import TableModel
import Testing

@testable import Documents
@testable import Files

/// Names of files that are no UTF-8 open as any other.
@Suite struct SystemPathTests {
  private static let names: [[UInt8]] = [
    Array("plain".utf8), Array("é語\u{1F600}".utf8), [0x63, 0x61, 0x66, 0xE9], [0xFF, 0xFE, 0x2E],
    [0xC3, 0x28, 0xA9], Array("\u{10FEE9}".utf8), Array("x\u{10FE80}y".utf8) + [0x80], [],
    [0xE2, 0x82], [0xF4, 0x8F, 0xBB],
  ]

  @Test(arguments: names) func textsStandForBytes(_ name: [UInt8]) {
    let text = SystemPath.text(of: name)
    #expect(SystemPath.bytes(of: text) == name)
    #expect(SystemPath.with(text) { Array(String(cString: $0).utf8) }.isEmpty == name.isEmpty)
    #expect(SystemPath.read(SystemPath.spelled(text)) == text)
    #expect(
      SystemPath.hasBytes(text) == (String(validating: name, as: UTF8.self) == nil)
        || String(decoding: name, as: UTF8.self).contains("\u{10FEE9}")
        || String(decoding: name, as: UTF8.self).contains("\u{10FE80}"))
  }

  @Test(
    arguments: [
      (#"caf\xE9.json"#, [0x63, 0x61, 0x66, 0xE9, 0x2E, 0x6A, 0x73, 0x6F, 0x6E]),
      (#"\x41"#, [0x5C, 0x78, 0x34, 0x31]), (#"a\x"#, [0x61, 0x5C, 0x78]),
      (#"\xff\xZZ"#, [0xFF, 0x5C, 0x78, 0x5A, 0x5A]),
    ] as [(String, [UInt8])])
  func typedNamesAreRead(_ typed: String, _ bytes: [UInt8]) {
    #expect(SystemPath.bytes(of: SystemPath.read(typed)) == bytes)
  }

  /// Files that are read as values, as bytes and as they lie, which go three ways.
  @Test(arguments: [10, 40_000]) func suchFilesOpen(_ count: Int) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/names-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/" + SystemPath.text(of: [0x63, 0x61, 0x66, 0xE9]) + ".json"
    let text = "[" + (0..<count).map { #"{"id": \#($0)}"# }.joined(separator: ",") + "]"
    let descriptor = SystemPath.with(path) { open($0, O_WRONLY | O_CREAT, 0o600) }
    // Some file systems have no such names.
    guard descriptor >= 0 else { return }
    _ = text.withCString { write(descriptor, $0, strlen($0)) }
    close(descriptor)
    let document = try DocumentOpener.open(path: path)
    #expect(try document.table(shape: nil).source.counts().rows == .exact(count))
    #expect(!document.hasChanged)
    let mapped = try DocumentOpener.large(path: path, name: "n", format: nil, from: 1)
    #expect(mapped != nil)
    _ = SystemPath.with(path) { unlink($0) }
    #expect(document.hasChanged)
  }
}
