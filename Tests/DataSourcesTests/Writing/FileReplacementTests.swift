import Foundation
import Testing

@testable import DataSources

@Suite struct FileReplacementTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "replaced-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  private func write(_ pieces: [String], to name: String, replacing: Bool) throws {
    let file = try FileReplacement(path(name), replacing: replacing)
    for piece in pieces { try file.write(Array(piece.utf8)) }
    try file.finish()
  }

  @Test func thePiecesAreTheFile() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(["one ", "", "two"], to: "a", replacing: false)
    #expect(try text("a") == "one two")
    try write([], to: "a", replacing: true)
    #expect(try text("a").isEmpty)
    #expect(try names == ["a"])
  }

  @Test func whatIsNotFinishedLeavesNothing() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(["old"], to: "a", replacing: false)
    do {
      let file = try FileReplacement(path("a"), replacing: true)
      try file.write(Array("new".utf8))
      #expect(try names.count == 2)
    }
    #expect(try names == ["a"])
    #expect(try text("a") == "old")
  }

  @Test func anotherFileIsNotOverwritten() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(["old"], to: "a", replacing: false)
    #expect(throws: FileReplacement.Failure.self) {
      try write(["new"], to: "a", replacing: false)
    }
    // Nor one that comes while the new one is being written.
    let file = try FileReplacement(path("b"), replacing: false)
    try write(["first"], to: "b", replacing: false)
    #expect(throws: FileReplacement.Failure.self) { try file.finish() }
    #expect(try text("a") + text("b") == "oldfirst")
  }

  @Test func linksAndPermissionsStay() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(["old"], to: "a", replacing: false)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path("a"))
    try FileManager.default.createSymbolicLink(
      atPath: path("link"), withDestinationPath: "a")
    try write(["new"], to: "link", replacing: true)
    let attributes = try FileManager.default.attributesOfItem(atPath: path("a"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try text("a") == "new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path("link")) == "a")
  }

  @Test func foldersAndFullDevicesAreRefused() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(throws: FileReplacement.Failure.self) {
      _ = try FileReplacement(folder.path, replacing: true)
    }
    #expect(throws: FileReplacement.Failure.self) {
      _ = try FileReplacement(path("none/a"), replacing: false)
    }
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let device = try FileReplacement("/dev/full", replacing: true)
    #expect(throws: FileReplacement.Failure.self) { try device.write([1]) }
  }
}
