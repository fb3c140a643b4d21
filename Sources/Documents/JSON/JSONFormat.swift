import Files
package import TableModel

extension FileFormat {
  package static let json = FileFormat(
    name: "json", title: "JSON", one: "JSON",
    endings: ["json", "geojson", "topojson", "webmanifest", "har", "ipynb", "jsonc", "json5"],
    reading: .text(.json(Tolerance())),
    writing: FormatWriting(document: { JSONDocumentWriter() }) { _ throws(DataError) in
      try ArrayWriter(JSONDocumentWriter())
    })

  /// A value of JSON on each line.
  package static let ndjson = FileFormat(
    name: "ndjson", title: "NDJSON", one: "NDJSON",
    endings: ["ndjson", "jsonl", "ldjson", "jsonlines"],
    reading: .text(
      TextReading(
        mayBeEmpty: true,
        tolerating: { tolerance in
          TextReading(mayBeEmpty: true) { _ in [tolerance.skipsBadLines ? .goodLines : .ndjson] }
        }, forms: { _ in [.ndjson] })),
    writing: FormatWriting { _ in JSONLinesWriter() })
}

extension TextReading {
  fileprivate static func json(_ tolerance: Tolerance) -> TextReading {
    TextReading(
      tolerating: { json($0) },
      explain: { error, text in
        let error = FormatGuess.hinting(error, text)
        return tolerance.isLenient ? error : FormatGuess.offeringLenience(error, text)
      },
      guess: FileForm.jsonLikelihood, forms: { _ in [.json(tolerating: tolerance)] })
  }
}

extension FileForm {
  package static let json = json(tolerating: Tolerance())

  fileprivate static func json(tolerating tolerance: Tolerance) -> FileForm {
    FileForm(
      "JSON",
      // What is put up with shows when all of a text is read.
      stays: tolerance == Tolerance()
        ? StayingInFile(
          grows: true, isSequence: { $0.isStated ? false : nil }, text: { RecordText(file: $0) })
        : nil,
      lastResort: { text throws(DataError) in
        try severalValues(in: text, skippingBadLines: tolerance.skipsBadLines)
      },
      read: { text throws(DataError) in
        do throws(DataError) {
          return try strict(text)
        } catch {
          guard tolerance.isLenient else { throw error }
          return try lenient(text, error)
        }
      })
  }

  private static func strict(_ text: SourceText) throws(DataError) -> FileContent {
    var repeats: RepeatedKeys?
    let value = try JSONReader.read(text, &repeats)
    return content(value, "JSON", repeats, text)
  }

  /// The value of a text that is nearly JSON, with what was put up with.
  private static func lenient(_ text: SourceText, _ error: DataError)
    throws(DataError) -> FileContent
  {
    let lenient = LenientJSON(text)
    if let open = lenient.openComment {
      throw text.malformed(at: open, "this comment is never closed")
    }
    guard lenient.isOdd else { throw error }
    do throws(DataError) {
      var content = try strict(lenient.text)
      content.remarks.insert(lenient.remark, at: 0)
      content.leaveOut("comments and the like")
      return content
    } catch {
      throw lenient.located(error)
    }
  }

  static let ndjson = FileForm(
    "NDJSON",
    stays: StayingInFile(grows: true, isSequence: { _ in true }, text: { RecordText(file: $0) }),
    read: { text throws(DataError) in
      var repeats: RepeatedKeys?
      let values = try NDJSONReader.read(text, &repeats)
      return content(.array(values), "NDJSON", repeats, text)
    })

  /// Lines of JSON, without those that are none.
  fileprivate static let goodLines = FileForm(
    "NDJSON", stays: nil,
    read: { text throws(DataError) in try goodLines(of: text, "NDJSON") })

  private static func goodLines(of text: SourceText, _ title: String)
    throws(DataError) -> FileContent
  {
    let lines = try GoodLines(of: text)
    var content = content(.array(lines.values), title, lines.repeats, text)
    content.remarks += lines.remarks
    if let bad = lines.leftOut { content.leaveOut(bad) }
    return content
  }

