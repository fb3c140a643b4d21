import Commands
package import Rendering
import ShellCore
package import TableEngine
import TableModel
import Workspaces

/// What stands in braces behind a fence's first word.
package struct BlockAttributes: Sendable, Hashable {
  package enum Role: String, Sendable, Hashable {
    case demo
    case setup
    case task
    case quiz
  }

  package enum Color: String, Sendable, Hashable, CaseIterable {
    case never
    /// Colours are printed as `{b;cyan}x{/}`.
    case tags
  }

  /// How a lesson recognises that its task is done.
  package enum Check: Sendable, Hashable {
    case output
    case state
    case predicate(String)
  }

  /// A fact about the machine, or its opposite.
  package struct Condition: Sendable, Hashable {
    package var key: Key
    package var isNegated: Bool

    package enum Key: String, Sendable, Hashable, CaseIterable {
      case linux
      case macos
      case ci
      /// The program itself is there to be started.
      case executable
    }
  }

  package var role = Role.demo
  package var isSkipped = false
  package var condition: Condition?
  package var size: Size?
  /// The block starts with nothing open.
  package var isFresh = false
  /// Errors need no `?` line.
  package var continuesOnError = false
  package var color = Color.never
  /// What `view` prints in this block.
  package var layers: [PictureLayer] = []
  package var par: Int?
  /// A condition, as `expect` takes it, that has to hold after some command on the way.
  package var via: String?
  /// What a task or a question is worth in an assignment.
  package var points: Int?
  package var check: Check?
  package var name: String?

  package init() {}
}

extension BlockAttributes {
  /// Why an attribute cannot be taken.
  enum Problem: Error {
    case malformed
    case unknown(String, nearest: [String])
    case badValue(name: String, expected: String)
    case repeated(String)
  }

  private static let names = [
    "setup", "demo", "task", "quiz", "skip", "if", "size", "fresh", "continue-on-error", "color",
    "layers", "par", "via", "points", "check", "name",
  ]

  /// Reads `{setup size=60x9 name="first look"}`; nothing at all is fine too.
  init(parsing text: String) throws(Problem) {
    let text = text.trimmed
    if text.isEmpty { return }
    guard text.hasPrefix("{"), text.hasSuffix("}"), text.count >= 2 else { throw .malformed }
    var seen: Set<String> = []
    for (name, value) in try Self.pairs(in: String(text.dropFirst().dropLast())) {
      guard Self.names.contains(name) else {
        throw .unknown(name, nearest: Spelling.matches(for: name, among: Self.names))
      }
      guard seen.insert(name).inserted else { throw .repeated(name) }
      if Role(rawValue: name) != nil,
        let other = seen.first(where: { $0 != name && Role(rawValue: $0) != nil })
      {
        throw .badValue(name: name, expected: "a block of its own: this one is a \(other)")
      }
      if let value { try set(name, value) } else { try set(name) }
    }
    for (name, roles) in Self.owners where seen.contains(name) && !roles.contains(role) {
      let blocks = roles.map { "a \($0.rawValue)" }.joined(separator: " or ")
      throw .badValue(name: name, expected: "\(blocks), which this block is not")
    }
  }

  /// The attributes that say something of one kind of block alone.
  private static let owners: [(name: String, roles: [Role])] = [
    ("check", [.task]), ("via", [.task]), ("par", [.task]), ("points", [.task, .quiz]),
  ]

  private mutating func set(_ name: String) throws(Problem) {
    switch name {
    case "skip": isSkipped = true
    case "fresh": isFresh = true
    case "continue-on-error": continuesOnError = true
    default:
      guard let role = Role(rawValue: name) else {
        throw .badValue(name: name, expected: "\(name)=VALUE")
      }
      self.role = role
    }
  }

