import CEditShim
import CLibedit
import Documents
import Files
import Rendering
package import ShellCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The interactive prompt: libedit keeps the line, its cursor and its keys; everything that is
/// drawn around the line, and every question about what the line means, is answered here.
///
/// libedit's callbacks find the reader through a pointer the editor carries, and run only while
/// `next` does. One editor a process, one thread.
package final class LibeditReader: LineReader {
  /// The name that sections of `~/.editrc` go by.
  static let program = "shelf"

  let handle: EditorHandle
  let output: Int32
  var assistant: LineAssistant
  var settings: EditorSettings
  var input: KeySource
  /// What libedit will be given next; it asks for one character at a time.
  var codes: ArraySlice<wchar_t> = []
  var prompt = ""
  var browser = HistoryBrowser()
  var overlay = Overlay()
  /// The text that the last paste brought, until libedit asks for it.
  var pasted = ""
  /// The line that Tab left undecided: the next Tab on it shows the candidates.
  var undecided: String?
  /// True after Escape, when the next character counts as typed with Alt.
  var isMeta = false
  var isVi = false
  var marks = TerminalMarks()
  private var end: LineEnd?
  private var pending: ArraySlice<SourceLine> = []
  private var promptBuffer: UnsafeMutablePointer<CChar>?
  private var interruptsInARow = 0
  /// Whether there was anything in the line that was given up.
  private var wasEmpty = true

  /// Why reading a line ended without a line.
  enum LineEnd {
    case interrupted
    case gone
  }

  /// Takes the terminal over.
  ///
  /// - Parameters:
  ///   - input: the terminal to read keys from.
  ///   - output: the terminal to draw on.
  /// - Returns: nil when libedit cannot work there, or `~/.editrc` switches editing off; then a
  ///   `PlainReader` does.
  package init?(input: Int32 = 0, output: Int32 = 1, assistant: LineAssistant) {
    TerminalFacts.useUTF8()
    guard let raw = ed_open(Self.program, input, output, 2) else { return nil }
    handle = EditorHandle(raw: raw)
    self.input = KeySource(descriptor: input)
    self.output = output
    self.assistant = assistant
    settings = assistant.settings()
    // Without editing, this object goes away, which ends the editor.
    guard configure() else { return nil }
  }

  deinit {
    marks.giveBackTitle(to: output)
    // Without this, ending the editor would throw away what was typed ahead.
    _ = ed_set_int(handle.raw, EL_EDITMODE, 0)
    el_end(handle.raw)
    free(promptBuffer)
  }

  package func dropPending() { pending = [] }

  package func next(prompt: String) -> LineEvent {
    if SignalState.takeInterrupt() {
      // If Ctrl-C came while a command ran and nobody took it, what was to run next does not run.
      dropPending()
      return .interrupted
    }
    if let line = pending.popFirst() { return .line(line) }
    applySettings()
    ed_flush()
    TerminalGuard.enter(input: input.descriptor, output: output)
    SignalHandlers.startEditing()
    marks.isOn = settings.usesMarks
    marks.beginPrompt(after: assistant.lastStatus(), title: settings.title, to: output)
    defer {
      SignalHandlers.stopEditing()
      TerminalGuard.leave()
    }
    let event = readCommands(prompt: prompt)
    if case .line = event { marks.beginOutput(to: output) }
    return event
  }
}

extension LibeditReader {
  /// Reads lines until they make whole commands; all but the first stay pending.
  private func readCommands(prompt: String) -> LineEvent {
    var text = ""
    while true {
      setPrompt(text.isEmpty ? prompt : continuationPrompt)
      guard let line = readLine() else { return endEvent(insideCommand: !text.isEmpty) }
      interruptsInARow = 0
      text += text.isEmpty ? line : "\n" + line
      do throws(ReadError) {
        if let commands = try commands(in: text) { return accept(commands) }
      } catch {
        return .failure(error)
      }
    }
  }

  private func accept(_ commands: [SourceLine]) -> LineEvent {
    for command in commands { assistant.history.record(command.source) }
    pending = commands[...]
    return pending.popFirst().map { .line($0) } ?? .line(SourceLine(text: ""))
  }

  /// The commands in a text; nil when the last one needs another line.
  private func commands(in text: String) throws(ReadError) -> [SourceLine]? {
    var scanner = CommandScanner(bytes: Array((text + "\n").utf8), isWhole: false)
    var found: [SourceLine] = []
    while true {
      switch scanner.next() {
      case .command(let line): found.append(SourceLine(text: line.text, source: line.source))
      case .failure(let error): throw error
      case .needsBytes, .end:
        let lastNeedsMore = found.last.map { assistant.needsMore($0.source) } ?? false
        return scanner.isInsideCommand || lastNeedsMore ? nil : found
      }
    }
  }

