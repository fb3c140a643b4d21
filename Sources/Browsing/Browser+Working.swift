import Asking
import CommandLanguage
import Commands
import Rendering
import ShellCore
import TableModel
import Workspaces

/// A command that another thread carries out, and the keys that wait for what comes of it.
struct Working {
  var progress: WorkProgress
  /// The keys of one command that is being pressed.
  var begun: [Key] = []
}

/// What has to wait until the browser has the table again.
struct WaitingLines {
  enum Entry {
    case key(Key)
    /// A line that was typed, and whether only its last part speaks.
    case line(SourceLine, runsKey: Bool)
  }

  var entries: [Entry] = []
  /// What concerns the screen alone is seen at once, and run as soon as that is possible.
  var settings: [SourceLine] = []

  var isEmpty: Bool { entries.isEmpty && settings.isEmpty }
}

/// The screen stays awake while a command is at work.
///
/// What concerns the screen alone acts at once, and so does the line that is typed. Once progress is
/// shown, keys that move look around in the table as it was; nothing of that stays. All others wait,
/// and mean what they mean in the table that the command leaves.
extension Browser {
  /// What is done sooner needs no frame before.
  private static let soon = 30
  /// How often progress is drawn, in milliseconds.
  static let workInterval: Int32 = 100

  /// Waits for work that another thread does.
  func accompany(_ command: String, _ meter: WorkMeter, _ work: @escaping () -> Void) {
    let work = BesideWork(work)
    if work.wait(milliseconds: Self.soon) { return }
    working = Working(progress: WorkProgress(command, meter))
    // A key may run several commands, of which only the last one's output is shown. Drop what an earlier one
    // printed, or drawing while we wait would open it as a page.
    if runsKey { said = [] }
    while !work.isDone { attend(work) }
    working = nil
  }

  private func attend(_ work: BesideWork) {
    answerScreenSignals()
    takePictures()
    draw()
    switch terminal.next(milliseconds: Self.workInterval) {
    case .key(let key): take(key)
    case .woken: break
    case .end, .failed:
      isTerminalGone = true
      requestStop()
      work.wait()
    }
  }

  /// A key while a command is at work.
  func take(_ key: Key) {
    if !waiting.entries.isEmpty, waits(key) {
      waiting.entries.append(.key(key))
      return
    }
    // Handling this key sets `runsKey` for its own command; the one at work keeps its value.
    let runsKey = self.runsKey
    defer { self.runsKey = runsKey }
    working?.begun.append(key)
    let typed = handle(key)
    if keys.shown.isEmpty { working?.begun = [] }
    guard let typed else { return }
    guard typed.isPressed else {
      waiting.entries.append(.line(typed, runsKey: self.runsKey))
      return
    }
    lookAround(typed)
  }

  /// Behind a key that waits all others do, but for those that end or show something.
  private func waits(_ key: Key) -> Bool {
    switch key {
    case .mouse, .answer: return false
    default:
      let name = key.name?.description
      return line == nil && text == nil && name != "Esc" && name != "Ctrl-L" && name != "Ctrl-Z"
    }
  }

  /// Whether an action has to wait for the command at work; then its keys do.
  func postpones(_ action: KeyBinding.Action, _ count: Int?) -> Bool {
    guard let working else { return false }
    let mayAct =
      switch action {
      case .screen(.leave): rangeStart != nil || paneToClose != nil
      case .screen(.range): false
      case .screen: true
      // What it begins with is about the focus.
      case .line(_, let start): !start.contains("{")
      case .command(let template): isAboutScreen(template)
      case .counted(let counted, let plain): isAboutScreen(count == nil ? plain : counted)
      case .either(_, let then, let otherwise): isAboutScreen(then) && isAboutScreen(otherwise)
      }
    if !mayAct { waiting.entries += working.begun.map { .key($0) } }
    return !mayAct
  }

  /// True for commands that dress the screen, and for those that move in what is seen.
  private func isAboutScreen(_ template: String) -> Bool {
    let isLetterWanted = template.contains(KeyBinding.Blank.letter.rawValue)
    return !isLetterWanted && (commands(of: template).allSatisfy(isDress) || moves(template))
  }

  private func moves(_ template: String) -> Bool {
    guard working?.progress.isSeen == true else { return false }
    let isCounted = shell.session.levels.last?.shown.isCounted == true
    return commands(of: template).allSatisfy { command in
      command?.group == .move && (isCounted || command?.needs != .everything)
    }
  }

  /// True for commands that leave all records as they are.
  func onlyMoves(_ text: String) -> Bool {
    commands(of: text).allSatisfy { $0?.group == .move || $0?.group == .dress }
  }

  private func isDress(_ command: Command?) -> Bool { command?.group == .dress }

  private func commands(of text: String) -> [Command?] {
    Statement.statements(in: text).map { $0.name.flatMap { shell.session.commands[$0.text] } }
  }

  /// Carries a line out in the copy of the table that is seen meanwhile.
  private func lookAround(_ line: SourceLine) {
    let isDress = commands(of: line.text).allSatisfy(isDress)
    guard isDress || moves(line.text) else { return }
    for statement in Statement.statements(in: line.text) {
      _ = try? shell.session.run(statement)
    }
    if isDress { waiting.settings.append(line) }
  }

  /// The next line that has waited; nil where none does.
  func takeWaiting() -> SourceLine? {
    if !waiting.settings.isEmpty {
      runsKey = true
      return waiting.settings.removeFirst()
    }
    while isOpen, entered == nil, !waiting.entries.isEmpty {
      switch waiting.entries.removeFirst() {
      case .key(let key): if let line = handle(key) { return line }
      case .line(let line, let isKey):
        runsKey = isKey
        return line
      }
    }
    return nil
  }

  /// Escape, where nothing else is to be closed.
  func stopWork() {
    guard working != nil else { return }
    waiting.entries = []
    if entered == nil { requestStop() } else { dropLine() }
  }
}

/// How far something has come that goes on beside the browser.
struct WorkProgress {
  private var words: ProgressWords
  private let meter: WorkMeter
  private let start = ContinuousClock.now

  /// What is over sooner is not spoken of.
  private static let patience = Duration.milliseconds(300)

  init(_ command: String, _ meter: WorkMeter) {
    (words, self.meter) = (ProgressWords(command), meter)
  }

  /// True for what takes so long that people see how far it is.
  var isSeen: Bool { ContinuousClock.now - start >= Self.patience }

  /// The line now.
  mutating func line(columns: Int) -> StyledLine {
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    return StyledLine(
      words.line(meter.reading, after: seconds, width: columns), TextStyle(.secondary))
  }
}
