package import Arranging
import PredicateLanguage
package import TableModel

/// What is to be worked out for which groups, as people write it:
/// `count, sum(price), p95(price) as slow by category, year`.
package struct AggregateList: Sendable {
  /// A key as it was typed, with its place in the text.
  package struct Name: Sendable, Hashable {
    package var text: String
    package var range: Range<Int>

    package init(text: String, range: Range<Int>) { (self.text, self.range) = (text, range) }
  }

  package struct Item: Sendable {
    package var kind: Aggregate.Kind
    /// Nil for the number of records.
    package var field: Name?
    /// What the column is called.
    package var name: String
    package var range: Range<Int>

    package init(kind: Aggregate.Kind, field: Name?, name: String, range: Range<Int>) {
      (self.kind, self.field, self.name, self.range) = (kind, field, name, range)
    }
  }

  /// A column by which the lines are ordered, as it was typed.
  package struct Order: Sendable {
    /// Its name, without quotes, or an aggregate as it was written.
    package var name: Name
    /// Nil where it is named.
    package var item: Item?
    package var isDescending = false
  }

  package var items: [Item] = []
  package var keys: [Name] = []
  /// A field alone, whose usual figures are wanted.
  package var field: Name?
  /// How the lines are ordered; nil for the order of the keys' values.
  package var order: Order?

  /// - Parameter text: ranges are character offsets into it.
  package init(parsing text: String) throws(AggregateError) {
    var reader = AggregateReader(text)
    repeat {
      try take(reader.item())
    } while reader.takes(.comma)
    if reader.takesWord(Self.by) {
      repeat { keys.append(try reader.key(behind: Self.by)) } while reader.takes(.comma)
    }
    order = try reader.order()
    try reader.expectEnd()
    try checkNames()
  }

  /// The number of records.
  package static let ofRecords = AggregateList(
    item: Item(kind: .count, field: nil, name: AggregateWord.count.rawValue, range: 0..<0))

  private init(item: Item) { items = [item] }

  /// The word before the keys.
  package static let by = "by"
  /// The word before `by` and the column that the lines are ordered by.
  package static let sort = "sort"
  /// The words behind that column.
  package static let directions = ["asc", "desc"]

  /// How a column is named behind `sort by`: with backquotes where it has blanks.
  package static func spelled(column name: String) -> String {
    name.contains { $0.isWhitespace || $0 == "," } && !name.contains("`") ? "`\(name)`" : name
  }

  /// What the columns are called: the keys, and then the aggregates.
  package var columnNames: [String] { keys.map(\.columnName) + items.map(\.name) }

  /// The column that the lines are ordered by; nil where the keys' values order them.
  ///
  /// - Throws: where there is no such column.
  package func orderColumn() throws(AggregateError) -> Int? {
    guard let order else { return nil }
    if let column = columnNames.firstIndex(of: order.name.text) { return column }
    if let wanted = order.item,
      let index = items.firstIndex(where: {
        $0.kind == wanted.kind && $0.field?.text == wanted.field?.text
      })
    {
      return keys.count + index
    }
    throw AggregateError(
      .unknownColumn(order.name.text, columns: columnNames), at: order.name.range)
  }

  private mutating func take(_ read: AggregateReader.Read) throws(AggregateError) {
    switch read {
    case .field(let name):
      guard items.isEmpty, field == nil else {
        throw AggregateError(.bareField(name.text), at: name.range)
      }
      field = name
    case .item(let item):
      if let field { throw AggregateError(.bareField(field.text), at: field.range) }
      items.append(item)
    }
  }

  private func checkNames() throws(AggregateError) {
    var names = keys.map(\.columnName)
    for (index, name) in names.enumerated() where names[..<index].contains(name) {
      throw AggregateError(.repeatedName(name), at: keys[index].range)
    }
    for item in items {
      if names.contains(item.name) {
        throw AggregateError(.repeatedName(item.name), at: item.range)
      }
      names.append(item.name)
    }
  }
}

extension AggregateList.Name {
  /// What a column of the key's values is called: the key itself, without backquotes.
  package var columnName: String {
    FieldPath(parsing: text).flatMap { path in
      if path.steps.count == 1, case .key(let key)? = path.steps.first { key } else { nil }
    } ?? text
  }
}

/// The words for aggregates.
package enum AggregateWord: String, Sendable, CaseIterable {
  case count, sum, mean, avg, min, max, median, deviation, distinct

  package var kind: Aggregate.Kind {
    switch self {
    case .count: .count
    case .sum: .sum
    case .mean, .avg: .mean
    case .min: .min
    case .max: .max
    case .median: .quantile(0.5)
    case .deviation: .deviation
    case .distinct: .distinct
    }
  }

  package var summary: String {
    switch self {
    case .count: "how many records have a value"
    case .sum: "the sum of the numbers"
    case .mean, .avg: "their mean"
    case .min: "the least value"
    case .max: "the greatest value"
    case .median: "the number in the middle"
    case .deviation: "the standard deviation of all numbers"
    case .distinct: "how many different values there are"
    }
  }
}

extension Aggregate.Kind {
  /// The kind that a word is for: those of `AggregateWord`, and `p0` to `p100`.
  ///
  /// - Throws: for a percentile that there is not; `nil` is for other words.
  static func named(_ word: Substring) throws(AggregateError.Reason) -> Aggregate.Kind? {
    if let word = AggregateWord(rawValue: String(word)) { return word.kind }
    guard word.first == "p", let first = word.dropFirst().first, first.isASCII, first.isNumber,
      let percent = Double(word.dropFirst())
    else { return nil }
    guard (0...100).contains(percent) else { throw .percentile(String(word)) }
    return .quantile(percent / 100)
  }
}

