import CommandLanguage
import Commands
import Foundation
import ShellCore
import TableEngine
import Workspaces

/// What was typed in a session and what came of it, kept so that it can be written as a page.
struct SessionLog {
  struct Entry {
    var input: String
    var output = ""
    var status = StepStatus.ok
    var window: Size
    /// True for what keys did on the whole screen, where nothing is printed that a page could compare.
    var isBrowsed = false
    /// True for what the program began with, which `undo` can't take back.
    var isStart = false
    /// How many of its statements were about recording, while it is at work.
    fileprivate var requests = 0

    private var statements: [Statement] { Statement.statements(in: input) }
    private var commands: [String] { statements.compactMap { $0.name?.text } }

    /// True when the input is only about the recording itself, or shows what a page has no screen for.
    var isAboutRecording: Bool {
      let statements = statements
      return !statements.isEmpty && statements.allSatisfy { $0.isAboutRecording || $0.isBrowsing }
    }
    /// The input as a film shows it: without the statements that record or export a film.
    var inputForFilm: String { isRecordingToo ? text(of: statements) : inputForPage }

    private var isRecordingToo: Bool { statements.contains(where: \.isAboutRecording) }

    private func text(of statements: some Sequence<Statement>) -> String {
      statements.filter { !$0.isAboutRecording }.map { $0.text(from: 0).text }
        .joined(separator: "; ")
    }

    /// What was carried out before the last statement about recording, while the input is at work.
    fileprivate var soFar: Entry {
      var (entry, seen) = (self, 0)
      entry.input = text(
        of: statements.prefix { statement in
          seen += statement.isAboutRecording ? 1 : 0
          return seen < max(1, requests)
        })
      return entry
    }
    /// True when the output depends on what the page cannot know.
    var isUnrepeatable: Bool {
      commands.contains("history") || isPiped || isBrowsed
    }
    var isPiped: Bool { statements.last?.pipe != nil }
    /// True when the input is about what no page may allow itself.
    var isForPersons: Bool { statements.contains(where: \.isForPersons) }
    /// The input without a command of the system's shell, which no page may run.
    var inputForPage: String {
      statements.last?.pipe.map { String(input.prefix($0.range.lowerBound - 1)) } ?? input
    }
    /// True when a page, in which a command ends where its line does, leads to this input again.
    var isReadAgain: Bool {
      var continuation = Continuation()
      let lines = Array(input.utf8).split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      return lines.indices.allSatisfy { index in
        _ = continuation.feed(lines[index])
        return continuation.isOpen == (index < lines.count - 1)
      }
    }
    /// True when the input writes files: it may fail over an older one that is not there later.
    var writesFiles: Bool {
      statements.contains { statement in
        switch statement.name?.text {
        case "export", "save": true
        case "trace": statement.words.contains { $0.raw.hasPrefix("--timeline") }
        default: false
        }
      }
    }
  }

  private(set) var entries: [Entry] = []
  /// How many inputs were left out, since no page can hold them.
  private(set) var leftOut = 0
  /// Why the session cannot be repeated from a page; nil when it can.
  private(set) var obstacle: String?
  private var open: Entry?
  private var bytes = 0

  /// A session that printed more than this is not kept.
  private static let limit = 8 * 1024 * 1024

  mutating func begin(
    _ input: String, window: Size, isBrowsed: Bool = false, isStart: Bool = false
  ) {
    guard obstacle == nil else { return }
    open = Entry(input: input, window: window, isBrowsed: isBrowsed, isStart: isStart)
  }

  mutating func add(_ text: String) { open?.output += text }

  /// Notes that a statement about recording is carried out.
  mutating func noteRequest() { open?.requests += 1 }

  /// All that was carried out until now, the line at work included.
  var entriesSoFar: [Entry] {
    guard let now = open?.soFar, !now.input.isEmpty else { return entries }
    return entries + [now]
  }

  mutating func end(_ status: StepStatus) {
    guard var entry = open else { return }
    open = nil
    entry.status = status
    if !status.isSuccess, entry.writesFiles || entry.isPiped { return }
    if status.isSuccess, !entry.isReadAgain {
      leftOut += 1
      return
    }
    bytes += entry.input.utf8.count + entry.output.utf8.count + MemoryLayout<Entry>.stride
    if bytes > Self.limit {
      give(up: "this session has printed too much to be kept; record from its start")
    } else {
      entries.append(entry)
    }
  }

