import Documents
import Foundation
import TableModel
import TestSeeds
import Testing

@testable import ManyFiles

/// A folder with files for a test.
final class TestFolder {
  let path: String

  init(_ files: [String: String] = [:]) throws {
    path = NSTemporaryDirectory() + "shelf-files-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try write(name, text) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ name: String, _ text: String) throws {
    let url = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func callAsFunction(_ name: String) -> String { path + "/" + name }
}

/// Which files names, folders and patterns mean.
@Suite struct FileListTests {
  @Test func numbersInNamesCount() {
    let names = [
      "b1", "a10", "a9", "a09b", "a9a", "a010", "a", "A", "a1.2", "a1.10", "", "12", "2",
      "a99999999999999999999", "a100000000000000000000",
    ]
    let sorted = names.sorted(by: FileList.areInOrder)
    #expect(
      sorted == [
        "", "2", "12", "A", "a", "a1.2", "a1.10", "a9", "a9a", "a09b", "a010", "a10",
        "a99999999999999999999", "a100000000000000000000", "b1",
      ])
    #expect(names.reversed().sorted(by: FileList.areInOrder) == sorted)
  }

  @Test func foldersAndPatterns() throws {
    let folder = try TestFolder([
      "log10.json": "1", "log2.json": "1", ".hidden.json": "1", "x.csv": "1", "in/deep.json": "1",
      "odd[1]*.json": "1",
    ])
    try FileManager.default.createSymbolicLink(
      atPath: folder("in/loop"), withDestinationPath: folder.path)
    func names(_ names: String...) throws -> [String] {
      try FileList(names.map { $0.hasPrefix("/") ? $0 : folder($0) }).paths
        .map { String($0.dropFirst(folder.path.count + 1)) }
    }
    #expect(try names(folder.path) == ["log2.json", "log10.json", "odd[1]*.json", "x.csv"])
    #expect(try names(folder.path + "/") == ["log2.json", "log10.json", "odd[1]*.json", "x.csv"])
    #expect(try names("log*.json") == ["log2.json", "log10.json"])
    #expect(try names("log?.json") == ["log2.json"])
    #expect(try names("*/*.json") == ["in/deep.json"])
    #expect(try names("in/*/*.json").count == 3, "a link leads to its folder once")
    #expect(try names("x.csv", "log10.json", "log2.json") == ["x.csv", "log10.json", "log2.json"])
    #expect(try names("odd[1]*.json") == ["odd[1]*.json"], "a file's name is no pattern")
    #expect(try FileList([folder.path]).remarks.first?.hasPrefix("1 folder inside") ?? false)
    #expect(try FileList([folder("log*.json")]).remarks.isEmpty)
    #expect(FileList.isSeveral(folder.path) && FileList.isSeveral(folder("l*")))
    #expect(!FileList.isSeveral(folder("x.csv")) && !FileList.isSeveral(folder("odd[1]*.json")))
  }

  @Test func namesBeyondASCIIAndPipes() throws {
    let folder = try TestFolder(["été.json": "1", "日本.json": "1"])
    #expect(mkfifo(folder("pipe"), 0o600) == 0)
    #expect(try FileList([folder.path]).titles == ["été.json", "日本.json"])
  }

  @Test func whatMeansNothingIsAnError() throws {
    let folder = try TestFolder(["in/a.json": "1"])
    func hint(_ names: [String]) -> String {
      do throws(DataError) {
        _ = try FileList(names)
        return ""
      } catch {
        return "\(error); \(error.hint ?? "")"
      }
    }
    #expect(hint([folder("*.json")]).contains("no file matches"))
    #expect(hint([folder.path]).contains("has no files, only 1 folder; hidden"))
    #expect(hint([folder("in/a.json"), folder("b.json")]).hasPrefix("no file '"))
    #expect(hint(["-", folder("in/a.json")]).contains("comes only once"))
  }

  @Test func titlesTellFilesApart() throws {
    func titles(_ paths: [String]) throws -> [String] {
      let folder = try TestFolder(
        Dictionary(uniqueKeysWithValues: paths.map { ($0, "1") }))
      return try FileList(paths.map { folder($0) }).titles
    }
    #expect(try titles(["a/x.json", "b/x.json"]) == ["a/x.json", "b/x.json"])
    #expect(try titles(["a/x.json", "a/y.json"]) == ["x.json", "y.json"])
    #expect(try titles(["a/x.json"]) == ["x.json"])
    #expect(try titles(["a/b/x.json", "a/y.json"]) == ["b/x.json", "y.json"])
  }
}
