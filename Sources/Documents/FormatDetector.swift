import TableModel

/// Finds out what a file holds.
///
/// Bytes that only one format begins with are believed first, then the ending of the name: a file
/// named `.json` is JSON, and whatever is wrong with it is a mistake in JSON. Where neither says
/// anything the first word and what stands behind it decide.
struct FormatDetector {
  let text: SourceText

  private var bytes: [UInt8] { text.bytes }

  init(_ text: SourceText) {
    self.text = text
  }

  /// The formats that the file may be in, the most plausible one first.
  ///
  /// - Throws: `DataError.unknownFormat`, saying what was found, or `.malformed` for no content.
  func candidates() throws(DataError) -> [TextFormat] {
    try refuseKnownBinary()
    if bytes.starts(with: "bplist".utf8) { return [.binaryPropertyList] }
    guard let first = firstByte else {
      if isNamed(Self.sequenceExtensions) { return [.ndjson] }
      throw text.malformed(at: bytes.count, "the file is empty: expected JSON or a property list")
    }
    if startsWithXML { return [.xmlPropertyList] }
    if isNamed(Self.sequenceExtensions) { return [.ndjson] }
    if isNamed(Self.jsonExtensions) { return [.json] }
    let wantsList = isNamed(Self.propertyListExtensions)
    if !wantsList { try refuseOthers(first) }
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "\""): return byHead(wantsList)
    case UInt8(ascii: "["): return wantsList ? [.json, .oldPropertyList] : [.json]
    case UInt8(ascii: "("): return [.oldPropertyList]
    default: return try byFirstWord(first, wantsList)
    }
  }

  /// Refuses what no ending of the name says to be in a known format: binary data, and files named
  /// after formats that are not read.
  private func refuseOthers(_ first: UInt8) throws(DataError) {
    if let zero = bytes.prefix(4096).firstIndex(of: 0) {
      throw .unknownFormat(
        file: text.file, hint: "it holds binary data of an unknown kind: a zero at byte \(zero)")
    }
    // What begins with a bracket may be JSON under any name but these: their sections do, too.
    for (endings, name, opensWithBracket) in Self.otherFormats where isNamed(endings) {
      if !opensWithBracket, "{[".utf8.contains(first) { continue }
      throw .unknownFormat(file: text.file, hint: "it is named as \(name); " + Self.formats)
    }
  }

  /// Refuses what the first bytes show to be something else altogether.
  func refuseKnownBinary() throws(DataError) {
    guard !mayBeEncodedPropertyList, let kind = BinarySignature.kind(of: bytes) else { return }
    throw .unknownFormat(file: text.file, hint: kind.hint)
  }

  /// The form of a file that is known to be a property list.
  func propertyListForms() -> [TextFormat] {
    if bytes.starts(with: "bplist".utf8) { return [.binaryPropertyList] }
    return startsWithXML ? [.xmlPropertyList] : [.oldPropertyList]
  }

  /// True for what may be a property list in an encoding other than UTF-8.
  var mayBeEncodedPropertyList: Bool {
    let wideTag: [[UInt8]] = [[0x3C, 0, 0x3F, 0], [0, 0x3C, 0, 0x3F]]
    let afterMark = Array(bytes.dropFirst(2).prefix(4))
    return startsWithXML || isNamed(Self.propertyListExtensions)
      || wideTag.contains(afterMark) || wideTag.contains(Array(bytes.prefix(4)))
  }

  private static let sequenceExtensions = ["ndjson", "jsonl", "ldjson", "jsonlines"]
  private static let propertyListExtensions = ["plist", "strings", "stringsdict", "pbxproj"]
  private static let jsonExtensions = [
    "json", "geojson", "topojson", "webmanifest", "har", "ipynb",
  ]

  /// Formats that are not read, and whether their own texts begin with a bracket.
  private static let otherFormats: [(endings: [String], name: String, opensWithBracket: Bool)] = [
    (["toml"], "TOML", true), (["ini", "cfg"], "an INI file", true),
    (["yaml", "yml"], "YAML", false), (["csv", "tsv"], "a table of separated values", false),
    (["md"], "Markdown", true), (["html", "htm", "xhtml"], "HTML", false),
  ]

  /// True for a name that means JSON.
  static func isNamedJSON(_ name: String) -> Bool {
    let name = name.lowercased()
    return jsonExtensions.contains { name.hasSuffix("." + $0) }
  }

  private func isNamed(_ extensions: [String]) -> Bool {
    let name = text.file.lowercased()
    return extensions.contains { name.hasSuffix("." + $0) }
  }

  private var firstByte: UInt8? {
    bytes[text.start...].first { !ASCII.isBlank($0) }
  }

  private var startsWithXML: Bool {
    let head = bytes[text.start...].drop(while: ASCII.isBlank)
    return ["<?xml", "<!DOCTYPE", "<!--", "<plist", "<dict", "<array"].contains {
      head.starts(with: $0.utf8)
    }
  }
}

