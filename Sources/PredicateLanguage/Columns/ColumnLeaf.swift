import TableModel

/// A comparison of one field with a value that never changes, made ready for a column:
/// `price > 20`, `'new' IN tags`, `ANY tags LIKE "a*"`.
///
/// Only `whole` decides the verdict on a value and what is remarked about it. The tests beside it
/// are faster ways to the same verdict for some kinds of values.
struct ColumnLeaf: Sendable {
  /// The keys that lead to the field.
  let path: [String]
  /// The verdict on a value of any kind.
  let whole: Check
  /// The verdict on a list of texts, by its elements; nil where the list is asked as a whole.
  let element: Element?
  let numbers: NumberTest
  let texts: TextTest
  /// True when no text can be of the wrong kind.
  let textsAreProper: Bool

  /// How the elements of a list decide about it.
  struct Element: Sendable {
    let check: Check
    let texts: TextTest
    /// True when one element is enough, false when all are needed.
    let isAny: Bool
    /// True when no text can be of the wrong kind.
    let isProper: Bool
  }

  /// What an evaluation costs compared to that of other leaves.
  var cost: Int {
    if case .probe(let probe) = texts { return probe.cost }
    if case .each = numbers { return 50 }
    return element == nil ? 1 : 8
  }
}

extension ColumnLeaf {
  /// The leaf that a comparison is; nil when it is more than a field against a constant.
  init?(_ comparison: Comparison) {
    let compiler = Compiler()
    let comparing = compiler.comparing(comparison)
    if let path = comparison.left.syntax.plainKeys,
      case .constant(let right) = compiler.operand(comparison.right)
    {
      self.init(path, comparing, right, comparison.quantifier, compiler)
    } else if comparison.quantifier == nil, let path = comparison.right.syntax.plainKeys,
      case .constant(let left) = compiler.operand(comparison.left)
    {
      self.init(path, left, comparing)
    } else {
      return nil
    }
  }

  private init(
    _ path: [String], _ comparing: Comparing, _ right: Value, _ quantifier: Quantifier?,
    _ compiler: Compiler
  ) {
    let check = compiler.check(comparing, right)
    let texts = TextTest(comparing, right)
    self.path = path
    whole = compiler.wholeCheck(comparing, right, quantifier: quantifier)
    numbers = quantifier == nil ? NumberTest(comparing.relation, right) : .each
    self.texts = quantifier == nil ? texts : .each
    textsAreProper = Self.acceptsTexts(comparing.relation, right) && quantifier == nil
    if let quantifier {
      element = Element(
        check: check, texts: texts, isAny: quantifier == .any,
        isProper: Self.acceptsTexts(comparing.relation, right))
    } else if comparing.relation == .contains {
      element = Self.membership(of: right, comparing.options)
    } else {
      element = nil
    }
  }

  /// A constant on the left: `20 < price`, `'new' IN tags`.
  private init(_ path: [String], _ left: Value, _ comparing: Comparing) {
    self.path = path
    whole = { (value, context) throws(EvaluationError) in
      try comparing.holds(left, value, &context)
    }
    let flipped = comparing.relation.flipped
    numbers = flipped.map { NumberTest($0, left) } ?? .each
    if comparing.relation == .in, case .string(let text) = left {
      texts = .probe(
        .needle(TextNeedle(text, options: comparing.options), .anywhere, negated: false))
      textsAreProper = true
    } else {
      texts = flipped.map { TextTest($0, left, comparing.options) } ?? .each
      textsAreProper = flipped.map { Self.acceptsTexts($0, left) } ?? false
    }
    element = comparing.relation == .in ? Self.membership(of: left, comparing.options) : nil
  }

  /// Whether a list has a member.
  private static func membership(of member: Value, _ options: TextOptions) -> Element? {
    if member.isNil { return nil }
    let texts: TextTest
    if case .string(let text) = member {
      texts = .probe(.needle(TextNeedle(text, options: options), .whole, negated: false))
    } else {
      texts = .each
    }
    return Element(
      check: { (value, _) throws(EvaluationError) in
        ValueComparison.areEqual(value, member, options)
      }, texts: texts, isAny: true, isProper: true)
  }

  /// True when text on the left never is of the wrong kind.
  private static func acceptsTexts(_ relation: Relation, _ right: Value) -> Bool {
    switch (relation, right) {
    case (.equal, _), (.notEqual, _), (_, .null), (.in, .array): true
    case (.between, _): false
    case (_, .string): true
    default: false
    }
  }
}

