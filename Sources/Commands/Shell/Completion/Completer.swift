import Arranging
import CommandLanguage
import Documents
import Files
import Rendering
import TableModel
package import Workspaces

/// Offers what may stand at a place in a line: commands, options, arguments by their kind.
package struct Completer {
  let session: Workspace
  /// How long values are looked for.
  let patience: Duration

  package init(_ session: Workspace, patience: Duration = .milliseconds(40)) {
    self.session = session
    self.patience = patience
  }

  /// - Parameter cursor: a character offset into the line; what stands behind it is left alone.
  /// - Complexity: O(candidates); keys come from the first 1,000 records.
  package func completion(of line: String, at cursor: Int) -> Completion {
    let before = String(line.prefix(cursor))
    let endsInBlank = before.last?.isWhitespace ?? true
    let statement = Statement.statements(in: before).last
    if statement?.pipe != nil { return Completion(candidates: [], range: cursor..<cursor) }
    let isFresh = statement == nil || Self.endsStatement(before)
    guard let statement, !isFresh, let name = statement.name else {
      return Completion(candidates: commandNames(""), range: cursor..<cursor)
    }
    if statement.words.count == 1, !endsInBlank {
      return Completion(candidates: commandNames(name.text), range: name.range)
    }
    guard let command = try? session.commands.command(for: name, abbreviations: true) else {
      return Completion(candidates: [], range: cursor..<cursor)
    }
    let current = endsInBlank ? nil : statement.words.last
    let typed = Array(statement.arguments.dropLast(endsInBlank ? 0 : 1))
    let range = current?.range ?? cursor..<cursor
    let place = Place(command: command, before: typed, word: current)
    return rest(of: before, statement, place, range) ?? completion(at: place, range: range)
  }

  private static func endsStatement(_ text: String) -> Bool {
    text.last { !$0.isWhitespace } == ";"
  }

  /// Where in a command the cursor stands.
  struct Place {
    var command: Command
    /// The arguments before the word.
    var before: [Word]
    var word: Word?

    var prefix: String { word?.text ?? "" }
  }

  private func completion(at place: Place, range: Range<Int>) -> Completion {
    if let previous = place.before.last, previous.raw.hasPrefix("--"),
      let option = place.command.options.first(where: { "--\($0.name)" == previous.raw }),
      let value = option.value, !value.isOptional
    {
      return candidates(value.kind, place, range)
    }
    if place.prefix.hasPrefix("-"), !place.command.options.isEmpty {
      let options = place.command.options.map { Candidate("--\($0.name)", $0.summary) }
      return Completion(candidates: options.matching(place.prefix), range: range)
    }
    let values = place.before.filter { !$0.raw.hasPrefix("--") }
    let parameters = place.command.parameters(for: values)
    let index = min(values.count, parameters.count - 1)
    guard parameters.indices.contains(index) else {
      return Completion(candidates: [], range: range)
    }
    let parameter = parameters[index]
    if values.count >= parameters.count, !parameter.isRepeated, !parameter.takesRest {
      return Completion(candidates: [], range: range)
    }
    var completion = candidates(parameter.kind, place, range)
    completion.candidates += parameter.words.map { Candidate($0) }.matching(place.prefix)
    return completion
  }

  func candidates(_ kind: ArgumentKind, _ place: Place, _ range: Range<Int>) -> Completion {
    let prefix = place.prefix
    if case .file(let use) = kind {
      let (found, isTruncated) = files(place.word, offersDatasets: use == .data)
      return Completion(candidates: found, range: range, isTruncated: isTruncated)
    }
    let found: [Candidate] =
      switch kind {
      case .choice(let words): choices(words, prefix)
      case .command: helpNames().matching(prefix)
      case .style: styles().matching(prefix)
      case .layout: layoutNames().matching(prefix)
      case .layoutFile: layoutNames().matching(prefix) + files(place.word).found
      case .alias: aliases().matching(prefix)
      case .setting: Setting.all.map { Candidate($0.name, $0.summary) }.matching(prefix)
      case .settingValue: settingValues(place).matching(prefix)
      case .key: keys(prefix)
      case .sortKey: keys(prefix) + directions(place)
      case .column: columns(prefix)
      case .role: roles(place)
      case .otherTable: partsOfDocument(place.word) + files(place.word, offersDatasets: true).found
      case .databaseTable: databaseTables(prefix)
      case .keyOfOther: keysOfOther(place)
      case .aggregates: aggregates(place)
      case .changes: changes(place)
      case .address, .row: addresses(prefix)
      case .predicate, .line, .parts, .text, .count, .file: []
      }
    return Completion(candidates: found, range: range)
  }
}

