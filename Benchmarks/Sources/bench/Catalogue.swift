import Workloads

/// A large nested document, the same bytes every time: sections -> rows -> items.
///
/// `{"sections": [{"title": ..., "rows": [{"title": ..., "items": [{...}, ...]}, ...]}, ...]}`,
/// about 200 bytes an item, 8 to 40 items a row, 50 rows a section.
struct Catalogue {
  /// Goes up when the bytes change, so that an older file is not taken for it.
  static let version = 1
  /// The title of the first section, which a viewport of the catalogue must show.
  static let firstTitle = "Hall 1"

  /// How its text is laid out; what it says is the same.
  enum Form: String, Hashable {
    /// An item on each line.
    case lines
    /// Everything on one line, without a blank.
    case line
    /// A field on each line, as people lay out documents.
    case pretty
  }

  private static let rowsInSection = 50
  private static let itemsInRow = 8...40
  private let form: Form
  private var random = SplitMix(seed: 1)
  private var identifier = 0

  private init(form: Form = .lines) { self.form = form }

  /// Writes sections until the file has at least the wanted size.
  ///
  /// - Parameter bytes: the least size; the file is longer by less than one section.
  static func write(to path: String, bytes: Int, form: Form) throws(BenchError) {
    var catalogue = Catalogue(form: form)
    var writer = try FileWriter(path: path)
    try writer.write(form.head([("sections", nil)], 0))
    var section = 0
    repeat {
      try writer.write((section == 0 ? "" : ",") + form.gap(2))
      try catalogue.writeSection(section, to: &writer)
      section += 1
    } while writer.count < bytes
    try writer.write(form.tail(0) + "\n")
    try writer.finish()
  }

  /// Writes the same as a property list in XML.
  static func writePropertyList(to path: String, bytes: Int) throws(BenchError) {
    var catalogue = Catalogue()
    var writer = try FileWriter(path: path)
    try writer.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n")
    try writer.write("<dict>\n\t<key>sections</key>\n\t<array>\n")
    var section = 0
    repeat {
      try catalogue.writeMarkup(section, to: &writer)
      section += 1
    } while writer.count < bytes
    try writer.write("\t</array>\n</dict>\n</plist>\n")
    try writer.finish()
  }

  private mutating func writeMarkup(
    _ section: Int, to writer: inout FileWriter
  ) throws(BenchError) {
    let head = { (depth: Int, title: String, list: String) in
      let tabs = String(repeating: "\t", count: depth)
      return "\(tabs)<dict>\n\(tabs)\t<key>title</key>\n\(tabs)\t<string>\(title)</string>\n"
        + "\(tabs)\t<key>\(list)</key>\n\(tabs)\t<array>\n"
    }
    try writer.write(head(2, "Hall \(section + 1)", "rows"))
    for row in 0..<Self.rowsInSection {
      try writer.write(head(4, rowTitle(row), "items"))
      for _ in 0..<Int.random(in: Self.itemsInRow, using: &random) {
        try writer.write(nextMarkup())
      }
      try writer.write("\t\t\t\t\t</array>\n\t\t\t\t</dict>\n")
    }
    try writer.write("\t\t\t</array>\n\t\t</dict>\n")
  }

  private mutating func nextMarkup() -> String {
    identifier += 1
    let title = "\(pick(Words.colours)) \(pick(Words.things)) No. \(identifier % 97)"
    let cents = Int.random(in: 100..<50_000, using: &random)
    let fields = [
      ("id", "<integer>\(identifier)</integer>"), ("title", "<string>\(title)</string>"),
      ("price", "<real>\(cents / 100).\(cents % 10)</real>"),
      ("isNew", cents % 3 == 0 ? "<true/>" : "<false/>"),
      ("tags", "<array><string>wool</string><string>oak</string></array>"),
      ("maker", "<dict><key>rating</key><integer>\(cents % 5)</integer></dict>"),
    ]
    let tabs = "\t\t\t\t\t\t"
    return "\(tabs)<dict>\n"
      + fields.map { "\(tabs)\t<key>\($0)</key>\n\(tabs)\t\($1)\n" }.joined() + "\(tabs)</dict>\n"
  }