extension FormatDetector {
  /// `{` and `"` begin JSON as well as old property lists: what follows the first word decides.
  private func byHead(_ wantsList: Bool) -> [TextFormat] {
    switch afterFirstWord.first {
    case UInt8(ascii: ":"), UInt8(ascii: "}"), UInt8(ascii: ","):
      return wantsList ? [.json, .oldPropertyList] : [.json]
    case UInt8(ascii: "="), UInt8(ascii: ";"):
      return [.oldPropertyList]
    default:
      return wantsList ? [.oldPropertyList, .json] : [.json, .oldPropertyList]
    }
  }

  /// What stands behind the first key (quoted or not) and the blanks after it.
  private var afterFirstWord: ArraySlice<UInt8> {
    var head = bytes[text.start...].prefix(4096).drop(while: ASCII.isBlank)
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
      head = head.drop(while: OldPropertyListReader.isPlain)
    }
    return head.drop(while: ASCII.isBlank)
  }

  /// True for `KEY = VALUE` without the `;` that a property list has behind it: TOML, or an
  /// INI file.
  private var isUnendedPair: Bool {
    var head = afterFirstWord
    guard head.popFirst() == UInt8(ascii: "=") else { return false }
    head = head.drop(while: ASCII.isBlank)
    guard let first = head.first, !"{(<".utf8.contains(first) else { return false }
    return Self.behindWord(head).first != UInt8(ascii: ";")
  }

  /// A file that begins with none of the brackets is a scalar, or a list without braces.
  private func byFirstWord(_ first: UInt8, _ wantsList: Bool)
    throws(DataError) -> [TextFormat]
  {
    if wantsList { return [.oldPropertyList] }
    let isScalar = ["true", "false", "null"].contains { bytes[text.start...].starts(with: $0.utf8) }
    if isScalar || ASCII.isDigit(first) || first == UInt8(ascii: "-") { return [.json] }
    let isData = first == UInt8(ascii: "<")
    if isUnendedPair {
      throw .unknownFormat(
        file: text.file, hint: "KEY = VALUE looks like TOML or an INI file; " + Self.formats)
    }
    let isList = afterFirstWord.first == UInt8(ascii: "=") || first == UInt8(ascii: "/")
    if isList || (isData && !startsWithXML && !hasTag) { return [.oldPropertyList] }
    throw .unknownFormat(file: text.file, hint: Self.textHint(isMarkup: isData))
  }

  private var hasTag: Bool {
    let second = bytes[text.start...].drop(while: ASCII.isBlank).dropFirst().first
    return second.map { ASCII.hexValue($0) == nil && !ASCII.isBlank($0) } ?? false
  }

  private static func textHint(isMarkup: Bool) -> String {
    isMarkup ? "it looks like HTML or other XML; \(formats)" : formats
  }

  private static let formats =
    "JSON, NDJSON, property lists and SQLite databases are read; --format NAME says which one it is"
}
