extension EngineNote {
  static let cells: [EngineNote] = [
    EngineNote(
      "cell", .term,
      "An object that shows one row or item at a time and outlives it. `Cell1#3` is the third cell "
        + "made for the identifier `Cell1`.", related: ["reuse-identifier", "pool"]),
    EngineNote(
      "reuse-identifier", .documented(.cell),
      "The name under which cells of one layout wait to be used again. It stands for a style and "
        + "never for content: with a name per row every pool holds one cell that nobody asks for.",
      related: ["pool", "cardinality"]),
    EngineNote(
      "subview", .historical(.guide2010),
      "A label, an image or a view that draws itself, inside a cell. Each is a layer that is "
        + "composed in every frame. On the telephones of 2010 more than three or four of them "
        + "scrolled slowly, and the advice was to draw everything in one opaque view. Today's "
        + "compose many times as much: measure before you draw by hand.",
      related: ["blended", "cost"]),
    EngineNote(
      "blended", .documented(.instruments),
      "A subview that lets something through, by its alpha or by its image, has to be composed "
        + "with what is below it. An opaque one only covers it.", related: ["subview", "cost"]),
    EngineNote(
      "pool", .observed(.uikit),
      "The cells that left the screen, by identifier. A pool hands out the cell that came last and "
        + "grows until a memory warning empties it; pools never borrow from each other.",
      related: ["pool-order", "pool-cap", "high-water"]),
    EngineNote(
      "pool-order", .observed(.uikit),
      "Which cell of a pool is handed out: the last that came (lifo), the first (fifo), the one that "
        + "was made first (oldest), or any, by lot (set:SEED). A table view takes the last. Small "
        + "steps look alike under all of them; jumps and reloads tell them apart.",
      related: ["lifo", "fifo"]),
    EngineNote(
      "lifo", .term,
      "Last in, first out: the cell that left the screen last is the first to be used again.",
      related: ["pool-order", "reload"]),
    EngineNote(
      "fifo", .term,
      "First in, first out: the cell that has waited longest is the first to be used again.",
      related: ["pool-order"]),
    EngineNote(
      "pool-cap", .observed(.uikitAndRecyclerView),
      "How many cells of one identifier a pool takes: any number, or five under recyclerview. One "
        + "that comes to a full pool is discarded, and asking first then makes new ones at every "
        + "jump.", related: ["recyclerview", "discard"]),
    EngineNote(
      "dequeue", .documented(.tableView),
      "Asking for a cell by its identifier: one from the pool if there is one, else a new one of "
        + "the registered kind. An empty pool gives no cell only where nothing is registered.",
      related: ["register", "prepare-for-reuse"]),
    EngineNote(
      "register", .documented(.tableView),
      "Telling the table what to make when a pool is empty. Here a class or a layout file counts as "
        + "registered for every identifier, so that a cell is always found; `set dequeue optional` "
        + "takes that away, and then the data source has to make the cell that it did not get. Asking "
        + "for a place with nothing registered is an exception even while cells wait in the pool "
        + "(`unregistered`), and so is returning no cell (`forgetful`) or one that is on the "
        + "screen already (`single`). A cell that is taken and not returned is lost (`leaking`).",
      related: ["dequeue"]),
    EngineNote(
      "prepare-for-reuse", .documented(.cell),
      "A cell prepares for its reuse when it is taken out of the pool, not when it leaves the "
        + "screen. It is where you reset what is not content: alpha, editing, selection. Content is "
        + "the data source's, which has to write all of it each time. A table's cell resets "
        + "selection, highlight and editing of its own; the cell of a collection view resets nothing, "
        + "and a RecyclerView has no such call.", related: ["stale", "resets-all"]),
    EngineNote(
      "resets-all", .ownChoice,
      "A setting that clears the content too when a cell prepares for reuse. It hides what a "
        + "careless data source leaves out, and costs work that is done again right after.",
      related: ["prepare-for-reuse", "conditional-writes"]),
    EngineNote(
      "conditional-writes", .ownChoice,
      "A setting that makes the data source write some properties only where they are not the "
        + "default, as `if done { check mark }` without an else does. Reused cells then show "
        + "marks of former rows.", related: ["stale"]),
    EngineNote(
      "mistakes", .ownChoice,
      "What is often done wrong, to be switched on with `set mistakes` and seen. subviews-again: the "
        + "subviews of a cell are added each time it is configured; outlets: those of cells that are "
        + "gone are still held; identifier: cells are made under another name than they are asked "
        + "for; section-loop: the last section is left out; row-taps: the row around a strip takes "
        + "the taps on its items; delegate: one delegate serves a table and the second one with its "
        + "results, and does not ask which of them calls.",
      related: ["subview", "register", "tap", "search"]),
    EngineNote(
      "unnamed", .documented(.cell),
      "A cell without an identifier is never pooled: it is discarded when it leaves the screen. "
        + "`set dequeue unnamed` makes all cells like that.",
      related: ["reuse-identifier", "discard"]),
    EngineNote(
      "discard", .term,
      "A cell is given up for good: by a memory warning, a full pool, or a policy without reuse.",
      related: ["memory-warning", "pool-cap"]),
    EngineNote(
      "memory-warning", .observed(.uikit),
      "Empties every pool. Cells on the screen stay.", related: ["pool"]),
    EngineNote(
      "kept-cells", .ownChoice,
      "Cells that left may stay bound to their row for a while and come back without being "
        + "configured, as newer systems do; how many is our parameter, none unless it is set.",
      related: ["revive"]),
    EngineNote(
      "revive", .term,
      "A cell comes back to the row it still shows, without a request and without being "
        + "configured.", related: ["kept-cells", "recyclerview", "prebuilt"]),
    EngineNote(
      "exempt", .observed(.clones),
      "The cell that is being edited, the first responder, is not recycled when it leaves the "
        + "screen, and neither is the row around an item: it waits for its row, counted as "
        + "retained, and comes back without being asked for. `edit` begins and ends it; a reload "
        + "ends it too.", related: ["recycle", "revive"]),
    EngineNote(
      "cell-names", .ownChoice,
      "A setting that names cells by addresses in memory, as logs of the platform do. They are "
        + "made up, and the same in every run: each cell lies higher than the one made before it.",
      related: ["cell"]),
  ]