  private mutating func set(_ name: String, _ value: String) throws(Problem) {
    func require<T>(_ parsed: T?, _ expected: String) throws(Problem) -> T {
      guard let parsed else { throw .badValue(name: name, expected: expected) }
      return parsed
    }
    switch name {
    case "size": size = try require(Size(parsing: value), "WIDTHxHEIGHT, such as 60x9")
    case "color": color = try require(Color(rawValue: value), "never or tags")
    case "layers":
      layers = try require(Self.layers(value), "text, style, id, with commas between them")
    case "par": par = try require(Int(value).flatMap { $0 > 0 ? $0 : nil }, "a number from 1")
    case "via": via = try require(value.isEmpty ? nil : value, "a condition, as 'expect' takes it")
    case "points":
      points = try require(Int(value).flatMap { (0...1000).contains($0) ? $0 : nil }, "0 to 1000")
    case "check": check = try require(Check(value), "output, state or predicate:\"...\"")
    case "name": self.name = value
    case "if":
      let keys = Condition.Key.allCases.map(\.rawValue).joined(separator: ", ")
      condition = try require(Condition(value), "one of \(keys), with ! before it for its opposite")
    default: throw .badValue(name: name, expected: "no value")
    }
  }

  private static func layers(_ text: String) -> [PictureLayer]? {
    let names = text.split(separator: ",")
    let layers = names.compactMap { PictureLayer(rawValue: String($0)) }
    return layers.count == names.count && !layers.isEmpty ? layers : nil
  }

  /// Splits `a b=c d="e f"` into names and values.
  private static func pairs(in text: String) throws(Problem) -> [(String, String?)] {
    var pairs: [(String, String?)] = []
    var rest = Substring(text)
    while true {
      rest = rest.drop { $0.isWhitespace }
      if rest.isEmpty { return pairs }
      let name = rest.prefix { !$0.isWhitespace && $0 != "=" }
      if name.isEmpty { throw .malformed }
      rest = rest.dropFirst(name.count)
      guard rest.first == "=" else {
        pairs.append((String(name), nil))
        continue
      }
      rest.removeFirst()
      pairs.append((String(name), try takeValue(&rest)))
    }
  }

  /// Takes a value up to a blank; blanks inside double quotes belong to it.
  private static func takeValue(_ rest: inout Substring) throws(Problem) -> String {
    var value = ""
    var isQuoted = false
    while let character = rest.first, isQuoted || !character.isWhitespace {
      rest.removeFirst()
      if character == "\"" {
        isQuoted.toggle()
      } else if character == "\\", isQuoted, let next = rest.first {
        rest.removeFirst()
        value.append(next)
      } else {
        value.append(character)
      }
    }
    if isQuoted { throw .malformed }
    return value
  }

  /// The attributes as they stand behind a fence; nothing when there are none.
  package var text: String {
    var words: [String] = []
    if role != .demo { words.append(role.rawValue) }
    if isSkipped { words.append("skip") }
    if let condition { words.append("if=\(condition.text)") }
    if let size { words.append("size=\(size.width)x\(size.height)") }
    if isFresh { words.append("fresh") }
    if continuesOnError { words.append("continue-on-error") }
    if color != .never { words.append("color=\(color.rawValue)") }
    if !layers.isEmpty { words.append("layers=" + layers.map(\.rawValue).joined(separator: ",")) }
    if let par { words.append("par=\(par)") }
    if let via { words.append("via=\(Self.quoted(via))") }
    if let points { words.append("points=\(points)") }
    if let check { words.append("check=\(check.text)") }
    if let name { words.append("name=\(Self.quoted(name))") }
    return words.isEmpty ? "" : "{" + words.joined(separator: " ") + "}"
  }

  fileprivate static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

extension BlockAttributes.Check {
  fileprivate init?(_ text: String) {
    let prefix = "predicate:"
    switch text {
    case "output": self = .output
    case "state": self = .state
    case _ where text.hasPrefix(prefix) && text.count > prefix.count:
      self = .predicate(String(text.dropFirst(prefix.count)))
    default: return nil
    }
  }

  fileprivate var text: String {
    switch self {
    case .output: "output"
    case .state: "state"
    case .predicate(let text): "predicate:" + BlockAttributes.quoted(text)
    }
  }
}

extension BlockAttributes.Condition {
  fileprivate init?(_ text: String) {
    isNegated = text.hasPrefix("!")
    guard let key = Key(rawValue: isNegated ? String(text.dropFirst()) : text) else { return nil }
    self.key = key
  }

  fileprivate var text: String { (isNegated ? "!" : "") + key.rawValue }
}

extension StringProtocol {
  /// The text without blanks and line breaks at both ends.
  var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(start.prefix(start.count - start.reversed().prefix { $0.isWhitespace }.count))
  }
}
