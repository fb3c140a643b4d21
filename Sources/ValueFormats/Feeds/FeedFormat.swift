package import Documents
import Files
import TableModel

extension FileFormat {
  /// News as sites offer them: RSS 2.0, Atom and JSON Feed. `xml` and `json` read the same files as
  /// they are written.
  package static let feed = FileFormat(
    name: "feed", title: "feeds (RSS, Atom, JSON Feed)", one: "a feed", endings: ["rss", "atom"],
    reading: .text(
      TextReading(
        mayBeEmpty: false, mayBeEncoded: { $0.mayBeEncodedXML },
        signature: { FeedKind(of: $0)?.form },
        forms: { [(FeedKind(of: $0) ?? ($0.beginsRecord ? .json : .rss)).form] })))
}

/// The forms that feeds are written in.
enum FeedKind {
  case rss, atom, json

  var title: String {
    switch self {
    case .rss: "RSS feed"
    case .atom: "Atom feed"
    case .json: "JSON Feed"
    }
  }

  fileprivate var form: FileForm {
    guard self == .json else {
      return FileForm(title) { text throws(DataError) in try FeedReader.read(text, self) }
    }
    return FileForm.json.meaning(title) { value, text throws(DataError) in
      try FeedReader.read(value, of: text)
    }
  }

  /// What a text is by its first element, or by the version that it begins with.
  init?(of text: SourceText) {
    if text.beginsRecord {
      guard Self.saysJSONFeed(text) else { return nil }
      self = .json
      return
    }
    switch text.xmlRoot {
    case "rss": self = .rss
    case "feed" where text.bytes.prefix(Self.reach).contains("http://www.w3.org/2005/Atom"):
      self = .atom
    default: return nil
    }
  }

  /// How much of a text is looked at, in bytes.
  private static let reach = 4096

  /// True for a record with a `version` of its own that is the address of the specification.
  private static func saysJSONFeed(_ text: SourceText) -> Bool {
    let head = text.bytes[text.start...].prefix(reach)
    guard head.contains("jsonfeed.org") else { return false }
    // Slashes may be escaped, and a key of that name may stand in an inner record.
    var depth = 0
    var key: Substring?
    var rest = Substring(decoding: head, as: UTF8.self)
    while let character = rest.popFirst() {
      switch character {
      case "{", "[": depth += 1
      case "}", "]": depth -= 1
      case ",": key = nil
      case "\"":
        let word = rest.takeQuoted()
        if depth != 1 { continue }
        if key == "version" {
          let address = word.replacing("\\/", with: "/")
          return address.contains("jsonfeed.org/version/1")
        }
        if key == nil { key = word }
      default: continue
      }
    }
    return false
  }
}

extension Substring {
  /// Takes what stands before the next quote, and the quote.
  fileprivate mutating func takeQuoted() -> Substring {
    var end = startIndex
    while end < endIndex, self[end] != "\"" {
      if self[end] == "\\" { formIndex(after: &end) }
      if end < endIndex { formIndex(after: &end) }
    }
    let word = self[..<end]
    self = self[end...].dropFirst()
    return word
  }
}

extension Collection<UInt8> {
  fileprivate func contains(_ word: String) -> Bool {
    String(decoding: self, as: UTF8.self).contains(word)
  }
}

extension SourceText {
  fileprivate var beginsRecord: Bool {
    bytes[start...].first { !ASCII.isBlank($0) } == UInt8(ascii: "{")
  }
}
