import Documents
import Foundation
import ManyFiles
import TableModel
import TestSeeds
import Testing

/// The example of the module's page.
@Suite struct ReadmeTests {
  @Test func theExampleHolds() throws {
    let folder = try TestFolder(["log2.json": #"[{"id": 2}]"#, "log10.json": #"[{"id": 10}]"#])
    let logs = folder.path
    // example
    let document = try ManyFilesDocument([logs + "/log*.json"], as: .rows) {
      path throws(DataError) in
      try DocumentOpener.open(path: path)
    }
    let first = try document.table(shape: nil).source
    let all = try first.settled(checkpoint: {}) ?? first

    let rows = all.counts().rows  // .exact(2)
    let last = try all.value(at: Address(0, 1))?.record
    let file = last?["file"]  // log10.json
    // end
    #expect(rows == .exact(2))
    #expect(file == .string("log10.json"))
    #expect(try ModulePage.example(of: "ManyFiles") == ModulePage.tested())
  }
}
