import Files
import TableModel

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
      FileContent(value: try XMLPropertyListReader.read(text), title: "property list (XML)")
    })

  static let binaryPropertyList = FileForm(
    "property list (binary)",
    stays: StayingInFile { place throws(DataError) in
      try BinaryDocument(try place.mapped(), name: place.name)
    },
    read: { text throws(DataError) in
      FileContent(value: try BinaryPropertyListReader.read(text), title: "property list (binary)")
    })

  static let oldPropertyList = FileForm(
    "property list (old text form)",
    read: { text throws(DataError) in try OldPropertyListReader.read(text) })

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
