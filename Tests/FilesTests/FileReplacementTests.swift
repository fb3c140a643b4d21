import Foundation
import Testing

@testable import Files

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

  private func write(
    _ pieces: [String], to name: String, replacing: Bool, namelessly: Bool = true
  ) throws {
    let file = try FileReplacement(path(name), replacing: replacing, namelessly: namelessly)
    for piece in pieces { try file.write(Array(piece.utf8)) }
    try file.finish()
  }

  @Test(arguments: [true, false]) func thePiecesAreTheFile(namelessly: Bool) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(["one ", "", "two"], to: "a", replacing: false, namelessly: namelessly)
    #expect(try text("a") == "one two")
    try write([], to: "a", replacing: true, namelessly: namelessly)
    #expect(try text("a").isEmpty)
    #expect(try names == ["a"])
  }

  /// What holds the pieces has a name only where there is no other way: nothing is left beside
  /// the user's file even by a program that is killed.
  @Test(arguments: [true, false]) func whatIsNotFinishedLeavesNothing(namelessly: Bool) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(["old"], to: "a", replacing: false, namelessly: namelessly)
    do {
      let file = try FileReplacement(path("a"), replacing: true, namelessly: namelessly)
      try file.write(Array("new".utf8))
      #expect(try names.count == (file.isNameless ? 1 : 2))
      #expect(namelessly || !file.isNameless)
    }
    #expect(try names == ["a"])
    #expect(try text("a") == "old")
  }

  #if os(Linux)
    /// Every file system of a usual Linux machine has files without a name.
    @Test func aNewFileHasNoNameUntilItIsWhole() throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = try FileReplacement(path("a"), replacing: false)
      try file.write(Array("new".utf8))
      guard file.isNameless else { return }
      #expect(try names.isEmpty)
      try file.finish()
      #expect(try names == ["a"])
      let attributes = try FileManager.default.attributesOfItem(atPath: path("a"))
      #expect((attributes[.posixPermissions] as? Int).map { $0 & 0o600 } == 0o600)
    }
  #endif

  @Test(arguments: [true, false]) func anotherFileIsNotOverwritten(namelessly: Bool) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(["old"], to: "a", replacing: false)
    #expect(throws: FileReplacement.Failure.self) {
      try write(["new"], to: "a", replacing: false, namelessly: namelessly)
    }
    // Nor one that comes while the new one is being written.
    let file = try FileReplacement(path("b"), replacing: false, namelessly: namelessly)
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

  /// A file could only hold a part of it.
  @Test func databasesAreNotReplaced() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(["SQLite format 3\0 and tables"], to: "a.db", replacing: false)
    for replacing in [true, false] {
      #expect { try write(["[]"], to: "a.db", replacing: replacing) } throws: { error in
        if case .database = error as? FileReplacement.Failure { true } else { false }
      }
    }
    #expect(try text("a.db").hasPrefix("SQLite"))
  }

  @Test func whatLiesBelowAFolderIsFoundThroughLinks() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let root = path("root")
    try FileManager.default.createDirectory(
      atPath: root + "/in", withIntermediateDirectories: true)
    try write(["outside"], to: "file", replacing: false)
    for (name, target) in [
      ("link", "../file"), ("way", ".."), ("home", "in"), ("late", "../later"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(root)/\(name)", withDestinationPath: target)
    }
    for name in ["new", "in/new", "none/new", "home/new", "in/../new", "./x", "way/root/x"] {
      #expect(FileReplacement.lies("\(root)/\(name)", below: root), "\(name)")
    }
    for name in ["link", "late", "way/new", "../new", "../root2/x", "in/../../x", ".."] {
      #expect(!FileReplacement.lies("\(root)/\(name)", below: root), "\(name)")
    }
    #expect(FileReplacement.lies("/dev/null", below: root))
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
