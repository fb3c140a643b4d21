import CommandLanguage
import Commands
import Foundation
import Workspaces

/// Files of commands that a command names.
extension Interpreter {
  private static let depthLimit = 16

  /// Runs a file of commands; its first failure ends it, unless failures are not to end anything.
  func source(_ file: String, from line: SourceLine) -> Verdict {
    let path = Self.resolve(file, relativeTo: line.file)
    do {
      let reader = try reader(of: path, named: file)
      if mode.json { answer("source", []) }
      sources.append(path)
      defer { sources.removeLast() }
      return runAll(reader)
    } catch {
      return fail(error, line)
    }
  }

  private func runAll(_ reader: ScriptReader) -> Verdict {
    var status = ExitStatus.success
    while !shouldStop() {
      switch reader.next(prompt: "") {
      case .line(let line):
        switch run(line) {
        case .carryOn: continue
        case .quit(let code): return .quit(code == 0 ? status : code)
        case .failed(let code):
          if !mode.keepsGoing { return .failed(code) }
          if status == 0 { status = code }
        }
      case .failure(let error):
        report(Diagnostic(error))
        return .failed(status == 0 ? ExitStatus.commandFailed : status)
      case .interrupted, .endOfInput, .terminalGone:
        return status == 0 ? .carryOn : .failed(status)
      }
    }
    reportCancellation(before: "the end of '\(sources.last ?? "")'")
    return .failed(ExitStatus.interrupted)
  }

  /// - Parameter name: what the command called it.
  private func reader(of path: String, named name: String) throws(CommandError) -> ScriptReader {
    if sources.contains(path) {
      let circle = (sources + [path]).joined(separator: " -> ")
      throw CommandError(
        .file(path: name, reason: "the files name each other in a circle: " + circle))
    }
    if sources.count >= Self.depthLimit {
      throw CommandError(
        .file(path: name, reason: "files are nested more than \(Self.depthLimit) deep"))
    }
    do {
      return try ScriptReader(path: locate(path), name: path)
    } catch {
      throw CommandError(.file(path: path, reason: error.description))
    }
  }

  private static func resolve(_ file: String, relativeTo source: String?) -> String {
    guard !file.hasPrefix("/"), let source, let slash = source.lastIndex(of: "/") else {
      return file
    }
    return source[...slash] + file
  }
}

// MARK: - Checking

extension Interpreter {
  /// Parses lines without running them, by the rules by which they would run: names that a line
  /// gives to commands hold for those after it, also in a file that is named.
  ///
  /// - Returns: false when there was an error; each is reported.
  package func check(_ reader: any LineReader) -> Bool {
    var isFine = true
    while true {
      switch reader.next(prompt: "") {
      case .line(let line):
        for statement in Statement.statements(in: line.text) {
          isFine = check(statement, of: line) && isFine
        }
      case .failure(let error):
        report(Diagnostic(error))
        isFine = false
      case .interrupted, .endOfInput, .terminalGone: return isFine
      }
    }
  }

  private func check(_ statement: Statement, of line: SourceLine) -> Bool {
    do {
      guard case .source(let file) = try session.check(statement) else { return true }
      let path = Self.resolve(file, relativeTo: line.file)
      // A file that a line before this one writes is not there yet.
      let isThere = FileManager.default.fileExists(atPath: locate(path))
      if !isThere, PlannedFiles.canRead(path, in: session) { return true }
      let reader = try reader(of: path, named: file)
      sources.append(path)
      defer { sources.removeLast() }
      return check(reader)
    } catch {
      var diagnostic = Diagnostic(error, in: line, isTyped: false)
      diagnostic.point(to: error.range, in: line)
      report(diagnostic)
      return false
    }
  }
}
