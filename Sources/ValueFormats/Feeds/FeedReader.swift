import Documents
import Files
import TableModel

/// Reads a feed as one section, its channel, with a row of items.
///
/// What every feed has under another name gets one name: `title`, `description`, `image`, `date`, `author`,
/// `link`, `id` and `tags`, in this order. All else keeps the name that it is written with.
struct FeedReader {
  private let kind: FeedKind
  private let names: FeedNames
  /// Dates that stay texts.
  private var oddDates: (first: String, count: Int)?

  /// Reads a feed in XML.
  ///
  /// - Throws: `DataError.malformed` or `.tooDeep`, with the place.
  static func read(_ text: SourceText, _ kind: FeedKind)
    throws(DataError) -> (Value, remarks: [String])
  {
    let (value, notes) = try XMLReader.noting(text)
    let root = value.record?.fields.first
    let channel = kind == .rss ? root?.value.record?["channel"] : root?.value
    let isFeed = root?.key == (kind == .rss ? "rss" : "feed")
    return try read(isFeed ? channel?.record : nil, kind, text, notes.mixedRemark(in: text))
  }

  /// Reads the value of a JSON Feed.
  static func read(_ value: Value, of text: SourceText)
    throws(DataError) -> (Value, remarks: [String])
  {
    let isFeed = value.record?["version"]?.string?.contains("jsonfeed.org/version/") ?? false
    return try read(isFeed ? value.record : nil, .json, text, [])
  }

  private static func read(
    _ channel: Record?, _ kind: FeedKind, _ text: SourceText, _ remarks: [String]
  ) throws(DataError) -> (Value, remarks: [String]) {
    guard let channel else {
      throw text.malformed(
        at: text.start, "expected a feed: <rss> with a <channel>, <feed>, or a record of JSON Feed")
    }
    var reader = FeedReader(kind)
    let section = reader.section(channel)
    let value = Value.record(Record([("sections", .array([.record(section)]))]))
    return (value, reader.remarks + remarks)
  }

  private init(_ kind: FeedKind) {
    self.kind = kind
    names = FeedNames(kind)
  }

  private var remarks: [String] {
    guard let oddDates else { return [] }
    let others = oddDates.count == 1 ? "" : " (\(oddDates.count) such in all)"
    return ["'\(oddDates.first.clipped())' is not a date with a zone, and stays text\(others)"]
  }
}

// MARK: - The channel and its items

extension FeedReader {
  private mutating func section(_ channel: Record) -> Record {
    var section = Record()
    if let title = text(channel["title"]) { section["title"] = .string(title) }
    for field in channel.fields where field.key != "title" && field.key != names.items {
      section[field.key] = plain(field)
    }
    let items =
      switch channel[names.items] {
      case .array(let list): list
      case .some(let single): [single]
      case nil: [Value]()
      }
    section["items"] = .array(items.map { .record(item($0.record ?? Record([("title", $0)]))) })
    return section
  }

  private mutating func item(_ source: Record) -> Record {
    var item = Record()
    var used: Set<String> = []
    for (role, names) in names.texts {
      guard let field = first(names, in: source), let words = text(field.value) else { continue }
      item[role] = .string(isMarkup(field) ? MarkupWords.plain(words) : words)
      used.insert(field.key)
    }
    if let image = image(source) { item["image"] = .string(image) }
    if let field = first(names.dates, in: source), let words = text(field.value) {
      item["date"] = date(words)
      used.insert(field.key)
    }
    for (role, names) in names.marks {
      guard let field = first(names, in: source), let words = text(field.value) else { continue }
      item[role] = .string(words)
      // A record may say more of an author than the name.
      if !field.value.isContainer || field.key == "guid" { used.insert(field.key) }
    }
    if let link = link(source) { item["link"] = .string(link) }
    if kind == .json { used.insert("url") }
    if kind == .atom, let links = source["link"]?.array { item["links"] = .array(links) }
    if let tags = source[names.tags] {
      let list = tags.array ?? [tags]
      item["tags"] = .array(list.compactMap { text($0).map(Value.string) })
      used.insert(names.tags)
    }
    for field in source.fields where !used.contains(field.key) && item[field.key] == nil {
      item[field.key] = plain(field)
    }
    return item
  }

  /// The first of some names under which there is a text.
  private func first(_ names: [String], in source: Record) -> Record.Field? {
    for name in names {
      if let value = source[name], text(value) != nil {
        return Record.Field(key: name, value: value)
      }
    }
    return nil
  }

