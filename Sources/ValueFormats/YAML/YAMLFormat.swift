package import Documents
import Files
import TableModel
import Yams

extension FileFormat {
  /// YAML 1.2. It is only read: comments and anchors would be lost.
  package static let yaml = FileFormat(
    name: "yaml", title: "YAML", one: "YAML", endings: ["yaml", "yml"],
    reading: .text(
      TextReading(
        mayBeEmpty: true,
        unaskedLimit: (
          32 << 20, "reading so large a file of YAML takes a minute or more; --format yaml does it"
        ),
        guess: { FormatGuess.isYAML($0.text.bytes) ? .perhaps : nil },
        forms: { _ in [FileForm("YAML", noting: YAMLReader.read)] })))
}

/// Reads YAML 1.2. The grammar is the library's; what the words mean is decided here, by the core schema.
///
/// Keys keep the order of the file, and numbers the text that they were written with where JSON has the
/// same. `yes`, `017` and `1:30`, which YAML 1.1 took for other things, are text.
struct YAMLReader {
  let text: SourceText
  private var builder = ValueBuilder()
  private var open: [Container] = []
  private var notes = YAMLNotes()
  /// How many more values aliases may unfold to.
  private var budget: Int
  /// How deep the keys are nested in which the reader is: keys may be lists and mappings.
  private let keyDepth: Int

  /// A list or a mapping that is open, and which of its elements comes next.
  private struct Container {
    var elements: [(key: Node?, value: Node)]
    var next = 0
  }

  /// - Throws: `DataError.malformed` with the place of the mistake, or `.tooDeep`.
  /// - Complexity: O(bytes), and a millisecond or more for each kilobyte of it.
  static func read(_ text: SourceText) throws(DataError) -> (Value, remarks: [String]) {
    try text.checkUTF8()
    // A text in braces and brackets is JSON most of the time, which is read a thousand times as fast.
    let first = text.bytes[text.start...].first { !ASCII.isBlank($0) }
    var repeats: RepeatedKeys?
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      let value = try? JSONReader.read(text, &repeats), repeats == nil
    {
      return (value, [])
    }
    try YAMLGuard.check(text)
    var reader = YAMLReader(text, budget: max(1 << 20, 8 * text.bytes.count))
    let documents = try YAMLSyntax.documents(of: text)
    let values = try documents.map { node throws(DataError) in try reader.value(of: node) }
    return (values.count == 1 ? values[0] : .array(values), reader.notes.remarks)
  }

  private init(_ text: SourceText, budget: Int, keyDepth: Int = 0) {
    self.text = text
    self.budget = budget
    self.keyDepth = keyDepth
  }

  private mutating func value(of root: Node) throws(DataError) -> Value {
    try add(root)
    while let container = open.last {
      guard container.next < container.elements.count else {
        open.removeLast()
        builder.end()
        continue
      }
      open[open.count - 1].next += 1
      let element = container.elements[container.next]
      if let key = element.key { builder.add(key: try self.key(key)) }
      try add(element.value)
    }
    if let repeats = builder.repeats { notes.add(.repeatedKey(repeats.key)) }
    return builder.take() ?? .null
  }

  /// Adds a scalar, or opens a container.
  private mutating func add(_ node: Node) throws(DataError) {
    try spend(1, at: node)
    switch node {
    case .scalar(let scalar): builder.add(try value(of: scalar))
    case .sequence(let list):
      noteTag(list.tag, at: node)
      try begin(isRecord: false, list.map { (nil, $0) }, at: node)
    case .mapping(let mapping):
      noteTag(mapping.tag, at: node)
      try begin(isRecord: true, try elements(of: mapping, depth: 0), at: node)
    // The library puts in the place of an alias what it stands for.
    case .alias: builder.add(.null)
    }
  }

  private mutating func begin(
    isRecord: Bool, _ elements: [(key: Node?, value: Node)], at node: Node
  ) throws(DataError) {
    if builder.isFull { throw text.tooDeep(at: offset(of: node)) }
    isRecord ? builder.beginRecord() : builder.beginArray()
    open.append(Container(elements: elements))
  }

  private mutating func spend(_ count: Int, at node: Node) throws(DataError) {
    budget -= count
    guard budget >= 0 else {
      throw text.malformed(
        at: offset(of: node), "aliases that unfold to more values than the file has bytes for")
    }
  }

  /// - Complexity: O(bytes before it); meant for errors only.
  private func offset(of node: Node) -> Int { YAMLSyntax.offset(of: node.mark, in: text) }

  /// The text of a key: of a list or a mapping, that which JSON has for it.
  private mutating func key(_ node: Node) throws(DataError) -> String {
    if case .scalar(let scalar) = node { return scalar.string }
    guard keyDepth < 4 else { throw text.tooDeep(at: offset(of: node)) }
    var reader = YAMLReader(text, budget: budget, keyDepth: keyDepth + 1)
    let value = try reader.value(of: node)
    (budget, notes) = (reader.budget, notes.joined(reader.notes))
    return JSONWriter.text(of: value)
  }
}

