package import CommandLanguage
import Documents
package import Files
import PredicateLanguage
package import Rendering
import TableEngine
import TableModel

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
