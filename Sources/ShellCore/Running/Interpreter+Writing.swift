import CommandLanguage
import Commands
import Rendering
package import TableModel
import Workspaces

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Interpreter {
  func write(_ result: Workspace.Result) {
    tellNotices(of: result.output)
    for warning in result.output.warnings { tell(warning, .warning) }
    if result.output.isViewport { writeResult(result) } else { paged { writeResult(result) } }
    if mode.isInteractive, result.showsView, !isHandingOn, !isBrowsing,
      session.preferences.showsViewAfterChanges
    {
      console.result(session.picture(), isCut: true)
    }
  }

  private func writeResult(_ result: Workspace.Result) {
    if mode.json {
      writeJSON(result)
    } else if mode.isPlain, let fields = result.output.fields {
      for record in fields { console.result(text: plainLine(of: record)) }
    } else if let document = result.output.document {
      console.document(document)
    } else if result.output.lines.isEmpty {
      for text in result.output.json { console.result(text: text + "\n") }
    } else {
      console.result(
        result.output.lines, isMessage: result.output.isMessage,
        isCut: !result.output.isVerbatim)
    }
  }

  func tellNotices(of output: Output) {
    for notice in output.notices { tell(notice) }
  }

  /// How much is meant by what is said beside results.
  package enum Remark: String {
    case note
    case warning

    var style: TextStyle { TextStyle(self == .note ? .notice : .warning) }
  }

  /// Says something beside results, on standard error: for machines as an object in a line.
  package func tell(_ text: String, _ remark: Remark = .note) {
    if mode.json {
      var record = Record()
      record["schema"] = .string("shelf.note.1")
      record["kind"] = .string(remark.rawValue)
      record["message"] = .string(text)
      return console.writeMessage(JSONWriter.text(of: .record(record), layout: .spaced) + "\n")
    }
    marked {
      console.notice(StyledLine("\(remark.rawValue): " + DisplaySafe.line(text), remark.style))
    }
  }

  /// Prints the viewport, if a table is open.
  package func showView() { console.result(session.picture(), isCut: true) }

  /// Fields go to files and other programs as they are, but for what would be taken for the end of
  /// a field or of a record; on a terminal nothing of them may act.
  private func plainLine(of fields: [String]) -> String {
    let isDrawn = session.environment.printsToTerminal
    return fields.map { isDrawn ? DisplaySafe.line(Self.plain($0)) : Self.plain($0) }
      .joined(separator: "\t") + "\n"
  }

  /// A field with `\t`, `\n`, `\r` and `\\` for tabs, line ends and backslashes.
  ///
  /// - Complexity: O(bytes); a text without them is returned as it is.
  static func plain(_ field: String) -> String {
    func escape(of byte: UInt8) -> UInt8? {
      switch byte {
      case UInt8(ascii: "\t"): UInt8(ascii: "t")
      case UInt8(ascii: "\n"): UInt8(ascii: "n")
      case UInt8(ascii: "\r"): UInt8(ascii: "r")
      case UInt8(ascii: "\\"): byte
      default: nil
      }
    }
    guard field.utf8.contains(where: { escape(of: $0) != nil }) else { return field }
    let bytes = field.utf8.flatMap { byte in
      escape(of: byte).map { [UInt8(ascii: "\\"), $0] } ?? [byte]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

// MARK: - For machines

extension Interpreter {
  private func writeJSON(_ result: Workspace.Result) {
    let json = result.output.json
    for text in json { console.result(text: text + "\n") }
    guard json.isEmpty else { return }
    if let document = result.output.document {
      return writeMessage(of: result.command, Self.lines(of: document))
    }
    let lines = result.output.lines
    // A command that the shell carries out gives its answer once that is done, or fails.
    if lines.isEmpty, result.output.next.bringsAnswer { return }
    writeMessage(of: result.command, lines.map(\.text))
  }

  /// The lines of a document as they are: with a line feed behind each they are the document again.
  private static func lines(of document: String) -> [String] {
    var lines = document.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { String(Substring($0)) }
  }

  /// Prints what the shell itself has to say about a command.
  package func answer(_ command: String, _ lines: [String]) {
    if mode.json {
      writeMessage(of: command, lines)
    } else {
      console.result(lines.map { StyledLine(DisplaySafe.line($0)) }, isMessage: true)
    }
  }

  private func writeMessage(of command: String, _ lines: [String]) {
    var message = Record()
    message["schema"] = .string("shelf.message.1")
    message["command"] = .string(command)
    message["text"] = .array(lines.map { .string($0) })
    writeValue(.record(message))
  }

  package func writeValue(_ value: Value) {
    console.result(text: JSONWriter.text(of: value, layout: .spaced) + "\n")
  }
}

// MARK: - Errors

extension Interpreter {
  package func report(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error { lastErrorCode = diagnostic.code }
    guard mode.json else {
      return marked {
        console.message(
          diagnostic.lines(), shown: console.columns.map { diagnostic.lines(fitting: $0) })
      }
    }
    var record = Record()
    record["schema"] = .string("shelf.error.1")
    record["code"] = .string(diagnostic.code)
    record["message"] = .string(diagnostic.message)
    record["hint"] = diagnostic.hint.map { .string($0) } ?? .null
    record["location"] = (diagnostic.location ?? diagnostic.place).map { .string($0) } ?? .null
    writeValue(.record(record))
  }

  /// Reports an error of a command. A page says it as a prompt does, so that is what is logged.
  func report(_ error: CommandError, in line: SourceLine) {
    let isTyped = (mode.isInteractive || mode.isTyped) && line.file == nil
    let listen = console.listen
    if !isTyped, sources.isEmpty {
      let typed = SourceLine(text: line.text, source: line.source)
      listen?(ViewEncoder.text(of: Diagnostic(error, in: typed, isTyped: true).lines()))
      console.listen = nil
    }
    report(
      Diagnostic(error, in: line.isPressed ? SourceLine(text: "") : line, isTyped: isTyped))
    console.listen = listen
  }
}

// MARK: - What was cancelled

extension Interpreter {
  /// Says that Ctrl-C came between two commands; other reasons to stop speak for themselves.
  ///
  /// - Parameter place: what was not reached.
  func reportCancellation(before place: String) {
    guard SignalState.interruptRequested else { return }
    report(Diagnostic(code: "cancelled", message: "cancelled before \(place)"))
  }

  /// After Ctrl-C in a line of several commands, says which of them have happened: the command that
  /// was cancelled says only of itself that it changed nothing.
  func tellWhatStays(after verdict: Verdict) {
    guard case .failed = verdict, carriedOut > 0, SignalState.interruptRequested else { return }
    let words =
      carriedOut == 1
      ? "the command before it stays done" : "the \(carriedOut) commands before it stay done"
    tell(words)
  }

  /// A line stops at its first failure, since what follows may build on it. Where the lines after it run
  /// all the same, people could take the whole line for done.
  func tellWhatIsLeftOut(_ count: Int) {
    guard count > 0 else { return }
    tell("\(Words.number(count, "command")) after it in the line did not run")
  }
}

// MARK: - Animation

/// `--animated` on a terminal: each frame is seen, 30 a second, one in the place of the other.
extension Interpreter {
  /// Runs a command, and shows the frames that it has made if it asks for that.
  func animated(_ statement: Statement) throws(CommandError) -> Workspace.Result {
    guard drawsFrames, statement.words.contains(where: { $0.text.hasPrefix("--animated") }) else {
      return try result(of: statement)
    }
    let camera = SessionCamera()
    camera.attend(session)
    defer { camera.close() }
    let result = try result(of: statement)
    for picture in camera.develop(session).dropLast() {
      if shouldStop() { break }
      if let showFrame {
        guard showFrame(picture) else { break }
      } else {
        show(picture)
      }
    }
    return result
  }

  /// True where the viewport is drawn after a command, on a terminal that shows it at once.
  private var drawsFrames: Bool {
    guard mode.isInteractive, !mode.json, !isHandingOn, console.divert == nil else { return false }
    if isBrowsing { return showFrame != nil }
    return printsToTerminal && session.preferences.showsViewAfterChanges
  }

  /// Draws a picture for a moment and erases it again. It never becomes part of the output.
  private func show(_ picture: ViewPicture) {
    let lines = picture.lines.map { $0.truncated(to: console.columns ?? .max) }
    let palette = console.colorsResults ? Palette.standard : nil
    console.writeResult(ViewEncoder.text(of: lines, palette: palette))
    console.flush()
    usleep(Self.frameTime)
    console.writeResult("\u{1B}[\(lines.count)A\r\u{1B}[J")
  }

  /// How long a frame is seen, in microseconds.
  package static var frameTime: UInt32 { 33_333 }
}
