import Commands
import Testing

@Suite struct KeyNameTests {
  @Test(arguments: [
    ("j", "j"), ("J", "J"), ("é", "é"), ("e\u{301}", "é"), ("-", "-"), ("+", "+"), ("^", "^"),
    ("<", "<"), ("日", "日"), ("🙂", "🙂"), ("Ctrl-D", "Ctrl-D"), ("ctrl-d", "Ctrl-D"),
    ("^D", "Ctrl-D"), ("^d", "Ctrl-D"), ("C-d", "Ctrl-D"), ("<C-d>", "Ctrl-D"),
    ("control+d", "Ctrl-D"), ("Ctrl-I", "Tab"), ("^M", "Enter"), ("^[", "Esc"), ("^?", "Backspace"),
    ("Ctrl-H", "Backspace"), ("Ctrl-@", "Ctrl-Space"), ("C-SPC", "Ctrl-Space"),
    ("Ctrl-/", "Ctrl-_"), ("Ctrl-_", "Ctrl-_"), ("Ctrl-]", "Ctrl-]"), ("Ctrl-J", "Ctrl-J"),
    ("Alt-x", "Alt-x"), ("M-x", "Alt-x"), ("Alt-X", "Alt-x"), ("Alt-Shift-x", "Alt-Shift-x"),
    ("Alt--", "Alt--"), ("Alt-+", "Alt-+"), ("M-C-x", "Ctrl-Alt-X"), ("Shift-x", "X"),
    ("Shift-é", "É"), ("PgDn", "PageDown"), ("pgup", "PageUp"), ("page-down", "PageDown"),
    ("Return", "Enter"), ("escape", "Esc"), ("del", "Delete"), ("shift-left", "Shift-Left"),
    ("S-Tab", "Shift-Tab"), ("Shift-Ctrl-Right", "Ctrl-Shift-Right"), ("f12", "F12"),
    ("Shift-F1", "Shift-F1"), ("Alt-Backspace", "Alt-Backspace"), ("<Space>", "Space"),
  ])
  func namesAreReadAndWritten(text: String, name: String) throws {
    let key = try KeyName(parsing: text)
    #expect(key.description == name)
    #expect(try KeyName(parsing: name) == key)
  }

  @Test(arguments: [
    ("PageDwn", "nearest: PageDown"), ("Shift-Lft", "nearest: Shift-Left"),
    ("Crtl-d", "nearest: Ctrl-D"), ("Retrun", "nearest: Enter"),
    ("hello", nil), ("", nil), (" ", nil), ("Ctrl-", nil), ("F13", "nearest: F1, F10, F11"),
  ])
  func otherTextsAreRefusedWithNearNames(text: String, hint: String?) {
    let error = #expect(throws: KeyNameError.self) { try KeyName(parsing: text) }
    #expect(error?.description == "'\(text)' is not the name of a key")
    if let hint {
      #expect(error?.hint == hint)
    } else {
      #expect(error?.hint.hasPrefix("keys are called j, ") == true)
    }
  }

  @Test(arguments: [
    "Ctrl-1", "Ctrl-é", "Ctrl-Shift-d", "Shift-1", "Shift-Enter", "Ctrl-Tab", "Ctrl-Alt-[",
    "Alt-Esc", "Shift-Space", "Ctrl-Backspace",
  ])
  func keysThatTerminalsDoNotSendAreRefused(text: String) {
    #expect(throws: KeyNameError.neverSent(text)) { try KeyName(parsing: text) }
  }
}
