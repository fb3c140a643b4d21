package import Documents
import Files
import TableModel

extension FileFormat {
  /// Any XML that is not a property list. It is only read: comments and the order of mixed content
  /// would be lost.
  package static let xml = FileFormat(
    name: "xml", title: "XML", one: "XML",
    endings: ["xml", "gpx", "kml", "opml", "svg", "xsd", "xsl", "xslt", "wsdl"],
    reading: .text(.xml(hasTypes: true)))
}

extension TextReading {
  fileprivate static func xml(hasTypes: Bool) -> TextReading {
    TextReading(
      unaskedLimit: (
        64 << 20, "so large a file of XML is read into memory as a whole; --format xml does it"
      ),
      mayBeEncoded: { $0.mayBeEncodedXML || FileFormat.xml.isNamed($0.file) },
      stating: { dialect in
        var others = dialect
        others.hasTypes = true
        return others.isSilent ? .xml(hasTypes: dialect.hasTypes) : nil
      },
      signature: { text in
        text.startsWithXML && text.isXML ? .xml(hasTypes: hasTypes) : nil
      },
      guess: { head in
        head.beginsElement && head.text.isXML ? .certain : nil
      },
      forms: { _ in [.xml(hasTypes: hasTypes)] })
  }
}

extension FileForm {
  fileprivate static func xml(hasTypes: Bool) -> FileForm {
    FileForm("XML") { text throws(DataError) in try XMLReader.read(text, hasTypes: hasTypes) }
  }
}

extension SourceText {
  /// False for a web page, which is not made of XML unless it says so.
  fileprivate var isXML: Bool {
    guard let root = xmlRoot else { return false }
    return root.lowercased() != "html" || bytes[start...].starts(with: "<?xml".utf8)
  }
}

/// Reads XML as nested records: elements by their names, attributes as `@name`, text as `#text`.
///
///     <tide unit="m"><high>3.20</high><high>3.1</high></tide>
///     {"tide": {"@unit": "m", "high": [3.20, 3.1]}}
///
/// An element of nothing but text is that text, one of nothing at all is null, and elements of the
/// same name are a list. Texts are numbers, `true` and `false` where JSON would call them so, as in
/// separated values; what stands in CDATA is text. Comments and instructions are left out, and
/// nothing is ever fetched.
struct XMLReader: WholeTextReader {
  let text: SourceText
  var position: Int
  private var open: [XMLElement] = []
  private var entities: XMLEntities
  private var notes = XMLNotes()
  private let hasTypes: Bool
  private let isFeed: Bool

  /// - Parameter hasTypes: false where every text is a text.
  /// - Throws: `DataError.malformed` with the place of the mistake, or `.tooDeep`.
  /// - Complexity: O(bytes), and those that entities stand for.
  static func read(_ text: SourceText, hasTypes: Bool = true)
    throws(DataError) -> (Value, remarks: [String])
  {
    let (value, notes) = try noting(text, hasTypes: hasTypes)
    return (value, notes.remarks(in: text))
  }

  /// The same with what there is to say about the order of elements.
  ///
  /// - Parameter isFeed: whether an element of XHTML has all of its words as its text, in their order.
  static func noting(_ text: SourceText, hasTypes: Bool = true, isFeed: Bool = false)
    throws(DataError) -> (Value, XMLNotes)
  {
    try text.checkXML()
    var reader = XMLReader(text, hasTypes, isFeed: isFeed)
    return (try reader.readDocument(), reader.notes)
  }

  private init(_ text: SourceText, _ hasTypes: Bool, isFeed: Bool) {
    self.text = text
    (self.hasTypes, self.isFeed) = (hasTypes, isFeed)
    position = text.start
    entities = XMLEntities(of: text)
  }

  private mutating func readDocument() throws(DataError) -> Value {
    try skipBetweenElements(typeMayCome: true)
    guard byte == UInt8(ascii: "<") else { throw expected("'<' to begin an element") }
    let start = position
    var root = try readStart()
    while !open.isEmpty {
      guard let byte else { throw unended() }
      if byte != UInt8(ascii: "<") {
        try readText()
      } else if stands("</") {
        root = try readEnd()
      } else {
        try readMarkup()
      }
    }
    try skipBetweenElements(typeMayCome: false)
    guard byte == nil else {
      throw expected("the end of the file after the element that began at line \(line(of: start))")
    }
    guard let (name, value) = root else { return .null }
    return .record(Record([(name, value)]))
  }

  private func unended() -> DataError {
    expected(
      "'</\(open.last?.name.clipped() ?? "")>'", toEnd: "element",
      from: open.last?.start ?? position)
  }

  private func line(of offset: Int) -> Int { text.place(ofByte: offset).line }
}

// MARK: - Markup

extension XMLReader {
  /// Goes over blanks, comments and instructions, and over the document type, which comes once.
  private mutating func skipBetweenElements(typeMayCome: Bool) throws(DataError) {
    var typeMayCome = typeMayCome
    while let byte {
      if ASCII.isBlank(byte) {
        position += 1
      } else if stands("<?") {
        try skip("<?", past: "?>", of: "instruction")
      } else if stands("<!--") {
        try skip("<!--", past: "-->", of: "comment")
      } else if typeMayCome, stands("<!DOCTYPE") {
        position = try entities.readDocumentType(at: position)
        typeMayCome = false
      } else {
        return
      }
    }
  }

