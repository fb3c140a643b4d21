import CommandLanguage
import Foundation
import Testing

/// Where the program looks for what comes with it.
@Suite struct BundledFolderTests {
  @Test(
    "Datasets are found from where a program stands",
    arguments: [
      ("checkout/.build/release/shelf", "checkout/Datasets"),
      ("usr/bin/shelf", "usr/share/shelf/Datasets"),
      // An archive that was unpacked anywhere.
      ("shelf-1.0/bin/shelf", "shelf-1.0/share/shelf/Datasets"),
    ])
  func datasetsAreFound(program: String, folder: String) throws {
    let root = FileManager.default.temporaryDirectory
      .appendingPathComponent("bundled-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    let datasets = root.appendingPathComponent(folder)
    let bundle = BundledDatasets.bundle
    #expect(bundle.find(above: root.appendingPathComponent(program)) == nil)
    try FileManager.default.createDirectory(at: datasets, withIntermediateDirectories: true)
    try Data().write(to: datasets.appendingPathComponent(bundle.marker))
    #expect(bundle.find(above: root.appendingPathComponent(program)) == datasets.path)
  }
}