  /// `{` and `"` begin JSON as well as old property lists: what follows the first word decides.
  @Sendable static func jsonLikelihood(_ head: TextHead) -> Likelihood? {
    switch head.first {
    case UInt8(ascii: "{"), UInt8(ascii: "\""):
      switch head.behindFirstWord {
      case UInt8(ascii: ":"), UInt8(ascii: "}"): .certain
      case UInt8(ascii: ","): head.first == UInt8(ascii: "{") ? .certain : .likely
      case UInt8(ascii: "="), UInt8(ascii: ";"): nil
      default: .likely
      }
    case UInt8(ascii: "["): .certain
    case UInt8(ascii: "("): nil
    // Lines of numbers with something between them are separated values.
    default: head.format == nil && head.isScalar ? .likely : nil
    }
  }

  /// The title of a sequence of values in a file that does not say to be one.
  static func title(ofSequenceNamed name: String) -> String {
    let isNamedJSON = Compression.innerName(name).lowercased().hasSuffix(".json")
    return ndjson.title + (isNamedJSON ? " (several values in a .json file)" : "")
  }

  /// The values of a file that holds one value a line; nil when a second value does not begin
  /// on a line of its own.
  private static func severalValues(in text: SourceText, skippingBadLines: Bool)
    throws(DataError) -> FileContent?
  {
    guard JSONReader.isFollowedByAnotherLineOfJSON(text, mayBeBad: skippingBadLines) else {
      return nil
    }
    if skippingBadLines { return try goodLines(of: text, title(ofSequenceNamed: text.file)) }
    var repeats: RepeatedKeys?
    let values = try NDJSONReader.read(text, &repeats)
    return content(.array(values), title(ofSequenceNamed: text.file), repeats, text)
  }

  private static func content(
    _ value: Value, _ title: String, _ repeats: RepeatedKeys?, _ text: SourceText
  ) -> FileContent {
    FileContent(
      value: value, title: title, remarks: repeats.map { [$0.remark(in: text)] } ?? [],
      lone: lone(in: text), leftOut: repeats?.leftOut)
  }

  private static func lone(in text: SourceText) -> (LoneSurrogates, remark: String)? {
    guard let found = text.bytes.withUnsafeBytes(LoneSurrogates.init(in:)) else { return nil }
    let escape = String(decoding: text.bytes[found.first...].prefix(6), as: UTF8.self)
    return (found, found.remark(at: text.place(ofByte: found.first), escape))
  }
}