/// A leaf bound to its column, with the verdicts that were found out so far.
///
/// What is the same for all values of a kind is asked once; texts are asked once for each
/// distinct one, when the first row with it comes up.
final class LeafState {
  /// What a check says about a value.
  struct Verdict {
    var holds: Bool
    var remarks: [Mismatch]
  }

  let leaf: ColumnLeaf
  let column: FieldColumn
  let absent: Verdict?
  let yes: Verdict?
  let no: Verdict?
  /// The verdict on every number, where they do not differ.
  let number: Verdict?
  let foldedTexts: TextFoldings.Folded?
  /// The parts of the column that are asked for every block: copying a column would cost more
  /// than that. Masks are empty where there are no such rows.
  let absentRows: [UInt64]
  let numberRows: [UInt64]
  let textRows: [UInt64]
  /// False where all rows are absent, numbers or texts.
  let hasOtherKinds: Bool
  /// The rows whose number has more digits than its double keeps; empty without any.
  private let exceptionRows: [UInt64]
  /// Compares the column's numbers in place; nil where the test needs more than their doubles.
  private let kernel: NumberKernel?
  /// How texts are searched in place; nil where there are so few that verdicts are remembered.
  let probe: TextProbe?
  /// How texts are compared by their first bytes (`prefix`), and those bytes (`heads`); nil where
  /// this is not possible.
  private let prefix: PrefixWord?
  private let heads: [UInt64]
  /// The rows that may be remarked upon; nil when none may.
  let remarkable: [UInt64]?
  var texts: VerdictMemo
  var elements: VerdictMemo

  /// - Throws: `EvaluationError.cancelled`, where texts have to be folded first.
  init(
    _ leaf: ColumnLeaf, _ column: FieldColumn, _ context: EvaluationContext
  ) throws(EvaluationError) {
    var context = context
    func ask(_ value: Value) -> Verdict? { try? context.ask(leaf.whole, value) }
    self.leaf = leaf
    self.column = column
    absentRows = column.absent.words
    numberRows = column.numbers?.rows.words ?? []
    textRows = column.texts?.rows.words ?? []
    hasOtherKinds = column.truths != nil || column.lists != nil || column.others != nil
    let hasExceptions = !(column.numbers?.exceptions.isEmpty ?? true)
    exceptionRows = hasExceptions ? column.numbers?.exceptionRows.words ?? [] : []
    kernel = column.numbers.flatMap { NumberKernel(leaf.numbers, $0) }
    absent = ask(.null)
    yes = column.truths == nil ? nil : ask(.bool(true))
    no = column.truths == nil ? nil : ask(.bool(false))
    if case .constant = leaf.numbers, column.numbers != nil {
      number = ask(.integer(0))
    } else {
      number = nil
    }
    foldedTexts = try Self.folded(leaf.texts, column.texts, context)
    probe = Self.probe(leaf.texts, column.texts)
    prefix = probe?.prefix
    heads = prefix == nil ? [] : Self.heads(probe, column.texts, foldedTexts)
    texts = VerdictMemo(count: column.texts?.pool.count ?? 0)
    elements = VerdictMemo(count: leaf.element == nil ? 0 : column.lists?.pool.count ?? 0)
    remarkable = Self.remarkable(
      leaf, column, absent: absent, truths: yes.isPlain && no.isPlain, number: number)
  }

  private static func folded(
    _ test: TextTest, _ texts: FieldColumn.Texts?, _ context: EvaluationContext
  ) throws(EvaluationError) -> TextFoldings.Folded? {
    guard let texts, case .probe(let probe) = test, let options = probe.folding else { return nil }
    func checkpoint() throws(EvaluationError) { if context.isCancelled() { throw .cancelled } }
    return try texts.foldings.folded(
      texts.pool, form: options.rawValue, fold: { TextFolding.fold($0, options) },
      checkpoint: checkpoint)
  }

  private static func heads(
    _ probe: TextProbe?, _ texts: FieldColumn.Texts?, _ folded: TextFoldings.Folded?
  ) -> [UInt64] {
    guard let texts else { return [] }
    guard let folded, let options = probe?.folding else { return texts.heads.heads(of: texts) }
    return texts.heads.heads(of: texts, folded: (folded, options.rawValue))
  }

  /// From this many distinct texts on, looking a verdict up takes as long as finding it.
  private static let manyTexts = 4096

  private static func probe(_ test: TextTest, _ texts: FieldColumn.Texts?) -> TextProbe? {
    guard let texts, texts.pool.count >= manyTexts, case .probe(let probe) = test else {
      return nil
    }
    return probe
  }

