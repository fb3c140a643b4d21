import Foundation
import TableModel
import Testing

@testable import Documents
@testable import Files

/// A file that cannot be mapped is read instead, and looks the same.
@Suite struct MappedFileTests {
  @Test(arguments: [0, 1, 4096, 70_000]) func aCopyIsLikeAMapping(_ count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try withFile(bytes) { path in
      for maps in [true, false] {
        let file = try MappedFile(path: path, maps: maps)
        #expect(file.copy(0..<count + 1) == bytes)
        #expect(file.bytes[count] == 0 && file.bytes[count + MappedFile.slack - 1] == 0)
        file.release(0..<count)
        #expect(file.copy(0..<count) == bytes)
        try file.check()
      }
    }
  }

  @Test func aCopyNoticesChanges() throws {
    try withFile([1, 2, 3]) { path in
      let file = try MappedFile(path: path, maps: false)
      try Data([1, 2, 3, 4]).write(to: URL(fileURLWithPath: path), options: [])
      #expect(throws: DataError.changedUnderneath(file: path)) { try file.check() }
      #expect(file.copy(0..<4) == [1, 2, 3])
    }
  }
}