// MARK: - What there is

extension Completer {
  private func commandNames(_ prefix: String) -> [Candidate] {
    let names = session.commands.commands.map { Candidate($0.name, $0.summary) }
    return (names + aliases()).matching(prefix)
  }

  private func aliases() -> [Candidate] {
    session.aliases.sorted { $0.key < $1.key }.map { Candidate($0.key, $0.value) }
  }

  private func helpNames() -> [Candidate] {
    session.commands.commands.map { Candidate($0.name, $0.summary) }
      + HelpTopic.all.map { Candidate($0.name, $0.summary) }
      + [Candidate("error", "an error by its code"), Candidate("errors", "all of them")]
  }

  private func settingValues(_ place: Place) -> [Candidate] {
    guard let name = place.before.first, let setting = Setting.named(name.text) else { return [] }
    return setting.choices.map { Candidate($0, setting.expected) }
  }

  /// The built-in styles, and the layouts that are loaded or come with the program.
  private func styles() -> [Candidate] {
    StyleCommand.BuiltIn.words.map { Candidate($0) } + layoutNames()
      + OffWord.words.map { Candidate($0) }
  }

  private func layoutNames() -> [Candidate] {
    let library = LayoutLibrary(of: session)
    let loaded = library.look.layouts.map(\.layout.identifier)
    let bundled = library.bundledNames.filter { !loaded.contains($0) }
    return loaded.map { Candidate($0, "layout") } + bundled.map { Candidate($0, "bundled layout") }
  }

  /// Words of a fixed list, also behind a comma.
  private func choices(_ words: [String], _ typed: String) -> [Candidate] {
    let head = typed.lastIndex(of: ",").map { String(typed[...$0]) } ?? ""
    return words.map { Candidate(head + $0) }.matching(typed)
  }

  /// The words that may follow a key to sort by.
  private func directions(_ place: Place) -> [Candidate] {
    guard place.before.count >= 2 else { return [] }
    return SortCommand.Direction.allCases.map { Candidate($0.rawValue, $0.summary) }
      .matching(place.prefix)
  }

  /// Files and folders, and bundled datasets by their names.
  func files(
    _ word: Word?, offersDatasets: Bool = false
  ) -> (found: [Candidate], isTruncated: Bool) {
    if word?.raw == "~" { return ([Candidate("~/", isPartial: true)], false) }
    var word = word
    if let typed = word, !typed.isQuoted { word?.text = SystemPath.read(typed.text) }
    let typed = word.map { HomeFolder.begins($0) ? $0.text : HomeFolder.path(of: $0) } ?? ""
    let slash = typed.lastIndex(of: "/")
    let folder = slash.map { String(typed[...$0]) } ?? ""
    let prefix = String(typed.dropFirst(folder.count))
    let path = String((word.map { HomeFolder.path(of: $0) } ?? "").dropLast(prefix.count))
    let entries = session.environment.entries(path.isEmpty ? "." : path, prefix)
    let visible = entries.names.filter { prefix.hasPrefix(".") || !$0.hasPrefix(".") }
    let found = visible.map { name in
      let isFolder = name.hasSuffix("/")
      return Candidate(Self.spelled(folder + name, isFolder, like: word), isPartial: isFolder)
    }
    guard offersDatasets, folder.isEmpty, let bundled = session.environment.datasets() else {
      return (found, !entries.isComplete)
    }
    let names = bundled.names.filter { $0.hasPrefix(prefix) && !visible.contains($0) }
    return (found + names.map { Candidate($0, "bundled dataset") }, !entries.isComplete)
  }

