import CommandLanguage
import Commands
package import Rendering
package import ShellCore
import TableEngine
import TableModel
import Workspaces

/// The table on the whole screen: a reader of lines whose lines come from keys.
///
/// The interpreter asks it for the next line as it asks a prompt. The browser draws a frame, waits for a
/// key, and hands over the command that the key stands for:
///
/// ```
/// interpreter.run(browser) -> next(prompt:) -> frame, key j -> line "focus down" -> run -> next(prompt:) ...
/// ```
///
/// So whatever keys do is recorded, undone, refused and asked about like what is typed. While it is
/// closed, lines come from the prompt that it stands before.
package final class Browser: LineReader {
  /// Where lines come from while the browser is closed; made when the first one is asked for, so that a
  /// start in the browser need not wait for a line editor.
  private(set) lazy var prompt = makePrompt()
  private let makePrompt: () -> any LineReader
  let terminal: any BrowserTerminal
  unowned let shell: Interpreter
  let history: History
  var writer: ScreenWriter

  package internal(set) var isOpen = false
  var keys = KeyReader()
  /// The line that is being typed, and what it would do.
  var line: InputLine?
  var live = LiveLine()
  /// The line that is run as soon as it is known what it does.
  var entered: (line: SourceLine, runsKey: Bool)?
  /// The command that another thread carries out.
  var working: Working?
  var waiting = WaitingLines()
  var isTerminalGone = false
  /// Asks work to stop, as Ctrl-C does.
  var requestStop = { SignalState.requestInterrupt() }
  /// Where progress is shown.
  var sharedFoot: SharedFoot?
  /// What covers the table: the keys, or a long result.
  var text: ScrolledText?
  /// How far the focused record is scrolled.
  var detailOffset = 0
  /// How far the events of the last frame are scrolled, and which frame that is.
  var trace = (offset: 0, frame: 0)
  /// True when another field was chosen, which has to come into view there.
  var revealsField = false
  var fields = FieldFocus()
  var record = FocusedRecord()
  /// True while commands run that leave all records as they are.
  var keepsRecord = false
  /// Whether the last search was one for what stands before.
  var searchesBackwards = false
  /// Where a range of selected places begins.
  var rangeStart: Address?
  /// What the last command had to say, and the screen itself.
  var said: [StyledLine] = []
  /// True for errors and notes, which are wrapped to be read whole; results are cut to one line.
  var isSaidWhole = false
  /// True while a command runs that a key stands for: then only its last part speaks.
  var runsKey = false
  /// True when the result of the command is on the clipboard, and need not be shown.
  var hasCopied = false
  /// True while a command runs of which nothing is said: one that delivers pictures, for example.
  var isSilent = false
  var images: ImageState
  /// What the interpreter did before the browser was opened.
  var outside: Outside?
  /// The window that the table follows.
  var window = Size(width: 80, height: 24)
  /// What the screen shows, and what is drawn over it.
  var frame = Canvas(columns: 0, lines: 0)
  /// The viewport in it, and where everything stands.
  var picture: ViewPicture?
  /// A frame of an animation that is shown in place of the table as it is.
  var animated: ViewPicture?
  var layout = ScreenLayout(columns: 0, lines: 0, Preferences())
  var pointer = Pointer()
  /// When the terminal was asked whether it has drawn the last frame; nil where it has.
  var lastQuestion: ContinuousClock.Instant?
  private var lastDrawing = ContinuousClock.now
  private var hasDrawn = false

  /// So long keys may come without a frame between them.
  private static let longestWait = Duration.milliseconds(60)
  /// How often it is looked for what goes on in the background, in milliseconds, and for pictures.
  private static let newsInterval: Int32 = 200
  private static let pictureInterval: Int32 = 20

  package convenience init(
    over prompt: @escaping @autoclosure () -> any LineReader, on terminal: any BrowserTerminal,
    of shell: Interpreter,
    history: History
  ) {
    self.init(
      over: prompt(), on: terminal, of: shell, history: history, loader: PictureLoader())
  }

  init(
    over prompt: @escaping @autoclosure () -> any LineReader, on terminal: any BrowserTerminal,
    of shell: Interpreter,
    history: History, loader: PictureLoader
  ) {
    (self.terminal, self.shell, self.history) = (terminal, shell, history)
    makePrompt = prompt
    images = ImageState(loader: loader)
    writer = ScreenWriter(abilities: terminal.abilities)
  }

  package func dropPending() {
    if isOpen { waiting.entries = [] } else { prompt.dropPending() }
  }

  package func next(prompt text: String) -> LineEvent {
    guard isOpen else { return prompt.next(prompt: text) }
    (runsKey, isSilent) = (false, false)
    while true {
      if let event = answerSignals() { return event }
      if let line = takeEntered() ?? takeWaiting() { return .line(line) }
      if !isOpen { return prompt.next(prompt: text) }
      takePictures()
      if let delivery = delivery() { return .line(delivery) }
      drawIfNeeded()
      if followLine() { draw() }
      switch terminal.next(milliseconds: interval) {
      case .key(let key) where entered != nil: take(key)
      case .key(let key):
        if let typed = handle(key) { return .line(typed) }
        if !isOpen { return prompt.next(prompt: text) }
      case .woken: takeNews()
      case .end, .failed:
        close()
        return .terminalGone
      }
    }
  }

  /// Draws unless keys are waiting: held keys never lag behind, but something is seen of their way.
  private func drawIfNeeded() {
    if hasDrawn, terminal.hasKey(), ContinuousClock.now - lastDrawing < Self.longestWait { return }
    draw()
    (hasDrawn, lastDrawing) = (true, .now)
  }

  /// True while something goes on that is shown as soon as it is there.
  var isWorking: Bool { working != nil || live.isTrying || record.isReading }

  /// Shows what the line that is typed would do, where nothing else is to be done.
  ///
  /// - Returns: false where that is shown already.
  private func followLine() -> Bool {
    let columns = max(1, terminal.size.columns - 1)
    if let entered {
      live.follow(entered.line.text, in: shell, columns: columns)
      return true
    }
    guard let line, line.isLive, !terminal.hasKey() else { return false }
    let before = live.words
    live.follow(line.command(line.editor.text), in: shell, columns: columns)
    self.line?.editor.fault = live.fault.map {
      let start = line.kind.head.utf8.count
      return max(0, $0.lowerBound - start)..<max(0, $0.upperBound - start)
    }
    return live.words != before
  }

  /// Gives the line up that is being typed.
  func dropLine() {
    live.takeBack(in: shell)
    if entered != nil { working = nil }
    (line, entered) = (nil, nil)
  }

  /// The line that was entered while it was still found out what it does, as soon as that is known.
  private func takeEntered() -> SourceLine? {
    guard let entered, !live.isTrying else { return nil }
    dropLine()
    runsKey = entered.runsKey
    return entered.line
  }

  /// Does what signals ask for.
  ///
  /// - Returns: the end, where they ask for that.
  private func answerSignals() -> LineEvent? {
    if SignalState.exitStatus != nil || isTerminalGone {
      close()
      return .terminalGone
    }
    if SignalState.takeInterrupt() { interrupt() }
    answerScreenSignals()
    return nil
  }

  /// Does what signals ask for that are about the screen alone.
  func answerScreenSignals() {
    if SignalState.takeSuspension() { suspend() }
    if SignalState.takeContinuation() {
      terminal.enter()
      lastQuestion = nil
      writer.forget()
    }
    if SignalState.takeResize() {
      measureCell()
      writer.forget()
    }
  }

  /// Ctrl-C while nothing runs gives up what was begun.
  func interrupt() {
    let isBusy = line != nil || !keys.shown.isEmpty || text != nil
    dropLine()
    (text, rangeStart) = (nil, nil)
    keys.forget()
    if !isBusy { say("'q' returns to the prompt, 'Q' leaves the program") }
  }

  func suspend() {
    takeLastAnswer()
    terminal.suspend()
    _ = SignalState.takeContinuation()
    writer.forget()
  }

  /// Shows a few words at the foot of the screen.
  func say(_ words: String, _ style: TextStyle = TextStyle(.notice)) {
    said = [StyledLine(DisplaySafe.line(words), style)]
  }

  private var interval: Int32? {
    if live.isTrying || record.isReading { return Self.workInterval }
    if lastQuestion != nil { return Self.newsInterval }
    if images.loader.isBusy || images.deliveries.areDelayed { return Self.pictureInterval }
    return shell.awaitsNews || isGrowing ? Self.newsInterval : nil
  }

  /// True while rows of the table are still being counted, or may be added.
  private var isGrowing: Bool {
    let activity = shell.session.levels.last?.shaped.source.activity
    return activity?.indexing != nil || activity?.isFollowing ?? false
  }

  /// Takes over what has been found out in the background.
  private func takeNews() {
    let focus = shell.session.levels.last?.table.focus
    if !shell.session.levels.isEmpty {
      shell.session.levels[shell.session.levels.count - 1].refreshCounts()
    }
    let news = shell.takeNews()
    if !news.isEmpty {
      said = news
    } else if let level = shell.session.levels.last, level.table.focus != focus {
      // It has gone on with what came.
      said = [StyledLine(DisplaySafe.line(level.positionLine))]
    }
    if !news.isEmpty || shell.session.levels.last?.shaped.source.activity?.isFollowing == true {
      record.forget()
    }
  }
}

