import Files
import Foundation
package import TableModel

extension FileFormat {
  /// A property list in any of its three forms; XML is the one that is written.
  package static let plist = FileFormat(
    name: "plist", title: "property lists", one: "a property list",
    endings: ["plist", "strings", "stringsdict", "pbxproj"],
    reading: .text(
      TextReading(
        goesByName: false, mayBeEncoded: FileForm.mayBeEncodedPropertyList,
        signature: { FileForm.signedPropertyList($0) }, guess: FileForm.propertyListLikelihood
      ) { [FileForm.signedPropertyList($0) ?? .oldPropertyList] }),
    writing: FormatWriting(document: { PropertyListDocumentWriter() }) { _ throws(DataError) in
      try ArrayWriter(PropertyListDocumentWriter())
    })
}

extension FileForm {
  static let xmlPropertyList = FileForm(
    "property list (XML)",
    stays: StayingInFile(
      needsUTF8: true, isSequence: { _ in false }, text: { MarkupText(file: $0) }),
    read: { text throws(DataError) in
      try FileContent(text, XMLPropertyListReader.self, "property list (XML)")
    })

  static let binaryPropertyList = FileForm(
    "property list (binary)",
    stays: StayingInFile { place throws(DataError) in
      try BinaryDocument(try place.mapped(), name: place.name)
    },
    read: { text throws(DataError) in
      try FileContent(text, BinaryPropertyListReader.self, "property list (binary)")
    })

  static let oldPropertyList = FileForm(
    "property list (old text form)", stays: nil,
    read: { text throws(DataError) in
      try FileContent(text, OldPropertyListReader.self, "property list (old text form)")
    })

  /// The form of a text that only a property list begins with.
  static func signedPropertyList(_ text: SourceText) -> FileForm? {
    if text.bytes.starts(with: "bplist".utf8) { return .binaryPropertyList }
    guard text.startsWithXML else { return nil }
    // What ends before its first element may be one, too.
    guard let root = text.xmlRoot, !FileFormat.plist.isNamed(text.file) else {
      return .xmlPropertyList
    }
    return ["plist", "dict", "array"].contains(root) ? .xmlPropertyList : nil
  }

  /// True for what may be a property list in an encoding other than UTF-8.
  @Sendable static func mayBeEncodedPropertyList(_ text: SourceText) -> Bool {
    text.mayBeEncodedXML || FileFormat.plist.isNamed(text.file)
  }

  /// How likely a text without XML's first tags is an old property list.
  @Sendable static func propertyListLikelihood(_ head: TextHead) -> Likelihood? {
    let isNamed = head.format == FileFormat.plist.name
    switch head.first {
    case UInt8(ascii: "{"), UInt8(ascii: "\""):
      switch head.behindFirstWord {
      case UInt8(ascii: ":"), UInt8(ascii: "}"), UInt8(ascii: ","): return isNamed ? .likely : nil
      case UInt8(ascii: "="), UInt8(ascii: ";"): return .certain
      default: return isNamed ? .certain : .perhaps
      }
    case UInt8(ascii: "["): return isNamed ? .likely : nil
    case UInt8(ascii: "("): return .certain
    default:
      if isNamed { return .certain }
      guard !head.isScalar, !head.isUnendedPair else { return nil }
      // A list without braces, a comment, or data in angle brackets.
      let isList = head.behindFirstWord == UInt8(ascii: "=") || head.first == UInt8(ascii: "/")
      return isList || head.beginsData ? .certain : nil
    }
  }
}

extension TableDocument {
  /// True for a property list in another form than XML, the one that is written.
  package var isPropertyListWithoutXML: Bool {
    [FileForm.binaryPropertyList, .oldPropertyList].contains { $0.title == format }
  }
}

