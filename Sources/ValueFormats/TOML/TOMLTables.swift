import Documents
import TableModel

/// The tables of a TOML text while it is read: they may be added to from any line below.
///
/// ```
/// [a.b]        a is implied, b is closed: no other heading may open it
/// c.d = 1      c is open to other dotted keys until the next heading
/// [[e]]        the first table of a list; the next `[[e]]` is the second
/// ```
struct TOMLTables {
  /// The number of a node.
  typealias Node = Int

  private enum Content {
    case value(Value)
    case table(keys: [String], nodes: [String: Node])
    /// The elements of a list; it grows by headings in double brackets, or not at all.
    case list([Node], grows: Bool)
  }

  private struct Item {
    var content: Content
    /// False for a table that nothing may be added to any more: a heading has named it, it was
    /// written in braces, or it was made by dotted keys below an earlier heading.
    var isOpen = true
    /// True for what is written in braces or brackets: no heading leads into it either.
    var isInline = false
  }

  /// Why a key can't be given a value, or a heading can't stand here.
  enum Mistake: Error {
    case repeated(key: String)
    case noTable(key: String)
    case closed(key: String)
    case tooDeep
  }

  private var items: [Item] = [Item(content: .table(keys: [], nodes: [:]))]
  /// The tables that dotted keys have made since the last heading.
  private var opened: [Node] = []
  /// The table that the last heading has opened.
  private(set) var current: Node = 0
  /// How deep its values stand.
  private(set) var depth = 1

  mutating func add(_ value: Value) -> Node { append(Item(content: .value(value), isInline: true)) }

  mutating func addInlineTable() -> Node {
    append(Item(content: .table(keys: [], nodes: [:]), isInline: true))
  }

  mutating func addInlineList() -> Node {
    append(Item(content: .list([], grows: false), isInline: true))
  }

  private mutating func append(_ item: Item) -> Node {
    items.append(item)
    return items.count - 1
  }

  mutating func append(_ element: Node, to list: Node) {
    guard case .list(var elements, let grows) = items[list].content else { return }
    items[list].content = .list([], grows: grows)
    elements.append(element)
    items[list].content = .list(elements, grows: grows)
  }

  private func child(_ key: String, of table: Node) -> Node? {
    if case .table(_, let nodes) = items[table].content { nodes[key] } else { nil }
  }

  /// - Complexity: O(1): the keys are taken out while they change, so that nothing is copied.
  private mutating func set(_ key: String, of table: Node, to node: Node) {
    guard case .table(var keys, var nodes) = items[table].content else { return }
    items[table].content = .list([], grows: false)
    keys.append(key)
    nodes[key] = node
    items[table].content = .table(keys: keys, nodes: nodes)
  }

  private func isTable(_ node: Node) -> Bool {
    if case .table = items[node].content { true } else { false }
  }
}

// MARK: - Headings and keys

extension TOMLTables {
  /// Opens the table of a heading, `[a.b]` or `[[a.b]]`.
  mutating func open(_ path: [String], isElement: Bool) throws(Mistake) {
    for node in opened { items[node].isOpen = false }
    opened = []
    guard let last = path.last else { return }
    var (table, depth) = (0, 1)
    for key in path.dropLast() {
      depth += try stepIn(key, from: &table)
      if depth >= ValueBuilder.depthLimit { throw .tooDeep }
    }
    let known = child(last, of: table)
    current = try isElement ? element(last, of: table, known) : headed(last, of: table, known)
    items[current].isOpen = false
    self.depth = depth + (isElement ? 2 : 1)
  }

  /// Goes to the table that a key of a heading leads to, which is made where there is none; of a list
  /// to the last one.
  ///
  /// - Returns: how much deeper that is.
  private mutating func stepIn(_ key: String, from table: inout Node) throws(Mistake) -> Int {
    guard let node = child(key, of: table) else {
      table = makeTable(key, of: table)
      return 1
    }
    if case .list(let elements, grows: true) = items[node].content, let last = elements.last {
      table = last
      return 2
    }
    guard isTable(node), !items[node].isInline else { throw .noTable(key: key) }
    table = node
    return 1
  }

  private mutating func makeTable(_ key: String, of table: Node) -> Node {
    let node = append(Item(content: .table(keys: [], nodes: [:])))
    set(key, of: table, to: node)
    return node
  }

  private mutating func headed(
    _ key: String, of table: Node, _ known: Node?
  ) throws(Mistake) -> Node {
    guard let known else { return makeTable(key, of: table) }
    guard isTable(known), items[known].isOpen, !items[known].isInline else {
      throw .repeated(key: key)
    }
    return known
  }

  private mutating func element(
    _ key: String, of table: Node, _ known: Node?
  ) throws(Mistake) -> Node {
    let list: Node
    if let known {
      guard case .list(_, grows: true) = items[known].content else { throw .repeated(key: key) }
      list = known
    } else {
      list = append(Item(content: .list([], grows: true)))
      set(key, of: table, to: list)
    }
    let node = append(Item(content: .table(keys: [], nodes: [:])))
    append(node, to: list)
    return node
  }

  /// The table in which the last part of a dotted key stands.
  ///
  /// - Parameters:
  ///   - path: the parts before the last one.
  ///   - table: where the first part stands.
  ///   - depth: how deep that is.
  mutating func table(
    for path: ArraySlice<String>, in table: Node, depth: Int
  ) throws(Mistake) -> Node {
    guard depth + path.count < ValueBuilder.depthLimit else { throw .tooDeep }
    var table = table
    for key in path {
      if let node = child(key, of: table) {
        guard isTable(node) else { throw .noTable(key: key) }
        guard items[node].isOpen else { throw .closed(key: key) }
        table = node
      } else {
        table = makeTable(key, of: table)
      }
      opened.append(table)
    }
    return table
  }

  mutating func add(_ node: Node, as key: String, to table: Node) throws(Mistake) {
    guard child(key, of: table) == nil else { throw .repeated(key: key) }
    set(key, of: table, to: node)
  }

  /// Nothing is added any more to what was written in braces.
  mutating func close(_ node: Node) { items[node].isOpen = false }
}

// MARK: - The value

extension TOMLTables {
  /// All that was read, as a value.
  ///
  /// - Complexity: O(nodes), without recursion.
  func value() -> Value {
    var builder = ValueBuilder()
    var open: [(node: Node, next: Int)] = []
    begin(0, &builder, &open)
    while let (node, next) = open.last {
      guard let (key, child) = child(next, of: node) else {
        builder.end()
        open.removeLast()
        continue
      }
      open[open.count - 1].next += 1
      if let key { builder.add(key: key) }
      begin(child, &builder, &open)
    }
    return builder.take() ?? .null
  }

  private func begin(
    _ node: Node, _ builder: inout ValueBuilder, _ open: inout [(node: Node, next: Int)]
  ) {
    switch items[node].content {
    case .value(let value): return builder.add(value)
    case .table: builder.beginRecord()
    case .list: builder.beginArray()
    }
    open.append((node, 0))
  }

  private func child(_ index: Int, of node: Node) -> (key: String?, Node)? {
    switch items[node].content {
    case .value: nil
    case .table(let keys, let nodes):
      index < keys.count ? nodes[keys[index]].map { (keys[index], $0) } : nil
    case .list(let elements, _): index < elements.count ? (nil, elements[index]) : nil
    }
  }
}