  /// A file's name as a word of a line: with blanks escaped where they were typed so, else in quotes
  /// if it needs them. The quote of a folder stays open, because its name goes on.
  /// A `~` that means the home stands before them; one that is a name's own is in quotes or behind a
  /// backslash, too.
  private static func spelled(_ name: String, _ isFolder: Bool, like word: Word?) -> String {
    guard let word, HomeFolder.begins(word) else {
      let text = inWords(name, isFolder, like: word)
      return text == "~" || text.hasPrefix("~/") ? "\\" + text : text
    }
    return "~/" + inWords(String(name.dropFirst(2)), isFolder, like: word)
  }

  private static func inWords(_ name: String, _ isFolder: Bool, like word: Word?) -> String {
    if SystemPath.hasBytes(name) { return SystemPath.spelled(name, escapesBlanks: true) }
    let quote: Unicode.Scalar = word?.raw.first { "\"'".contains($0) } == "'" ? "'" : "\""
    // With escapes for what a terminal might obey, or would not show.
    var spelled = SpelledKey.quoted(name, with: quote).unicodeScalars
    let isVisible = !String(spelled).contains("\\")
    let isPlain = isVisible && !name.contains { $0.isWhitespace || "\"'`;#\\".contains($0) }
    if let word, !word.isQuoted, word.raw.contains("\\ "), isVisible, !name.contains("\"") {
      return name.replacing(" ", with: "\\ ")
    }
    if isPlain, word?.isQuoted != true { return name }
    if isFolder { spelled.removeLast() }
    return String(spelled)
  }

  /// Section titles for the first part of an address, numbers for the others.
  private func addresses(_ typed: String) -> [Candidate] {
    guard let level = session.levels.last else { return [] }
    let point = typed.lastIndex(of: ".")
    let head = point.map { String(typed[...$0]) } ?? ""
    let prefix = String(typed.dropFirst(head.count))
    if head.isEmpty { return sectionNames(level).matching(prefix) }
    let word = Word(plain: String(head.dropLast()))
    guard let address = try? session.resolver().address(word) else { return [] }
    let count =
      address.row == nil
      ? level.presenter.rowCount(inSection: address.section)
      : level.presenter.itemCount(inRow: address.rowAddress) ?? 0
    return (0..<min(count, 200)).map { Candidate("\(head)\($0)") }.filter {
      $0.text.hasPrefix(typed)
    }
  }

  private func sectionNames(_ level: Level) -> [Candidate] {
    let count = min(level.presenter.sectionCount, 200)
    let sections = (try? level.shown.sections(0..<count)) ?? []
    return sections.enumerated().map { index, section in
      let rows = Words.number(section.rows, "row")
      guard let title = section.title else { return Candidate("\(index)", rows) }
      return Candidate(AddressPattern.spelled(title: title), rows)
    }
  }
}

extension [Candidate] {
  /// The candidates that go on from a typed prefix, whatever its case.
  func matching(_ prefix: String) -> [Candidate] {
    let folded = prefix.lowercased()
    return filter { $0.text.lowercased().hasPrefix(folded) }
  }
}

/// A word that completion offers.
package struct Candidate: Sendable, Hashable {
  /// What replaces the typed word, quoted if need be.
  package var text: String
  package var summary: String
  /// True when the word may go on (a directory), so that no blank follows it.
  package var isPartial: Bool

  package init(_ text: String, _ summary: String = "", isPartial: Bool = false) {
    self.text = text
    self.summary = summary
    self.isPartial = isPartial
  }
}

/// Candidates for a place in a line, and what they replace.
package struct Completion: Sendable, Hashable {
  package var candidates: [Candidate]
  /// Character offsets into the line.
  package var range: Range<Int>
  /// True when time ran out and there may be more.
  package var isTruncated = false
}
