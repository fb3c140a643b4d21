import TableModel

/// Finds out what a file holds: by its first bytes, and by its name where those leave a choice.
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
    if bytes.prefix(4096).contains(0) {
      throw .unknownFormat(file: text.file, hint: "it holds binary data of an unknown kind")
    }
    if startsWithXML { return [.xmlPropertyList] }
    if isNamed(Self.sequenceExtensions) { return [.ndjson] }
    let wantsList = isNamed(Self.propertyListExtensions)
    let wantsJSON = isNamed(Self.jsonExtensions)
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "\""): return byHead(wantsList, wantsJSON)
    case UInt8(ascii: "["): return wantsList ? [.json, .oldPropertyList] : [.json]
    case UInt8(ascii: "("): return wantsJSON ? [.json] : [.oldPropertyList]
    default: return try byName(first, wantsList, wantsJSON)
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
  private func byHead(_ wantsList: Bool, _ wantsJSON: Bool) -> [TextFormat] {
    switch separatorAfterFirstWord {
    case UInt8(ascii: ":"), UInt8(ascii: "}"), UInt8(ascii: ","):
      return wantsList ? [.json, .oldPropertyList] : [.json]
    case UInt8(ascii: "="), UInt8(ascii: ";"):
      return wantsJSON ? [.oldPropertyList, .json] : [.oldPropertyList]
    default:
      return wantsList ? [.oldPropertyList, .json] : [.json, .oldPropertyList]
    }
  }

  /// The first byte after the first key (quoted or not) that is not blank.
  private var separatorAfterFirstWord: UInt8? {
    var head = bytes[text.start...].prefix(4096).drop(while: ASCII.isBlank)
    if head.first == UInt8(ascii: "{") { head = head.dropFirst().drop(while: ASCII.isBlank) }
    if head.first == UInt8(ascii: "\"") {
      head = head.dropFirst()
      while let byte = head.popFirst(), byte != UInt8(ascii: "\"") {
        if byte == UInt8(ascii: "\\") { head = head.dropFirst() }
      }
    } else {
      head = head.drop(while: OldPropertyListReader.isPlain)
    }
    return head.drop(while: ASCII.isBlank).first
  }

  /// A file that begins with none of the brackets is a scalar, or a list without braces.
  private func byName(_ first: UInt8, _ wantsList: Bool, _ wantsJSON: Bool)
    throws(DataError) -> [TextFormat]
  {
    if wantsList { return [.oldPropertyList] }
    if wantsJSON { return [.json] }
    let isScalar = ["true", "false", "null"].contains { bytes[text.start...].starts(with: $0.utf8) }
    if isScalar || ASCII.isDigit(first) || first == UInt8(ascii: "-") { return [.json] }
    let isData = first == UInt8(ascii: "<")
    let isList = separatorAfterFirstWord == UInt8(ascii: "=") || first == UInt8(ascii: "/")
    if isList || (isData && !startsWithXML && !hasTag) { return [.oldPropertyList] }
    throw .unknownFormat(file: text.file, hint: Self.textHint(isMarkup: isData))
  }

  private var hasTag: Bool {
    let second = bytes[text.start...].drop(while: ASCII.isBlank).dropFirst().first
    return second.map { ASCII.hexValue($0) == nil && !ASCII.isBlank($0) } ?? false
  }

  private static func textHint(isMarkup: Bool) -> String {
    let formats =
      "JSON, NDJSON, property lists and SQLite databases are read; --format NAME says which one it is"
    return isMarkup ? "it looks like HTML or other XML; \(formats)" : formats
  }
}
