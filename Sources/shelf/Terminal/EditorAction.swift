import CEditShim
import CLibedit
import Files
import ShellCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Codes under which libedit knows keys that are not characters.
///
/// Terminals send them as escape sequences of many kinds. They are decoded before libedit sees
/// them and handed on as U+0080 and up, control characters that no keyboard types, so that each is
/// one key in every mode, and none is mistaken for Escape.
enum KeyCode: UInt32 {
  case up = 0x80
  case down, left, right, home, end, delete, wordLeft, wordRight, deleteWord, paste

  init(_ key: LineKey) {
    self =
      switch key {
      case .up: .up
      case .down: .down
      case .left: .left
      case .right: .right
      case .home: .home
      case .end: .end
      case .delete: .delete
      case .wordLeft: .wordLeft
      case .wordRight: .wordRight
      case .deleteWord: .deleteWord
      }
  }

  var code: wchar_t { wchar_t(truncatingIfNeeded: rawValue) }

  /// The key in the notation of libedit's `bind`.
  var notation: String { Unicode.Scalar(rawValue).map { String(Character($0)) } ?? "" }
}

/// Something a key can do, under a name that `bind` in `~/.editrc` knows.
struct EditorAction: Sendable {
  let name: String
  let help: String
  let code: KeyCode?
  /// Further keys where characters are inserted, in the notation of `bind`.
  let emacsKeys: [String]
  let viInsertKeys: [String]
  /// Keys of vi's command mode besides `code`.
  let viOnlyKeys: [String]
  let run: @convention(c) (OpaquePointer?, Int32) -> UInt8

  private init(
    _ name: String, _ help: String, _ code: KeyCode? = nil, emacs: [String] = [],
    viInsert: [String] = [], viCommand: [String] = [],
    run: @escaping @convention(c) (OpaquePointer?, Int32) -> UInt8
  ) {
    self.name = "shelf-" + name
    self.help = help
    self.code = code
    emacsKeys = emacs
    viInsertKeys = viInsert
    viOnlyKeys = viCommand
    self.run = run
  }

  func keys(isVi: Bool) -> [String] {
    (isVi ? viInsertKeys : emacsKeys) + (code.map { [$0.notation] } ?? [])
  }

  var viCommandKeys: [String] { viOnlyKeys + (code.map { [$0.notation] } ?? []) }
}

extension EditorAction {
  /// All of them: the table that the bindings are made from.
  static let all: [EditorAction] = [
    EditorAction("complete", "complete the word", emacs: ["^I"], viInsert: ["^I"]) { editor, _ in
      LibeditReader.perform(editor) { $0.complete() }
    },
    EditorAction(
      "older", "line above, or older command that begins the same", .up, emacs: ["^P"],
      viInsert: ["^P"], viCommand: ["k"]
    ) { editor, _ in
      LibeditReader.perform(editor) { $0.goUp() }
    },
    EditorAction(
      "newer", "line below, or newer command that begins the same", .down, emacs: ["^N"],
      viInsert: ["^N"], viCommand: ["j"]
    ) { editor, _ in
      LibeditReader.perform(editor) { $0.goDown() }
    },
    EditorAction("left", "one character to the left", .left, emacs: ["^B"]) { editor, _ in
      LibeditReader.perform(editor) { $0.goLeft() }
    },
    EditorAction("right", "to the right, or accept the proposal", .right, emacs: ["^F"]) {
      editor, _ in
      LibeditReader.perform(editor) { $0.goRight() }
    },
    EditorAction("home", "to the start of the line", .home, emacs: ["^A"]) { editor, _ in
      LibeditReader.perform(editor) { $0.goHome() }
    },
    EditorAction(
      "end", "to the end of the line, or accept the proposal", .end, emacs: ["^E"],
      viInsert: ["^E"]
    ) { editor, _ in
      LibeditReader.perform(editor) { $0.goEnd() }
    },
    EditorAction("word-left", "to the start of the word", .wordLeft) { editor, _ in
      LibeditReader.perform(editor) { $0.goWordLeft() }
    },
    EditorAction("word-right", "to the end of the word, or accept one word", .wordRight) {
      editor, _ in
      LibeditReader.perform(editor) { $0.goWordRight() }
    },
    EditorAction("delete", "delete the character under the cursor", .delete) { editor, _ in
      LibeditReader.perform(editor) { $0.deleteCharacter() }
    },
    EditorAction("delete-word", "delete to the end of the word", .deleteWord) { editor, _ in
      LibeditReader.perform(editor) { $0.deleteWord() }
    },
    EditorAction(
      "delete-previous", "delete the character before the cursor", emacs: ["^?", "^H"],
      viInsert: ["^?", "^H"]
    ) { editor, _ in
      LibeditReader.perform(editor) { $0.deletePrevious() }
    },
    EditorAction(
      "delete-or-end", "delete the character under the cursor, or end an empty line's input",
      emacs: ["^D"], viInsert: ["^D"], viCommand: ["^D"]
    ) { editor, _ in
      LibeditReader.perform(editor) { $0.deleteOrEnd() }
    },
    EditorAction(
      "search", "search the history", emacs: ["^R"], viInsert: ["^R"], viCommand: ["^R", "/", "?"]
    ) { editor, _ in
      LibeditReader.perform(editor) { $0.search() }
    },
    EditorAction("paste", "insert what the clipboard sent", .paste) { editor, _ in
      LibeditReader.perform(editor) { $0.insertPaste() }
    },
    EditorAction(
      "clear-screen", "clear the screen", emacs: ["^L"], viInsert: ["^L"], viCommand: ["^L"]
    ) { editor, _ in
      LibeditReader.perform(editor) { $0.clearScreen() }
    },
    EditorAction("ignore", "do nothing", viCommand: ["^["]) { _, _ in UInt8(CC_NORM) },
  ]
}

