/// The way from a record to a value inside it: `author.name`, `tags[0]`, `` `unit price` ``.
///
/// `SELF` alone is the record (or the scalar) itself: an empty path.
package struct FieldPath: Sendable, Hashable {
  package enum Step: Sendable, Hashable {
    case key(String)
    case index(Int)
    /// What is worked out from a value, and stands nowhere in it: `@count` of a list, say.
    case computed(Computation)
  }

  /// A way from a value to another one that is more than a key or an index.
  ///
  /// Computations are the same when their names are.
  package struct Computation: Sendable, Hashable {
    /// As people write it: `tags.@count`.
    package let name: String
    package let apply: @Sendable (Value) -> Value?

    package init(_ name: String, _ apply: @escaping @Sendable (Value) -> Value?) {
      self.name = name
      self.apply = apply
    }

    package static func == (a: Computation, b: Computation) -> Bool { a.name == b.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  package var steps: [Step]

  package init(_ steps: [Step] = []) {
    self.steps = steps
  }

  package init(key: String) {
    steps = [.key(key)]
  }

  package init(keys: [String]) {
    steps = keys.map(Step.key)
  }

  package static let itself = FieldPath()

  package func appending(_ step: Step) -> FieldPath {
    FieldPath(steps + [step])
  }

  /// The keys of a path that has only keys.
  package var keys: [String]? {
    var keys: [String] = []
    for step in steps {
      guard case .key(let key) = step else { return nil }
      keys.append(key)
    }
    return keys
  }
}

extension FieldPath {
  /// Reads a path as people write it; nil when a back-quote or a bracket is not closed, a step is
  /// empty or an index is no whole number.
  package init?(parsing text: String) {
    if text == "SELF" || text == "." {
      self.init()
      return
    }
    var steps: [Step] = []
    var rest = text[...]
    var expectsKey = true
    while let first = rest.first {
      switch first {
      case ".":
        guard !expectsKey else { return nil }
        rest.removeFirst()
        expectsKey = true
      case "[":
        guard !expectsKey || steps.isEmpty, let step = Self.takeBrackets(&rest) else { return nil }
        steps.append(step)
        expectsKey = false
      case "`":
        guard expectsKey, let key = Self.takeQuoted(&rest) else { return nil }
        steps.append(.key(key))
        expectsKey = false
      default:
        guard expectsKey else { return nil }
        let key = rest.prefix { $0 != "." && $0 != "[" }
        rest = rest.dropFirst(key.count)
        steps.append(.key(String(key)))
        expectsKey = false
      }
    }
    guard !expectsKey else { return nil }
    self.init(steps)
  }

  private static func takeQuoted(_ rest: inout Substring) -> String? {
    let inside = rest.dropFirst()
    guard let close = inside.firstIndex(of: "`") else { return nil }
    rest = inside[inside.index(after: close)...]
    return String(inside[..<close])
  }

  private static func takeBrackets(_ rest: inout Substring) -> Step? {
    let inside = rest.dropFirst()
    guard let close = inside.firstIndex(of: "]") else { return nil }
    let text = inside[..<close]
    rest = inside[inside.index(after: close)...]
    if let index = Int(text) { return .index(index) }
    if text.count >= 2, let quote = text.first, quote == "'" || quote == "\"", text.last == quote {
      return .key(String(text.dropFirst().dropLast()))
    }
    return nil
  }
}

extension FieldPath: CustomStringConvertible {
  package var description: String {
    if steps.isEmpty { return "SELF" }
    var text = ""
    for step in steps {
      switch step {
      case .key(let key):
        if !text.isEmpty { text += "." }
        text += Self.isWord(key) ? key : "`\(key)`"
      case .index(let index):
        text += "[\(index)]"
      case .computed(let computation):
        if !text.isEmpty { text += "." }
        text += computation.name
      }
    }
    return text
  }

  private static func isWord(_ key: String) -> Bool {
    guard let first = key.unicodeScalars.first else { return false }
    return (first == "_" || first.properties.isAlphabetic)
      && key.unicodeScalars.allSatisfy {
        $0 == "_" || $0.properties.isAlphabetic || ("0"..."9").contains($0)
      }
  }
}

extension Value {
  /// The value at a path; nil when a key is missing, an index is out of range or a scalar is in
  /// the way. A negative index counts from the end.
  package subscript(path path: FieldPath) -> Value? {
    var value = self
    for step in path.steps {
      switch (step, value) {
      case (.key(let key), .record(let record)):
        guard let next = record[key] else { return nil }
        value = next
      case (.index(let index), .array(let elements)):
        let position = index < 0 ? elements.count + index : index
        guard elements.indices.contains(position) else { return nil }
        value = elements[position]
      case (.computed(let computation), _):
        guard let next = computation.apply(value) else { return nil }
        value = next
      default:
        return nil
      }
    }
    return value
  }

  /// The value with another one at a path.
  ///
  /// - Returns: nil when the path leads through a scalar or beyond an array's end, and for what is
  ///   computed.
  package func replacing(_ path: ArraySlice<FieldPath.Step>, with new: Value) -> Value? {
    guard let step = path.first else { return new }
    switch (step, self) {
    case (.key(let key), .record(var record)):
      let inner = record[key] ?? (path.count > 1 ? .record(Record()) : .null)
      guard let changed = inner.replacing(path.dropFirst(), with: new) else { return nil }
      record[key] = changed
      return .record(record)
    case (.index(let index), .array(var elements)):
      let position = index < 0 ? elements.count + index : index
      guard elements.indices.contains(position),
        let changed = elements[position].replacing(path.dropFirst(), with: new)
      else { return nil }
      elements[position] = changed
      return .array(elements)
    default:
      return nil
    }
  }
}