  private mutating func writeSection(
    _ section: Int, to writer: inout FileWriter
  ) throws(BenchError) {
    try writer.write(form.head([("title", "\"Hall \(section + 1)\""), ("rows", nil)], 2))
    for row in 0..<Self.rowsInSection {
      try writer.write((row == 0 ? "" : ",") + form.gap(4))
      try writer.write(form.head([("title", "\"\(rowTitle(row))\""), ("items", nil)], 4))
      let last = Int.random(in: Self.itemsInRow, using: &random) - 1
      for item in 0...last {
        try writer.write(form.gap(6) + nextItem(depth: 6) + (item == last ? "" : ","))
      }
      try writer.write(form.tail(4))
    }
    try writer.write(form.tail(2))
  }

  private mutating func rowTitle(_ row: Int) -> String {
    "Aisle \(row + 1): \(pick(Words.things))s"
  }

  private mutating func nextItem(depth: Int) -> String {
    identifier += 1
    let title = "\(pick(Words.colours)) \(pick(Words.things)) \(pick(Words.endings))"
    let cents = Int.random(in: 100..<50_000, using: &random)
    let price = "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
    let stock = Int.random(in: 0..<400, using: &random)
    let note = stock == 0 ? "null" : "\"\(pick(Words.notes))\""
    let tags = ["\"\(pick(Words.tags))\"", "\"\(pick(Words.tags))\""]
    let maker = [("name", "\"\(pick(Words.makers))\""), ("rating", "\(stock % 5)")]
    return form.record(
      [
        ("id", "\(identifier)"), ("title", "\"\(title)\""), ("price", price),
        ("stock", "\(stock)"), ("tags", form.list(tags, depth + 1)),
        ("maker", form.record(maker, depth + 1)), ("note", note),
      ], depth)
  }

  private mutating func pick(_ words: [String]) -> String {
    words[Int.random(in: words.indices, using: &random)]
  }
}

extension Catalogue.Form {
  /// What stands before a field or an element.
  ///
  /// - Parameter depth: how many brackets are open around it.
  fileprivate func gap(_ depth: Int, isFirst: Bool = true) -> String {
    switch self {
    case .line: ""
    case .pretty: "\n" + String(repeating: "  ", count: depth)
    case .lines where [2, 4, 6].contains(depth): "\n" + String(repeating: " ", count: depth - 2)
    case .lines: isFirst ? "" : " "
    }
  }

  /// What stands before the bracket that closes a container at a depth.
  private func end(_ depth: Int) -> String {
    switch self {
    case .line: ""
    case .pretty: gap(depth)
    case .lines: depth == 1 ? "\n" : ""
    }
  }

  /// Fields with what lies between them.
  ///
  /// - Parameter fields: already as JSON wants them.
  private func fields(_ fields: [(key: String, value: String)], _ depth: Int) -> String {
    fields.enumerated().map { index, field in
      gap(depth, isFirst: index == 0) + "\"\(field.key)\":" + (self == .line ? "" : " ")
        + field.value
    }.joined(separator: ",")
  }

  fileprivate func record(_ fields: [(key: String, value: String)], _ depth: Int) -> String {
    "{" + self.fields(fields, depth + 1) + end(depth) + "}"
  }

  fileprivate func list(_ elements: [String], _ depth: Int) -> String {
    let texts = elements.enumerated().map { gap(depth + 1, isFirst: $0 == 0) + $1 }
    return "[" + texts.joined(separator: ",") + end(depth) + "]"
  }

  /// The beginning of a record, up to the elements of its last field, which is a list.
  ///
  /// - Parameter fields: nil for the value of the list.
  fileprivate func head(_ fields: [(key: String, value: String?)], _ depth: Int) -> String {
    "{" + self.fields(fields.map { ($0.key, $0.value ?? "[") }, depth + 1)
  }

  /// The end of what `head` has begun.
  fileprivate func tail(_ depth: Int) -> String { end(depth + 1) + "]" + end(depth) + "}" }
}

/// Words to fill the catalogue with, already escaped as JSON wants them.
private enum Words {
  static let colours = ["Amber", "Blue", "Copper", "Dove-grey", "Emerald", "Früh-rot", "Golden"]
  static let things = [
    "lantern", "kettle", "blanket", "ladder", "bell", "basket", "compass", "bowl",
  ]
  static let endings = ["of Low Head", "No. 7", "for two", "from Åsvik", "(small)", "\\\"Nora\\\""]
  static let tags = ["new", "wool", "oak", "sale", "gift", "garden", "caf\\u00e9", "港"]
  static let makers = ["Northlight & Daughters", "Fjellvær Verksted", "Wattle & Creek", "工房 ひのき坂"]
  static let notes = ["made to order", "two left hands welcome", "ships on Fridays", "a classic"]
}
