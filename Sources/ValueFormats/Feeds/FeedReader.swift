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
    let (value, notes) = try XMLReader.noting(text, isFeed: true)
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
      if Self.isOne(field.value) { used.insert(field.key) }
    }
    if let image = image(source) { item["image"] = .string(image) }
    if let field = first(names.dates, in: source), let words = text(field.value) {
      item["date"] = date(words)
      if Self.isOne(field.value) { used.insert(field.key) }
    }
    for (role, names) in names.marks {
      guard let field = first(names, in: source), let words = text(field.value) else { continue }
      item[role] = .string(words)
      // A record may say more of an author than the name.
      if !field.value.isContainer || field.key == "guid" { used.insert(field.key) }
    }
    if let link = link(source) { item["link"] = .string(link) }
    if kind == .json { used.insert("url") }
    if kind == .atom, let links = source["link"]?.array {
      item["links"] = .array(links)
      used.insert("link")
    }
    if let tags = source[names.tags] {
      let list = tags.array ?? [tags]
      item["tags"] = .array(list.compactMap { text($0).map(Value.string) })
      used.insert(names.tags)
    }
    for field in source.fields where !used.contains(field.key) {
      guard let taken = item[field.key] else {
        item[field.key] = plain(field)
        continue
      }
      // Several authors, or an address beside a name.
      if !Self.says(taken.plainText, allOf: field.value) {
        let several = field.key + "s"
        let list = field.value.array ?? [plain(field)]
        item[source[several] == nil ? several : several + " 2"] = .array(list)
      }
    }
    return item
  }

  /// Whether an element stands once.
  private static func isOne(_ value: Value) -> Bool { value.array.map { $0.count == 1 } ?? true }

  /// Whether a value has nothing but one text, attributes apart.
  private static func says(_ text: String, allOf value: Value) -> Bool {
    switch value {
    case .array(let elements): elements.allSatisfy { says(text, allOf: $0) }
    case .record(let record):
      record.fields.allSatisfy { $0.key.hasPrefix("@") || says(text, allOf: $0.value) }
    default: value.plainText == text
    }
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
      Self.isOne(field.value), let words = text(field.value)
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
        if let found = record[key] { return text(found) }
      }
      return nil
    case .some(let value): return value.plainText.isEmpty ? nil : value.plainText
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

/// Dates as feeds write them: by RFC 822 or ISO 8601, in either case with a zone.
enum FeedDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  private static let zones = [
    "z": "Z", "ut": "Z", "utc": "Z", "gmt": "Z", "est": "-05:00", "edt": "-04:00", "cst": "-06:00",
    "cdt": "-05:00", "mst": "-07:00", "mdt": "-06:00", "pst": "-08:00", "pdt": "-07:00",
  ]

  /// The moment that a text says; nil where it is not written so.
  static func instant(of text: String) -> Instant? {
    let iso = text.uppercased()
    if iso.contains("T"),
      iso.hasSuffix("Z") || iso.dropLast(5).last.map({ "+-".contains($0) }) == true
    {
      return Instant(iso8601: iso)
    }
    // Mon, 04 May 2026 06:30:00 +0200: the weekday and the seconds may be missing.
    var words = text.lowercased().split { $0 == " " || $0 == "," || $0 == "\n" || $0 == "\t" }
    if let first = words.first, first.first?.isLetter == true { words.removeFirst() }
    guard words.count == 5, let day = Int(words[0]), words[0].utf8.count <= 2,
      let month = months.firstIndex(of: String(words[1].prefix(3))),
      let year = year(words[2]), let zone = zone(words[4])
    else { return nil }
    let seconds = words[3].count { $0 == ":" } == 1 ? ":00" : ""
    return Instant(
      iso8601: "\(year)-\(padded(month + 1))-\(padded(day))T\(words[3])\(seconds)\(zone)")
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Years of two digits are those from 1950 to 2049.
  private static func year(_ word: Substring) -> String? {
    guard let year = Int(word), year >= 0 else { return nil }
    if word.utf8.count == 4 { return String(word) }
    return word.utf8.count == 2 ? String(year + (year < 50 ? 2000 : 1900)) : nil
  }

  private static func zone(_ word: Substring) -> String? {
    if let known = zones[String(word)] { return known }
    guard let sign = word.first, sign == "+" || sign == "-" else { return nil }
    let digits = word.dropFirst()
    guard digits.utf8.count == 4, digits.utf8.allSatisfy(ASCII.isDigit) else { return nil }
    return "\(sign)\(digits.prefix(2)):\(digits.suffix(2))"
  }
}
