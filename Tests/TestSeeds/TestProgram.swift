import Foundation

/// A shell script that stands in for a program.
public enum TestProgram {
  /// Writes a script that can be started at once.
  ///
  /// Another program writes the file: a child that is started meanwhile by another test inherits what
  /// this one has open, and a file that is open for writing can't be run.
  public static func write(_ script: String, to path: String) throws {
    let text = path + ".text"
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: text))
    let copying = try Process.run(
      URL(filePath: "/bin/sh"),
      arguments: ["-c", #"cp "$0" "$1" && chmod 700 "$1" && rm "$0""#, text, path])
    copying.waitUntilExit()
    guard copying.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
