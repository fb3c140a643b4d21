package import TableModel

/// The first records of a table, which propose the columns of a grid and measure them.
///
/// A sample proposes and never refuses: what is longer than all it holds is shortened with a mark.
package struct GridSample: Sendable {
  /// So many records are looked at.
  package static let size = 200
  /// A column is at most as wide as this, unless it is told otherwise.
  private static let widest = 28
  /// Titles make a column at most as wide as this.
  private static let widestTitle = 18
  /// Numbers have room for as many decimals at most.
  private static let mostDecimals = 8
  /// `auto` opens nested records as long as no more columns than these come of it.
  private static let comfortable = 24
  /// `auto` proposes no more columns than these.
  package static let mostColumns = 200

  private let records: [Value]

  package init(_ records: [Value]) {
    self.records = records
  }
}

// MARK: - How wide a column is

extension GridSample {
  /// A column for a path, as wide as the first values need.
  ///
  /// - Parameter stated: the width that the user asks for.
  /// - Complexity: O(records x characters that can be seen).
  package func column(
    _ path: FieldPath, title: String, stated: GridColumns.Width? = nil
  ) -> GridColumn {
    Self.column(path, title: title, stated: stated, of: records.lazy.map { $0[path: path] })
  }

  /// A column for values that are known.
  package static func column(
    _ path: FieldPath, title: String, stated: GridColumns.Width? = nil,
    of values: some Sequence<Value?>
  ) -> GridColumn {
    var measure = Measure()
    for case let value? in values { measure.add(value, decimals: stated?.decimals) }
    let natural = max(
      measure.width, min(DisplayWidth.of(DisplaySafe.line(title)), widestTitle))
    let width = stated?.width ?? natural
    let fraction = stated?.decimals.map { $0 == 0 ? 0 : $0 + 1 } ?? measure.fraction
    return GridColumn(
      path, title: title, width: width, fraction: min(fraction, max(0, width - 1)),
      isNumeric: measure.isNumeric, decimals: stated?.decimals)
  }

  private struct Measure {
    private var units = 0
    private(set) var fraction = 0
    private var widestText = 0
    private var numbers = 0
    private var others = 0

    var width: Int { max(units + fraction, widestText) }
    var isNumeric: Bool { numbers > others }

    mutating func add(_ value: Value, decimals: Int?) {
      switch value {
      case .number(let number):
        numbers += 1
        let parts = GridNumber(number.text, decimals: decimals)
        units = max(units, min(parts.units, GridSample.widest))
        fraction = max(fraction, min(parts.fraction, GridSample.mostDecimals + 1))
      case .null:
        widestText = max(widestText, 4)
      default:
        others += 1
        widestText = max(widestText, min(columns(of: value.plainText), GridSample.widest))
      }
    }

    /// The columns that a text takes, as far as that matters.
    private func columns(of text: String) -> Int {
      if text.isEmpty { return 2 }
      let beginning = String(String.UnicodeScalarView(text.unicodeScalars.prefix(200)))
      return DisplayWidth.of(DisplaySafe.line(beginning))
    }
  }
}

/// A number as a grid shows it, in its parts before and from the decimal point on.
struct GridNumber {
  private(set) var text: String
  /// How many characters stand before the decimal point, and from it on.
  private(set) var units: Int
  private(set) var fraction: Int

  /// - Parameter decimals: to how many it is rounded; nil for as it is written.
  init(_ text: String, decimals: Int?) {
    let shown = decimals.flatMap { NumberRounding.rounded(text, to: $0) } ?? text
    self.text = shown
    let bytes = shown.utf8
    let point = bytes.firstIndex { $0 == 0x2E || $0 | 0x20 == 0x65 } ?? bytes.endIndex
    units = bytes.distance(from: bytes.startIndex, to: point)
    fraction = bytes.count - units
    // `infinity` and its kin have no decimals, whatever letters are in them.
    if bytes.contains(where: { $0 | 0x20 == 0x6E }) { (units, fraction) = (bytes.count, 0) }
  }
}

/// Rounding of numbers as they are written, digit by digit: nothing else than the last digit changes.
enum NumberRounding {
  /// A number with at most so many decimals, halves away from zero; nil for one that is not written
  /// as plain digits with a point and has nothing to round.
  static func rounded(_ text: String, to decimals: Int) -> String? {
    let bytes = Array(text.utf8)
    guard let point = bytes.firstIndex(of: 0x2E), bytes.count - point - 1 > decimals else {
      return nil
    }
    let isNegative = bytes.first == 0x2D
    var digits = bytes.filter { $0 != 0x2E && $0 != 0x2D }
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let units = point - (isNegative ? 1 : 0)
    let dropped = digits[units + decimals]
    digits.removeSubrange((units + decimals)...)
    if dropped >= 0x35 { increment(&digits) }
    let shift = digits.count - units - decimals
    var result = digits[..<(units + shift)]
    if decimals > 0 { result += [0x2E] + digits[(units + shift)...] }
    let isZero = digits.allSatisfy { $0 == 0x30 }
    return (isNegative && !isZero ? "-" : "") + String(decoding: result, as: UTF8.self)
  }

