package import TableModel

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
