package import Documents
import Files
import TableModel

extension FileFormat {
  /// Settings in TOML. They are only read: comments and the order of headings would be lost.
  package static let toml = FileFormat(
    name: "toml", title: "TOML", one: "TOML", endings: ["toml"],
    reading: .text(
      TextReading(
        mayBeEmpty: true,
        guess: { head in
          // An INI file begins in the same way, and most of them fail at their first value.
          FormatGuess.isTOML(head.text.bytes) ? .perhaps : nil
        }, forms: { _ in [FileForm("TOML", read: TOMLReader.read)] })))
}

/// Reads TOML 1.0: `name = "value"`, `[heading]`, `[[one of several]]`.
///
/// Keys keep the order of the file, and numbers the text that they were written with where JSON has
/// the same. A date with a zone is a date; one without a zone, a day and a time alone are text.
struct TOMLReader: WholeTextReader {
  let text: SourceText
  var position: Int
  private var tables = TOMLTables()

  private init(_ text: SourceText) {
    (self.text, position) = (text, text.start)
  }

  /// Reads all of a text, in time that grows with its length.
  ///
  /// - Throws: `DataError.malformed` or `.tooDeep`, with the place.
  static func read(_ text: SourceText) throws(DataError) -> Value {
    try text.checkUTF8()
    var reader = TOMLReader(text)
    return try reader.readDocument()
  }

  private mutating func readDocument() throws(DataError) -> Value {
    while true {
      try skipLines()
      guard let byte else { return tables.value() }
      if byte == UInt8(ascii: "[") {
        try readHeading()
      } else {
        try readField(into: tables.current, depth: tables.depth)
      }
      try endLine()
    }
  }

  /// The end of a line behind a value or a heading.
  private mutating func endLine() throws(DataError) {
    skipBlanks()
    try skipComment()
    guard byte != nil, !skipLineBreak() else { return }
    throw expected("the end of the line")
  }

  private mutating func readHeading() throws(DataError) {
    let start = position
    let isElement = stands("[[")
    position += isElement ? 2 : 1
    let path = try readKey()
    guard stands(isElement ? "]]" : "]") else { throw expected(isElement ? "']]'" : "']'") }
    position += isElement ? 2 : 1
    do throws(TOMLTables.Mistake) {
      try tables.open(path, isElement: isElement)
    } catch {
      throw wording(of: error, at: start)
    }
  }

  private func wording(of mistake: TOMLTables.Mistake, at place: Int) -> DataError {
    switch mistake {
    case .repeated(let key):
      text.malformed(at: place, "'\(key.clipped())' is defined a second time")
    case .noTable(let key):
      text.malformed(at: place, "'\(key.clipped())' is a value already, and no table")
    case .closed(let key):
      text.malformed(at: place, "'\(key.clipped())' is a table that was defined elsewhere")
    case .tooDeep: text.tooDeep(at: place)
    }
  }
}

// MARK: - Fields and containers

extension TOMLReader {
  /// A container that is written in brackets or braces and still open.
  private struct Open {
    var node: TOMLTables.Node
    var isTable: Bool
    /// True where nothing stands in it yet.
    var isNew = true
    /// The field of the table whose value is read now.
    var field: (key: String, table: TOMLTables.Node, place: Int)?
  }

  /// `a.b = value`, without the end of its line.
  private mutating func readField(into table: TOMLTables.Node, depth: Int) throws(DataError) {
    let field = try readFieldName(in: table, depth: depth)
    try add(try readValue(depth: depth), as: field)
  }

  private mutating func add(
    _ node: TOMLTables.Node, as field: (key: String, table: TOMLTables.Node, place: Int)
  ) throws(DataError) {
    do throws(TOMLTables.Mistake) {
      try tables.add(node, as: field.key, to: field.table)
    } catch {
      throw wording(of: error, at: field.place)
    }
  }

  /// `a.b =`
  private mutating func readFieldName(
    in table: TOMLTables.Node, depth: Int
  ) throws(DataError) -> (key: String, table: TOMLTables.Node, place: Int) {
    let place = position
    let path = try readKey()
    guard byte == UInt8(ascii: "=") else { throw expected("'=' after a key") }
    position += 1
    skipBlanks()
    do throws(TOMLTables.Mistake) {
      let inner = try tables.table(for: path.dropLast(), in: table, depth: depth)
      return (path.last ?? "", inner, place)
    } catch {
      throw wording(of: error, at: place)
    }
  }