  static let passes: [EngineNote] = [
    EngineNote(
      "frame", .term,
      "One layout pass. A command that changes offset, bounds or data makes one at least; without "
        + "a frame nobody is asked for anything.", related: ["pass"]),
    EngineNote(
      "pass", .observed(.uikit),
      "A frame asks for all rows that come into view before it recycles those that left, so one "
        + "cell more than a screenful serves slow scrolling and two screenfuls serve jumps.",
      related: ["ask-first", "order"]),
    EngineNote(
      "ask-first", .observed(.uikit),
      "The row that leaves in a frame can't serve the row that enters in the same frame, because "
        + "it is still on the screen when the new row is asked for.",
      related: ["pass", "flashlist", "recyclerview"]),
    EngineNote(
      "order", .ownChoice,
      "Cells that leave together end displaying from the last to the first (`end-order`) and "
        + "enter their pool from the first to the last (`enqueue-order`). Both were seen; that "
        + "they belong together was not. A reload keeps to these orders whatever is set.",
      related: ["pass", "initial-fill"]),
    EngineNote(
      "initial-fill", .observed(.uikitAndOldLogs),
      "An empty screen is filled from the top down. Very old systems filled it from the bottom "
        + "up, which is why their logs begin with the last row.", related: ["order"]),
    EngineNote(
      "request", .observed(.uikit),
      "The table asks its data source for the cell of a row (cellForRow), once as it comes into "
        + "view. Rows enter in ascending order when scrolling down, in descending order when "
        + "scrolling up, which was seen and is nowhere promised.",
      related: ["dequeue", "will-display"]),
    EngineNote(
      "recycle", .term,
      "A cell leaves the screen for the pool of its identifier, or is refused by its cap.",
      related: ["pool", "pool-cap"]),
    EngineNote(
      "will-display", .documented(.tableDelegate),
      "Called after a cell was configured and before it is seen; with cells that are kept or "
        + "prepared ahead it comes without a request, or long after one.",
      related: ["request", "did-end-displaying"]),
    EngineNote(
      "did-end-displaying", .documented(.tableDelegate),
      "Called when a cell has left the screen, the place to save what belongs to the row and to "
        + "stop its work. It pairs with willDisplay.", related: ["will-display"]),
  ]