/// Writes values as an XML property list: numbers as they were written, keys in their order.
///
/// A property list has no null: a field that holds it is left out. Hidden characters are written as
/// references, where XML has them at all.
package struct XMLPropertyListWriter: TextCollector {
  /// What was written, as UTF-8.
  package var output = Array(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """.utf8)
  /// What a property list could not hold of it.
  package var losses = WritingLosses()

  init() {}

  /// The value as a property list's text.
  ///
  /// - Throws: `DataError.shape` for what a property list can't hold: null outside a field, and
  ///   the control characters that XML has no way to write.
  /// - Complexity: O(size of the text).
  package static func text(of value: Value) throws(DataError) -> String {
    var writer = XMLPropertyListWriter()
    try writer.write(value, depth: 0)
    writer.finish()
    return String(decoding: writer.output, as: UTF8.self)
  }

  mutating func finish() { line("</plist>", 0) }

  mutating func write(_ value: Value, depth: Int) throws(DataError) {
    switch value {
    case .null:
      throw .shape(
        message: "a property list can't hold null in a list", hint: "JSON can: save it as .json")
    case .bool(let value): line(value ? "<true/>" : "<false/>", depth)
    case .number(let number): line(element(of: number), depth)
    case .string(let text): line("<string>\(try Self.escaped(text))</string>", depth)
    case .date(let instant): line("<date>\(wholeSeconds(of: instant).iso8601)</date>", depth)
    case .data(let bytes): line("<data>\(Data(bytes).base64EncodedString())</data>", depth)
    case .array(let elements): try write(elements, depth)
    case .record(let record): try write(record, depth)
    }
  }

  private mutating func write(_ elements: [Value], _ depth: Int) throws(DataError) {
    if elements.isEmpty { return line("<array/>", depth) }
    line("<array>", depth)
    for element in elements { try write(element, depth: depth + 1) }
    line("</array>", depth)
  }

  private mutating func write(_ record: Record, _ depth: Int) throws(DataError) {
    let fields = record.fields.filter { !$0.value.isNull }
    losses.nulls += record.count - fields.count
    losses.repeats += record.lostValues
    if fields.isEmpty { return line("<dict/>", depth) }
    line("<dict>", depth)
    for field in fields {
      try write(key: field.key, depth: depth + 1)
      try write(field.value, depth: depth + 1)
    }
    line("</dict>", depth)
  }

  mutating func write(key: String, depth: Int) throws(DataError) {
    line("<key>\(try Self.escaped(key))</key>", depth)
  }

  mutating func line(_ text: String, _ depth: Int) {
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
    output.append(contentsOf: text.utf8)
    output.append(UInt8(ascii: "\n"))
  }

  /// Readers refuse an `<integer>` of more than 64 bits.
  private mutating func element(of number: NumberText) -> String {
    guard PropertyListScalars.integer(Array(number.text.utf8)[...]) != nil else {
      return "<real>\(number.text)</real>"
    }
    if Int64(number.text) != nil || UInt64(number.text) != nil {
      return "<integer>\(number.text)</integer>"
    }
    losses.longNumbers += 1
    return "<real>\(number.text)</real>"
  }

  /// Readers refuse a `<date>` with a fraction.
  private mutating func wholeSeconds(of instant: Instant) -> Instant {
    let whole = instant.secondsSince1970.rounded(.down)
    if whole != instant.secondsSince1970 { losses.fractions += 1 }
    return Instant(secondsSince1970: whole)
  }

  private static func escaped(_ text: String) throws(DataError) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\r": escaped += "&#13;"
      case "\t", "\n": escaped.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        let code = String(scalar.value, radix: 16, uppercase: true)
        throw .shape(
          message: "a property list can't hold the character U+"
            + String(repeating: "0", count: 4 - code.count) + code,
          hint: "JSON can: save it as .json")
      case _ where scalar.isHidden:
        escaped += "&#x" + String(scalar.value, radix: 16, uppercase: true) + ";"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

/// Writes a property list in XML. Fields that hold null are left out.
package struct PropertyListDocumentWriter: DocumentWriter, CollectingWriter {
  package var collector = XMLPropertyListWriter()
  /// Containers without content are written as one element, once that is known.
  private var open = OpenContainers()

  package init() {}

  package mutating func beginArray() throws(DataError) { try begin(isRecord: false) }

  package mutating func beginRecord() throws(DataError) { try begin(isRecord: true) }

  package mutating func put(key: String) { open.key = key }

  package mutating func add(_ value: Value) throws(DataError) {
    if open.key != nil, value.isNull {
      open.key = nil
      collector.losses.nulls += 1
      return
    }
    try goToNext()
    try collector.write(value, depth: open.depth)
  }

  package mutating func end() {
    guard let container = open.end() else { return }
    let tag = Self.tag(of: container)
    collector.line(container.isEmpty ? "<\(tag)/>" : "</\(tag)>", open.depth)
  }

  package mutating func finish() { collector.finish() }

  private static func tag(of container: OpenContainers.Container) -> String {
    container.isRecord ? "dict" : "array"
  }

  private mutating func begin(isRecord: Bool) throws(DataError) {
    try goToNext()
    open.begin(isRecord: isRecord)
  }

  private mutating func goToNext() throws(DataError) {
    guard let container = open.goToChild() else { return }
    if container.isEmpty { collector.line("<\(Self.tag(of: container))>", open.depth - 1) }
    guard let key = open.takeKey() else { return }
    try collector.write(key: key, depth: open.depth)
  }
}
