import Commands
import TableEngine
import TableModel
import Workspaces

/// Reads a page's front matter: the part of YAML that it needs.
struct FrontMatterReader {
  static let version = "1"
  private static let keys = [
    "shelf", "lesson", "title", "size", "tags", "normalise", "interactive", "directory", "timeout",
  ]

  private var entries: [(key: String, value: FlowValue, line: Int)] = []

  /// - Parameter lines: what stands between the two lines `---`, with their numbers.
  init(_ lines: [(text: String, number: Int)]) throws(LineProblem) {
    var index = 0
    while index < lines.count {
      let (text, number) = lines[index]
      index += 1
      let plain = text.trimmed
      if plain.isEmpty || plain.hasPrefix("#") { continue }
      guard let colon = plain.firstIndex(of: ":"), text.first?.isWhitespace == false else {
        throw LineProblem(number, .badSyntax("expected 'key: value'"))
      }
      var value = plain[plain.index(after: colon)...].trimmed
      if value.isEmpty { value = Self.blockList(lines, &index) }
      while !FlowValue.isComplete(value), index < lines.count {
        value += " " + lines[index].text.trimmed
        index += 1
      }
      guard let parsed = FlowValue(parsing: value) else {
        throw LineProblem(number, .badSyntax("'\(value)' cannot be read as a value"))
      }
      entries.append((plain[..<colon].trimmed, parsed, number))
    }
  }

  /// Lines `- item`, as a list in brackets.
  private static func blockList(_ lines: [(text: String, number: Int)], _ index: inout Int)
    -> String
  {
    var items: [String] = []
    while index < lines.count, lines[index].text.trimmed.hasPrefix("- ") {
      items.append(String(lines[index].text.trimmed.dropFirst(2)))
      index += 1
    }
    return items.isEmpty ? "" : "[" + items.joined(separator: ", ") + "]"
  }

  /// True when the page says whether it is a session at a prompt.
  var saysHowItRuns: Bool { entries.contains { $0.key == "interactive" } }

  func frontMatter() throws(LineProblem) -> FrontMatter {
    var matter = FrontMatter()
    for (key, value, line) in entries {
      guard Self.keys.contains(key) else {
        let nearest = Spelling.matches(for: key, among: Self.keys)
        throw LineProblem(line, .unknownKey(key, nearest: nearest))
      }
      if key == "shelf", value.text != Self.version {
        throw LineProblem(line, .unknownVersion(value.text ?? ""))
      }
      do {
        try Self.set(key, value, &matter)
      } catch {
        throw LineProblem(line, error)
      }
    }
    return matter
  }

  private static func set(_ key: String, _ value: FlowValue, _ matter: inout FrontMatter)
    throws(TranscriptError.Problem)
  {
    func require<T>(_ parsed: T?, _ expected: String) throws(TranscriptError.Problem) -> T {
      guard let parsed else { throw .badKey(key, expected: expected) }
      return parsed
    }
    switch key {
    case "lesson":
      let number = value.text.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
      matter.lesson = try require(number, "a number from 1")
    case "title": matter.title = try require(value.text, "text")
    case "size":
      matter.size = try require(
        value.text.flatMap { Size(parsing: $0) }, "WIDTHxHEIGHT, such as 60x9")
    case "tags": matter.tags = try require(value.texts, "a list, such as [doc, test]")
    case "interactive": matter.isInteractive = try require(value.bool, "true or false")
    case "directory": matter.directory = try require(value.text, "a folder")
    case "timeout":
      let seconds = value.text.flatMap(Double.init).flatMap { $0 > 0 && $0 <= 3600 ? $0 : nil }
      matter.timeout = try require(seconds, "a number of seconds")
    case "normalise":
      matter.normalisers = try require(
        value.rules, "a list of rules {re: \"PATTERN\", as: \"[NAME]\"}")
      for rule in matter.normalisers where !rule.isValid {
        throw .badKey(key, expected: "regular expressions; '\(rule.pattern)' is not one")
      }
    default: break
    }
  }
}

/// What is wrong with a line, before the file's name is known.
struct LineProblem: Error {
  var line: Int
  var problem: TranscriptError.Problem

  init(_ line: Int, _ problem: TranscriptError.Problem) {
    self.line = line
    self.problem = problem
  }
}

