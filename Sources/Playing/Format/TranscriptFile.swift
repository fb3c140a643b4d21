import Documents
import Files
import Foundation
import TableEngine
import Workspaces

/// Reading and replacing pages on disk.
package enum TranscriptFile {
  /// Reads and parses a page.
  ///
  /// - Parameter isAnswers: whether it is one that a learner fills in, where questions may be open.
  package static func read(
    _ path: String, isAnswers: Bool = false
  ) throws(TranscriptError) -> Transcript {
    try Transcript(parsing: try text(of: path), file: path, isAnswers: isAnswers)
  }

  private static func text(of path: String) throws(TranscriptError) -> String {
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch {
      throw .unreadable(file: path, reason: SystemMessage.text(of: error))
    }
    if let text = String(validating: data, as: UTF8.self) { return text }
    let valid = validPrefix(of: data)
    let line = data.prefix(valid).reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
    throw .notUTF8(file: path, line: line, byte: valid)
  }

  private static func validPrefix(of bytes: Data) -> Int {
    var iterator = bytes.makeIterator()
    var decoder = UTF8()
    var count = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) { count += UTF8.width(scalar) }
    return count
  }

  /// Replaces a page as a whole: at any moment the old one or the new one is there.
  ///
  /// The new text is parsed first; one that could not be read again is not written.
  package static func replace(_ path: String, with text: String) throws(TranscriptError) {
    _ = try Transcript(parsing: text, file: path)
    var status = stat()
    // The system lets its administrator write to any file; who made it read-only meant it.
    if stat(path, &status) == 0, status.st_mode & 0o222 == 0 || access(path, W_OK) != 0 {
      throw .unwritable(file: path, reason: "it is read-only")
    }
    do {
      let file = try FileReplacement(path, replacing: true)
      try file.write(Array(text.utf8))
      try file.finish()
    } catch {
      throw .unwritable(file: path, reason: SystemMessage.text(of: error))
    }
  }

  /// The pages that paths mean: files as they are, and all `*.shelf.md` below folders, in order.
  package static func find(_ paths: [String]) throws(TranscriptError) -> [String] {
    var files: [String] = []
    for path in paths {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw .unreadable(file: path, reason: "no such file or folder")
      }
      if isFolder.boolValue {
        let found = pages(below: path)
        if found.isEmpty { throw .nothingFound(path: path) }
        files += found
      } else {
        files.append(path)
      }
    }
    var seen: Set<String> = []
    return files.filter { seen.insert($0).inserted }
  }

  private static func pages(below folder: String) -> [String] {
    let prefix = folder == "." ? "" : folder.withoutTrailingSlash + "/"
    guard let names = FileManager.default.enumerator(atPath: folder) else { return [] }
    var pages: [String] = []
    for case let name as String in names {
      if name.split(separator: "/").last?.hasPrefix(".") == true {
        names.skipDescendants()
      } else if name.hasSuffix(".shelf.md") {
        pages.append(prefix + name)
      }
    }
    return pages.sorted()
  }
}

/// Writes sessions as a page.
package struct TranscriptWriter {
  package private(set) var text = ""

  package init() {}

  /// Writes the front matter; only at the start.
  package mutating func write(_ matter: FrontMatter) {
    text += "---\nshelf: \(FrontMatterReader.version)\n"
    if let lesson = matter.lesson { text += "lesson: \(lesson)\n" }
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

  mutating func write(prose: [String]) { text += "\n" + prose.map { $0 + "\n" }.joined() }

  package mutating func write(_ block: TranscriptBlock) {
    let attributes = block.attributes.text
    text += "\n```\(block.kind.rawValue)\(attributes.isEmpty ? "" : " " + attributes)\n"
    for step in block.steps { write(step) }
    for fixture in block.fixtures { text += "-- \(fixture.name) --\n\(fixture.text)" }
    if !block.question.isEmpty { text += block.question + "\n" }
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