/// What a text looks like that is named as JSON and is none: for the message, never for reading it.
package enum FormatGuess {
  /// How much of a text is looked at, in bytes.
  static let reach = 4096

  /// The error about a text that was read as JSON, with a hint at what it looks like.
  static func hinting(_ error: DataError, _ text: some Collection<UInt8>) -> DataError {
    guard case .malformed(let file, let place, let message, let source) = error,
      let name = name(of: text)
    else { return error }
    return .malformed(
      file: file, at: place, message: "\(message) (it looks like \(name), not like JSON)",
      source: source)
  }

  /// The error with the option that would help.
  ///
  /// - Complexity: O(bytes).
  static func offeringLenience(_ error: DataError, _ text: [UInt8]) -> DataError {
    guard case .malformed(let file, let place, let message, let source) = error else {
      return error
    }
    let lenient = LenientJSON(SourceText(file: file, bytes: text))
    guard lenient.isOdd, (try? JSONReader.read(lenient.text)) != nil else { return error }
    return .malformed(
      file: file, at: place, message: message + "; --lenient reads it all the same", source: source)
  }

  /// - Complexity: O(bytes), no more than `reach` of them.
  static func name(of text: some Collection<UInt8>) -> String? {
    let lines = lines(of: text)
    guard let first = lines.first else { return nil }
    if isTOML(first, lines.dropFirst()) { return "TOML or an INI file" }
    if isYAML(first) { return "YAML" }
    if isSeparated(lines) { return "a table of separated values (CSV)" }
    return nil
  }

  private static func lines(of text: some Collection<UInt8>) -> [Substring] {
    String(decoding: text.prefix(reach), as: UTF8.self).split(whereSeparator: \.isNewline)
      .filter { !$0.allSatisfy(\.isWhitespace) && $0.first != "#" }
  }

  /// Whether a text begins as TOML does, and INI files, which is not the same.
  ///
  /// - Complexity: O(bytes), no more than `reach` of them.
  package static func isTOML(_ text: some Collection<UInt8>) -> Bool {
    let lines = lines(of: text)
    return lines.first.map { isTOML($0, lines.dropFirst()) } ?? false
  }

  private static func isTOML(_ first: Substring, _ others: ArraySlice<Substring>) -> Bool {
    if isPair(first, sign: "=") { return true }
    guard first.first == "[", first.contains(where: \.isLetter), !first.contains("\"") else {
      return false
    }
    let isHeading = first.dropLast(while: \.isWhitespace).last == "]"
    return isHeading && others.first.map { isPair($0, sign: "=") } ?? false
  }

  /// Whether a text begins as YAML does: a list, or a word and a colon.
  ///
  /// - Complexity: O(bytes), no more than `reach` of them.
  package static func isYAML(_ text: some Collection<UInt8>) -> Bool {
    lines(of: text).first.map(isYAML) ?? false
  }

  private static func isYAML(_ first: Substring) -> Bool {
    let line = first.dropLast(while: \.isWhitespace)
    if line == "---" || line.hasPrefix("%YAML") || line.hasPrefix("- ") { return true }
    guard isPair(line, sign: ":"), let colon = line.firstIndex(of: ":") else { return false }
    let next = line.index(after: colon)
    return next == line.endIndex || line[next] == " "
  }

  /// True for a word without quotes before a sign.
  private static func isPair(_ line: Substring, sign: Character) -> Bool {
    guard let place = line.firstIndex(of: sign) else { return false }
    let key = line[..<place].dropLast(while: \.isWhitespace)
    return key.first?.isLetter == true
      && key.allSatisfy { $0.isLetter || $0.isNumber || "_-. ".contains($0) }
  }

  /// True where two lines have as many separators, or the only line has some.
  private static func isSeparated(_ lines: [Substring]) -> Bool {
    guard let first = lines.first, let start = first.first, !"{[".contains(start) else {
      return false
    }
    return [",", ";", "\t"].contains { (separator: Character) in
      let counts = lines.prefix(2).map { line in line.count(where: { $0 == separator }) }
      return counts[0] > 0 && counts.allSatisfy { $0 == counts[0] }
    }
  }
}

extension Substring {
  fileprivate func dropLast(while isLeftOut: (Character) -> Bool) -> Substring {
    var rest = self
    while let last = rest.last, isLeftOut(last) { rest.removeLast() }
    return rest
  }
}

// MARK: - Writing

extension JSONWriter: TextCollector {}

/// Writes JSON, a line for each element and field, indented by two blanks a level.
package struct JSONDocumentWriter: DocumentWriter, CollectingWriter {
  package var collector = JSONWriter(layout: .pretty)
  private var open = OpenContainers()

  package init() {}

  package mutating func beginArray() { begin(isRecord: false) }

  package mutating func beginRecord() { begin(isRecord: true) }

  package mutating func put(key: String) { open.key = key }

  package mutating func add(_ value: Value) {
    goToNext()
    collector.write(value, depth: open.depth)
  }

  package mutating func end() {
    guard let container = open.end() else { return }
    if !container.isEmpty { collector.breakLine(open.depth) }
    collector.put(container.isRecord ? "}" : "]")
  }

  package mutating func finish() { collector.put("\n") }

  private mutating func begin(isRecord: Bool) {
    goToNext()
    collector.put(isRecord ? "{" : "[")
    open.begin(isRecord: isRecord)
  }

  /// Writes what stands before an element, or before the value of a field.
  private mutating func goToNext() {
    guard let container = open.goToChild() else { return }
    if !container.isEmpty { collector.put(",") }
    collector.breakLine(open.depth)
    guard let key = open.takeKey() else { return }
    collector.write(.string(key), depth: 0)
    collector.put(": ")
  }
}

/// Writes a value on each line, in JSON.
package struct JSONLinesWriter: RecordListWriter, CollectingWriter {
  package var collector = JSONWriter(layout: .compact)

  package init() {}

  package mutating func add(_ value: Value) {
    collector.write(value, depth: 0)
    collector.put("\n")
  }

  package mutating func finish() {}
}
