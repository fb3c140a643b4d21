import CommandLanguage
import Commands
import Rendering
import ShellCore
import TableEngine
import TableModel
import Workspaces

/// What keys do.
extension Browser {
  /// Does what a key means.
  ///
  /// - Returns: the line to run, where the key stands for one.
  func handle(_ key: Key) -> SourceLine? {
    if case .mouse(let event) = key { return handle(event) }
    if case .answer(let answer) = key {
      learn(from: answer)
      return nil
    }
    if line != nil { return edit(key) }
    guard let name = key.name else { return nil }
    if text != nil, scroll(by: name) { return nil }
    text = nil
    let map = KeyMap(shell.session.memory[OwnBindings.self])
    switch keys.read(name, map) {
    case .more: return nil
    case .unknown(let unknown):
      say("'\(unknown)' means nothing here; F1 shows the keys", TextStyle(.warning))
      return nil
    case .action(let action, let count, let letter):
      if postpones(action, count) { return nil }
      said = []
      return perform(action, count: count, letter: letter)
    }
  }

  private func perform(
    _ action: KeyBinding.Action, count: Int?, letter: Character?
  ) -> SourceLine? {
    let level = shell.session.levels.last
    let blanks = Blanks(
      level: level, fields: fields, record: recordForKey, count: count, letter: letter)
    do throws(Blanks.Missing) {
      switch action {
      case .command(let template): return try run(template, blanks)
      case .counted(let counted, let plain):
        if count == nil, plain.isEmpty {
          throw Blanks.Missing(words: "a number comes first, such as 50")
        }
        return try run(count == nil ? plain : counted, blanks)
      case .either(let state, let then, let otherwise):
        return try run(try holds(state, level) ? then : otherwise, blanks)
      case .line(let kind, let start):
        line = InputLine(kind, try blanks.fill(start), assistant(for: kind))
        return nil
      case .screen(let act):
        return try perform(act, count: count ?? 1)
      }
    } catch {
      say(error.words, TextStyle(.warning))
      return nil
    }
  }

  /// The line of a command; one that has no place for a number is repeated.
  private func run(_ template: String, _ blanks: Blanks) throws(Blanks.Missing) -> SourceLine {
    runsKey = true
    let text = try blanks.fill(template)
    guard let count = blanks.count, !template.contains(KeyBinding.Blank.count.rawValue) else {
      return Self.pressed(text)
    }
    return Self.pressed("repeat \(count) \(text)")
  }

  static func pressed(_ text: String) -> SourceLine {
    var line = SourceLine(text: text)
    line.isPressed = true
    return line
  }

  private func holds(
    _ state: KeyBinding.State, _ level: Level?
  ) throws(Blanks.Missing) -> Bool {
    switch state {
    case .isSelected:
      return level?.table.focus.map { level?.table.selection.contains($0) == true } ?? false
    case .showsDetail: return shell.session.preferences.showsDetail
    case .showsIdentities: return shell.session.preferences.overlay == .identity
    case .searchesBackwards: return searchesBackwards
    case .hasInnerField:
      guard let level else { return false }
      guard level.answer == nil, try fields.isChosen(in: level, of: recordForKey) else {
        return false
      }
      return try recordForKey()?[path: fields.path(in: level, of: recordForKey)]?.isContainer
        == true
    }
  }

  private func perform(
    _ act: KeyBinding.ScreenAct, count: Int
  ) throws(Blanks.Missing) -> SourceLine? {
    switch act {
    case .help: text = KeyHelp.text(shell.session.memory[OwnBindings.self])
    case .leave, .close:
      if rangeStart != nil {
        rangeStart = nil
      } else if let pane = paneToClose {
        runsKey = true
        return Self.pressed(pane)
      } else if act == .leave {
        leave()
      } else {
        stopWork()
      }
    case .suspend: suspend()
    case .redraw:
      lastQuestion = nil
      writer.forget()
      images.loader.checkFiles()
    case .nextField, .previousField:
      guard let level = shell.session.levels.last else { return nil }
      let record = try recordForKey()
      revealsField = true
      let path = fields.step(act == .nextField ? 1 : -1, in: level, of: record)
      let value = record?[path: path].map { ": \($0.plainText)" } ?? ""
      say("\(path)\(value)", TextStyle(.accent))
      return columnScroll(to: path, in: level)
    case .detailDown: detailOffset += min(count, RecordText.mostLines)
    case .detailUp: detailOffset = max(0, detailOffset - min(count, RecordText.mostLines))
    case .traceDown: trace.offset += min(count, RecordText.mostLines)
    case .traceUp: trace.offset = max(0, trace.offset - min(count, RecordText.mostLines))
    case .range: return takeRange()
    }
    return nil
  }

