import Documents
import Files
import TableModel
import Yams

/// The library's side: a text as nodes, and its errors as errors with a place.
enum YAMLSyntax {
  /// The roots of all documents in a text.
  static func documents(of text: SourceText) throws(DataError) -> [Node] {
    let content = String(decoding: text.bytes[text.start...], as: UTF8.self)
    do {
      let parser = try Parser(yaml: content, encoding: .utf8)
      var roots: [Node] = []
      while let root = try parser.nextRoot() { roots.append(root) }
      return roots
    } catch let error as YamlError {
      throw located(error, in: text)
    } catch {
      throw text.malformed(at: text.start, "expected YAML: \(error)")
    }
  }

  /// The byte that a mark of the library stands for: lines and columns in characters, from 1.
  ///
  /// - Complexity: O(bytes before it); meant for errors only.
  static func offset(of mark: Yams.Mark?, in text: SourceText) -> Int {
    guard let mark else { return text.start }
    var rest = text.bytes[text.start...]
    for _ in 1..<max(1, mark.line) {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { break }
      rest = rest[(end + 1)...]
    }
    let line = String(decoding: rest.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    let lead = line.unicodeScalars.prefix(max(0, mark.column - 1))
    return rest.startIndex + lead.reduce(0) { $0 + $1.utf8.count }
  }

  private static func located(_ error: YamlError, in text: SourceText) -> DataError {
    switch error {
    case .scanner(let context, let problem, let mark, _),
      .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      // The context says "while parsing a list", as does the problem sometimes.
      let lead = context.map { $0.text.isEmpty ? "" : "\($0.text): " } ?? ""
      return text.malformed(at: offset(of: mark, in: text), lead + problem)
    case .reader(let problem, let offset, _, _):
      return text.malformed(at: text.start + (offset ?? 0), problem)
    case .duplicatedKeysInMapping(let keys, let context):
      return text.malformed(
        at: offset(of: context.mark, in: text),
        "the key '\(keys.first ?? "")' appears twice in one mapping")
    default:
      return text.malformed(at: text.start, "expected YAML: \(error)")
    }
  }
}

/// Refuses what the library would never come to an end with.
enum YAMLGuard {
  /// With fewer aliases nothing unfolds to more than some thousand values.
  private static let mostAliases = 24

  /// - Complexity: O(bytes).
  static func check(_ text: SourceText) throws(DataError) {
    var depth = 0
    var aliases = 0
    var keyedAlias: Int?
    var before = UInt8(ascii: "\n")
    for index in text.bytes.indices.dropFirst(text.start) {
      let byte = text.bytes[index]
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
      case UInt8(ascii: "\n"):
        // A line that begins without a bracket's content begins anew; brackets in texts end here.
        if index + 1 < text.bytes.count, !ASCII.isBlank(text.bytes[index + 1]) { depth = 0 }
      case UInt8(ascii: "*") where isLead(before):
        aliases += 1
        if isKey(text.bytes, from: index) { keyedAlias = keyedAlias ?? index }
      case UInt8(ascii: "?") where isLead(before): keyedAlias = keyedAlias ?? index
      default: break
      }
      if depth > ValueBuilder.depthLimit { throw text.tooDeep(at: index) }
      before = byte
    }
    // Keys are compared as wholes, with all that aliases in them stand for.
    if aliases > mostAliases, let place = keyedAlias {
      throw text.malformed(
        at: place,
        "a key that may hold aliases, in a file of \(aliases) of them: it might never end")
    }
  }

  private static func isLead(_ byte: UInt8) -> Bool {
    ASCII.isBlank(byte) || "[{,".utf8.contains(byte)
  }

  /// Whether a word is followed by a colon and a blank.
  private static func isKey(_ bytes: [UInt8], from start: Int) -> Bool {
    var rest = bytes[start...].drop { !ASCII.isBlank($0) && !",[]{}:".utf8.contains($0) }
    rest = rest.drop { $0 == UInt8(ascii: " ") }
    return rest.first == UInt8(ascii: ":")
  }
}
