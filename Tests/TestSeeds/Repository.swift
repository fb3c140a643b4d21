public import Foundation

/// The files of the repository.
public enum Repository {
  /// The folder that holds `Package.swift`.
  public static let folder: URL = {
    var folder = URL(filePath: #filePath).deletingLastPathComponent()
    while folder.path.count > 1,
      !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
    { folder.deleteLastPathComponent() }
    return folder
  }()

  public static func path(_ name: String) -> String { folder.appending(path: name).path }
}

/// A folder that goes away with the object.
public final class TemporaryFolder {
  public let path: String

  public init() throws {
    path =
      URL(filePath: NSTemporaryDirectory()).resolvingSymlinksInPath().path
      + "/shelf-tests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  @discardableResult
  public func write(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: path + "/" + name))
    return path + "/" + name
  }

  public func read(_ name: String) throws -> String {
    try String(contentsOf: URL(filePath: path + "/" + name), encoding: .utf8)
  }
}
