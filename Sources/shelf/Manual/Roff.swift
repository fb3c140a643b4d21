/// A text in the language of `man`, built from its parts in the order in which they stand.
///
/// ```
/// .SH OPTIONS
/// .TP
/// \fB\-\-size\fR \fIsize\fR
/// The table's viewport, in characters.
/// ```
struct Roff {
  private(set) var text = ""

  /// - Parameters:
  ///   - name: what `man` is asked for.
  ///   - source: the program and its version.
  init(name: String, section: Int, source: String, manual: String) {
    text = ".TH \(name.uppercased()) \(section) \"\" \"\(source)\" \"\(manual)\"\n"
    // Neither hyphens nor spaces that the text has not.
    text += ".nh\n.ad l\n"
  }

  mutating func section(_ title: String) { text += ".SH \(Self.escaped(title.uppercased()))\n" }

  mutating func part(_ title: String) { text += ".SS \(Self.escaped(title))\n" }

  mutating func paragraph(_ words: String) { text += ".PP\n\(Self.escaped(words))\n" }

  /// Lines that stay as they are.
  mutating func lines(_ lines: [String]) {
    text += ".nf\n" + lines.map { Self.escaped($0) + "\n" }.joined() + ".fi\n"
  }

  /// A term, and below it what it means.
  mutating func entry(_ term: String, _ meaning: String) {
    text += ".TP\n\\fB\(Self.escaped(term))\\fR\n\(Self.escaped(meaning))\n"
  }

  /// What stands for a text: a backslash has a meaning of its own, a hyphen may be broken at, and a
  /// line that begins with a point or an apostrophe is a request.
  private static func escaped(_ words: String) -> String {
    let words = words.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .replacing("`", with: "\\(ga").replacing("'", with: "\\(aq").replacing("^", with: "\\(ha")
      .replacing("~", with: "\\(ti")
    return words.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix(".") ? "\\&" + $0 : String($0) }.joined(separator: "\n")
  }
}
