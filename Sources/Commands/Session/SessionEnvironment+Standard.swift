import DataSources
import Foundation
import TableModel

extension SessionEnvironment {
  /// The path that stands for data from standard input.
  package static let standardInput = "-"

  /// The real files of this machine.
  package static let standard = SessionEnvironment(
    open: { path, format throws(DataError) in try openDocument(path, format) },
    datasets: {
      BundledDatasets.folder().map { ($0, BundledDatasets.summaries.map(\.0)) }
    },
    write: { path, bytes, replacing in try write(bytes, to: path, replacing: replacing) },
    read: { path throws(DataError) in try DocumentOpener.text(of: path) },
    list: { folder in list(folder) })

  private static func openDocument(_ path: String, _ format: String?) throws(DataError)
    -> any TableDocument
  {
    var known: DocumentFormat?
    if let format {
      known = DocumentFormat(rawValue: format)
      if known == nil {
        let names = DocumentFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw .unknownFormat(file: path, hint: "'\(format)' is no format; known: \(names)")
      }
    }
    if path == standardInput {
      let bytes = (try? FileHandle.standardInput.readToEnd()) ?? Data()
      return try DocumentOpener.open(
        bytes: Array(bytes), name: "standard input", format: known)
    }
    return try DocumentOpener.open(path: path, format: known)
  }

  /// Writes a file as a whole: the old one or the new one is there, never half of it.
  private static func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws {
    if !replacing, FileManager.default.fileExists(atPath: path) {
      throw CocoaError(.fileWriteFileExists)
    }
    try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  private static func list(_ folder: String) -> [String] {
    let manager = FileManager.default
    let path = folder.hasPrefix("~/") ? NSHomeDirectory() + folder.dropFirst() : folder
    let names = (try? manager.contentsOfDirectory(atPath: path)) ?? []
    return names.sorted().map { name in
      var isFolder: ObjCBool = false
      let full = path.hasSuffix("/") ? path + name : path + "/" + name
      _ = manager.fileExists(atPath: full, isDirectory: &isFolder)
      return isFolder.boolValue ? name + "/" : name
    }
  }
}
