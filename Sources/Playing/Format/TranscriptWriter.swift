import TableEngine

/// Writes sessions as a page.
package struct TranscriptWriter {
  package private(set) var text = ""

  package init() {}

  /// Writes the front matter; only at the start.
  package mutating func write(_ matter: FrontMatter) {
    text += "---\nshelf: \(FrontMatterReader.version)\n"
    if let title = matter.title { text += "title: \(Self.quoted(title))\n" }
    if let size = matter.size { text += "size: \(size.width)x\(size.height)\n" }
    if !matter.tags.isEmpty {
      text += "tags: [" + matter.tags.map(Self.quoted).joined(separator: ", ") + "]\n"
    }
    if matter.isInteractive, !matter.isCopied { text += "interactive: true\n" }
    if let directory = matter.directory { text += "directory: \(Self.quoted(directory))\n" }
    if let timeout = matter.timeout { text += "timeout: \(timeout)\n" }
    if !matter.normalisers.isEmpty {
      text += "normalise:\n"
      for rule in matter.normalisers {
        text += "  - {re: \(Self.quoted(rule.pattern)), as: \(Self.quoted(rule.token))}\n"
      }
    }
    text += "---\n"
  }

  package mutating func write(heading: String) { text += "\n# \(heading)\n" }

  package mutating func write(_ block: TranscriptBlock) {
    let attributes = block.attributes.text
    text += "\n```\(block.kind.rawValue)\(attributes.isEmpty ? "" : " " + attributes)\n"
    for step in block.steps { write(step) }
    for fixture in block.fixtures { text += "-- \(fixture.name) --\n\(fixture.text)" }
    for line in block.choices.flatMap(\.lines) { text += line + "\n" }
    text += "```\n"
  }

  private mutating func write(_ step: TranscriptStep) {
    for comment in step.comments { text += Self.line(SessionBlockParser.comment, comment) }
    switch step.input {
    case .command(let input):
      let lines = input.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() {
        let mark = index == 0 ? SessionBlockParser.prompt : SessionBlockParser.continuation
        text += Self.line(mark, String(line))
      }
    case .program(let input): text += Self.line(SessionBlockParser.program, input)
    case .keys(let directives): for directive in directives { text += directive.text + "\n" }
    }
    for line in step.expected { text += line.source + "\n" }
    if let status = step.status { text += "\(SessionBlockParser.status) \(status.text)\n" }
  }

  private static func line(_ mark: String, _ text: String) -> String {
    text.isEmpty ? mark + "\n" : "\(mark) \(text)\n"
  }

  private static func quoted(_ text: String) -> String {
    let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || "-_./".contains($0) }
    if isPlain, !text.isEmpty { return text }
    return "\""
      + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n").replacing("\t", with: "\\t") + "\""
  }
}