  /// Reads a value, whatever it contains; depth costs no stack.
  private mutating func readValue(depth: Int) throws(DataError) -> TOMLTables.Node {
    var open: [Open] = []
    while true {
      guard let byte else { throw expected("a value") }
      var done: TOMLTables.Node?
      if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") {
        if depth + open.count >= ValueBuilder.depthLimit { throw text.tooDeep(at: position) }
        position += 1
        let isTable = byte == UInt8(ascii: "{")
        let node = isTable ? tables.addInlineTable() : tables.addInlineList()
        open.append(Open(node: node, isTable: isTable))
      } else {
        done = tables.add(try readScalar())
      }
      // Closes what ends here, and goes on to the next value of what does not.
      while true {
        if let node = done {
          guard let container = open.last else { return node }
          if let field = container.field {
            try add(node, as: field)
          } else {
            tables.append(node, to: container.node)
          }
          open[open.count - 1].isNew = false
          done = nil
        }
        guard try goOn(in: &open[open.count - 1], depth: depth + open.count) else { break }
        tables.close(open[open.count - 1].node)
        done = open.removeLast().node
      }
    }
  }

  /// Goes to the next value of a container.
  ///
  /// - Returns: true where the container ended.
  private mutating func goOn(in container: inout Open, depth: Int) throws(DataError) -> Bool {
    let end = UInt8(ascii: container.isTable ? "}" : "]")
    try skipInside(container)
    if byte == end, container.isNew || !container.isTable {
      position += 1
      return true
    }
    if !container.isNew {
      if byte == end {
        position += 1
        return true
      }
      let what = container.isTable ? "'}'" : "']'"
      guard byte == UInt8(ascii: ",") else { throw expected("',' or \(what)") }
      position += 1
      try skipInside(container)
      if byte == end, !container.isTable {
        position += 1
        return true
      }
    }
    if container.isTable {
      container.field = try readFieldName(in: container.node, depth: depth)
    }
    return false
  }

  /// Lists may go over several lines; tables in braces may not.
  private mutating func skipInside(_ container: Open) throws(DataError) {
    if container.isTable { skipBlanks() } else { try skipLines() }
  }
}

// MARK: - Keys and blanks

extension TOMLReader {
  /// The parts of a key, and the blanks behind it.
  private mutating func readKey() throws(DataError) -> [String] {
    var parts: [String] = []
    repeat {
      if !parts.isEmpty { position += 1 }
      skipBlanks()
      parts.append(try readKeyPart())
      skipBlanks()
    } while byte == UInt8(ascii: ".")
    return parts
  }

  private mutating func readKeyPart() throws(DataError) -> String {
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      if stands("\"\"\"") || stands("'''") { throw expected("a key in one line") }
      return try readText()
    }
    let start = position
    while let byte, ASCII.isWord(byte) || byte == UInt8(ascii: "-") { position += 1 }
    guard position > start else { throw expected("a key") }
    return String(decoding: text.bytes[start..<position], as: UTF8.self)
  }

  private mutating func skipBlanks() {
    while byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { position += 1 }
  }

  /// Goes over blanks, comments and line breaks.
  private mutating func skipLines() throws(DataError) {
    repeat {
      skipBlanks()
      try skipComment()
    } while skipLineBreak()
  }

  /// What stands nowhere but in escapes; a carriage return only before a line feed.
  static func isControl(_ byte: UInt8) -> Bool {
    (byte < 0x20 && byte != UInt8(ascii: "\t")) || byte == 0x7F
  }

  var isAtLineBreak: Bool { stands("\n") || stands("\r\n") }

  mutating func skipLineBreak() -> Bool {
    guard isAtLineBreak else { return false }
    position += byte == UInt8(ascii: "\n") ? 1 : 2
    return true
  }

  private mutating func skipComment() throws(DataError) {
    guard byte == UInt8(ascii: "#") else { return }
    while let byte, !isAtLineBreak {
      if Self.isControl(byte) { throw expected("no control character in a comment") }
      position += 1
    }
  }
}