  /// Forgets everything: the session cannot be repeated.
  mutating func give(up reason: String) {
    obstacle = obstacle ?? reason
    entries = []
    open = nil
  }
}

extension Statement {
  /// True for what begins or ends a recording, or makes a film of what came before.
  fileprivate var isAboutRecording: Bool {
    // A file may be called 'session', too.
    name?.text == "record"
      || name?.text == "export"
        && zip(words, words.dropFirst()).contains {
          $0.text == "--format" && $1.text == "session"
        }
  }

  fileprivate var isBrowsing: Bool { name?.text == "browse" || name?.text == "b" }
}

extension SessionLog {
  /// Entries as blocks: what the program began with sets up the state, what was typed before the
  /// recording has a block of its own, and where the window changed a block begins.
  ///
  /// - Parameters:
  ///   - start: the index of the first entry that was recorded.
  ///   - rewrite: what a page makes of an output.
  static func blocks(
    of entries: [Entry], from start: Int, size: Size, rewrite: (String) -> String
  ) -> [TranscriptBlock] {
    var blocks: [TranscriptBlock] = []
    for (index, entry) in entries.enumerated()
    where !entry.isAboutRecording && !entry.isForPersons {
      let role: BlockAttributes.Role = entry.isStart ? .setup : .demo
      let name = index < start && !entry.isStart ? "before the recording" : nil
      let ownSize = TranscriptSession.size(ofWindow: entry.window)
      let wanted = ownSize == size ? nil : ownSize
      var attributes = BlockAttributes()
      (attributes.role, attributes.size, attributes.name) = (role, wanted, name)
      if blocks.last?.attributes != attributes {
        var block = TranscriptBlock(.session)
        block.attributes = attributes
        blocks.append(block)
      }
      blocks[blocks.count - 1].steps.append(step(entry, rewrite))
    }
    return blocks
  }

  private static func step(_ entry: Entry, _ rewrite: (String) -> String) -> TranscriptStep {
    var step = TranscriptStep(.command(entry.inputForPage))
    let reserved = SessionBlockParser.reserved
    if entry.isUnrepeatable {
      step.expected = [ExpectedLine(parsing: "...")].compactMap { $0 }
    } else {
      let printed = PrintedOutput(rewrite(entry.output))
      step.expected = printed.lines.indices.map { printed.written($0, reserved: reserved) }
    }
    if !entry.status.isSuccess { step.status = entry.status }
    return step
  }
}

/// A page that is written when the session, or the recording, ends.
struct Recording {
  /// The file as it was named.
  var file: String
  var replacing: Bool
  /// The first entry of the log that belongs to it; nil when all do, and what was set before.
  var start: Int?
  /// How many characters the table's viewport had when it began.
  var size: Size
  var form = Output.RecordForm.transcript
}

extension SessionLog {
  /// The page of a session.
  ///
  /// - Parameters:
  ///   - start: what led to the state in which the session began.
  ///   - file: where the page will lie; nil when it will be printed.
  ///   - matter: what does not come from the log.
  func page(
    of recording: Recording, after start: SessionLog, at file: String?, _ matter: FrontMatter
  ) -> String {
    var matter = matter
    matter.size = recording.size
    matter.tags = ["test"]
    let here = FileManager.default.currentDirectoryPath
    let target = file ?? here + "/session.shelf.md"
    matter.directory = Self.path(from: Self.folder(of: target), to: here)
    let folders = PageFolders(file: target, directory: matter.directory, sandbox: Sandbox())
    let normaliser = Normaliser(rules: [], folders: folders.tokens)
    var writer = TranscriptWriter()
    writer.write(matter)
    writer.write(heading: "A recorded session")
    let first = recording.start.map { start.entries.count + $0 } ?? 0
    let blocks = Self.blocks(of: start.entries + entries, from: first, size: recording.size) {
      normaliser.normalise($0)
    }
    for block in blocks { writer.write(block) }
    return writer.text
  }

  private static func folder(of file: String) -> String {
    URL(filePath: file).deletingLastPathComponent().standardizedFileURL.path.withoutTrailingSlash
  }

  /// The way from one folder to another; nil when they are the same.
  static func path(from start: String, to end: String) -> String? {
    let from = start.split(separator: "/")
    let to = end.split(separator: "/")
    let common = zip(from, to).prefix { $0 == $1 }.count
    let parts = Array(repeating: "..", count: from.count - common) + to.dropFirst(common)
    return parts.isEmpty ? nil : parts.joined(separator: "/")
  }
}
