package import Rendering

/// What a command gives back: text for people, JSON for machines, and what the shell does next.
package struct Output: Sendable {
  package var lines: [StyledLine] {
    get { document.map(Self.drawn) ?? ownLines }
    set { ownLines = newValue }
  }
  private var ownLines: [StyledLine] = []
  /// A text that other programs read, written as it is: no character of it is replaced, as those of
  /// `lines` are. Its maker sees to it that nothing in it acts on a terminal that shows it.
  package private(set) var document: String?
  /// How many more lines the answer has, which were not made because they would not be printed.
  package var unmadeLines = 0
  /// True for a message, whose lines may be broken where a terminal is narrow; false for data and
  /// tables.
  package var isMessage = false
  /// True for the viewport of a table, which has a size of its own.
  package var isViewport = false
  /// True for lines that are to be copied, which a terminal shows as they are, however long.
  package var isVerbatim = false
  /// The same for machines: JSON texts, written one a line.
  package var json: [String] {
    get { makeJSON() }
    set { makeJSON = { newValue } }
  }
  /// What makes the JSON when it is wanted: a shell that prints text never asks.
  private var makeJSON: @Sendable () -> [String] = { [] }
  /// The same for other programs: the fields of records, one record per line, with tabs between the
  /// fields; nil where the text is all there is.
  package var fields: [[String]]? {
    get { makeFields?() }
    set {
      makeFields = nil
      if let fields = newValue { makeFields = { fields } }
    }
  }
  /// What makes the fields when they are wanted.
  private var makeFields: (@Sendable () -> [[String]])?
  /// A text for the clipboard, as it is in the data; nil for none.
  package var clipboard: String?
  /// Said beside the result, on standard error.
  package var notices: [String] = []
  /// The same for what was probably not meant that way.
  package var warnings: [String] = []
  package var next: Next = .carryOn

  /// What only the shell around the table can do.
  package enum Next: Sendable, Hashable {
    case carryOn
    /// - Parameter isForced: whether unsaved changes are left behind without being asked about.
    case quit(Int32, isForced: Bool)
    case source(file: String)
    case clearScreen
    /// The table on the whole screen.
    case browse
    case history(HistoryRequest)
    case record(RecordRequest)
    case lesson(LessonRequest)
    /// Commands to run with a clock beside them.
    case timed(commands: String)
    case output(OutputRequest)
  }

  /// Where results go from now on.
  package enum OutputRequest: Sendable, Hashable {
    case file(String, replacing: Bool, isForOneCommand: Bool)
    case standard
    case tell
  }

  package enum HistoryRequest: Sendable, Hashable {
    /// The last entries, or all without a number; with a text, only those that contain it.
    case list(Int?, holding: String?)
    case clear
    /// The session so far, as a page.
    case transcript
  }

  /// What is made of a session.
  package enum RecordForm: Sendable, Hashable {
    /// A page in Markdown that is a test.
    case transcript
    /// A page in HTML that plays the session.
    case film
  }

  package enum RecordRequest: Sendable, Hashable {
    case start(file: String, replacing: Bool, form: RecordForm)
    case stop
    /// Writes the session so far as a page that plays it.
    case film(file: String, replacing: Bool)
    /// Says whether something is being recorded.
    case tell
  }

  package enum LessonRequest: Sendable, Hashable {
    case list
    /// The step where somebody is; without a lesson the one that comes next.
    case goOn
    /// - Parameters:
    ///   - name: a lesson that comes with the program, or the file of a page.
    ///   - again: from the first step, whatever was reached before.
    case start(name: String, again: Bool)
    /// Writes the beginnings of a lesson.
    case new(file: String, replacing: Bool)
    case next
    case back
    /// - Parameter answers: the letters chosen in a question.
    case check(answers: [String])
    case hint
    case goal
    case solution
    case reset
    case restart
    /// - Parameter speed: how many times as fast as somebody types.
    case replay(speed: Int)
    case skip
    case status
    case quit
  }

  package init() {}

  /// Lines of a message. Whatever data or names stand in it are made safe for a terminal.
  package init(_ text: String) {
    lines = Self.lines(of: text)
    isMessage = true
  }

  /// Lines that are to be copied, as of data or of scripts; made safe as those of a message are.
  package init(verbatim text: String) {
    lines = Self.lines(of: text)
    isVerbatim = true
  }

  /// A text for other programs, with a line break at its end.
  package init(document: String) {
    let isEnded = document.isEmpty || document.utf8.last == UInt8(ascii: "\n")
    self.document = isEnded ? document : document + "\n"
  }

  private static func lines(of text: String) -> [StyledLine] {
    guard text.utf8.contains(0x0A) else { return [StyledLine(DisplaySafe.line(text))] }
    let isLineEnd: (Character) -> Bool = { $0 == "\n" || $0 == "\r\n" }
    return text.split(omittingEmptySubsequences: false, whereSeparator: isLineEnd).map {
      StyledLine(DisplaySafe.line(String($0)))
    }
  }

  /// A document as it would be drawn.
  private static func drawn(_ document: String) -> [StyledLine] {
    var text = Substring(document)
    if let last = text.last, last.isNewline { text = text.dropLast() }
    return lines(of: String(text))
  }

  package init(
    lines: [StyledLine], json: @autoclosure @escaping @Sendable () -> [String] = []
  ) {
    self.lines = lines
    makeJSON = json
  }

  /// Makes the fields when they are wanted.
  package mutating func tell(fields: @autoclosure @escaping @Sendable () -> [[String]]) {
    makeFields = fields
  }

  /// The output with words to be said beside it.
  package func with(_ notices: [String]) -> Output {
    var output = self
    output.notices += notices
    return output
  }

  /// Adds what another command gave.
  package mutating func append(_ other: Output) {
    isMessage = other.isMessage && (lines.isEmpty || isMessage)
    isVerbatim = isVerbatim || other.isVerbatim
    switch (document, other.document) {
    case (nil, nil): ownLines += other.ownLines
    case (let mine, let others):
      func text(_ lines: [StyledLine]) -> String { lines.map { $0.text + "\n" }.joined() }
      document = (mine ?? text(ownLines)) + (others ?? text(other.ownLines))
    }
    let (mine, others) = (makeJSON, other.makeJSON)
    makeJSON = { mine() + others() }
    if let more = other.fields { fields = (fields ?? []) + more }
    clipboard = other.clipboard ?? clipboard
    notices += other.notices
    warnings += other.warnings
    next = other.next
  }

  package static func next(_ next: Next) -> Output {
    var output = Output()
    output.next = next
    return output
  }
}
