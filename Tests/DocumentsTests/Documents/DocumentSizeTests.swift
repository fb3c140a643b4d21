import TableModel
import Testing

@testable import Documents

/// A document shows the same whichever way its size makes it go: as values, as checked bytes, or
/// from its file.
@Suite struct DocumentSizeTests {
  private static let item =
    #"{"id": 1, "name": "a & b", "tags": ["x", "y"], "in": {"deep": [1, 2]}}"#
  private static let other = #"{"id": 2.5, "name": "<é>", "tags": [], "in": {"deep": []}}"#

  /// Roots of every kind; none holds null, which property lists have not.
  private static let roots = [
    "[\(item), \(other), \(item)]", "[1, 2, 3]", #"["a", "b"]"#, "[[1, 2], [3], []]",
    "[[[1], [2]]]",
    "[\(item), 7, [1]]", "[]", "{}", item, "3", #""text""#, "[{}]",
    "{\"a\": [\(item), \(other)], \"b\": [\(other)]}", "{\"a\": [\(item)], \"b\": 3, \"c\": \"d\"}",
    "{\"type\": \"t\", \"features\": [\(item), \(other)]}",
    "{\"a\": {\"x\": 1}, \"b\": {\"x\": 2}}",
    "{\"sections\": [{\"title\": \"s\", \"rows\": [{\"title\": \"r\", \"items\": [\(item), \(other)]}]}]}",
    "[{\"title\": \"s\", \"rows\": [\(item)]}, {\"title\": \"t\", \"rows\": []}]",
  ]

  private enum Form: CaseIterable {
    case json
    case ndjson
    case xml
    case bareXML
    case binary

    /// A value as a file of this form; nil where it has no such form.
    func bytes(_ value: Value) throws -> [UInt8]? {
      switch self {
      case .json: Array(JSONWriter.text(of: value).utf8)
      case .ndjson:
        value.array.map { Array($0.map { JSONWriter.text(of: $0) + "\n" }.joined().utf8) }
      case .xml: Array(try XMLPropertyListWriter.text(of: value).utf8)
      case .bareXML:
        // Without the declaration, behind a comment.
        Array("<!-- \u{1F600} --> ".utf8)
          + (try XMLPropertyListWriter.text(of: value)).utf8.drop { $0 != UInt8(ascii: "\n") }
      case .binary: BinaryWriter.bytes(value)
      }
    }

    var name: String {
      switch self {
      case .json: "test.json"
      case .ndjson: "test.ndjson"
      case .xml, .bareXML, .binary: "test.plist"
      }
    }
  }

  @Test(arguments: roots)
  func showsTheSameInEverySize(_ root: String) throws {
    let value = try JSONReader.read(source(root))
    for form in Form.allCases {
      guard let bytes = try form.bytes(value), !bytes.isEmpty else { continue }
      try withFile(bytes, name: form.name) { path in
        let eager = try DocumentOpener.open(path: path).table(shape: nil).source
        let checked = DocumentOpener.checked(
          path: path, name: form.name, format: nil, of: 0..<Int.max)
        let mapped = try DocumentOpener.large(path: path, name: form.name, format: nil, from: 0)
        #expect(mapped != nil, "\(form)")
        #expect(checked != nil || form == .binary, "\(form)")
        for document in [checked, mapped].compactMap({ $0 as (any TableDocument)? }) {
          var table = try document.table(shape: nil).source
          if let settled = try table.settled(checkpoint: {}) { table = settled }
          let words = try difference(
            table, eager, fields: [.itself, FieldPath(key: "id"), FieldPath(key: "name")])
          #expect(words == nil, "\(form), \(type(of: table))")
          #expect(try sections(of: table) == sections(of: eager), "\(form), \(type(of: table))")
        }
      }
    }
  }

  /// What stands at the addresses of sections and items, beyond the last of them as well.
  private func sections(of table: any TableSource) throws -> [Value?] {
    let count = table.counts().sections.known
    var values: [Value?] = []
    for section in 0...count {
      values.append(try table.value(at: Address(section)))
      for row in try table.rows(0..<4, inSection: section).indices {
        for item in 0..<4 { values.append(try table.value(at: Address(section, row, item))) }
      }
    }
    return values
  }
}
