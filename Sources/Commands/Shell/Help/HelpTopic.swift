import CommandLanguage
import Workspaces

/// A page of help that is not about one command.
package struct HelpTopic: Sendable {
  package var name: String
  package var summary: String
  package var text: String

  package static let all: [HelpTopic] = [
    concepts, addresses, predicates, scopes, keys, settings, shapes, scenarios, layouts,
    transcripts,
    lessons, scripts,
  ]

  static let concepts = HelpTopic(
    name: "concepts", summary: "sections, rows, items, cells and reuse",
    text: """
      A table has sections, a section has rows, a row has items. A row without items is one
      cell itself (a plain table); a row with items is a strip of cells that scrolls
      horizontally (a shelf).

      Only what can be seen has cells. A cell that scrolls out goes to a pool under its reuse
      identifier; the next row of that identifier takes it from there. The two lines under the
      viewport count it: created (the pool was empty), reused, recycled (went to a pool),
      pooled now. 'stats' shows more, 'trace' every event.

      The focus is the item (or row) where commands act when they get no address.
      """)

  static let addresses = HelpTopic(
    name: "addresses", summary: "how to name a section, a row or an item",
    text: """
      section.row.item, counted from 0: 1.0.3; shorter for a row (1.0) or a section (1).
      Each part can be
        a number          2, or from the end: -1
        a title           Business.0.3, quoted when it has spaces or dots: "Top News".0;
                          within quotes \\" \\\\ \\n \\t \\u00e9 mean what they do in predicates
        *                 all of them: *.0
        a range           2..5
        .                 the focused one; . alone is the whole focus
      _ alone is where the last result is: what 'find', 'next', 'goto', 'select', 'tap',
      'show' or 'update' came to, 'a the place that 'bookmark a' was given to.
      In a table of one section the title of a row is enough: Norway is 0.Norway.
      """)

  static let predicates = HelpTopic(
    name: "predicates", summary: "the language of filter",
    text: """
      NSPredicate's format strings:
        price > 20 AND name BEGINSWITH[c] "a"
        country IN {"Peru", "Chile"} OR NOT (tags CONTAINS "new")
        details == nil        author.name LIKE "*son"

      comparisons   == != < <= > >= BETWEEN {1, 5} IN {..}
      text          BEGINSWITH CONTAINS ENDSWITH LIKE MATCHES, with [c] for any case,
                    [d] for any accent, [cd] for both
      logic         AND OR NOT, parentheses
      keys          name, author.name, tags[0], `odd key`; SELF is the record itself
      lists         ANY tags == "new", items.@count, items.@sum.price
      dates         CAST(day, "NSDate") > CAST("2024-05-01", "NSDate")
                    date(day, "dd.MM.yyyy")  epoch(at, "ms")  text(placed, "yyyy-MM") == "2024-05"
      places        $section.title $row.title, $section.index $row.index, $index: where a
                    record stands, by what the screen shows and counted from 0
      around        $section.KEY $row.KEY $document.KEY, see 'help scopes'
      A key that a record lacks is nil: it equals nil and nothing else.
      `yes`, `no`, `nil` and `self` are words; `#no` is a key of that name.
      """)

  static let scopes = HelpTopic(
    name: "scopes", summary: "keys of what stands around the records",
    text: """
      A user's friends are items; the user's name and age stand around them. Keys are looked
      up by their first one, from the records outwards: in the records, then in those of
      their rows, of their sections, and in the document. A key belongs to the innermost level
      of which any record has it; a note names an outer level.
        filter years > 30             whole sections, where `years` is a key of users
        filter years > 30 AND age < 5 of these, the friends below five
        sort by years desc, age       sections by one, their items by the other
        distinct city                 of users, each counted once
        group by city                 friends, by the city of their user
        columns name years            friends as plain rows, with a column of the user
      $section.age, $row.age and $document.version say the level outright; SELF.age is that of
      the record, and so is $row.age where rows are plain. $section.title and $section.index are
      what the screen shows, also in 'sort by', 'group by' and 'distinct'; a key of that name is
      $section.record.title. A key of the data called $section is written in backquotes.
      'schema' lists all levels, 'show 0' prints what stands around the list of a section,
      'show 0 --all' the list, too.
      """)

  static let keys = HelpTopic(
    name: "keys", summary: "keys at the prompt",
    text: """
      Tab completes commands, options, files, addresses, keys and values; twice lists them.
      Up and Down recall what starts like the typed text; Ctrl-R searches.
      Right or End accepts the dim suggestion, Alt-F one word of it. Ctrl-L clears the screen.
      With 'set repeat-with-enter on', Enter on an empty line repeats the last line if it was
      a scroll, 'next' or 'previous'.
      A result that is longer than the screen goes through $PAGER, 'less', or pages that
      space turns; 'set pager' says when. After 'set shell on' a line may end in
      '| COMMAND', which hands the result to a command of the system's shell.
      Ctrl-C drops the line, or cancels the command that runs; then a second one within two
      seconds leaves. Ctrl-D on an empty line leaves.
      """)

  static let settings = HelpTopic(
    name: "settings", summary: "what 'set' changes",
    text: """
      'set' lists all settings with their values, 'set NAME' shows one, 'set NAME VALUE'
      changes it. Settings given before anything is open apply to what is opened next.
      'set --script' prints what was changed as commands.
      """)

  static let shapes = HelpTopic(
    name: "shapes", summary: "how a document becomes a table",
    text: """
      'open' infers how a document maps to sections, rows and items and says so in one line.
      'shape' states it instead: each path is relative to the one above it.
        shape --sections Reservations --rows Instances --items Tags
        shape --rows statuses --title id
      Where 'open' says that something is beside the list it shows, 'shape --rows SELF'
      shows all of the document.
      'shape off' infers again. 'group by KEY', 'index by KEY' and 'flatten' make sections
      out of flat data and back. A nested value opens as a table of its own: 'push', 'back'.
      """)

  static let scenarios = HelpTopic(
    name: "scenarios", summary: "five classic table views to start from",
    text: """
      'scenario NAME' opens data and sets geometry, look and engine as in a classic
      program; 'scenario NAME --script' prints the commands, 'undo' takes all of it back.
      \(Scenario.all.map { "  " + $0.name.padded(to: 13) + $0.summary }.joined(separator: "\n"))
      From there every command works as ever. The pages in Documentation/Scenarios go through
      what each of them taught: its tricks, its bugs, and their cures.
      """)

  static let transcripts = HelpTopic(
    name: "transcripts", summary: "sessions in Markdown that are tests",
    text: """
      'record FILE' writes what is typed from now on, with what is printed, as a page;
      'record off' ends it, 'history --transcript' prints the whole session as one.
      'shelf test FILE...' types the inputs again and compares, 'shelf test --update'
      accepts what is printed now. In a page
        shelf> COMMAND     is an input, ...> continues it
        [..]               stands for any text in a line, a line ... for any lines
        ? error(CODE)      says that the input fails, and how
      Documentation/Transcripts.shelf.md says it all.
      """)

  static let scripts = HelpTopic(
    name: "scripts", summary: "the shell without a prompt, and answers for programs",
    text: """
      'shelf run FILE.shelf', 'shelf FILE -c COMMAND' and commands on standard input do the
      same: commands and options need their whole names, the first failure ends it, and
      --keep-going runs all and still gives its exit status: 0, 1 when a command failed, 2
      for wrong usage, 3 when data could not be opened. 'shelf run --check' finds what is
      wrong without running it.

      --plain prints records with tabs between their fields, one per line, and numbers
      without commas. Files and pipes get the bytes of the data as they are, but for \\t,
      \\n, \\r and \\\\, which stand for a tab, line ends and a backslash within a field: a
      line is a record, whatever it holds. A terminal gets what would act on it made visible.
      --json prints one object for each command, with its 'schema': what the command tells,
      or shelf.message.1 with the lines it would have printed (of an export, its lines as
      they are), or shelf.error.1 with
        code        a name that stays, such as unknown-command
        message     what is wrong, and 'hint' what to do, or null
        location    FILE:LINE:COLUMN, and LINE:COLUMN where the commands come from -c or
                    standard input; each -c begins with line 1. Null where no command is
                    at fault
      'time COMMAND' prints shelf.time.1 with seconds after the objects of its commands,
      'history' the lines of this run. Notes and warnings go to standard error, as
      shelf.note.1 with 'kind' and 'message'.
      """)

  static let layouts = HelpTopic(
    name: "layouts", summary: "files that describe a cell",
    text: """
      A layout is a JSON file with one record; 'cell load FILE' makes it a style.
        identifier               the name of the style and of the cells' pool
        about, size              words about it; the width and height it was made for
        views                    its subviews, the lowest first
      Each view is a label, an image or a drawn view, and may have
        kind                     label, image or drawn
        outlet, tag              a name and a number of its own
        leading, trailing, width points (12), or a share of the cell ("25%")
        top, bottom, height      the same; from edge to edge where nothing is said
        alpha, opaque            0 to 1; false where what is below shows through
      A label or an image shows one of three things:
        text, field, role        a text, a field of the record, or what built-in
                                 styles show there: text, detail or image
      A label also has
        align, vertical          leading, center or trailing; top, center or bottom
        lines, shrink            at most so many (0: any); fewest columns of a word
        style                    plain, bold, title, secondary or accent
      A drawn view is one layer; what it draws are its
        parts                    labels and images, placed in its area
      For example:
        {"views": [{"field": "name", "style": "bold", "width": "50%"},
                   {"role": "detail", "align": "trailing", "leading": "50%"}]}
      """)

  static let lessons = HelpTopic(
    name: "lessons", summary: "how lessons are played",
    text: """
      'lesson' begins the next one, or goes on where you left it; 'lesson list' names them,
      'lesson NAME' begins another, also the file of a page. A lesson has its own tables; yours
      come back with 'lesson quit'. All else is the shell as always, so wander as you like.

      A demonstration shows commands: Enter on an empty line, or 'next', runs them.
      A task says what to reach. Any way there counts; each command is answered with what is
      still missing, and looking around is free.
      A question is answered with its letter, 'b', or with several, 'a c'.

        hint       the next hint                 goal             where to get, what differs
        check      what is missing               solution         one way there
        next       go on                         skip             leave it out
        back       the step before               replay           see it all again; Ctrl-C ends it
        lesson     the step once more            lesson reset     the task's start
        lesson restart  from its first step      lesson quit      leave the lesson

      These words stand alone only in a lesson, and 'lesson hint' and so on are the same. 'next' goes
      to the next match where this step has searched, 'back' leaves a table that was entered, and
      letters are answers only while a question waits; the message says which it was.
      """)
}
