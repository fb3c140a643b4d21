package import TableModel

/// A path as conditions read it: keys lead through lists, a text has a `length`, and `@count`,
/// `@sum.price` and their kin ask a list.
package struct PathReading: Sendable {
  private enum Step: Sendable {
    case key(String)
    case index(Int)
    case ask(KeyOperator, [String])
    case computed(FieldPath.Computation)
  }

  /// A name behind an `@` that is not an operator's.
  package struct UnknownOperator: Error, Hashable {
    package let problem: Problem
  }

  private let path: FieldPath
  private let steps: [Step]

  /// - Parameters:
  ///   - path: as it was written.
  ///   - hasOperators: whether keys that begin with `@` are operators, or keys of the data.
  package init(_ path: FieldPath, hasOperators: Bool = true) throws(UnknownOperator) {
    self.path = path
    var steps: [Step] = []
    var rest = path.steps[...]
    while let step = rest.popFirst() {
      switch step {
      case .key(let key) where hasOperators && key.hasPrefix("@"):
        let keyOperator = try Self.keyOperator(key)
        let keys = rest.prefix { keyOperator.takesPath && $0.key != nil }.compactMap(\.key)
        rest = rest.dropFirst(keys.count)
        steps.append(.ask(keyOperator, keys.filter { $0 != "self" }))
      case .key(let key): steps.append(.key(key))
      case .index(let index): steps.append(.index(index))
      case .computed(let computation): steps.append(.computed(computation))
      }
    }
    self.steps = steps
  }

  private static func keyOperator(_ key: String) throws(UnknownOperator) -> KeyOperator {
    let name = String(key.dropFirst())
    if let known = KeyOperator(rawValue: name) { return known }
    let nearest = Spelling.nearest(to: name, in: KeyOperator.allCases.map(\.rawValue))
    throw UnknownOperator(problem: .unknownKeyOperator(name, suggestion: nearest))
  }

  /// What the path leads to from a record, and the kinds of values that operators could not use.
  ///
  /// - Returns: nil for nothing; conditions have the same nil for null.
  package func read(_ record: Value) -> (value: Value?, strangers: [ValueKind]) {
    var (value, strangers): (Value, [ValueKind]) = (record, [])
    for step in steps {
      if value.isNil { break }
      switch step {
      case .key(let key): value = KeyReading.member(key, of: value)
      case .index(let index): value = value[path: FieldPath([.index(index)])] ?? .null
      case .computed(let computation): value = computation.apply(value) ?? .null
      case .ask(let keyOperator, let keys):
        let answer = keyOperator.apply(to: value, path: keys)
        value = answer.value
        strangers += answer.strangers
      }
    }
    return (value.isNil ? nil : value, strangers)
  }

  /// The same path as a field that can be read from records.
  package var field: FieldPath {
    FieldPath([.computed(FieldPath.Computation(written) { read($0).value })])
  }

  /// The path in words; operators are written without the backquotes of odd keys.
  private var written: String {
    var text = ""
    for step in path.steps {
      if case .key(let key) = step, key.hasPrefix("@") {
        text += (text.isEmpty ? "" : ".") + key
      } else {
        let step = FieldPath([step]).description
        text += (text.isEmpty || step.hasPrefix("[") ? "" : ".") + step
      }
    }
    return text
  }
}

extension FieldPath.Step {
  var key: String? {
    if case .key(let key) = self { key } else { nil }
  }
}

extension Term {
  /// The path that a term of nothing but keys and fixed indexes reads.
  var fieldPath: FieldPath? {
    switch self {
    case .itself: return .itself
    case .member(let base, let key): return base.syntax.fieldPath?.appending(.key(key))
    case .element(let base, .at(let index)):
      switch index.syntax {
      case .number(let number):
        guard let position = number.integer else { return nil }
        return base.syntax.fieldPath?.appending(.index(Int(position)))
      case .string(let key): return base.syntax.fieldPath?.appending(.key(key))
      default: return nil
      }
    default: return nil
    }
  }

  /// The keys of a term that is nothing but keys of the record.
  var plainKeys: [String]? {
    switch self {
    case .itself: return []
    case .member(let base, let key):
      guard var keys = base.syntax.plainKeys else { return nil }
      keys.append(key)
      return keys
    default: return nil
    }
  }
}
