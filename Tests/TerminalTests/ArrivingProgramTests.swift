import Foundation
import TestSeeds
import Testing

@testable import Playing

/// The program with a pipe that nobody closes.
@Suite(.serialized, .waits) struct ArrivingProgramTests {
  /// A run of the program, its standard input open.
  private final class Run {
    let process = Process()
    private let (input, output, errors) = (Pipe(), Pipe(), Pipe())

    init(_ arguments: [String], variables: [String: String] = [:]) throws {
      process.executableURL = URL(filePath: try TerminalSession.executable())
      process.arguments = ["--no-rc"] + arguments
      process.environment = ["SHELF_SIZE": "40x3", "PATH": "/usr/bin:/bin"]
        .merging(variables) { $1 }
      (process.standardInput, process.standardOutput) = (input, output)
      process.standardError = errors
      try process.run()
    }

    deinit { if process.isRunning { process.terminate() } }

    func send(_ text: String) throws {
      try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    func close() throws { try input.fileHandleForWriting.close() }

    /// What was printed, when the program has ended.
    func printed() throws -> (output: String, errors: String) {
      let output = try output.fileHandleForReading.readToEnd() ?? Data()
      let errors = try errors.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return (String(decoding: output, as: UTF8.self), String(decoding: errors, as: UTF8.self))
    }
  }

  @Test func whatHasComeIsShownAndTheProgramEnds() throws {
    let run = try Run(["-", "-c", "view", "-c", "show 0.1"])
    try run.send("{\"id\": 1}\n{\"id\": 2}\n{\"id\"")
    let printed = try run.printed()
    #expect(run.process.terminationStatus == 0 && printed.errors == "")
    #expect(printed.output.contains("standard input   1 section · 2+ rows"))
    #expect(printed.output.contains("id: 2") || printed.output.contains("\"id\": 2"))
  }

  @Test func aPlaceThatHasNotComeIsWaitedFor() throws {
    let run = try Run(["-", "-c", "goto 0.2"])
    try run.send("{\"id\": 1}\n{\"id\": 2}\n")
    usleep(400_000)
    #expect(run.process.isRunning)
    try run.send("{\"id\": 3}\n")
    #expect(try run.printed().output.contains("0.2 · row 3 of 3+"))
  }

  @Test(arguments: [["-", "-c", "count"], ["-", "--wait", "-c", "view"]])
  func whatNeedsAllWaitsForTheEnd(_ arguments: [String]) throws {
    let run = try Run(arguments)
    try run.send("{\"id\": 1}\n{\"id\": 2}\n")
    usleep(500_000)
    #expect(run.process.isRunning)
    try run.send("{\"id\": 3}\n")
    try run.close()
    #expect(try run.printed().output.contains("1 section · 3 rows"))
  }

  /// Beyond 16 MiB a file is needed, and the message names the folder that has no room for one.
  @Test func aMissingFolderIsNamed() throws {
    let run = try Run(["-", "-c", "count"], variables: ["TMPDIR": "/dev/null"])
    let line = "{\"id\": 1234567}\n"
    // What comes after it is short enough for a pipe that nobody reads.
    try run.send(String(repeating: line, count: (1 << 24) / line.utf8.count))
    try run.send(line + line)
    try run.close()
    let errors = try run.printed().errors
    #expect(errors.contains("what it holds does not fit into /dev/null: not a directory"))
    #expect(run.process.terminationStatus == 3)
  }

  @Test func standardInputComesOnce() throws {
    let run = try Run(["-", "-c", "reload"])
    try run.send("{\"id\": 1}\n{\"id\": 2}\n")
    #expect(try run.printed().errors.contains("it was read already, and comes only once"))
  }

  @Test func anInterruptEndsTheWaiting() throws {
    let run = try Run(["-", "-c", "count"])
    try run.send("{\"id\": 1}\n{\"id\": 2}\n")
    usleep(600_000)
    kill(run.process.processIdentifier, SIGINT)
    let printed = try run.printed()
    #expect(printed.errors.contains("cancelled"))
    #expect(run.process.terminationStatus == 130)
  }
}
