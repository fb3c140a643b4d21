package import TableModel

/// Some records of a table, which propose the columns of a grid and measure them: the first ones, and
/// in a table that is not large others from all over it.
///
/// A sample proposes and never refuses: what is longer than all it holds is shortened with a mark.
package struct GridSample: Sendable {
  /// So many first records are looked at, and about as many others.
  package static let size = 200
  /// A column that somebody has chosen is at most as wide as this, unless a width is stated.
  private static let widest = 28
  /// One of those that are proposed, so that more of them are in view; a single word may be longer, as
  /// the time of a log is.
  private static let widestProposed = (words: 20, word: 25)
  /// Numbers that count up go on beyond the sample: they have room for so many digits.
  private static let sequenceDigits = 9
  /// Titles make a column at most as wide as this.
  private static let widestTitle = 18
  /// A path that is no longer is always written in full.
  private static let shortPath = 12
  /// Numbers have room for as many decimals at most.
  private static let mostDecimals = 8
  /// `auto` opens nested records as long as no more columns than these come of it.
  private static let comfortable = 24
  /// `auto` proposes no more columns than these.
  package static let mostColumns = 200

  private let records: [Value]
  /// True where nothing is known of the records that follow.
  private let isBeginning: Bool

  /// - Parameter isBeginning: whether more records follow, of which the sample has none.
  package init(_ records: [Value], isBeginning: Bool = false) {
    (self.records, self.isBeginning) = (records, isBeginning)
  }
}

// MARK: - How wide a column is

extension GridSample {
  /// A column for a path, as wide as the first values need.
  ///
  /// - Parameter stated: the width that the user asks for.
  /// - Complexity: O(records x characters that can be seen).
  package func column(
    _ path: FieldPath, title: String, stated: GridColumns.Width? = nil, isProposed: Bool = false
  ) -> GridColumn {
    Self.column(
      path, title: title, stated: stated, isProposed: isProposed,
      isBeginning: isBeginning, of: records.lazy.map { $0[path: path] })
  }

  /// A column for values that are known.
  ///
  /// - Parameter isBeginning: whether there are more records than these, so that numbers may be
  ///   longer.
  package static func column(
    _ path: FieldPath, title: String, stated: GridColumns.Width? = nil, isProposed: Bool = false,
    isBeginning: Bool = false, of values: some Sequence<Value?>
  ) -> GridColumn {
    var measure = Measure(
      widest: isProposed ? widestProposed.words : widest,
      widestWord: isProposed ? widestProposed.word : widest)
    for case let value? in values { measure.add(value, decimals: stated?.decimals) }
    if isBeginning { measure.makeRoom(upTo: sequenceDigits) }
    let natural = max(measure.width, titleWidth(title, path))
    let width = stated?.width ?? natural
    let fraction = stated?.decimals.map { $0 == 0 ? 0 : $0 + 1 } ?? measure.fraction
    return GridColumn(
      path, title: title, width: width, fraction: min(fraction, max(0, width - 1)),
      isNumeric: measure.isNumeric, decimals: stated?.decimals)
  }

  /// The columns that a title asks for: a long path is content with its last key behind an ellipsis.
  private static func titleWidth(_ title: String, _ path: FieldPath) -> Int {
    let whole = DisplayWidth.of(DisplaySafe.line(title))
    guard whole > shortPath, path.steps.count > 1 else { return min(whole, widestTitle) }
    let last = FieldPath(Array(path.steps.suffix(1))).description
    return min(1 + DisplayWidth.of(DisplaySafe.line(last)), widestTitle)
  }

  private struct Measure {
    let widest: Int
    let widestWord: Int
    private var units = 0
    private(set) var fraction = 0
    private var widestText = 0
    private var numbers = 0
    private var others = 0

    /// The last number, while each is an integer that is larger than the one before.
    private var last = Int.min
    private var isSequence = true

    init(widest: Int, widestWord: Int) { (self.widest, self.widestWord) = (widest, widestWord) }

    /// Leaves room for the numbers of records that are not in the sample.
    mutating func makeRoom(upTo digits: Int) {
      guard numbers > 0 else { return }
      units = isSequence && others == 0 ? max(units, digits) : units + 1
    }

    var width: Int { max(units + fraction, widestText) }
    var isNumeric: Bool { numbers > others }

    mutating func add(_ value: Value, decimals: Int?) {
      switch value {
      case .number(let number):
        numbers += 1
        if isSequence {
          let integer = Int(number.text)
          isSequence = integer.map { $0 > last } ?? false
          last = integer ?? last
        }
        let parts = GridNumber(number.text, decimals: decimals)
        units = max(units, min(parts.units, widest))
        fraction = max(fraction, min(parts.fraction, GridSample.mostDecimals + 1))
      case .null:
        widestText = max(widestText, 4)
      default:
        others += 1
        let text = value.plainText
        let most = text.utf8.contains(UInt8(ascii: " ")) ? widest : widestWord
        widestText = max(widestText, min(columns(of: text), most))
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
  /// How many of them are the exponent, from the `e` on.
  private(set) var exponent: Int

  /// - Parameter decimals: to how many it is rounded; nil for as it is written.
  init(_ text: String, decimals: Int?) {
    let shown = decimals.flatMap { NumberRounding.rounded(text, to: $0) } ?? text
    self.text = shown
    let bytes = shown.utf8
    let point = bytes.firstIndex { $0 == 0x2E || $0 | 0x20 == 0x65 } ?? bytes.endIndex
    units = bytes.distance(from: bytes.startIndex, to: point)
    fraction = bytes.count - units
    exponent = bytes.firstIndex { $0 | 0x20 == 0x65 }.map { bytes[$0...].count } ?? 0
    // `infinity` and its kin have no decimals, whatever letters are in them.
    if bytes.contains(where: { $0 | 0x20 == 0x6E }) {
      (units, fraction, exponent) = (bytes.count, 0, 0)
    }
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
    let count = records.count
    var plan = ColumnPlan(
      records: count, count: root.children.count,
      limit: origin == .auto ? Self.comfortable : .max)
    for child in root.children { plan.add(child, at: FieldPath(key: child.key)) }
    let columns = plan.columns
    guard origin == .auto else { return Proposal(paths: columns.map(\.path)) }
    let ordered =
      columns.filter { !$0.node.isConstant(in: count) }
      + columns.filter { $0.node.isConstant(in: count) }
    return Proposal(
      paths: ordered.prefix(Self.mostColumns).map(\.path),
      leftOut: max(0, ordered.count - Self.mostColumns))
  }
}

/// The fields that become columns: records inside records as such, or as the fields in them.
private struct ColumnPlan {
  /// How many records the sample has.
  let records: Int
  /// How many columns there are to be, as far as is known.
  var count: Int
  let limit: Int
  private(set) var columns: [(path: FieldPath, node: FieldNode)] = []

  init(records: Int, count: Int, limit: Int) {
    (self.records, self.count, self.limit) = (records, count, limit)
  }

  mutating func add(_ node: FieldNode, at path: FieldPath) {
    let opened = count - 1 + node.children.count
    guard opened <= limit, node.isOpenable(in: records) else {
      columns.append((path, node))
      return
    }
    count = opened
    for child in node.children { add(child, at: path.appending(.key(child.key))) }
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
  ///
  /// - Parameter count: the records of the sample. What only a few of them have is not opened: its
  ///   columns would be empty nearly everywhere.
  func isOpenable(in count: Int) -> Bool {
    guard others == 0, !children.isEmpty, records * 10 >= count, records > 1 || count < 3
    else { return false }
    return 2 * children.reduce(0) { $0 + $1.present } >= children.count * records
  }
}