  /// What begins with `<` inside of an element, and does not end it.
  private mutating func readMarkup() throws(DataError) {
    if stands("<!--") {
      try skip("<!--", past: "-->", of: "comment")
    } else if stands("<?") {
      try skip("<?", past: "?>", of: "instruction")
    } else if stands("<![CDATA[") {
      let start = position + "<![CDATA[".utf8.count
      try skip("<![CDATA[", past: "]]>", of: "CDATA part")
      open[open.count - 1].addQuoted(text.bytes[start..<position - "]]>".utf8.count])
    } else if let (name, value) = try readStart() {
      // Without content, and so closed already.
      open[open.count - 1].add(name, value, depth: value.isContainer ? 1 : 0)
    }
  }

  /// The tag that begins an element.
  ///
  /// - Returns: the element when it ends in its own tag.
  private mutating func readStart() throws(DataError) -> (String, Value)? {
    let start = position
    if open.count >= ValueBuilder.depthLimit { throw text.tooDeep(at: start) }
    position += 1
    guard let name = readName() else { throw expected("the name of an element") }
    var element = XMLElement(name: name, start: start, hasTypes: hasTypes)
    while true {
      let hasBlank = skipBlanks()
      if byte == UInt8(ascii: ">") {
        position += 1
        finishText()
        open.append(element)
        return nil
      }
      if stands("/>") {
        position += 2
        finishText()
        return (name, element.value)
      }
      guard hasBlank, let attribute = readName() else {
        throw expected("'>' to end the tag of <\(name.clipped())>")
      }
      try readAttribute(attribute, of: &element)
    }
  }

  private mutating func readAttribute(_ name: String, of element: inout XMLElement)
    throws(DataError)
  {
    let start = position - name.utf8.count
    skipBlanks()
    guard byte == UInt8(ascii: "=") else { throw expected("'=' after '\(name.clipped())'") }
    position += 1
    skipBlanks()
    guard let quote = byte, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw expected("a quote to begin the value of '\(name.clipped())'")
    }
    let begin = position
    position += 1
    var value: [UInt8] = []
    while byte != quote {
      guard let byte, byte != UInt8(ascii: "<") else {
        throw expected(
          "\(quote == UInt8(ascii: "'") ? "\"'\"" : "'\"'")", toEnd: "value", from: begin)
      }
      if byte == UInt8(ascii: "&") {
        try entities.readReference(at: &position, into: &value)
      } else {
        // Line breaks and tabs are blanks in attributes.
        value.append(ASCII.isBlank(byte) ? UInt8(ascii: " ") : byte)
        position += 1
      }
    }
    position += 1
    guard element.add(attribute: name, String(decoding: value, as: UTF8.self)) else {
      throw text.malformed(at: start, "the attribute '\(name.clipped())' appears twice in one tag")
    }
  }

  /// The tag that ends an element.
  ///
  /// - Returns: the element when it was the first, which all others are in.
  private mutating func readEnd() throws(DataError) -> (String, Value)? {
    let start = position
    position += 2
    let name = readName()
    guard name == open.last?.name else {
      let wanted = open.last?.name.clipped() ?? ""
      let found = name.map { "'</\($0.clipped())>'" } ?? text.found(at: position)
      let line = line(of: open.last?.start ?? start)
      throw text.malformed(
        at: start,
        "expected '</\(wanted)>' for the element that begins at line \(line), found \(found)")
    }
    skipBlanks()
    guard byte == UInt8(ascii: ">") else { throw expected("'>' to end the tag") }
    position += 1
    finishText()
    guard let element = open.popLast() else { return nil }
    if !isFeed || !open.contains(where: \.holdsXHTML) { notes.add(element) }
    // All elements around it are records, the document too.
    let depth = element.depth
    if depth + open.count >= ValueBuilder.depthLimit { throw text.tooDeep(at: element.start) }
    guard let parent = open.last else { return (element.name, element.value) }
    var value = element.value
    if isFeed, parent.holdsXHTML, !open.dropLast().contains(where: \.holdsXHTML),
      case .record(var record) = value
    {
      // The order of words is lost in a record, and they are wanted as a text.
      let markup = String(decoding: text.bytes[element.start..<position], as: UTF8.self)
      record[XMLElement.textKey] = .string(MarkupWords.plain(markup))
      value = .record(record)
    }
    open[open.count - 1].add(element.name, value, depth: depth)
    return nil
  }

  private mutating func finishText() {
    if !open.isEmpty { open[open.count - 1].finishText() }
  }

  private mutating func readName() -> String? {
    guard let name = text.xmlName(at: position) else { return nil }
    position = name.endIndex
    return String(decoding: name, as: UTF8.self)
  }

  @discardableResult private mutating func skipBlanks() -> Bool {
    let start = position
    while let byte, ASCII.isBlank(byte) { position += 1 }
    return position > start
  }
}

// MARK: - Text

extension XMLReader {
  /// Text and references, up to the next `<`.
  private mutating func readText() throws(DataError) {
    let start = position
    while let byte, byte != UInt8(ascii: "<"), byte != UInt8(ascii: "&") { position += 1 }
    open[open.count - 1].add(text.bytes[start..<position])
    while byte == UInt8(ascii: "&") {
      var decoded: [UInt8] = []
      try entities.readReference(at: &position, into: &decoded)
      open[open.count - 1].addKept(decoded)
    }
  }
}