/// Why a list of aggregates can't be read, and where.
package struct AggregateError: Error, Sendable {
  package enum Reason: Error, Sendable {
    /// Nothing stands where an aggregate has to.
    case noItem(found: String?)
    case noKey(behind: String, found: String?)
    case unknownWord(String, nearest: [String])
    /// A key that stands among aggregates without one of its own.
    case bareField(String)
    case open(String)
    case percentile(String)
    case noName(found: String?)
    case repeatedName(String)
    case rest(String)
    /// A column to order by that the result does not have.
    case unknownColumn(String, columns: [String])
    case noOrder(found: String?)
  }

  package var reason: Reason
  /// Character offsets into the text.
  package var range: Range<Int>

  init(_ reason: Reason, at range: Range<Int>) { (self.reason, self.range) = (reason, range) }
}

extension AggregateError {
  package var message: String {
    switch reason {
    case .noItem(nil): "an aggregate or a key is missing"
    case .noItem(let found?): "'\(found)' stands where an aggregate or a key has to"
    case .noKey(let word, nil): "a key is missing behind '\(word)'"
    case .noKey(let word, let found?): "'\(found)' stands where a key has to, behind '\(word)'"
    case .unknownWord(let word, _): "no aggregate is called '\(word)'"
    case .bareField(let field): "'\(field)' among aggregates needs one of its own"
    case .open(let word): "'\(word)(' is not closed"
    case .percentile(let word): "there is no percentile '\(word)'"
    case .noName(nil): "a name is missing behind 'as'"
    case .noName(let found?): "'\(found)' stands where a name has to, behind 'as'"
    case .repeatedName(let name): "two columns are called '\(name)'"
    case .rest(let text): "'\(text)' has no place here"
    case .unknownColumn(let name, _): "the result has no column '\(name)'"
    case .noOrder(nil): "'by COLUMN' is missing behind 'sort'"
    case .noOrder(let found?): "'\(found)' stands where 'by COLUMN' has to, behind 'sort'"
    }
  }

  package var hint: String {
    switch reason {
    case .noItem: "like 'count, mean(price)' or a key alone"
    case .noKey: "like 'by category, year'"
    case .unknownWord(_, let nearest):
      nearest.isEmpty
        ? "there are \(AggregateWord.allCases.map(\.rawValue).joined(separator: ", ")), p0 to p100"
        : "nearest: \(nearest.joined(separator: ", "))"
    case .bareField(let field): "like 'sum(\(field))', 'mean(\(field))' or 'distinct(\(field))'"
    case .open: "write ')' behind its key"
    case .percentile: "they go from p0, the least number, to p100, the greatest"
    case .noName: "like 'p95(price) as slow'"
    case .repeatedName(let name): "'as NAME' behind one '\(name)' gives it another name"
    case .rest:
      "aggregates and keys have commas between them: 'count, mean(price) by category, year'"
    case .unknownColumn(_, let columns): "its columns are \(columns.joined(separator: ", "))"
    case .noOrder: "like 'sort by count desc' at the end"
    }
  }
}

/// What aggregates leave out of account, in words.
package enum AggregateRemarks {
  /// One sentence for each field of which aggregates leave values out.
  ///
  /// - Parameter names: what the aggregates are called.
  package static func sentences(
    _ aggregates: [Aggregate], _ names: [String], _ found: Aggregation
  ) -> [String] {
    var sentences: [String] = []
    var seen: [Asked] = []
    for aggregate in aggregates {
      guard let field = aggregate.field, let kinds = found.kinds[field],
        let kind = kind(of: aggregate, kinds)
      else { continue }
      let asked = Asked(field: field, kind: kind)
      let left = kinds.records - kinds[kind]
      if seen.contains(asked) || left == 0 { continue }
      seen.append(asked)
      let alike = zip(aggregates, names).filter { other, _ in
        other.field == field && Self.kind(of: other, kinds) == kind
      }
      sentences.append(
        "`\(field)` is no \(kind.rawValue) in \(left) of \(kinds.records) records"
          + " (\(parts(kinds, besides: kind))), which"
          + " \(alike.map(\.1).joined(separator: ", ")) \(alike.count == 1 ? "leaves" : "leave") out"
      )
    }
    return sentences + infinity(of: found.infinite.map { names[$0] })
  }

  /// What figures that are infinite mean.
  package static func infinity(of names: [String]) -> [String] {
    names.isEmpty
      ? [] : ["numbers go to 1.8e308, and \(names.joined(separator: ", ")) would go beyond"]
  }

  private struct Asked: Equatable {
    var field: FieldPath
    var kind: ValueKind
  }

  /// The kind of values that an aggregate takes into account; nil for all.
  private static func kind(of aggregate: Aggregate, _ kinds: KindTally) -> ValueKind? {
    switch aggregate.kind {
    case .sum, .mean, .quantile, .deviation: .number
    case .min, .max: kinds.orderedKind
    case .count, .distinct: nil
    }
  }

  /// `3 text, 1 null, 2 missing`.
  private static func parts(_ kinds: KindTally, besides wanted: ValueKind) -> String {
    var parts = kinds.kinds.filter { $0 != wanted }.map { "\(kinds[$0]) \($0.rawValue)" }
    if kinds[.null] > 0 { parts.append("\(kinds[.null]) null") }
    if kinds.missing > 0 { parts.append("\(kinds.missing) missing") }
    return parts.joined(separator: ", ")
  }
}