/// The terminal that a browser draws on and gets keys from; a test plays it.
package protocol BrowserTerminal: AnyObject {
  /// The window's size in characters.
  var size: (columns: Int, lines: Int) { get }
  /// What it can do; a browser adds what the terminal says of itself.
  var abilities: TerminalAbilities { get set }
  /// How large a character is at present; nil where the system does not know it.
  var cell: PixelSize? { get }

  /// True where texts can be put on the clipboard (OSC 52).
  var takesClipboard: Bool { get }

  /// Takes the whole screen.
  func enter()
  /// Gives it back as it was.
  func leave()
  /// Stops the program, as Ctrl-Z does; returns when it goes on.
  func suspend()

  /// Whether what the mouse does arrives as keys do.
  var reportsMouse: Bool { get set }

  func write(_ bytes: [UInt8])

  /// True when a key can be had without waiting.
  func hasKey() -> Bool

  /// Waits for a key or a signal.
  ///
  /// - Parameter milliseconds: how long at most; nil for as long as it takes.
  func next(milliseconds: Int32?) -> KeyEvent

  /// While a command runs: true when Escape was pressed since. Other keys wait.
  func takesEscape() -> Bool
}

/// What came of waiting for a key.
package enum KeyEvent: Sendable, Hashable {
  case key(Key)
  /// A signal arrived, or the time is over: look at `SignalState`.
  case woken
  case end
  case failed
}