  /// What keeps its name; a date becomes one.
  private mutating func plain(_ field: Record.Field) -> Value {
    guard names.dates.contains(field.key) || names.otherDates.contains(field.key),
      let words = text(field.value)
    else { return field.value }
    return date(words)
  }

  private mutating func date(_ words: String) -> Value {
    if let instant = FeedDate.instant(of: words) { return .date(instant) }
    oddDates = (oddDates?.first ?? words, (oddDates?.count ?? 0) + 1)
    return .string(words)
  }
}

// MARK: - What stands in an element

extension FeedReader {
  /// The text of an element, with or without attributes; of several, the first.
  private func text(_ value: Value?) -> String? {
    switch value {
    case nil, .null?: return nil
    case .array(let list)?: return text(list.first)
    case .record(let record)?:
      for key in ["#text", "name", "@term", "div"] {
        if let found = record[key] { return key == "div" ? allTexts(of: found) : text(found) }
      }
      return nil
    case .some(let value): return value.plainText.isEmpty ? nil : value.plainText
    }
  }

  /// The texts of XHTML, one behind the other.
  private func allTexts(of value: Value) -> String? {
    switch value {
    case .record(let record):
      let texts = record.fields.filter { !$0.key.hasPrefix("@") }.compactMap {
        allTexts(of: $0.value)
      }
      return texts.isEmpty ? nil : texts.joined(separator: " ")
    case .array(let list):
      let texts = list.compactMap { allTexts(of: $0) }
      return texts.isEmpty ? nil : texts.joined(separator: " ")
    default: return text(value)
    }
  }

  /// Whether an element holds HTML rather than plain text.
  private func isMarkup(_ field: Record.Field) -> Bool {
    switch kind {
    case .rss: field.key != "title"
    case .atom: field.value.record?["@type"]?.string == "html"
    case .json: field.key == "content_html"
    }
  }

  private func link(_ source: Record) -> String? {
    switch kind {
    case .rss: return text(source["link"])
    case .json: return text(source["url"]) ?? text(source["external_url"])
    case .atom:
      let links = (source["link"]?.array ?? [source["link"]].compactMap(\.self)).compactMap(
        \.record)
      let own = links.first { ($0["@rel"]?.string ?? "alternate") == "alternate" }
      return text(own?["@href"])
    }
  }

  /// The address of a picture.
  private func image(_ source: Record) -> String? {
    if kind == .json { return text(source["image"]) ?? text(source["banner_image"]) }
    for (key, attribute) in [("media:thumbnail", "@url"), ("itunes:image", "@href")] {
      if let record = (source[key]?.array?.first ?? source[key])?.record,
        let address = text(record[attribute])
      {
        return address
      }
    }
    for (key, attribute) in [("media:content", "@url"), ("enclosure", "@url"), ("link", "@href")] {
      for record in (source[key]?.array ?? [source[key]].compactMap(\.self)).compactMap(\.record)
      where record["@medium"]?.string == "image"
        || record["@type"]?.string?.hasPrefix("image/") == true
      {
        return text(record[attribute])
      }
    }
    return text(source["image"]?.record?["url"] ?? source["image"])
  }
}

/// What the three forms call the same things.
struct FeedNames {
  var items: String
  /// By the name that they get: what is read.
  var texts: [(role: String, names: [String])]
  var dates: [String]
  var otherDates: [String]
  /// What says whose it is, and which.
  var marks: [(role: String, names: [String])]
  var tags: String

  init(_ kind: FeedKind) {
    switch kind {
    case .rss:
      items = "item"
      texts = [("title", ["title"]), ("description", ["description", "itunes:summary"])]
      dates = ["pubDate", "dc:date"]
      otherDates = ["lastBuildDate", "atom:updated"]
      marks = [("author", ["dc:creator", "author", "itunes:author"]), ("id", ["guid"])]
      tags = "category"
    case .atom:
      items = "entry"
      texts = [("title", ["title"]), ("description", ["summary", "content"])]
      dates = ["published", "updated"]
      otherDates = []
      marks = [("author", ["author"]), ("id", ["id"])]
      tags = "category"
    case .json:
      items = "items"
      texts = [("title", ["title"]), ("description", ["summary", "content_text", "content_html"])]
      dates = ["date_published", "date_modified"]
      otherDates = []
      marks = [("author", ["authors", "author"]), ("id", ["id"])]
      tags = "tags"
    }
  }
}
