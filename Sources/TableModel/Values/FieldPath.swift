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

extension FieldPath.Step {
  /// The key, when the step is one.
  package var name: String? {
    if case .key(let key) = self { key } else { nil }
  }
}

extension FieldPath: CustomStringConvertible {
  /// The path as it can be typed.
  package var description: String {
    if steps.isEmpty { return "SELF" }
    var text = ""
    if let level = OuterLevel(at: self) { text = level.variable }
    for step in steps.dropFirst(text.isEmpty ? 0 : 1) {
      switch step {
      case .key(let key):
        if !text.isEmpty { text += "." }
        text += key == "SELF" ? "#SELF" : SpelledKey.spelled(key)
      case .index(let index):
        text += "[\(index)]"
      case .computed(let computation):
        if !text.isEmpty { text += "." }
        text += computation.name
      }
    }
    return text
  }
}

extension FieldPath {
  /// True for a path that begins at the whole value, and not at one of its keys.
  fileprivate var beginsAtSelf: Bool {
    if case .key? = steps.first { false } else { true }
  }
}

extension Value {
  /// The value at a path; nil when a key is missing, an index is out of range or a scalar is in
  /// the way. A negative index counts from the end.
  package subscript(path path: FieldPath) -> Value? {
    var value = self
    // With what stands around it a record is more than itself.
    if path.beginsAtSelf, case .record(let record) = self,
      let own = record[OuterLevel.ownKey]
    {
      value = own
    }
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

/// Reads keys of values as key-value coding does.
package enum KeyReading {
  /// The value of a key: of a record its field, of an array one value an element, of text its
  /// `length` in characters. What has no such key gives nil.
  package static func member(_ key: String, of value: Value) -> Value {
    switch value {
    case .record(let record):
      if let field = record[key] { return field }
      return key == "self" ? value : .null
    case .array(let elements): return .array(elements.map { member(key, of: $0) })
    case .string(let text) where key == "length": return .integer(text.count)
    default: return key == "self" ? value : .null
    }
  }

  package static func members(_ keys: [String], of value: Value) -> Value {
    var value = value
    for key in keys {
      if case .null = value { return .null }
      value = member(key, of: value)
    }
    return value
  }
}
