package import CommandLanguage
import Documents
package import Files
import PredicateLanguage
package import Rendering
import TableEngine
package import TableModel

/// Reads layouts of cells from JSON and refuses what does not make sense, with its place.
package struct LayoutReader {
  /// A larger file is not taken for a layout.
  package static let largestFile = 1 << 20
  private static let mostViews = 64

  private let takenNames: [String]
  private var outlets: Set<String> = []
  private var tags: Set<Int> = []

  private init(takenNames: [String]) { self.takenNames = takenNames }

  /// Reads a layout.
  ///
  /// - Parameters:
  ///   - name: its identifier where the file gives none.
  ///   - taken: names that mean something else, and identify no layout.
  /// - Throws: `CommandError.layout` with line and column, and what to do about it.
  package static func read(
    _ text: SourceText, name: String, refusing taken: [String]
  ) throws(CommandError) -> CellLayout {
    let value: Value
    do {
      value = try JSONReader.read(text)
    } catch {
      throw CommandError(.layout(error))
    }
    do {
      var reader = LayoutReader(takenNames: taken)
      return try reader.layout(LayoutNode(value: value), name: name)
    } catch {
      throw error.located(in: text)
    }
  }

  /// True for a word that can name a layout: it is typed in commands and stands in file names.
  package static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: ".")
      && text.first != "-"
      && text.unicodeScalars.allSatisfy { scalar in
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
          || "-_.".contains(Character(scalar))
      }
  }

  // MARK: The cell

  private static let keys = ["identifier", "about", "size", "views"]

  private mutating func layout(_ node: LayoutNode, name: String) throws(LayoutError) -> CellLayout {
    try node.checkRecord("a layout", keys: Self.keys, known: Self.keys)
    let named = try node["identifier"].map { identifier throws(LayoutError) in
      (identifier, try identifier.text())
    }
    let (place, identifier) = named ?? (node, name)
    guard Self.isName(identifier) else { throw place.failure(.badIdentifier(identifier)) }
    guard !takenNames.contains(identifier) else {
      throw place.failure(.takenName(identifier))
    }
    guard let views = node["views"] else {
      throw node.failure(
        .missingKey("views", of: "a layout", hint: "\"views\" lists its subviews, lowest first"))
    }
    var layout = CellLayout(
      identifier: identifier, about: try node["about"]?.text(), size: try node["size"].map(size))
    for view in try views.list(of: "views", atMost: Self.mostViews) {
      layout.views.append(try self.view(view, isPart: false))
    }
    return layout
  }

  private func size(_ node: LayoutNode) throws(LayoutError) -> Size {
    let sides = try node.list(of: "numbers", atMost: 2)
    guard sides.count == 2 else { throw node.failure(.badSize) }
    return Size(
      width: try sides[0].integer("width", in: 1...LayoutPlacement.farthest),
      height: try sides[1].integer("height", in: 1...LayoutPlacement.farthest))
  }

  // MARK: Views

  package mutating func view(_ node: LayoutNode, isPart: Bool) throws(LayoutError)
    -> CellLayout.View
  {
    let kind = try kind(of: node, isPart: isPart)
    try node.checkRecord(kind.owner, keys: kind.keys, known: ViewKind.allKeys)
    var view = CellLayout.View(try content(node, kind))
    view.placement = try LayoutPlacement.read(node)
    view.outlet = try outlet(node)
    view.tag = try tag(node)
    view.alpha = try alpha(node)
    view.isOpaque = try node["opaque"]?.flag() ?? true
    return view
  }

  private func kind(of node: LayoutNode, isPart: Bool) throws(LayoutError) -> ViewKind {
    guard node.value.record != nil else {
      throw node.failure(.wrongKind(expected: "a record", found: node.value.kind))
    }
    guard let word = node["kind"] else { return node["parts"] == nil ? .label : .drawn }
    let kind = try word.word("kind of view", ViewKind.allCases.map { ($0.rawValue, $0) })
    if isPart, kind == .drawn { throw word.failure(.nestedParts) }
    return kind
  }

  private mutating func content(_ node: LayoutNode, _ kind: ViewKind) throws(LayoutError)
    -> CellLayout.Kind
  {
    switch kind {
    case .label: return .label(try LayoutLabel.read(node, source: try source(node, kind)))
    case .image: return .image(try source(node, kind))
    case .drawn:
      guard let list = node["parts"] else {
        throw node.failure(
          .missingKey("parts", of: kind.owner, hint: "\"parts\" lists what it draws, lowest first"))
      }
      var parts: [CellLayout.View] = []
      for part in try list.list(of: "parts", atMost: Self.mostViews) {
        parts.append(try view(part, isPart: true))
      }
      return .drawn(parts)
    }
  }

  private func source(_ node: LayoutNode, _ kind: ViewKind) throws(LayoutError)
    -> CellLayout.Source
  {
    let said = ["text", "field", "role"].filter { node[$0] != nil }
    guard said.count < 2 else { throw node.failure(.severalSources(said)) }
    if let text = node["text"] { return .literal(try text.text()) }
    if let role = node["role"] {
      return .role(try role.word("role", CellLayout.Role.allCases.map { ($0.rawValue, $0) }))
    }
    guard let field = node["field"] else { throw node.failure(.noSource(kind.owner)) }
    let text = try field.text()
    guard let path = FieldPath(parsing: text) else { throw field.failure(.badPath(text)) }
    return .field(path)
  }

  private mutating func outlet(_ node: LayoutNode) throws(LayoutError) -> String? {
    guard let word = node["outlet"] else { return nil }
    let name = try word.text()
    guard Self.isName(name) else { throw word.failure(.badIdentifier(name)) }
    guard outlets.insert(name).inserted else { throw word.failure(.twice("the outlet '\(name)'")) }
    return name
  }

  private mutating func tag(_ node: LayoutNode) throws(LayoutError) -> Int? {
    guard let word = node["tag"] else { return nil }
    let tag = try word.integer("tag", in: 1...1_000_000)
    guard tags.insert(tag).inserted else { throw word.failure(.twice("the tag \(tag)")) }
    return tag
  }

  /// A number from 0 to 1, in hundredths.
  private func alpha(_ node: LayoutNode) throws(LayoutError) -> Int {
    guard let word = node["alpha"] else { return 100 }
    guard case .number(let number) = word.value else {
      throw word.failure(.wrongKind(expected: "a number from 0 to 1", found: word.value.kind))
    }
    guard let value = Double(number.text), (0...1).contains(value) else {
      throw word.failure(.wrongKind(expected: "a number from 0 to 1", found: .number))
    }
    // What is not quite opaque must not be rounded to what is.
    return value == 1 ? 100 : min(99, Int((value * 100).rounded()))
  }
}