  private static func remarkable(
    _ leaf: ColumnLeaf, _ column: FieldColumn, absent: Verdict?, truths: Bool, number: Verdict?
  ) -> [UInt64]? {
    var masks: [RowMask] = []
    if !absent.isPlain { masks.append(column.absent) }
    if let rows = column.truths?.rows, !truths { masks.append(rows) }
    if let rows = column.numbers?.rows, !leaf.numbers.isProper(number) { masks.append(rows) }
    if let rows = column.texts?.rows, !leaf.textsAreProper { masks.append(rows) }
    if let rows = column.lists?.rows, !(leaf.element?.isProper ?? false) { masks.append(rows) }
    if let rows = column.others?.rows { masks.append(rows) }
    guard var words = masks.first?.words else { return nil }
    for mask in masks.dropFirst() {
      for index in words.indices { words[index] |= mask.words[index] }
    }
    return words
  }
}

extension LeafState {
  /// Decides about the rows for which the columns are enough: no check is called, and no mismatch
  /// is possible.
  ///
  /// - Parameter rows: those that are asked, block by block.
  /// - Returns: the verdicts, and the rows that are left to be asked about.
  func decide(
    _ blocks: Range<Int>, _ rows: [UInt64]
  ) -> (verdicts: [UInt64], open: [UInt64]) {
    var verdicts = rows.map { _ in UInt64(0) }
    var open = rows
    if let absent, absent.remarks.isEmpty {
      let here = rows.common(absentRows[blocks])
      if absent.holds { verdicts = here }
      open = open.without(here[...])
    }
    if let kernel {
      var here = open.common(numberRows[blocks])
      if !exceptionRows.isEmpty { here = here.without(exceptionRows[blocks]) }
      verdicts = verdicts.with(kernel.verdicts(blocks, here)[...])
      open = open.without(here[...])
    }
    if let prefix {
      let here = open.common(textRows[blocks])
      let found = prefix.verdicts(heads, blocks, here)
      verdicts = verdicts.with(found.verdicts[...])
      open = open.without(here[...]).with(found.undecided[...])
    }
    return (verdicts, open)
  }
}

/// The verdicts on the texts of a pool, as far as they are known.
struct VerdictMemo {
  /// By text: 0 for unknown, otherwise 1 plus the verdict plus twice the number of its remarks.
  private var states: [UInt8] = []
  private var remarks: [[Mismatch]] = [[]]
  private let count: Int

  /// - Complexity: O(1): room is made when the first verdict is known.
  init(count: Int) { self.count = count }

  @inline(__always)
  subscript(code: UInt32) -> UInt8 { states.isEmpty ? 0 : states[Int(code)] }

  @inline(__always)
  static func holds(_ state: UInt8) -> Bool { (state &- 1) & 1 == 1 }

  @inline(__always)
  static func isPlain(_ state: UInt8) -> Bool { state <= 2 }

  func remarks(_ state: UInt8) -> [Mismatch] { remarks[Int((state &- 1) >> 1)] }

  mutating func set(_ code: UInt32, _ holds: Bool) -> UInt8 {
    let state: UInt8 = holds ? 2 : 1
    remember(state, of: code)
    return state
  }

  /// - Returns: nil when there are more different remarks than can be numbered.
  mutating func set(_ code: UInt32, _ verdict: LeafState.Verdict) -> UInt8? {
    var index = remarks.firstIndex(of: verdict.remarks)
    if index == nil, remarks.count < 120 {
      remarks.append(verdict.remarks)
      index = remarks.count - 1
    }
    guard let index else { return nil }
    let state = UInt8(1 + (verdict.holds ? 1 : 0) + 2 * index)
    remember(state, of: code)
    return state
  }

  private mutating func remember(_ state: UInt8, of code: UInt32) {
    if states.isEmpty { states = Array(repeating: 0, count: count) }
    states[Int(code)] = state
  }
}

extension LeafState.Verdict? {
  /// False when there are remarks, or when only an error is known.
  fileprivate var isPlain: Bool { map(\.remarks.isEmpty) ?? false }
}

extension NumberTest {
  /// True when no number can be of the wrong kind.
  fileprivate func isProper(_ constant: LeafState.Verdict?) -> Bool {
    switch self {
    case .compare, .between, .among: true
    case .constant: constant.isPlain
    case .each: false
    }
  }
}

extension EvaluationContext {
  /// Asks a check about one value and takes what it remarks.
  mutating func ask(_ check: Check, _ value: Value) throws(EvaluationError) -> LeafState.Verdict {
    try begin()
    let holds = try check(value, &self)
    if mismatches.isEmpty { return LeafState.Verdict(holds: holds, remarks: []) }
    let remarks = takeMismatches().all.map(\.mismatch)
    return LeafState.Verdict(holds: holds, remarks: remarks)
  }
}
