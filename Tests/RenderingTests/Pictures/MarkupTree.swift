import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An element of parsed XML, with its text.
final class MarkupNode {
  let name: String
  let attributes: [String: String]
  fileprivate(set) var children: [MarkupNode] = []
  fileprivate(set) var text = ""

  fileprivate init(name: String, attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }

  /// The parsed text; fails the test where it is not well-formed.
  static func parse(_ text: String) throws -> MarkupNode {
    let reader = MarkupReader()
    let parser = XMLParser(data: Data(text.utf8))
    parser.shouldResolveExternalEntities = false
    parser.delegate = reader
    let isRead = parser.parse()
    try #require(isRead, "line \(parser.lineNumber): \(String(describing: parser.parserError))")
    return try #require(reader.root.children.first)
  }

  /// The element and all below it, in order.
  var all: [MarkupNode] { [self] + children.flatMap(\.all) }

  /// All texts below, in order.
  var words: [String] { all.map(\.text).filter { !$0.isEmpty } }

  var classes: [String] { attributes["class"]?.split(separator: " ").map(String.init) ?? [] }

  func all(named name: String) -> [MarkupNode] { all.filter { $0.name == name } }
  func all(ofClass name: String) -> [MarkupNode] { all.filter { $0.classes.contains(name) } }
  func all(ofRole role: String) -> [MarkupNode] { all.filter { $0.attributes["role"] == role } }
}

private final class MarkupReader: NSObject, XMLParserDelegate {
  let root = MarkupNode(name: "", attributes: [:])
  private lazy var open = [root]

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    let node = MarkupNode(name: name, attributes: attributes)
    open.last?.children.append(node)
    open.append(node)
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    open.last?.text += text.trimmingCharacters(in: .newlines)
  }
}
