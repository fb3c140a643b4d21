import TableModel

/// Checks that a level's path leads somewhere, and says where it got lost.
struct ShapeCheck {
  /// How many values are looked at for the words of a message.
  private static let sample = 200

  let level: String
  let path: FieldPath

  /// Checks that the path leads to a list somewhere.
  ///
  /// - Parameters:
  ///   - values: what the path starts from; it must exist in one of them at least.
  ///   - place: the words for them in a message.
  /// - Complexity: O(1) where the first value has the path, O(values) otherwise.
  func check(_ values: [Value], place: String) throws(DataError) {
    try checkExistence(values, place)
    let found = values.lazy.compactMap { $0[path: path] }
    // The document itself may be a scalar: a table of one row. A scalar inside is a mistake.
    guard !path.steps.isEmpty, let first = found.first,
      found.allSatisfy({ !$0.isContainer && !$0.isNull })
    else { return }
    throw .shape(
      message: "\(level) '\(path)' is \(Self.words(for: first.kind)), not a list",
      hint: Self.listHint(values))
  }

  /// Checks that the path exists in one value at least, if there are any.
  func checkExistence(_ values: [Value], _ place: String) throws(DataError) {
    if values.isEmpty || values.contains(where: { $0[path: path] != nil }) { return }
    throw missing(values, place)
  }

  private func missing(_ values: [Value], _ place: String) -> DataError {
    var reached = Array(values.prefix(Self.sample))
    var walked = FieldPath()
    for step in path.steps {
      let next = reached.compactMap { $0[path: FieldPath([step])] }
      if next.isEmpty { return lost(at: step, reached, walked, place) }
      reached = next
      walked = walked.appending(step)
    }
    return .shape(message: "\(level) '\(path)' leads nowhere in \(place)", hint: nil)
  }

  private func lost(
    at step: FieldPath.Step, _ values: [Value], _ walked: FieldPath, _ place: String
  ) -> DataError {
    let place = walked.steps.isEmpty ? place : "'\(walked)'"
    let keys = Self.keys(of: values)
    switch step {
    case .index(let index):
      let longest = values.compactMap { $0.array?.count }.max()
      let hint = longest.map { "the longest list there has \($0) elements" }
      return .shape(message: "no element [\(index)] in \(place)", hint: hint)
    case .computed(let computation):
      return .shape(message: "no '\(computation.name)' in \(place)", hint: nil)
    case .key(let key):
      let message = "no key '\(key)' in \(place)"
      if let near = Spelling.nearest(to: key, in: keys) {
        return .shape(message: message, hint: "did you mean '\(near)'?")
      }
      if keys.isEmpty { return .shape(message: message, hint: Self.noKeysHint(values)) }
      let shown =
        keys.prefix(8).map { $0.clipped() }.joined(separator: ", ")
        + (keys.count > 8 ? ", ..." : "")
      return .shape(message: message, hint: "the keys there: \(shown)")
    }
  }

  private static func noKeysHint(_ values: [Value]) -> String? {
    values.contains { $0.array != nil }
      ? "there are lists there: '.' stands for the list itself, [0] for its first element" : nil
  }

  /// The keys of all records among the values, each once, in the order of first appearance.
  private static func keys(of values: [Value]) -> [String] {
    var seen: Set<String> = []
    return values.prefix(sample).flatMap { $0.record?.keys ?? [] }.filter {
      seen.insert($0).inserted
    }
  }

  private static func listHint(_ values: [Value]) -> String? {
    var seen: Set<String> = []
    let lists = values.prefix(sample).flatMap { $0.record?.fields ?? [] }
      .filter { $0.value.isContainer && seen.insert($0.key).inserted }.map(\.key)
    return lists.isEmpty
      ? nil : "lists there: " + lists.prefix(8).map { $0.clipped() }.joined(separator: ", ")
  }

  private static func words(for kind: ValueKind) -> String {
    switch kind {
    case .text: "text"
    case .number: "a number"
    case .bool: "true or false"
    default: kind.rawValue
    }
  }
}
