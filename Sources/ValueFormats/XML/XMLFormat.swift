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