  private static func increment(_ digits: inout [UInt8]) {
    var place = digits.count - 1
    while place >= 0, digits[place] == 0x39 {
      digits[place] = 0x30
      place -= 1
    }
    if place < 0 { digits.insert(0x31, at: 0) } else { digits[place] += 1 }
  }
}

// MARK: - Which columns there are

extension GridSample {
  /// The fields of the first records as paths, and how many were left out.
  package struct Proposal: Sendable {
    package var paths: [FieldPath] = []
    package var leftOut = 0
  }

  /// The fields that a grid is to show.
  ///
  /// Records inside records are opened where the same keys are in most of them: all of those for
  /// `all`, and for `auto` as long as that does not make too many columns. What is the same in all
  /// records comes last for `auto`. Values that are no records have one column.
  ///
  /// - Complexity: O(fields of the records).
  package func proposal(_ origin: GridColumns.Origin) -> Proposal {
    var root = FieldNode()
    for record in records { root.add(record, depth: 0) }
    guard root.records > 0, root.records >= root.others else {
      return Proposal(paths: records.isEmpty ? [] : [.itself])
    }
    var columns = root.children.map { FieldColumnPlan(node: $0, path: FieldPath(key: $0.key)) }
    let limit = origin == .auto ? Self.comfortable : Int.max
    while let place = columns.firstIndex(where: { $0.opens(in: columns.count, limit) }) {
      columns.replaceSubrange(place...place, with: columns[place].opened)
    }
    guard origin == .auto else { return Proposal(paths: columns.map(\.path)) }
    let count = records.count
    let ordered =
      columns.filter { !$0.node.isConstant(in: count) }
      + columns.filter { $0.node.isConstant(in: count) }
    return Proposal(
      paths: ordered.prefix(Self.mostColumns).map(\.path),
      leftOut: max(0, ordered.count - Self.mostColumns))
  }
}

/// A field that may become a column, or the columns of what is in it.
private struct FieldColumnPlan {
  let node: FieldNode
  let path: FieldPath

  func opens(in count: Int, _ limit: Int) -> Bool {
    node.isOpenable && count - 1 + node.children.count <= limit
  }

  var opened: [FieldColumnPlan] {
    node.children.map { FieldColumnPlan(node: $0, path: path.appending(.key($0.key))) }
  }
}

/// What the first records hold under a key, with the keys inside it in order of appearance.
private struct FieldNode {
  var key = ""
  var children: [FieldNode] = []
  private var places: [String: Int] = [:]
  private var present = 0
  private(set) var records = 0
  private(set) var others = 0
  private var first: Value?
  private var varies = false

  static let deepest = 4
  /// Fewer records than these do not tell what is constant.
  private static let enough = 3

  mutating func add(_ value: Value, depth: Int) {
    present += 1
    note(value)
    guard case .record(let record) = value, !record.isEmpty else {
      if !value.isNull { others += 1 }
      return
    }
    records += 1
    for (expected, field) in record.fields.enumerated() {
      let place = place(of: field.key, expected)
      if depth < Self.deepest {
        children[place].add(field.value, depth: depth + 1)
      }
    }
  }

  private mutating func place(of key: String, _ expected: Int) -> Int {
    // Records are mostly alike: then their keys need not be looked up.
    if expected < children.count, children[expected].key == key { return expected }
    if let place = places[key] { return place }
    var child = FieldNode()
    child.key = key
    children.append(child)
    places[key] = children.count - 1
    return children.count - 1
  }

  /// Lists and records are taken for different ones: nobody compares them for this.
  private mutating func note(_ value: Value) {
    if varies { return }
    if value.isContainer || (first != nil && first != value) { varies = true }
    first = value
  }

  /// True for what is the same in all records.
  func isConstant(in count: Int) -> Bool {
    count >= Self.enough && !varies && present == count
  }

  /// True for records that have the same keys, most of them. Records with keys of their own are
  /// dictionaries, which would make a column for each word in them.
  var isOpenable: Bool {
    guard records > 0, others == 0, !children.isEmpty else { return false }
    return 2 * children.reduce(0) { $0 + $1.present } >= children.count * records
  }
}
