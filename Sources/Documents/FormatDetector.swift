package import Files
import TableModel

/// Finds out what a file holds.
///
/// Bytes that only one format begins with are believed first, then the ending of the name: a file
/// named `.json` is JSON, and whatever is wrong with it is a mistake in JSON. Where neither says
/// anything, each format says how likely the text is its own.
struct FormatDetector {
  package let text: SourceText
  private let formats: FileFormats

  private var bytes: [UInt8] { text.bytes }

  init(_ text: SourceText, among formats: FileFormats) {
    self.text = text
    self.formats = formats
  }

  /// The format that is read from bytes whose files are named like this one.
  private var named: FileFormat? {
    formats.list.first { $0.text != nil && $0.isNamed(text.file) }
  }

  private var readings: [TextReading] { formats.list.compactMap(\.text) }

  /// The forms that the file may be in, the most plausible one first.
  ///
  /// - Throws: `DataError.unknownFormat`, saying what was found, or `.malformed` for no content.
  func candidates() throws(DataError) -> [FileForm] {
    try refuseKnownBinary()
    for reading in readings {
      guard let form = reading.signature(text) else { continue }
      try refuseLarge(reading)
      return [form]
    }
    guard let first = bytes[text.start...].first(where: { !ASCII.isBlank($0) }) else {
      if let reading = named?.text, reading.mayBeEmpty { return reading.forms(text) }
      throw text.malformed(at: bytes.count, "the file is empty: expected \(expectation)")
    }
    if let reading = named?.text, reading.goesByName {
      try refuseLarge(reading)
      return reading.forms(text)
    }
    if named == nil { try refuseOthers(first) }
    let head = TextHead(text: text, first: first, format: named?.name)
    let guesses = readings.compactMap { reading in reading.guess(head).map { ($0, reading) } }
    guard !guesses.isEmpty else {
      throw .unknownFormat(file: text.file, hint: head.isUnendedPair ? pairHint : textHint(first))
    }
    // In the order of the list where two are as likely.
    return [Likelihood.certain, .likely, .perhaps].flatMap { likelihood in
      guesses.filter { $0.0 == likelihood }.flatMap { $0.1.forms(text) }
    }
  }

  /// Refuses what is read at this size only where somebody asks for it.
  private func refuseLarge(_ reading: TextReading) throws(DataError) {
    guard let limit = reading.unaskedLimit, bytes.count > limit.bytes else { return }
    throw .unreadable(file: text.file, reason: limit.reason)
  }

  /// Refuses what no ending of the name says to be in a known format: binary data, and files named
  /// after formats that are not read.
  private func refuseOthers(_ first: UInt8) throws(DataError) {
    if let zero = bytes.prefix(TextHead.reach).firstIndex(of: 0) {
      throw .unknownFormat(
        file: text.file, hint: "it holds binary data of an unknown kind: a zero at byte \(zero)")
    }
    // What begins with a bracket may be JSON under any name but these: their sections do, too.
    for (endings, name, opensWithBracket) in Self.otherFormats where isNamed(endings) {
      if !opensWithBracket, "{[".utf8.contains(first) { continue }
      throw .unknownFormat(file: text.file, hint: "it is named as \(name); " + whatIsRead)
    }
  }

  /// Refuses what the first bytes show to be something else altogether.
  func refuseKnownBinary() throws(DataError) {
    if named?.text?.isBinary ?? false { return }
    guard !mayBeEncoded, let kind = BinarySignature.kind(of: bytes) else { return }
    throw .unknownFormat(file: text.file, hint: kind.hint)
  }

  /// Whether the text may be in another encoding than UTF-8.
  var mayBeEncoded: Bool { readings.contains { $0.mayBeEncoded?(text) ?? false } }

  /// Formats that are not read, and whether their own texts begin with a bracket.
  private static let otherFormats: [(endings: [String], name: String, opensWithBracket: Bool)] = [
    (["ini", "cfg"], "an INI file", true),
    (["md"], "Markdown", true), (["html", "htm", "xhtml"], "HTML", false),
  ]

