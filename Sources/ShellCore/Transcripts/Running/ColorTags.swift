/// Colours of a terminal as readable tags: `{b;cyan}x{/}`.
enum ColorTags {
  private static let names: [Substring: String] = [
    "1": "b", "2": "dim", "4": "u", "7": "rev", "30": "black", "31": "red", "32": "green",
    "33": "yellow", "34": "blue", "35": "magenta", "36": "cyan", "37": "white",
  ]

  /// Replaces every colour sequence; the reset that each begins with goes.
  static func tagged(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let escape = rest.firstRange(of: "\u{1B}[") {
      result += rest[..<escape.lowerBound]
      rest = rest[escape.upperBound...]
      guard let end = rest.firstIndex(of: "m") else { break }
      let codes = rest[..<end].split(separator: ";").filter { $0 != "0" }
      result +=
        codes.isEmpty
        ? "{/}" : "{" + codes.map { names[$0] ?? String($0) }.joined(separator: ";") + "}"
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}