// MARK: - Merged mappings

extension YAMLReader {
  private static let mergeKey = "<<"
  /// Mappings that merge others which merge others: more is a mistake.
  private static let deepestMerge = 32

  /// The keys of a mapping with those that `<<` takes over from others, where it has none of its own.
  private mutating func elements(of mapping: Node.Mapping, depth: Int) throws(DataError)
    -> [(key: Node?, value: Node)]
  {
    guard mapping.contains(where: { isMerge($0.key) }) else {
      return mapping.map { ($0.key, $0.value) }
    }
    var known = Set(mapping.compactMap { isMerge($0.key) ? nil : $0.key.scalar?.string })
    var elements: [(key: Node?, value: Node)] = []
    for (key, value) in mapping {
      guard isMerge(key) else {
        elements.append((key, value))
        continue
      }
      for other in try merged(value, depth: depth) {
        try spend(1, at: key)
        if let name = other.key?.scalar?.string, !known.insert(name).inserted { continue }
        elements.append(other)
      }
    }
    return elements
  }

  private func isMerge(_ key: Node) -> Bool {
    key.scalar.map { $0.string == Self.mergeKey && $0.style == .plain } ?? false
  }

  /// The elements of a mapping, or of a list of them, of which the first has precedence.
  private mutating func merged(_ value: Node, depth: Int) throws(DataError)
    -> [(key: Node?, value: Node)]
  {
    guard depth < Self.deepestMerge else { throw text.tooDeep(at: offset(of: value)) }
    if let mapping = value.mapping { return try elements(of: mapping, depth: depth + 1) }
    guard let list = value.sequence, list.allSatisfy({ $0.mapping != nil }) else {
      throw text.malformed(
        at: offset(of: value), "expected a mapping or a list of mappings for '<<' to merge")
    }
    var elements: [(key: Node?, value: Node)] = []
    for mapping in list.compactMap(\.mapping) {
      elements += try self.elements(of: mapping, depth: depth + 1)
      try spend(elements.count, at: value)
    }
    return elements
  }
}

// MARK: - Scalars

extension YAMLReader {
  private mutating func value(of scalar: Node.Scalar) throws(DataError) -> Value {
    let word = scalar.string
    let tag = scalar.tag.rawValue
    switch tag {
    case "":
      guard scalar.style == .plain || scalar.style == .any else { return .string(word) }
      if let meaning = YAMLWord.formerMeaning(of: word) {
        notes.add(.formerWord(word, line: scalar.mark?.line ?? 0, meaning))
      }
      return YAMLWord.value(of: word)
    case YAMLTag.text, YAMLTag.plain: return .string(word)
    case YAMLTag.data: return YAMLWord.data(of: word).map(Value.data) ?? .string(word)
    case YAMLTag.date: return Instant(iso8601: word).map(Value.date) ?? .string(word)
    case YAMLTag.number, YAMLTag.whole, YAMLTag.bool, YAMLTag.null: return YAMLWord.value(of: word)
    default:
      noteTag(scalar.tag, at: .scalar(scalar))
      return .string(word)
    }
  }

  private mutating func noteTag(_ tag: Tag, at node: Node) {
    let name = tag.rawValue
    guard !name.isEmpty, !YAMLTag.containers.contains(name) else { return }
    notes.add(.unknownTag(name, line: node.mark?.line ?? 0))
  }
}

/// The tags whose meaning is known.
enum YAMLTag {
  private static let common = "tag:yaml.org,2002:"
  static let plain = "!"
  static let text = common + "str"
  static let data = common + "binary"
  static let date = common + "timestamp"
  static let number = common + "float"
  static let whole = common + "int"
  static let bool = common + "bool"
  static let null = common + "null"
  static let containers = [plain, common + "seq", common + "map", common + "omap"]
}

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

  /// Converts a line and a column of the library into a byte offset.
  ///
  /// The library counts both in characters, from 1, and treats every line ending of Unicode as one. For an
  /// error at the end of the text it reports the line after the last one, which becomes the end of the text.
  ///
  /// - Complexity: O(bytes before it); meant for errors only.
  static func offset(of mark: Yams.Mark?, in text: SourceText) -> Int {
    guard let mark else { return text.start }
    var (line, column, byte) = (1, 1, text.start)
    var former: Unicode.Scalar?
    for scalar in String(decoding: text.bytes[text.start...], as: UTF8.self).unicodeScalars {
      let isSecondOfPair = former == "\r" && scalar == "\n"
      if !isSecondOfPair, line > mark.line || line == mark.line && column >= mark.column { break }
      byte += scalar.utf8.count
      column += 1
      if isBreak(scalar) { (line, column) = (isSecondOfPair ? line : line + 1, 1) }
      former = scalar
    }
    return byte
  }

  private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
    ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains(scalar)
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