  /// The command that brings the column of a field into view; nil where it is there.
  private func columnScroll(to path: FieldPath, in level: Level) -> SourceLine? {
    guard let grid = level.presenter.grid, grid.isGrid,
      let column = grid.columns.firstIndex(where: { $0.path == path }),
      let first = grid.places.dropFirst(grid.frozen).first?.index,
      let last = grid.places.last?.index,
      column >= grid.frozen, column < first || column > last
    else { return nil }
    // What is said is the field's value.
    (runsKey, isSilent) = (true, true)
    return Self.pressed(
      column < first ? "focus left \(first - column)" : "focus right \(column - last)")
  }

  /// The command that closes the pane that Escape closes; nil where none is open.
  var paneToClose: String? {
    let preferences = shell.session.preferences
    return preferences.showsTrace
      ? "panel trace off" : preferences.showsDetail ? "detail off" : nil
  }

  /// Back to the prompt.
  private func leave() {
    close()
    shell.showTable()
  }

  /// Begins a range, or selects what lies between its start and the focus.
  private func takeRange() -> SourceLine? {
    guard let level = shell.session.levels.last, let focus = level.table.focus else { return nil }
    guard let start = rangeStart else {
      rangeStart = focus
      say("a range from \(focus): 'v' selects to where the focus is then")
      return nil
    }
    rangeStart = nil
    guard let pattern = Self.places(from: start, to: focus) else {
      say("a range has to stay in one section, and of items in one row", TextStyle(.warning))
      return nil
    }
    runsKey = true
    let allows = level.table.configuration.selection == .multiple ? "" : "selection multiple; "
    return Self.pressed("\(allows)select \(pattern)")
  }

  /// An address for all places between two of them; nil where no address says that.
  private static func places(from start: Address, to end: Address) -> String? {
    guard start.section == end.section, let first = start.row, let last = end.row else {
      return nil
    }
    let rows = "\(min(first, last))..\(max(first, last))"
    guard let firstItem = start.item, let lastItem = end.item else {
      return start.item == end.item ? "\(start.section).\(rows)" : nil
    }
    guard first == last else { return nil }
    return "\(start.section).\(first).\(min(firstItem, lastItem))..\(max(firstItem, lastItem))"
  }

  /// - Returns: false for a key that does not scroll: then it closes the text, and means what it
  ///   always does, but for those that only close.
  private func scroll(by name: KeyName) -> Bool {
    let height = terminal.size.lines - 2
    text?.note = nil
    switch name.description {
    case "j", "Down": text?.scroll(by: 1, height: height)
    case "k", "Up": text?.scroll(by: -1, height: height)
    case "Space", "PageDown", "Ctrl-D": text?.scroll(by: height, height: height)
    case "b", "PageUp", "Ctrl-U": text?.scroll(by: -height, height: height)
    case "g", "Home": text?.scroll(by: .min / 2, height: height)
    case "G", "End": text?.scroll(by: .max / 2, height: height)
    case "/":
      line = InputLine(.find, "", assistant(for: .find))
      line?.isForText = true
    case "n", "N": goOn(in: name.description == "n" ? 1 : -1, height)
    case "Ctrl-L": writer.forget()
    case "q", "Esc", "Enter", "F1", "H": (text, said) = (nil, [])
    default: return false
    }
    return true
  }
}

extension Browser {
  private func goOn(in direction: Int, _ height: Int) {
    if text?.goOn(direction, height: height + 1) == false { noteMissing() }
  }

  private func noteMissing() { text?.note = "no line has that" }

