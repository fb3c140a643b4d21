extension KeyBinding {
  /// The usual bindings: those of people who come from vi, less, fx, jless and VisiData. The browser,
  /// its help and the page of keys read them here.
  package static let standard: [KeyBinding] =
    moving + finding + deeper + selecting + arranging
    + changing + screen

  private static let moving: [KeyBinding] = [
    .init(["Up", "k"], .command("focus up {N}"), "a row up", .move),
    .init(["Down", "j"], .command("focus down {N}"), "a row down", .move),
    .init(["Left", "h"], .command("focus left {N}"), "an item to the left", .move),
    .init(["Right", "l"], .command("focus right {N}"), "an item to the right", .move),
    .init(
      ["PageDown", "Space"], .counted("down {N} pages", with: "page"), "a page down", .move),
    .init(["PageUp", "b"], .counted("up {N} pages", with: "page up"), "a page up", .move),
    .init(["Ctrl-D"], .command("page half"), "half a page down", .move),
    .init(["Ctrl-U"], .command("page half up"), "half a page up", .move),
    .init(["Home", "0"], .command("start"), "the start of the row", .move),
    .init(["End", "$"], .command("finish"), "the end of the row", .move),
    .init(["g"], .command("top"), "the first row", .move),
    .init(["G"], .counted("focus row {N}", with: "bottom"), "the last row; 42G: row 42", .move),
    .init(["%"], .counted("focus {N}%", with: ""), "50%: half way down", .move),
    .init(["{"], .command("focus section previous"), "the section before", .move),
    .init(["}"], .command("focus section next"), "the next section", .move),
    .init(["' LETTER"], .command("index {LETTER}"), "a letter of the index", .move),
    .init(["Shift-Up", "<"], .command("up {N} lines"), "scroll up, and keep the focus", .move),
    .init(["Shift-Down", ">"], .command("down {N} lines"), "scroll down", .move),
    .init(["Shift-Left"], .command("left {N}"), "scroll the row to its start", .move),
    .init(["Shift-Right"], .command("right {N}"), "scroll the row to its end", .move),
    .init(["m LETTER"], .command("bookmark {LETTER}"), "give the place a letter", .move),
    .init(["` LETTER"], .command("goto '{LETTER}"), "go to it", .move),
    .init(["Ctrl-O"], .command("jump back {N}"), "back to where the focus was", .move),
  ]

  private static let finding: [KeyBinding] = [
    .init(
      ["/"], .line(.find, ""), "find a text in keys and values, or /a regular expression/", .find),
    .init(["?"], .line(.findBackwards, ""), "find backwards", .find),
    .init(["n"], .command("next"), "the next match", .find),
    .init(["N"], .command("previous"), "the match before", .find),
    .init(["f"], .line(.filter, ""), "filter while you type", .find),
    .init(["="], .command("filter {KEY} == {VALUE}"), "keep what has this value", .find),
    .init(["!"], .command("filter {KEY} != {VALUE}"), "drop what has this value", .find),
    .init(["F"], .command("filter off"), "all records again", .find),
  ]

  private static let deeper: [KeyBinding] = [
    .init(
      ["Enter"], .either(.hasInnerField, then: "push {PLACE} {KEY}", otherwise: "push {PLACE}"),
      "open the record, or the value of the field", .deeper),
    .init(["-", "Backspace"], .command("back"), "return from it", .deeper),
    .init(
      ["D"], .command("distinct {KEY}; results"), "the values of the field as a table", .deeper),
    .init(["Tab"], .screen(.nextField), "the next field", .deeper),
    .init(["Shift-Tab"], .screen(.previousField), "the field before", .deeper),
  ]

  private static let selecting: [KeyBinding] = [
    .init(
      ["x"], .either(.isSelected, then: "deselect {PLACE}", otherwise: "select {PLACE}"),
      "select, or take that back", .select),
    .init(["X"], .command("deselect"), "select nothing", .select),
    .init(
      ["*"], .command("selection multiple; select found"), "all that the last search finds",
      .select),
    .init(["y v"], .command("copy value {KEY}"), "copy the value of the field", .select),
    .init(["y p"], .command("copy path {KEY}"), "copy where it stands in the document", .select),
    .init(["y r"], .command("copy record"), "copy the record", .select),
    .init(["y j"], .command("copy jq {KEY}"), "copy a filter of jq that finds it", .select),
    .init(["v"], .screen(.range), "select from here to the next v", .select),
  ]

  private static let arranging: [KeyBinding] = [
    .init(["s"], .command("sort by {KEY} asc"), "sort by the field", .arrange),
    .init(["S"], .command("sort by {KEY} desc"), "sort it downwards", .arrange),
    .init(["a"], .line(.command, "accessory "), "an accessory for cells", .arrange),
    .init(["t"], .line(.command, "style "), "a style for cells", .arrange),
    .init(["c"], .line(.command, "columns "), "rows as a grid", .arrange),
  ]

  private static let changing: [KeyBinding] = [
    .init(["e"], .line(.command, "update {PLACE} {KEY}={JSON}"), "change the value", .change),
    .init(["d"], .command("delete {PLACES}"), "delete the record, or those selected", .change),
    .init(["u"], .command("undo"), "take the last command back", .change),
    .init(["Ctrl-R"], .command("redo"), "do it again", .change),
  ]

  private static let screen: [KeyBinding] = [
    .init([":"], .line(.command, ""), "any command", .screen),
    .init(
      ["i"], .either(.showsDetail, then: "detail off", otherwise: "detail on"),
      "the whole record beside the table", .screen),
    .init(["J"], .screen(.detailDown), "scroll it down", .screen),
    .init(["K"], .screen(.detailUp), "scroll it up", .screen),
    .init(["T"], .command("panel trace"), "what the last frame did", .screen),
    .init([")"], .screen(.traceDown), "scroll that down", .screen),
    .init(["("], .screen(.traceUp), "scroll that up", .screen),
    .init(["]"], .command("step {N}"), "a step through the last pass", .screen),
    .init(["["], .command("step back {N}"), "a step back", .screen),
    .init(["R"], .command("panel stats"), "the lines about reuse", .screen),
    .init(
      ["o"], .either(.showsIdentities, then: "overlay none", otherwise: "overlay identity"),
      "a colour for each cell object", .screen),
    .init(["w"], .line(.command, "watch "), "an expression of the focused record", .screen),
    .init(["F1", "H"], .screen(.help), "the keys", .screen),
    .init(["q"], .screen(.leave), "close what is open, or back to the prompt", .screen),
    .init(["Q"], .command("quit"), "leave the program", .screen),
    .init(["Esc"], .screen(.close), "close what is open, one after the other", .screen),
    .init(["Ctrl-L"], .screen(.redraw), "draw the screen anew", .screen),
    .init(["Ctrl-Z"], .screen(.suspend), "stop the program; 'fg' goes on", .screen),
  ]
}