/// A value of a layout file, with the way that leads to it.
package struct LayoutNode {
  package let value: Value
  package var path: [FieldPath.Step] = []

  package func failure(_ problem: LayoutError.Problem) -> LayoutError {
    LayoutError(problem: problem, path: path)
  }

  /// The value behind a key of a record; nil when there is none.
  package subscript(key: String) -> LayoutNode? {
    value.record?[key].map { LayoutNode(value: $0, path: path + [.key(key)]) }
  }

  /// Checks that the value is a record and has only known keys.
  package func checkRecord(_ owner: String, keys: [String], known: [String]) throws(LayoutError) {
    guard let record = value.record else {
      throw failure(.wrongKind(expected: "a record", found: value.kind))
    }
    for key in record.keys where !keys.contains(key) {
      let problem: LayoutError.Problem =
        known.contains(key)
        ? .unfitKey(key, of: owner) : .unknownKey(key, of: owner, known: keys)
      throw LayoutError(problem: problem, path: path + [.key(key)], isAboutKey: true)
    }
  }

  package func list(of what: String, atMost limit: Int) throws(LayoutError) -> [LayoutNode] {
    guard let elements = value.array else {
      throw failure(.wrongKind(expected: "a list of \(what)", found: value.kind))
    }
    guard elements.count <= limit else { throw failure(.tooMany(what, limit: limit)) }
    return elements.enumerated().map { LayoutNode(value: $1, path: path + [.index($0)]) }
  }

  package func text() throws(LayoutError) -> String {
    guard let text = value.string else {
      throw failure(.wrongKind(expected: "text", found: value.kind))
    }
    return text
  }

  package func flag() throws(LayoutError) -> Bool {
    guard case .bool(let flag) = value else {
      throw failure(.wrongKind(expected: "true or false", found: value.kind))
    }
    return flag
  }

  package func integer(_ name: String, in allowed: ClosedRange<Int>) throws(LayoutError) -> Int {
    guard case .number(let number) = value else {
      throw failure(.wrongKind(expected: "a number", found: value.kind))
    }
    guard let integer = Int(number.text), allowed.contains(integer) else {
      throw failure(.outOfRange(name, allowed: allowed))
    }
    return integer
  }

  /// One of some words, by what it stands for.
  package func word<Meaning>(_ name: String, _ meanings: [(String, Meaning)]) throws(LayoutError)
    -> Meaning
  {
    let typed = try text()
    guard let found = meanings.first(where: { $0.0 == typed }) else {
      throw failure(.unknownWord(typed, for: name, known: meanings.map(\.0)))
    }
    return found.1
  }
}