  static let policies: [EngineNote] = [
    EngineNote(
      "uikit", .observed(.uikit),
      "The policy of a UITableView: asks first, recycles afterwards, a stack for each identifier "
        + "without a cap.", related: ["pass", "pool"]),
    EngineNote(
      "ketable", .observed(.scrollViewTable),
      "A table made of a scroll view. Every refresh first recycles what lies wholly outside; then "
        + "it visits the rows from the offset divided by their height on, as many as fit and one "
        + "more, keeps the cell at a row's place or asks for one, and reports display for each. "
        + "Nothing prepares for reuse, and a reload drains the pool but leaves visible rows as "
        + "they are.",
      related: ["invisible-request", "reload", "delegate"]),
    EngineNote(
      "row-edges", .observed(.scrollViewTable),
      "Whether a row has its cell already is found there by comparing its upper edge with that of "
        + "every cell, one after another, at every refresh: as many comparisons as visible rows times "
        + "visible rows; `stats` counts them. The edges are fractions and compared for equality, "
        + "which holds only while both come from the same multiplication; here they are whole points.",
      related: ["ketable", "invisible-request"]),
    EngineNote(
      "delegate", .observed(.scrollViewTable),
      "Three methods, each optional: without heightForRow rows are 50 points high, without "
        + "willDisplayCell or didSelectRow the delegate is not told. A new delegate drains the "
        + "pool of a table on a scroll view; the other policies always find all methods.",
      related: ["ketable", "will-display"]),
    EngineNote(
      "recyclerview", .observed(.recyclerView),
      "Two cells are found again by their place without being bound; the others go to pools of "
        + "five, between one new row and the next. A scroll recycles what is out of view before it "
        + "asks for the first row and again after each; cells that leave together go in descending "
        + "order. A layout that does not scroll sets all cells aside, asks, and recycles what is left. "
        + "After a scroll the next cell is prepared, for which the cache has a third place. Calls "
        + "have that platform's names.",
      related: ["revive", "pool-cap", "jumps", "chunk", "cell-prefetch"]),
    EngineNote(
      "jumps", .observed(.recyclerView),
      "A scroll by a screen or more is either scrollBy, which binds every row on the way, or "
        + "scrollToPosition, which sets all cells aside and asks first. `down`, `page` and `offset` "
        + "go by a distance, `goto`, `top`, `bottom` and what moves the focus to a position; `set "
        + "jumps` chooses one for all. Past 2,000 rows it is always the position, which is our choice.",
      related: ["recyclerview"]),
    EngineNote(
      "chunk", .ownChoice,
      "How many cells recyclerview lays out before it recycles: one in a list, the columns in a "
        + "grid.", related: ["recyclerview"]),
    EngineNote(
      "flashlist", .observed(.flashList),
      "Cells are recycled before others are asked for, and the oldest cell is handed out first. "
        + "`set draw-distance` lays out rows beyond the viewport, seven tenths of the distance on "
        + "the side to which the table scrolls; 250 points are usual there, and none here, which is "
        + "our choice.",
      related: ["ask-first"]),
    EngineNote(
      "none", .term,
      "A new cell for every request, as if the data source never dequeued: what reuse saves is "
        + "the difference.", related: ["uikit"]),
    EngineNote(
      "prebuilt", .ownChoice,
      "Every row keeps the cell that was made for it: always right, never reused, and as many "
        + "cells as rows were ever seen.", related: ["revive", "nested"]),
  ]
}