  /// Reads one line; nil when there is none, and then `end` says why, unless it was Ctrl-D.
  private func readLine() -> String? {
    end = nil
    browser = HistoryBrowser()
    overlay = Overlay()
    undecided = nil
    isMeta = false
    var count: Int32 = 0
    // libedit would draw the prompt first: keys pressed in between would echo and be misread.
    _ = ed_set_int(handle.raw, EL_PREP_TERM, 1)
    let line = el_wgets(handle.raw, &count)
    guard let line, count > 0, end == nil else { return nil }
    let scalars = UnsafeBufferPointer(start: line, count: Int(count))
      .map(Unicode.Scalar.init(wide:))
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars.last == "\n" ? scalars.dropLast() : scalars[...])
    return PastedText.composed(String(view))
  }

  private func endEvent(insideCommand: Bool) -> LineEvent {
    switch end {
    case .interrupted:
      interruptsInARow = wasEmpty && !insideCommand ? interruptsInARow + 1 : 0
      if interruptsInARow == 3 {
        DescriptorOutput.write("type 'quit' or press Ctrl-D to leave\n", to: output)
      }
      return .interrupted
    case .gone: return .terminalGone
    case nil:
      DescriptorOutput.write("\n", to: output)
      return insideCommand ? .interrupted : .endOfInput
    }
  }

  /// Gives the line up; libedit's own bookkeeping ends when its reader fails.
  func giveUp(_ reason: LineEnd) -> Int32 {
    end = reason
    wasEmpty = handle.isEmpty
    errno = reason == .interrupted ? EINTR : EIO
    return -1
  }

  private func setPrompt(_ text: String) {
    prompt = DisplaySafe.line(text)
    free(promptBuffer)
    promptBuffer = strdup(styledPrompt)
  }

  /// The prompt with its colour between marks that take no room.
  ///
  /// The last characters stay plain: a mark must be followed by something printable.
  private var styledPrompt: String {
    let tail = prompt.hasSuffix("> ") ? 2 : 1
    let head = prompt.dropLast(tail)
    guard settings.usesColor, !head.isEmpty, prompt != continuationPrompt else { return prompt }
    return "\u{1}\u{1B}[1;36m\u{1}\(head)\u{1}\u{1B}[0m\u{1}\(prompt.suffix(tail))"
  }

  /// Where the prompt stands for libedit, which reads it and lets it be.
  var promptPointer: UnsafeMutablePointer<CChar>? { promptBuffer }
}

extension LibeditReader {
  /// The reader that an editor belongs to.
  static func of(_ editor: OpaquePointer?) -> LibeditReader? {
    guard let editor, let context = ed_context(editor) else { return nil }
    return Unmanaged<LibeditReader>.fromOpaque(context).takeUnretainedValue()
  }

  var columns: Int { TerminalFacts.size(of: output)?.columns ?? 80 }
  var lines: Int { TerminalFacts.size(of: output)?.lines ?? 24 }

  /// Writes to the terminal. What joins characters to one picture is left out, as libedit does:
  /// otherwise the columns that both count would not be those that the terminal takes.
  func draw(_ text: String) { DescriptorOutput.write(Self.unjoined(text), to: output) }

  private static func unjoined(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where scalar != "\u{200D}" && scalar != "\u{FE0F}" {
      scalars.append(scalar)
    }
    return String(scalars)
  }
}

extension LibeditReader {
  /// Connects libedit to this reader; false when its settings say not to edit.
  func configure() -> Bool {
    let raw = handle.raw
    _ = ed_set_context(raw, Unmanaged.passUnretained(self).toOpaque())
    _ = ed_set_int(raw, EL_SIGNAL, 0)
    _ = ed_set_prompt(raw, { LibeditReader.of($0)?.promptPointer }, 0x01)
    _ = ed_set_reader(raw, { LibeditReader.of($0)?.readCharacter(into: $1) ?? 0 })
    for action in EditorAction.all {
      _ = ed_add_command(raw, action.name, action.help, action.run)
    }
    // Which mode libedit starts in differs from system to system.
    _ = ed_set_string(raw, EL_EDITOR, settings.editMode.rawValue)
    // Return and line feed stay apart, so that a paste keeps its line breaks as they are.
    for mode in ["-icrnl", "-inlcr"] { _ = ed_set_modes(raw, "-d", mode) }
    bindKeys()
    // The settings say the mode, also where the file chooses it.
    Editrc.ofUser().apply(to: raw) { !$0.choosesMode }
    var isEditing: Int32 = 1
    _ = ed_get_int(raw, EL_EDITMODE, &isEditing)
    return isEditing != 0
  }

  /// Takes up what the user set since the last line.
  func applySettings() {
    settings = assistant.settings()
    let mode = settings.editMode
    guard (mode == .vi) != isVi else { return }
    // Choosing a mode forgets every binding, so they are made again.
    _ = ed_set_string(handle.raw, EL_EDITOR, mode.rawValue)
    bindKeys()
    Editrc.ofUser().apply(to: handle.raw) { !$0.choosesMode }
  }

  private func bindKeys() {
    var mode: UnsafePointer<CChar>?
    _ = ed_get_string(handle.raw, EL_EDITOR, &mode)
    isVi = mode.map { String(cString: $0) == "vi" } ?? false
    for action in EditorAction.all {
      for key in action.keys(isVi: isVi) { _ = ed_bind(handle.raw, key, action.name) }
      guard isVi else { continue }
      for key in action.viCommandKeys { _ = ed_bind_vi(handle.raw, key, action.name) }
    }
  }
}
