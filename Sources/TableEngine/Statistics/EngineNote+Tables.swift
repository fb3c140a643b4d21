extension EngineNote {
  static let strips: [EngineNote] = [
    EngineNote(
      "strip", .term,
      "The items of a row in a horizontal table of its own, inside the row's cell. It has its own "
        + "offset, its own pools and its own statistics.", related: ["nested", "items"]),
    EngineNote(
      "axis", .historical(.turnedTables),
      "One engine serves both axes. Early programs turned a vertical table by a quarter to make a "
        + "strip and turned its cells back, so that the row height of the inner table was the "
        + "width of an article. Here rows and items go through the same passes, requests and "
        + "pools; only what counts as start and length differs.",
      related: ["strip", "pass"]),
    EngineNote(
      "nested", .historical(.turnedTables),
      "A row cell that is reused brings along the items, the offset and the images of the strip "
        + "inside it; each needs a cure of its own. none leaves all of them, reload cures the "
        + "items, reset puts the offset to zero, restore brings the row's own offset back.",
      related: ["strip", "stale", "orthogonal", "shared", "prebuilt"]),
    EngineNote(
      "items", .ownChoice,
      "Items of a row that leaves the screen end displaying with it and stay in their strip until "
        + "it is given to another row; where strips share pools they leave at once.",
      related: ["strip", "shared"]),
    EngineNote(
      "orthogonal", .ownChoice,
      "In a flat layout a strip is a group and not a cell: nothing is asked for or counted for "
        + "it, and all items live in the table's own pools.", related: ["nested", "shared"]),
    EngineNote(
      "shared", .documented(.recycledViewPool),
      "One set of pools for all strips: an item cell of one row serves another. Pools are "
        + "shared, offsets are not.", related: ["nested", "orthogonal"]),
    EngineNote(
      "lock-step", .ownChoice,
      "Rows that are locked scroll sideways together, also those off the screen, until they are "
        + "unlocked.", related: ["strip"]),
  ]

  static let geometry: [EngineNote] = [
    EngineNote(
      "points", .ownChoice,
      "The unit of places and sizes, always whole. A device says how many make a character: one on "
        + "the terminal, eight by sixteen on the phone. Only drawing rounds.",
      related: ["row-edges"]),
    EngineNote(
      "visible", .observed(.clones),
      "A row is visible when some of its area is inside the viewport. Edges that only touch do "
        + "not count, and a row without height never gets a cell.", related: ["frame"]),
    EngineNote(
      "offset", .documented(.scrollView),
      "The place in the content that is at the viewport's top. At rest it lies between the "
        + "top of the content and the last screenful.", related: ["overscroll", "bounce"]),
    EngineNote(
      "overscroll", .documented(.scrollView),
      "Pulling beyond the ends: rows leave that a resting table would keep, and come back with "
        + "the spring, which is where some reuse in old logs comes from.", related: ["bounce"]),
    EngineNote(
      "insets", .documented(.scrollView),
      "Room around the content into which a table at rest may scroll: `inset-top` and "
        + "`inset-bottom`, and `inset-left` and `inset-right` of the items in a strip. Rows are seen "
        + "below an inset; floating headers keep clear of it, and so does whatever is scrolled to.",
      related: ["offset", "scroll-position", "pinned-header"]),
    EngineNote(
      "animated", .ownChoice,
      "A scroll in frames of equal steps, the last of them exact; what does not divide evenly is "
        + "spread. A real animation begins and ends slowly. Rows on the way get cells and lose "
        + "them again, which a jump spares; with estimates the target is where the row was thought "
        + "to be at the start.", related: ["frame", "bounce", "estimate"]),
    EngineNote(
      "bounce", .ownChoice,
      "The way back from an overscroll, in frames of equal steps; a real spring slows down.",
      related: ["overscroll"]),
    EngineNote(
      "scroll-position", .documented(.tableView),
      "Where a row is after goto: top, middle, bottom, or none for the least movement that shows "
        + "all of it. Below a header that floats, and never beyond the ends.",
      related: ["pinned-header", "offset"]),
    EngineNote(
      "pinned-header", .documented(.tableView),
      "In the plain style headers float at the top and footers at the bottom while their section "
        + "is in view, and the next section pushes them away; grouped ones scroll along.",
      related: ["headers"]),
    EngineNote(
      "headers", .documented(.tableView),
      "Headers and footers are views with pools of their own, by the same rules as cells; `stats` "
        + "counts them as views.", related: ["pinned-header", "pool"]),
    EngineNote(
      "height", .observed(.uikit),
      "Where heights differ, a reload asks for that of every row, seen or not, and the layout after "
        + "it once more; each row whose cell is asked for adds two. So a table of 10,000 rows with "
        + "ten in view asks 20,020 times. With estimates it asks three times for a row that is seen. "
        + "Rows that are all alike cost nothing.", related: ["estimate", "cost"]),
    EngineNote(
      "estimate", .documented(.tableView),
      "Rows count with an estimate until they are seen, so the first frame is cheap and the "
        + "height of the content drifts while scrolling: it is exact where estimates are off, and "
        + "else what was measured and estimates for the rest. UITableView estimates unless its "
        + "estimatedRowHeight is 0 (since iOS 11); off is our default.",
      related: ["drift", "height"]),
    EngineNote(
      "drift", .term,
      "By how much measuring rows changed the height of the content: a scroll bar that jumps.",
      related: ["estimate"]),
    EngineNote(
      "section-index", .documented(.dataSource),
      "The letters along the edge of a plain table; a grouped one has none. Letters and sections "
        + "are different lists, and the data source says to which section a letter leads.",
      related: ["index-letters", "pinned-header"]),
    EngineNote(
      "search", .documented(.searching),
      "The results of a search are another data source. Until iOS 8 a UISearchDisplayController "
        + "showed them in a second table view over the first one, with pools of its own; a "
        + "UISearchController lets its author reload the same table, whose pools serve both. `set "
        + "search-table own` and `same` show either.", related: ["pool", "section-index"]),
    EngineNote(
      "index-letters", .ownChoice,
      "The letters are A to Z and #, and marks on letters do not count. A letter without a section "
        + "leads to the next one that exists, the last letters to the last section.",
      related: ["section-index"]),
  ]

  static let changes: [EngineNote] = [
    EngineNote(
      "reload", .observed(.uikit),
      "Reloading the data takes every cell through its pool, which turns their order around; no "
        + "cell is made. Reloading a row asks for another cell before the old one is pooled, and "
        + "makes one when the pool is empty.", related: ["reconfigure", "lifo"]),
    EngineNote(
      "reconfigure", .documented(.tableView),
      "Rewrites the cells that are there and measures their rows again: none is made, "
        + "given away or prepared for reuse, so the identifier has to stay the same.",
      related: ["reload"]),
    EngineNote(
      "batch", .documented(.tableView),
      "Updates that the table is told of together. Deletions and reloads name places before the "
        + "batch, insertions places after it, in whatever order they are written; moves name both.",
      related: ["balance", "diff"]),
    EngineNote(
      "balance", .documented(.tableView),
      "The rows before a batch, plus those inserted, less those deleted, must be the rows after "
        + "it. Ranges are checked before. A real table view throws and is broken from then on; "
        + "this one goes back to what it was.", related: ["batch"]),
    EngineNote(
      "behind-the-table", .documented(.tableView),
      "The data source has a different number of rows than the table was told: refused at the "
        + "next frame.",
      related: ["balance"]),
    EngineNote(
      "diff", .ownChoice,
      "Two versions of the data are compared by the identities of their rows, in linear time; the "
        + "updates are right but not always the fewest. A row that only changed inside has to be "
        + "reconfigured as well.", related: ["identity", "batch"]),
    EngineNote(
      "identity", .documented(.diffable),
      "What a record is known by when its place changes: unique in a table, and not its content. "
        + "Two that are the same make a diff impossible. `set identity KEY` names the key: then the "
        + "selection survives a reload, and focus, selection and offsets of strips find their "
        + "records again in other data. Rows of items go by their titles. Without a key identities "
        + "come from places and are unstable: a reload drops the selection.",
      related: ["diff", "selection"]),
    EngineNote(
      "prefetch", .ownChoice,
      "Data is asked for one viewport ahead in the direction of the last movement, nearest first, "
        + "and cancelled on turning back; the real window is not documented. Items are asked for "
        + "along their strip in the same way, with books of their own.",
      related: ["hit-waste-late", "cell-prefetch"]),
    EngineNote(
      "cell-prefetch", .documented(.tableView),
      "Cells are configured ahead of the scroll and kept until their row comes into view; how "
        + "many in a frame is our choice.", related: ["prefetch", "kept-cells"]),
    EngineNote(
      "images", .ownChoice,
      "A loader without a clock: images are delivered when you say so, the last requested first. "
        + "guarded drops an image whose cell now shows another row, unguarded shows it there. "
        + "synchronous ones are there at once, and the frame has to wait while they are read.",
      related: ["async", "blank", "stale"]),
    EngineNote(
      "blank", .ownChoice,
      "Cells in view that lack their image when a frame ends, in all and at most: what a person "
        + "who scrolls sees as empty places.", related: ["images", "prefetch"]),
    EngineNote(
      "async", .term,
      "A picture of one row in the cell of another, because it came after the cell was used "
        + "again. Small steps show it; a big jump makes new cells and hides it.",
      related: ["images", "stale"]),
  ]

  static let choices: [EngineNote] = [
    EngineNote(
      "selection", .documented(.tableView),
      "Belongs to the table and not to the cell: a reused cell is set right after it was "
        + "configured. Reloading the data drops it, unless records are known by a key; selecting in "
        + "code tells no delegate.", related: ["tap", "mark", "identity"]),
    EngineNote(
      "tap", .observed(.clones),
      "Highlight, willSelect, then the old one's willDeselect and didDeselect, then didSelect.",
      related: ["selection", "accessory"]),
    EngineNote(
      "mark", .term,
      "A state of the record, which the data source writes into whatever cell shows it.",
      related: ["selection"]),
    EngineNote(
      "accessory", .documented(.cell),
      "A disclosure indicator says that selecting the cell leads on, a check mark shows a choice: "
        + "neither answers a touch, the row is tapped. A detail button answers one of its own and "
        + "leads to options. Beside an index the letters cover it: whoever writes the table leaves it "
        + "away there, as the scenario `catalog` does; the platform does not.",
      related: ["tap"]),
  ]

  static let figures: [EngineNote] = [
    EngineNote(
      "hit-rate", .term, "Requests that a pooled cell served, of all requests.",
      related: ["pool", "request"]),
    EngineNote(
      "high-water", .term,
      "The most cells that ever waited in a pool at once, also in the middle of a frame.",
      related: ["pool"]),
    EngineNote(
      "alive", .term,
      "Visible, kept, pooled and exempt cells together: what memory pays for. They are the cells "
        + "that were made, less those that were discarded, and each is in one place; a debug build "
        + "checks that after every frame.", related: ["high-water", "discard"]),
    EngineNote(
      "property", .ownChoice,
      "What a cell shows: texts, image, style, accessory, indentation, mark, background, outlets of "
        + "a layout. The engine knows for which row each was written.", related: ["stale"]),
    EngineNote(
      "stale", .ownChoice,
      "A visible cell shows something that was written for another row. Reported once for each "
        + "cell, property and row, in classes: content, style, inner data, inner offset, selection "
        + "and async.", related: ["conditional-writes", "nested", "async"]),
    EngineNote(
      "cost", .ownChoice,
      "A frame's price in made-up units: a cell made, a cell configured, a height, a prefetch, "
        + "and for what is in view a subview beyond the third of its cell and one that is "
        + "blended. The prices and the budget of a frame are settings.", related: ["hitch"]),
    EngineNote(
      "hitch", .documented(.instruments),
      "What a frame costs over its budget. The rate is the milliseconds of a second that were lost "
        + "so, at most 1000, here from the made-up prices.", related: ["cost"]),
    EngineNote(
      "hit-waste-late", .ownChoice,
      "A prefetch is a hit when its row was shown, waste when it never was; a row is late when it "
        + "was shown without one.", related: ["prefetch"]),
    EngineNote(
      "invisible-request", .observed(.scrollViewTable),
      "A request for a row of which nothing is in view: work for nobody, again and again.",
      related: ["ketable"]),
    EngineNote(
      "repeated-bind", .ownChoice,
      "A pooled cell is configured again for the very row it showed last.", related: ["revive"]),
    EngineNote(
      "cardinality", .ownChoice,
      "More than ten identifiers, or one per row, are a warning: such cells are hardly ever reused.",
      related: ["reuse-identifier"]),
    EngineNote(
      "log", .historical(.oldLogs),
      "`trace` has the two lines of an old log, a cell that was loaded and one that was reused, and "
        + "with `--verbose` every event with its frame. The same script over the same data gives the "
        + "same log, to the byte; only the two lines are historical.",
      related: ["cell-names", "frame"]),
    EngineNote(
      "compare", .ownChoice,
      "What was done with the open table, or a script, is done again under two policies from the "
        + "same start, and their figures stand side by side.", related: ["uikit", "recyclerview"]),
    EngineNote(
      "basis", .term,
      "What an explanation rests on: documented by the vendor, measured or read in open source, "
        + "so once, or our choice where the behaviour of the platform is not known.",
      related: ["order", "kept-cells", "prefetch", "index-letters"]),
  ]
}
