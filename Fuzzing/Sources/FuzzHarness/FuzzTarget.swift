import Foundation

/// What is given random bytes: a part of the program, and what has to hold of all that it may be given.
///
/// A crash is a finding, and so is ``require(_:_:)`` that does not hold.
package struct FuzzTarget: Sendable {
  package let name: String
  /// What it tries: folders of `Sources`. Where they have changed, continuous integration tries longer.
  let folders: [String]
  /// Longer inputs find nothing more, in bytes.
  let mostBytes: Int
  let run: @Sendable ([UInt8]) -> Void

  package init(
    _ name: String, of folders: [String], mostBytes: Int = 4096,
    _ run: @escaping @Sendable ([UInt8]) -> Void
  ) {
    (self.name, self.folders, self.mostBytes, self.run) = (name, folders, mostBytes, run)
  }
}

/// Ends the run with a finding where something does not hold.
package func require(_ holds: Bool, _ words: @autoclosure () -> String) {
  guard !holds else { return }
  FileHandle.standardError.write(Data("finding: \(words())\n".utf8))
  abort()
}

/// The target of this run, which libFuzzer finds by its name in `SHELF_FUZZ`.
nonisolated(unsafe) private var chosen: FuzzTarget?

extension FuzzTarget {
  /// Chooses the target of this run; without `SHELF_FUZZ` their names are printed, each with its
  /// longest input and its folders.
  package static func choose(among targets: [FuzzTarget]) {
    let name = ProcessInfo.processInfo.environment["SHELF_FUZZ"]
    chosen = targets.first { $0.name == name }
    if chosen != nil { return }
    for target in targets {
      print(target.name, target.mostBytes, target.folders.joined(separator: " "))
    }
    exit(name == nil ? 0 : 2)
  }
}

// libFuzzer, which has the program's `main`, calls this and what each of the programs begins with.

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  chosen?.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