/// A value of YAML's flow style: a scalar, a list in brackets, a map in braces.
indirect enum FlowValue: Equatable {
  case scalar(String)
  case list([FlowValue])
  case map([String: FlowValue])

  init?(parsing text: String) {
    var reader = FlowReader(rest: Array(text)[...])
    guard let value = reader.takeValue(), reader.isAtEnd else { return nil }
    self = value
  }

  /// False when a bracket is still open at the end.
  static func isComplete(_ text: String) -> Bool {
    guard text.hasPrefix("[") || text.hasPrefix("{") else { return true }
    var reader = FlowReader(rest: Array(text)[...])
    return reader.takeValue() != nil
  }

  var text: String? { if case .scalar(let text) = self { text } else { nil } }

  var texts: [String]? {
    guard case .list(let values) = self else { return nil }
    let texts = values.compactMap(\.text)
    return texts.count == values.count ? texts : nil
  }

  var bool: Bool? { text == "true" ? true : text == "false" ? false : nil }

  var rules: [Normaliser.Rule]? {
    guard case .list(let values) = self else { return nil }
    let rules = values.compactMap { value -> Normaliser.Rule? in
      guard case .map(let map) = value, Set(map.keys) == ["re", "as"],
        let pattern = map["re"]?.text, let token = map["as"]?.text
      else { return nil }
      return Normaliser.Rule(pattern: pattern, token: token)
    }
    return rules.count == values.count ? rules : nil
  }
}

/// Takes flow values apart.
private struct FlowReader {
  var rest: ArraySlice<Character>

  /// True when only blanks and a comment are left.
  var isAtEnd: Bool {
    let end = rest.drop { $0.isWhitespace }
    return end.isEmpty || end.first == "#"
  }

  private mutating func skipBlanks() { rest = rest.drop { $0.isWhitespace } }

  mutating func takeValue() -> FlowValue? {
    skipBlanks()
    switch rest.first {
    case "[": return takeList()
    case "{": return takeMap()
    case "\"", "'": return takeQuoted().map { .scalar($0) }
    default: return .scalar(takePlain(in: false))
    }
  }

  private mutating func takeElement() -> FlowValue? {
    skipBlanks()
    switch rest.first {
    case "[", "{", "\"", "'": return takeValue()
    default: return .scalar(takePlain(in: true))
    }
  }

  private mutating func takeList() -> FlowValue? {
    rest.removeFirst()
    var values: [FlowValue] = []
    while true {
      skipBlanks()
      if rest.first == "]" {
        rest.removeFirst()
        return .list(values)
      }
      guard !rest.isEmpty, let value = takeElement() else { return nil }
      values.append(value)
      guard takeSeparator(before: "]") else { return nil }
    }
  }

  private mutating func takeMap() -> FlowValue? {
    rest.removeFirst()
    var values: [String: FlowValue] = [:]
    while true {
      skipBlanks()
      if rest.first == "}" {
        rest.removeFirst()
        return .map(values)
      }
      let key = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(key.count)
      skipBlanks()
      guard !key.isEmpty, rest.first == ":" else { return nil }
      rest.removeFirst()
      guard let value = takeElement() else { return nil }
      values[String(key)] = value
      guard takeSeparator(before: "}") else { return nil }
    }
  }

  private mutating func takeSeparator(before closer: Character) -> Bool {
    skipBlanks()
    if rest.first == closer { return true }
    guard rest.first == "," else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func takePlain(in collection: Bool) -> String {
    var text = ""
    while let character = rest.first {
      if collection, ",]}".contains(character) { break }
      if character == "#", text.isEmpty || text.last?.isWhitespace == true { break }
      text.append(character)
      rest.removeFirst()
    }
    return text.trimmed
  }

  private mutating func takeQuoted() -> String? {
    guard let quote = rest.popFirst() else { return nil }
    var text = ""
    while let character = rest.popFirst() {
      if character == quote {
        guard quote == "'", rest.first == "'" else { return text }
        text.append("'")
        rest.removeFirst()
      } else if character == "\\", quote == "\"", let next = rest.popFirst() {
        text.append(next == "n" ? "\n" : next == "t" ? "\t" : next)
      } else {
        text.append(character)
      }
    }
    return nil
  }
}

extension Fixture {
  /// Reads files one after the other, each behind a line `-- NAME --`.
  static func parse(_ lines: [BlockLine]) throws(LineProblem) -> [Fixture] {
    var fixtures: [Fixture] = []
    for line in lines {
      if let name = name(in: line.text) {
        guard isSafe(name) else { throw LineProblem(line.number, .badFixtureName(name)) }
        fixtures.append(Fixture(name: name, text: ""))
      } else if fixtures.isEmpty {
        if !line.text.trimmed.isEmpty { throw LineProblem(line.number, .textBeforeFixture) }
      } else {
        fixtures[fixtures.count - 1].text += line.text + "\n"
      }
    }
    return fixtures
  }

  private static func name(in line: String) -> String? {
    guard line.hasPrefix("-- "), line.hasSuffix(" --"), line.utf8.count > 6 else { return nil }
    return line.dropFirst(3).dropLast(3).trimmed
  }

  /// Relative, and never above where it starts.
  private static func isSafe(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." } && !name.contains("\0")
  }
}