/// What libedit does after an action.
enum ActionResult {
  /// Nothing changed, or everything is drawn.
  case done
  case moved
  case changed
  case refused
  /// The input ends here.
  case end

  var code: UInt8 {
    switch self {
    case .done: UInt8(CC_NORM)
    case .moved: UInt8(CC_CURSOR)
    case .changed: UInt8(CC_REFRESH)
    case .refused: UInt8(CC_ERROR)
    case .end: UInt8(CC_EOF)
    }
  }
}

extension LibeditReader {
  static func perform(_ editor: OpaquePointer?, _ action: (LibeditReader) -> ActionResult) -> UInt8
  {
    of(editor).map { action($0).code } ?? ActionResult.refused.code
  }
}

/// The user's own key bindings, from `$EDITRC` or `~/.editrc`.
///
/// Read here rather than by libedit, which gives up at the first word it does not know, and whose
/// choice of a mode would forget the bindings made before.
struct Editrc {
  struct Line {
    var words: [String]

    /// True for `bind -e` and `bind -v`.
    var choosesMode: Bool {
      words.count == 2 && ["bind", "shelf:bind"].contains(words[0])
        && ["-e", "-v"].contains(words[1])
    }
  }

  private let lines: [Line]

  static func ofUser() -> Editrc {
    let home = getenv("HOME").map { String(cString: $0) + "/.editrc" }
    let path = getenv("EDITRC").map { String(cString: $0) } ?? home
    return Editrc(text: path.flatMap(contents) ?? "")
  }

  init(text: String) {
    lines = text.split(separator: "\n").compactMap { line in
      let words = Self.words(of: line)
      guard let first = words.first, !first.hasPrefix("#") else { return nil }
      return Line(words: words)
    }
  }

  /// The mode that the last line which chooses one asks for; nil where no line does.
  var chosenMode: EditorSettings.EditMode? {
    lines.last(where: \.choosesMode).map { $0.words[1] == "-v" ? .vi : .emacs }
  }

  /// Lets libedit carry out the lines that are asked for; those it does not know are passed over.
  func apply(to editor: OpaquePointer, where isWanted: (Line) -> Bool) {
    for line in lines where isWanted(line) {
      let copies = line.words.map { strdup($0) }
      defer { for copy in copies { free(copy) } }
      var pointers = copies.map { UnsafePointer($0) } + [nil]
      _ = el_parse(editor, Int32(copies.count), &pointers)
    }
  }

  /// The words of a line: blanks separate, quotes hold together.
  private static func words(of line: Substring) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line {
      if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "\"" || character == "'" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        if let done = word { words.append(done) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }

  /// The text of a small file; nil when it cannot be read.
  private static func contents(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard case .bytes(let bytes) = DescriptorInput.readNow(file) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