  /// A key while a line is typed.
  private func edit(_ key: Key) -> SourceLine? {
    if key.name?.description == "Ctrl-Z" {
      suspend()
      return nil
    }
    switch line?.editor.take(key) {
    case .accepted(let typed) where line?.isForText == true:
      line = nil
      if !typed.isEmpty, text?.search(typed, height: terminal.size.lines - 1) == false {
        noteMissing()
      }
    case .accepted(let typed):
      let command = line?.command(typed)
      let kind = line?.kind
      let isAsWritten = line?.isAsWritten(typed) == true
      if let command, live.isTrying(command) {
        history.record(command)
        entered = (SourceLine(text: command), runsKey: kind != .command)
        working = live.goOn(in: shell).map { Working(progress: $0) }
        line = nil
        return nil
      }
      dropLine()
      if isAsWritten {
        say("nothing was changed")
        return nil
      }
      guard let command else { return nil }
      runsKey = kind != .command
      history.record(command)
      return SourceLine(text: command)
    case .cancelled, .endOfInput: dropLine()
    case .changed, .unchanged, nil: break
    }
    return nil
  }

  /// What a line of a kind is completed with: a filter as behind the command's name.
  private func assistant(for kind: KeyBinding.LineKind) -> LineAssistant {
    let whole = shell.assistant(
      history: history, usesColor: terminal.abilities.colours != .none)
    if kind == .command { return whole }
    var assistant = LineAssistant(history: history.behind(kind.head), settings: whole.settings)
    guard kind == .filter else { return assistant }
    let length = kind.head.utf8.count
    assistant.complete = { line, cursor in
      var result = whole.complete(kind.head + line, cursor + length)
      let start = max(0, result.range.lowerBound - length)
      result.range = start..<max(start, result.range.upperBound - length)
      return result
    }
    return assistant
  }
}

extension History {
  /// The lines that begin in a way, without that beginning.
  fileprivate func behind(_ head: String) -> History {
    let lines = History()
    for (_, text) in numbered(nil, holding: nil) where text.hasPrefix(head) {
      lines.record(String(text.dropFirst(head.count)))
    }
    return lines
  }
}

/// Collects keys until they mean something: a number, and one or two keys behind it.
struct KeyReader {
  /// The digits that were typed, as a number; nil without any.
  private(set) var count: Int?
  private var keys: [String] = []

  /// A larger number means the same everywhere: the end.
  private static let mostCounted = 1_000_000_000

  enum Reading {
    case action(KeyBinding.Action, count: Int?, letter: Character?)
    case more
    /// Keys that mean nothing.
    case unknown(String)
  }

  /// What was typed so far, for the foot of the screen.
  var shown: String { (count.map(String.init) ?? "") + keys.joined(separator: " ") }

  mutating func forget() { self = KeyReader() }

  mutating func read(_ key: KeyName, _ map: KeyMap) -> Reading {
    let name = key.description
    if keys.isEmpty, let digit = name.wholeNumber, digit > 0 || count != nil {
      count = min(Self.mostCounted, (count ?? 0) * 10 + digit)
      return .more
    }
    keys.append(name)
    switch map.meaning(of: keys) {
    case .beginning: return .more
    case .nothing:
      let unknown = keys.joined(separator: " ")
      forget()
      return .unknown(unknown)
    case .action(let action, let letter):
      let counted = count
      forget()
      return .action(action, count: counted, letter: letter)
    }
  }
}

extension String {
  /// The value of a single ASCII digit.
  fileprivate var wholeNumber: Int? {
    utf8.count == 1 ? first.flatMap { $0.isASCII ? $0.wholeNumberValue : nil } : nil
  }
}

/// The keys in words, from the bindings that hold.
enum KeyHelp {
  static func text(_ own: OwnBindings) -> ScrolledText {
    var lines: [StyledLine] = []
    func add(_ title: String, _ rows: [(keys: String, words: String, command: String)]) {
      if rows.isEmpty { return }
      if !lines.isEmpty { lines.append(StyledLine()) }
      lines.append(StyledLine(title, TextStyle(.title, .bold)))
      for row in rows {
        var line = StyledLine("  ")
        line.append(StyledLine(row.keys, TextStyle(.accent)).padded(to: 18))
        line.append(StyledLine(row.words).padded(to: 42))
        line.append(row.command, TextStyle(.secondary))
        lines.append(line)
      }
    }
    add("Yours", own.list.map { ($0.key, "", $0.command) })
    for group in KeyBinding.Group.allCases {
      add(
        group.title,
        KeyBinding.standard.filter { $0.group == group }.compactMap { binding in
          let keys = binding.keys.filter { own[$0] == nil }
          return keys.isEmpty ? nil : (keys.joined(separator: " "), binding.summary, binding.words)
        })
    }
    return ScrolledText("keys", lines)
  }
}
