import TableModel

/// What a text looks like that is named as JSON and is none: for the message, never for reading it.
enum FormatGuess {
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

  /// - Complexity: O(bytes), no more than `reach` of them.
  static func name(of text: some Collection<UInt8>) -> String? {
    let lines = String(decoding: text.prefix(reach), as: UTF8.self)
      .split(whereSeparator: \.isNewline)
      .filter { !$0.allSatisfy(\.isWhitespace) && $0.first != "#" }
    guard let first = lines.first else { return nil }
    if isTOML(first, lines.dropFirst()) { return "TOML or an INI file" }
    if isYAML(first) { return "YAML" }
    if isSeparated(lines) { return "a table of separated values (CSV)" }
    return nil
  }

  private static func isTOML(_ first: Substring, _ others: ArraySlice<Substring>) -> Bool {
    if isPair(first, sign: "=") { return true }
    guard first.first == "[", first.contains(where: \.isLetter), !first.contains("\"") else {
      return false
    }
    let isHeading = first.dropLast(while: \.isWhitespace).last == "]"
    return isHeading && others.first.map { isPair($0, sign: "=") } ?? false
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
