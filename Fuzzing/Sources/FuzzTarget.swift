import Foundation

@testable import shelf

/// What is given random bytes: a part of the program, and what has to hold of all that it may be given.
///
/// A crash is a finding, and so is ``require(_:_:)`` that does not hold.
struct FuzzTarget: Sendable {
  let name: String
  /// What it tries: folders of `Sources`. Where they have changed, continuous integration tries longer.
  let folders: [String]
  /// Longer inputs find nothing more, in bytes.
  let mostBytes: Int
  let run: @Sendable ([UInt8]) -> Void

  init(
    _ name: String, of folders: [String], mostBytes: Int = 4096,
    _ run: @escaping @Sendable ([UInt8]) -> Void
  ) {
    (self.name, self.folders, self.mostBytes, self.run) = (name, folders, mostBytes, run)
  }

  static let all = readers + [indexed, csvIndexed] + languages + [session]
}

/// Ends the run with a finding where something does not hold.
func require(_ holds: Bool, _ words: @autoclosure () -> String) {
  guard !holds else { return }
  FileHandle.standardError.write(Data("finding: \(words())\n".utf8))
  abort()
}

/// The target of this run, by `SHELF_FUZZ`; without it their names are printed, each with its longest
/// input and its folders.
private let chosen: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["SHELF_FUZZ"]
  if let target = FuzzTarget.all.first(where: { $0.name == name }) { return target }
  for target in FuzzTarget.all {
    print(target.name, target.mostBytes, target.folders.joined(separator: " "))
  }
  exit(name == nil ? 0 : 2)
}()

// libFuzzer, which has the program's `main`, calls these two.

@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<Int32>?, _ arguments: UnsafeMutableRawPointer?
) -> Int32 {
  // Under the name of the program it is the program.
  if CommandLine.arguments.first?.hasSuffix("/shelf") == true { Program.main() }
  _ = chosen.name
  return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  chosen.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
