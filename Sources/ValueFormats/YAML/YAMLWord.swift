import Files
import Foundation
import TableModel

/// What plain words mean by the core schema of YAML 1.2.
enum YAMLWord {
  static func value(of word: String) -> Value {
    switch word {
    case "", "~", "null", "Null", "NULL": .null
    case "true", "True", "TRUE": .bool(true)
    case "false", "False", "FALSE": .bool(false)
    default: number(word).map(Value.number) ?? .string(word)
    }
  }

  /// A number in JSON's notation, with the digits that it was written with; nil for other words.
  private static func number(_ word: String) -> NumberText? {
    guard let first = word.utf8.first, ASCII.isDigit(first) || "+-.".utf8.contains(first) else {
      return nil
    }
    for (prefix, radix) in [("0x", 16), ("0o", 8)] where word.hasPrefix(prefix) {
      let digits = word.dropFirst(2)
      guard digits.allSatisfy(\.isHexDigit) else { return nil }
      return UInt64(digits, radix: radix).map { NumberText(text: String($0)) }
    }
    let sign = word.hasPrefix("-") ? "-" : ""
    var rest = Substring(word).utf8
    if first == UInt8(ascii: "+") || first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let whole = rest.prefix(while: ASCII.isDigit)
    rest = rest.dropFirst(whole.count)
    var fraction = rest.prefix(0)
    if rest.first == UInt8(ascii: ".") {
      fraction = rest.dropFirst().prefix(while: ASCII.isDigit)
      rest = rest.dropFirst(1 + fraction.count)
    }
    // What begins with a zero is a name or a number of YAML 1.1.
    guard !whole.isEmpty || !fraction.isEmpty, whole.count == 1 || whole.first != 0x30,
      isExponent(rest)
    else { return nil }
    let digits = whole.isEmpty ? "0" : String(Substring(whole))
    let point = fraction.isEmpty ? "" : "." + String(Substring(fraction))
    return NumberText(text: sign + digits + point + String(Substring(rest)))
  }

  /// True for `e10`, and for nothing at all.
  private static func isExponent(_ text: Substring.UTF8View) -> Bool {
    guard let first = text.first else { return true }
    guard first | 0x20 == UInt8(ascii: "e") else { return false }
    var digits = text.dropFirst()
    if let sign = digits.first, "+-".utf8.contains(sign) { digits = digits.dropFirst() }
    return !digits.isEmpty && digits.allSatisfy(ASCII.isDigit)
  }

  /// What YAML 1.1 took a word for that is text by now; nil for all others.
  static func formerMeaning(of word: String) -> String? {
    switch word.lowercased() {
    case "yes", "on": return "true"
    case "no", "off": return "false"
    default: break
    }
    guard let first = word.utf8.first, ASCII.isDigit(first) else { return nil }
    let isOctal =
      word.count > 1 && first == 0x30 && word.utf8.allSatisfy { (0x30...0x37).contains($0) }
    if isOctal { return "the number \(UInt64(word, radix: 8).map(String.init) ?? "")" }
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    let isSexagesimal =
      parts.count > 1 && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(ASCII.isDigit) }
      && parts.dropFirst().allSatisfy { $0.count <= 2 && $0 < "60" }
    return isSexagesimal ? "a number to the base of 60" : nil
  }

  /// The bytes that base 64 stands for, with blanks between its digits; nil for anything else.
  static func data(of word: String) -> [UInt8]? {
    Data(base64Encoded: word.filter { !$0.isWhitespace }).map(Array.init)
  }
}

/// What is worth a word, each kind of it once.
struct YAMLNotes {
  enum Note {
    case formerWord(String, line: Int, String)
    case unknownTag(String, line: Int)
    case repeatedKey(String)

    /// By how it begins notes are of one kind.
    var kind: Int {
      switch self {
      case .formerWord: 0
      case .unknownTag: 1
      case .repeatedKey: 2
      }
    }

    func remark(_ count: Int) -> String {
      let others = count == 1 ? "" : " (\(count) such in all)"
      return switch self {
      case .formerWord(let word, let line, let meaning):
        "line \(line): '\(word)' is text; YAML 1.1 would read \(meaning)\(others)"
      case .unknownTag(let tag, let line):
        "line \(line): the tag '\(tag)' is not known and left out\(others)"
      case .repeatedKey(let key):
        "the key '\(key)' appears twice in one record, and only its last value counts\(others)"
      }
    }
  }

  private var found: [(note: Note, count: Int)] = []

  mutating func add(_ note: Note, count: Int = 1) {
    if let index = found.firstIndex(where: { $0.note.kind == note.kind }) {
      found[index].count += count
    } else {
      found.append((note, count))
    }
  }

  func joined(_ others: YAMLNotes) -> YAMLNotes {
    var notes = self
    for (note, count) in others.found { notes.add(note, count: count) }
    return notes
  }

  var remarks: [String] { found.map { $0.note.remark($0.count) } }
}