// MARK: - Views

/// The kinds of views in a layout file, with the keys that each has.
package enum ViewKind: String, CaseIterable {
  case label
  case image
  case drawn

  /// How errors call it.
  package var owner: String {
    switch self {
    case .label: "a label"
    case .image: "an image"
    case .drawn: "a drawn view"
    }
  }

  package var keys: [String] {
    switch self {
    case .label: Self.common + Self.sources + LayoutLabel.keys
    case .image: Self.common + Self.sources
    case .drawn: Self.common + ["parts"]
    }
  }

  package static let allKeys = common + sources + LayoutLabel.keys + ["parts"]
  private static let common = ["kind", "outlet", "tag", "alpha", "opaque"] + LayoutPlacement.keys
  private static let sources = ["text", "field", "role"]
}

/// How a label's text is set, from its keys.
package enum LayoutLabel {
  package static let keys = ["align", "vertical", "lines", "style", "shrink"]

  private static let mostLines = 100

  private static let horizontal: [(String, Alignment)] = [
    ("leading", .leading), ("center", .center), ("trailing", .trailing),
  ]
  private static let vertical: [(String, Alignment)] = [
    ("top", .leading), ("center", .center), ("bottom", .trailing),
  ]
  package static let styles: [(String, TextStyle)] = [
    ("plain", .plain), ("bold", TextStyle(.plain, .bold)), ("title", TextStyle(.title, .bold)),
    ("secondary", TextStyle(.secondary)), ("accent", TextStyle(.accent)),
  ]

  package static func read(_ node: LayoutNode, source: CellLayout.Source) throws(LayoutError)
    -> CellLayout.Label
  {
    var label = CellLayout.Label(source)
    label.alignment = try node["align"]?.word("alignment", horizontal) ?? .leading
    label.vertical = try node["vertical"]?.word("vertical alignment", vertical) ?? .leading
    label.lines = try node["lines"]?.integer("lines", in: 0...mostLines) ?? 1
    label.style = try node["style"]?.word("style of text", styles) ?? .plain
    label.shortestWord = try node["shrink"]?.integer("shrink", in: 2...40)
    return label
  }
}

/// Where a view stands, from its keys: edges and extents in points or in shares of the cell.
package enum LayoutPlacement {
  package static let keys = ["leading", "trailing", "width", "top", "bottom", "height"]

  package static let farthest = 100_000

  package static func read(_ node: LayoutNode) throws(LayoutError) -> CellLayout.Placement {
    CellLayout.Placement(
      horizontal: try anchors(node, "leading", "trailing", "width"),
      vertical: try anchors(node, "top", "bottom", "height"))
  }

  private static func anchors(
    _ node: LayoutNode, _ start: String, _ end: String, _ extent: String
  ) throws(LayoutError) -> CellLayout.Anchors {
    if let last = node[extent], node[start] != nil, node[end] != nil {
      throw last.failure(.overconstrained("\(start), \(end) and \(extent)"))
    }
    return CellLayout.Anchors(
      start: try node[start].map { node throws(LayoutError) in try length(node, start) },
      end: try node[end].map { node throws(LayoutError) in try length(node, end) },
      extent: try node[extent].map { node throws(LayoutError) in try length(node, extent) })
  }

  private static func length(_ node: LayoutNode, _ name: String) throws(LayoutError)
    -> CellLayout.Length
  {
    guard let text = node.value.string else {
      return .points(try node.integer(name, in: 0...farthest))
    }
    guard text.last == "%", let share = Int(text.dropLast()), (0...100).contains(share) else {
      throw node.failure(.badLength(text))
    }
    return .percent(share)
  }
}