  private func isNamed(_ endings: [String]) -> Bool {
    let name = Compression.innerName(text.file).lowercased()
    return endings.contains { name.hasSuffix("." + $0) }
  }
}

extension FormatDetector {
  /// What a file without content might have held.
  private var expectation: String {
    formats.list.filter { $0.text.map { !$0.mayBeEmpty } ?? false }.map(\.one)
      .joined(separator: " or ")
  }

  private var pairHint: String { "KEY = VALUE looks like an INI file; " + whatIsRead }

  private func textHint(_ first: UInt8) -> String {
    first == UInt8(ascii: "<") ? "it looks like HTML; \(whatIsRead)" : whatIsRead
  }

  private var whatIsRead: String {
    var titles = formats.readable.map(\.title)
    let last = titles.popLast() ?? ""
    return titles.joined(separator: ", ") + " and \(last) are read;"
      + " --format NAME says which one it is"
  }
}

/// The beginning of a text whose format is to be guessed: its first word and what stands behind it.
package struct TextHead: Sendable {
  package let text: SourceText
  /// The first byte that is not blank.
  package let first: UInt8
  /// The format that the file is named after; nil where its name says nothing.
  package let format: String?

  /// How much of a text is looked at, in bytes.
  static let reach = 4096

  private var bytes: [UInt8] { text.bytes }

  /// The first byte behind the first key (quoted or not) and the blanks after it.
  var behindFirstWord: UInt8? { rest.first }

  private var rest: ArraySlice<UInt8> {
    var head = bytes[text.start...].prefix(Self.reach).drop(while: ASCII.isBlank)
    if head.first == UInt8(ascii: "{") { head = head.dropFirst().drop(while: ASCII.isBlank) }
    return Self.behindWord(head)
  }

  private static func behindWord(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var head = text
    if head.first == UInt8(ascii: "\"") {
      head = head.dropFirst()
      while let byte = head.popFirst(), byte != UInt8(ascii: "\"") {
        if byte == UInt8(ascii: "\\") { head = head.dropFirst() }
      }
    } else {
      head = head.drop(while: ASCII.isPlainWord)
    }
    return head.drop(while: ASCII.isBlank)
  }

  /// True for `KEY = VALUE` without the `;` that a property list has behind it: TOML, or an
  /// INI file.
  var isUnendedPair: Bool {
    var head = rest
    guard head.popFirst() == UInt8(ascii: "=") else { return false }
    head = head.drop(while: ASCII.isBlank)
    guard let first = head.first, !"{(<".utf8.contains(first) else { return false }
    return Self.behindWord(head).first != UInt8(ascii: ";")
  }

  /// True where a number, or one of the words of JSON, begins.
  var isScalar: Bool {
    ["true", "false", "null"].contains { bytes[text.start...].starts(with: $0.utf8) }
      || ASCII.isDigit(first) || first == UInt8(ascii: "-")
  }

  /// True for a `<` that begins the hexadecimal digits of an old property list, not an element.
  var beginsData: Bool {
    let second = bytes[text.start...].drop(while: ASCII.isBlank).dropFirst().first
    guard first == UInt8(ascii: "<"), let second else { return false }
    return (ASCII.hexValue(second) != nil || ASCII.isBlank(second)) && !beginsElement
  }

  /// True for a `<` that begins an element, not the hexadecimal digits of an old property list.
  package var beginsElement: Bool {
    let start = text.bytes.firstIndex { $0 == UInt8(ascii: "<") } ?? 0
    guard first == UInt8(ascii: "<"), let name = text.xmlName(at: start + 1) else { return false }
    if name.contains(where: { ASCII.hexValue($0) == nil }) { return true }
    // <feed> could be two bytes of data: elements end, and their ends have a slash.
    return bytes[start...].prefix(Self.reach).contains(UInt8(ascii: "/"))
  }
}
