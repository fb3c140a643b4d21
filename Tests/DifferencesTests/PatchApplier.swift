import TableModel

/// Applies JSON patches as RFC 6902 says, step by step, and knows nothing of how they are made.
enum PatchApplier {
  struct Mistake: Error { var words: String }

  static func apply(_ patch: Value, to document: Value) throws -> Value {
    var document = document
    for operation in patch.array ?? [] {
      guard let record = operation.record, let name = record["op"]?.string,
        let path = record["path"]?.string
      else { throw Mistake(words: "no operation: \(operation)") }
      let way = try steps(path)
      switch name {
      case "add": document = try added(try required(record["value"]), at: way[...], in: document)
      case "remove": document = try removed(at: way[...], in: document).rest
      case "replace":
        document = try replaced(try required(record["value"]), at: way[...], in: document)
      case "move":
        guard let from = record["from"]?.string else { throw Mistake(words: "no from") }
        let (rest, taken) = try removed(at: try steps(from)[...], in: document)
        document = try added(taken, at: way[...], in: rest)
      default: throw Mistake(words: "unknown operation \(name)")
      }
    }
    return document
  }

  private static func required(_ value: Value?) throws -> Value {
    guard let value else { throw Mistake(words: "no value") }
    return value
  }

  private static func steps(_ pointer: String) throws -> [String] {
    if pointer.isEmpty { return [] }
    guard pointer.hasPrefix("/") else { throw Mistake(words: "no pointer: \(pointer)") }
    return pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
      String($0).replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }

  private static func index(_ step: String, _ limit: Int) throws -> Int {
    guard let index = Int(step), (0..<limit).contains(index), "\(index)" == step else {
      throw Mistake(words: "no index below \(limit): \(step)")
    }
    return index
  }

  private static func added(_ new: Value, at way: ArraySlice<String>, in value: Value) throws
    -> Value
  {
    guard let step = way.first else { return new }
    let rest = way.dropFirst()
    switch value {
    case .record(var record):
      if rest.isEmpty {
        record[step] = new
      } else {
        record[step] = try added(new, at: rest, in: try required(record[step]))
      }
      return .record(record)
    case .array(var elements):
      if rest.isEmpty {
        elements.insert(new, at: try index(step, elements.count + 1))
      } else {
        let place = try index(step, elements.count)
        elements[place] = try added(new, at: rest, in: elements[place])
      }
      return .array(elements)
    default: throw Mistake(words: "nothing inside at \(step)")
    }
  }

  private static func removed(
    at way: ArraySlice<String>, in value: Value
  ) throws -> (rest: Value, taken: Value) {
    guard let step = way.first else { return (.null, value) }
    switch value {
    case .record(var record):
      let old = try required(record[step])
      guard way.count > 1 else {
        record[step] = nil
        return (.record(record), old)
      }
      let (rest, taken) = try removed(at: way.dropFirst(), in: old)
      record[step] = rest
      return (.record(record), taken)
    case .array(var elements):
      let place = try index(step, elements.count)
      guard way.count > 1 else {
        let taken = elements.remove(at: place)
        return (.array(elements), taken)
      }
      let (rest, taken) = try removed(at: way.dropFirst(), in: elements[place])
      elements[place] = rest
      return (.array(elements), taken)
    default: throw Mistake(words: "nothing inside at \(step)")
    }
  }

  private static func replaced(
    _ new: Value, at way: ArraySlice<String>, in value: Value
  ) throws -> Value {
    if way.isEmpty { return new }
    let last = way.last ?? ""
    // In a list the element is taken out and the new one put in; in a record the key stays.
    let (rest, _) = try removed(at: way, in: value)
    _ = last
    return try added(new, at: way, in: rest)
  }
}

/// Equality of JSON data, written anew: numbers by their values, records without their order.
enum PlainEquality {
  static func areSame(_ a: Value, _ b: Value) -> Bool {
    switch (a, b) {
    case (.array(let x), .array(let y)):
      return x.count == y.count && zip(x, y).allSatisfy { areSame($0, $1) }
    case (.record(let x), .record(let y)):
      return x.count == y.count
        && x.fields.allSatisfy { field in
          y.fields.contains {
            Array($0.key.utf8) == Array(field.key.utf8) && areSame(field.value, $0.value)
          }
        }
    case (.number(let x), .number(let y)): return x.compare(y) == 0
    case (.string(let x), .string(let y)): return Array(x.utf8) == Array(y.utf8)
    default: return a == b
    }
  }
}
