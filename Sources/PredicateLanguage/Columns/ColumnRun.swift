import TableModel

/// One run of a plan over columns, thousands of rows at a time.
///
/// Most rows are decided for many blocks of 64 at once (`LeafState.decide`). What that leaves open,
/// and every block in which something may be remarked upon, is asked block by block.
struct ColumnRun {
  let plan: ColumnPlan
  let states: [LeafState]
  let count: Int
  let record: ColumnPlan.RecordReader
  var context: EvaluationContext
  /// True when no record can be remarked upon.
  private let isQuiet: Bool
  /// How many blocks are evaluated at once: many if no record can be remarked upon; otherwise
  /// fewer, since then every block may have to be asked on its own.
  var blocksAtOnce: Int { isQuiet ? 1024 : 64 }
  /// The rows of the block that met each mismatch.
  private var remarks: [Mismatch: UInt64] = [:]

  init(
    _ plan: ColumnPlan, _ states: [LeafState], count: Int, _ context: EvaluationContext,
    _ record: @escaping ColumnPlan.RecordReader
  ) {
    self.plan = plan
    self.states = states
    isQuiet = plan.residues.isEmpty && states.allSatisfy { $0.remarkable == nil }
    self.count = count
    self.context = context
    self.record = record
  }

  /// The verdicts on the rows of some blocks; what they met is added to the counts.
  mutating func verdicts(
    _ blocks: Range<Int>, isStrict: Bool, _ counts: inout MismatchCounts
  ) throws(ColumnFailure) -> [UInt64] {
    if let verdicts = try quietVerdicts(blocks) { return verdicts }
    var verdicts: [UInt64] = []
    for block in blocks { verdicts.append(try self.block(block, isStrict: isStrict, &counts)) }
    return verdicts
  }

  /// The verdicts where nothing is remarked upon and nothing goes wrong; nil elsewhere.
  private mutating func quietVerdicts(_ blocks: Range<Int>) throws(ColumnFailure) -> [UInt64]? {
    if !isQuiet, isRemarkable(plan.root, blocks, nil) { return nil }
    do throws(ColumnFailure) {
      let verdicts = try evaluate(plan.root, blocks, rows(of: blocks))
      if remarks.isEmpty { return verdicts }
    } catch {
      guard case .evaluation(let failure) = error, failure != .cancelled else { throw error }
      _ = context.takeMismatches()
    }
    remarks.removeAll(keepingCapacity: true)
    return nil
  }

  private func rows(of blocks: Range<Int>) -> [UInt64] {
    var rows: [UInt64] = Array(repeating: ~0, count: blocks.count)
    // Only the last block of a column may have fewer rows than bits.
    if let last = blocks.last { rows[rows.count - 1] = RowMask.rows(ofBlock: last, count) }
    return rows
  }

  /// The verdicts on the rows of a block.
  ///
  /// An error may be one that evaluating row by row would never have reached, and a mismatch may be
  /// one to stop at: in these cases the rows are evaluated one by one.
  private mutating func block(_ block: Int, isStrict: Bool, _ counts: inout MismatchCounts)
    throws(ColumnFailure) -> UInt64
  {
    let rows = RowMask.rows(ofBlock: block, count)
    do throws(ColumnFailure) {
      let verdicts = try evaluate(plan.root, block..<block + 1, [rows])[0]
      if remarks.isEmpty { return verdicts }
      defer { remarks.removeAll(keepingCapacity: true) }
      if !isStrict {
        for (mismatch, rows) in remarks { counts.add(mismatch, items: rows.nonzeroBitCount) }
        return verdicts
      }
    } catch {
      remarks.removeAll(keepingCapacity: true)
      guard case .evaluation(let failure) = error, failure != .cancelled else { throw error }
      _ = context.takeMismatches()
    }
    return try askRecords(block, isStrict: isStrict, &counts)
  }

  private mutating func askRecords(
    _ block: Int, isStrict: Bool, _ counts: inout MismatchCounts
  ) throws(ColumnFailure) -> UInt64 {
    var verdicts: UInt64 = 0
    context.isStrict = isStrict
    defer { context.isStrict = false }
    for row in block * 64..<min(count, block * 64 + 64) {
      let item = try read(row)
      do throws(EvaluationError) {
        if try plan.condition.evaluate(item, in: &context) { verdicts |= 1 << UInt64(row & 63) }
      } catch {
        counts.merge(context.takeMismatches())
        throw .evaluation(error)
      }
    }
    counts.merge(context.takeMismatches())
    return verdicts
  }

  private mutating func read(_ row: Int) throws(ColumnFailure) -> Value {
    do { return try record(row, &context) } catch { throw .data(error) }
  }

  // MARK: Clauses

  /// - Parameter rows: those that come to be asked, block by block; the verdicts on others stay 0.
  /// - Returns: as many words as there are blocks.
  private mutating func evaluate(
    _ node: ColumnPlan.Node, _ blocks: Range<Int>, _ rows: [UInt64]
  ) throws(ColumnFailure) -> [UInt64] {
    switch node {
    case .constant(let value): return value ? rows : rows.map { _ in 0 }
    case .not(let inner): return rows.without(try evaluate(inner, blocks, rows)[...])
    case .residue(let index):
      return try eachBlock(blocks, rows) { (run, block, rows) throws(ColumnFailure) in
        try run.askResidue(index, block, rows)
      }
    case .leaf(let index): return try evaluate(states[index], blocks, rows)
    case .all(let group):
      var rest = rows
      for part in order(group, blocks, rows) where rest.hasRows {
        rest = try evaluate(part, blocks, rest)
      }
      return rest
    case .any(let group):
      var open = rows
      for part in order(group, blocks, rows) where open.hasRows {
        open = open.without(try evaluate(part, blocks, open)[...])
      }
      return rows.without(open[...])
    }
  }

  /// Asks about the blocks one by one, without those that have no rows.
  private mutating func eachBlock(
    _ blocks: Range<Int>, _ rows: [UInt64],
    _ ask: (inout Self, Int, UInt64) throws(ColumnFailure) -> UInt64
  ) throws(ColumnFailure) -> [UInt64] {
    var verdicts = rows
    for (index, rows) in rows.enumerated() where rows != 0 {
      verdicts[index] = try ask(&self, blocks.lowerBound + index, rows)
    }
    return verdicts
  }

  /// The rows that a part is asked about determine which mismatches are counted. So while there may
  /// be mismatches, parts are asked in the order in which they are written.
  private func order(
    _ group: ColumnPlan.Group, _ blocks: Range<Int>, _ rows: [UInt64]
  ) -> [ColumnPlan.Node] {
    if isQuiet { return group.cheapest }
    let isRemarkable = group.written.contains { self.isRemarkable($0, blocks, rows) }
    return isRemarkable ? group.written : group.cheapest
  }

  /// - Parameter rows: those that are asked; nil for all.
  private func isRemarkable(
    _ node: ColumnPlan.Node, _ blocks: Range<Int>, _ rows: [UInt64]?
  ) -> Bool {
    switch node {
    case .constant: return false
    case .residue: return true
    case .leaf(let index):
      guard let remarkable = states[index].remarkable else { return false }
      return blocks.contains { block in
        remarkable[block] & (rows?[block - blocks.lowerBound] ?? ~0) != 0
      }
    case .not(let inner): return isRemarkable(inner, blocks, rows)
    case .all(let group), .any(let group):
      return group.written.contains { isRemarkable($0, blocks, rows) }
    }
  }

  private mutating func askResidue(
    _ index: Int, _ block: Int, _ rows: UInt64
  ) throws(ColumnFailure) -> UInt64 {
    let test = plan.residues[index]
    var verdicts: UInt64 = 0
    try rows.forEachRow { (place, bit) throws(ColumnFailure) in
      if try ask(test, read(block * 64 + place), bit) { verdicts |= bit }
    }
    return verdicts
  }

  /// Asks about a value, and remembers what is remarked for its row.
  private mutating func ask(
    _ check: Check, _ value: Value, _ bit: UInt64
  ) throws(ColumnFailure) -> Bool {
    let verdict: LeafState.Verdict
    do throws(EvaluationError) {
      verdict = try context.ask(check, value)
    } catch {
      throw .evaluation(error)
    }
    remark(verdict.remarks, bit)
    return verdict.holds
  }

  private mutating func remark(_ mismatches: [Mismatch], _ rows: UInt64) {
    for mismatch in mismatches { remarks[mismatch, default: 0] |= rows }
  }
}

// MARK: - Leaves

extension ColumnRun {
  private mutating func evaluate(
    _ state: LeafState, _ blocks: Range<Int>, _ rows: [UInt64]
  ) throws(ColumnFailure) -> [UInt64] {
    let (verdicts, open) = state.decide(blocks, rows)
    guard open.hasRows else { return verdicts }
    let others = try eachBlock(blocks, open) { (run, block, rows) throws(ColumnFailure) in
      try run.evaluate(state, block, rows)
    }
    return verdicts.with(others[...])
  }

  /// The verdicts on rows that have to be asked about.
  private mutating func evaluate(
    _ state: LeafState, _ block: Int, _ rows: UInt64
  ) throws(ColumnFailure) -> UInt64 {
    let absent = state.absentRows[block] & rows
    var verdicts = absent == 0 ? 0 : try constant(state.absent, .null, state, absent)
    if !state.numberRows.isEmpty {
      let here = state.numberRows[block] & rows
      if here != 0 { verdicts |= try evaluate(numbers: state, block, here) }
    }
    if !state.textRows.isEmpty {
      let here = state.textRows[block] & rows
      if here != 0 { verdicts |= try evaluate(texts: state, block, here) }
    }
    return state.hasOtherKinds ? verdicts | (try evaluate(rare: state, block, rows)) : verdicts
  }

  /// Rows of the kinds that are in few columns.
  private mutating func evaluate(
    rare state: LeafState, _ block: Int, _ rows: UInt64
  ) throws(ColumnFailure) -> UInt64 {
    let column = state.column
    var verdicts: UInt64 = 0
    if let truths = column.truths {
      let (here, values) = (truths.rows.words[block] & rows, truths.values.words[block])
      verdicts |= try constant(state.yes, .bool(true), state, here & values)
      verdicts |= try constant(state.no, .bool(false), state, here & ~values)
    }
    if let lists = column.lists {
      verdicts |= try evaluate(lists, state, block, lists.rows.words[block] & rows)
    }
    if let others = column.others {
      verdicts |= try each(state, block, others.rows.words[block] & rows) { others.value(at: $0) }
    }
    return verdicts
  }

  /// Rows whose values are all the same to the leaf.
  private mutating func constant(
    _ verdict: LeafState.Verdict?, _ value: Value, _ state: LeafState, _ rows: UInt64
  ) throws(ColumnFailure) -> UInt64 {
    if rows == 0 { return 0 }
    guard let verdict else {
      return try ask(state.leaf.whole, value, rows) ? rows : 0
    }
    remark(verdict.remarks, rows)
    return verdict.holds ? rows : 0
  }

  /// Asks about the value of each row.
  private mutating func each(
    _ state: LeafState, _ block: Int, _ rows: UInt64, _ value: (Int) -> Value
  ) throws(ColumnFailure) -> UInt64 {
    var verdicts: UInt64 = 0
    try rows.forEachRow { (place, bit) throws(ColumnFailure) in
      if try ask(state.leaf.whole, value(block * 64 + place), bit) { verdicts |= bit }
    }
    return verdicts
  }

  private mutating func evaluate(
    numbers state: LeafState, _ block: Int, _ rows: UInt64
  ) throws(ColumnFailure) -> UInt64 {
    if state.number != nil { return try constant(state.number, .null, state, rows) }
    return try each(state, block, rows) { state.column.value(at: $0) }
  }

  private mutating func evaluate(
    texts state: LeafState, _ block: Int, _ rows: UInt64
  ) throws(ColumnFailure) -> UInt64 {
    guard let texts = state.column.texts else { return 0 }
    var (verdicts, rest) = (UInt64(0), rows)
    if let probe = state.probe {
      (verdicts, rest) = probe.verdicts(texts, state.foldedTexts, from: block * 64, rest)
    }
    try rest.forEachRow { (place, bit) throws(ColumnFailure) in
      let code = texts.codes[block * 64 + place]
      if try holds(code, texts.pool, state, bit) { verdicts |= bit }
    }
    return verdicts
  }

  /// The verdict on a text of a column.
  @inline(__always)
  private mutating func holds(
    _ code: UInt32, _ pool: TextPool, _ state: LeafState, _ bit: UInt64
  ) throws(ColumnFailure) -> Bool {
    var known = state.texts[code]
    if known == 0 {
      known = try learn(
        code, pool, by: state.leaf.texts, state.foldedTexts, orElse: state.leaf.whole, &state.texts)
    }
    if known == 0 { return try ask(state.leaf.whole, .string(pool.text(code)), bit) }
    if !VerdictMemo.isPlain(known) { remark(state.texts.remarks(known), bit) }
    return VerdictMemo.holds(known)
  }

  /// Finds out about a text that comes up for the first time, and remembers it.
  ///
  /// - Parameters:
  ///   - test: the fast way, which may leave a text open.
  ///   - check: the verdict on any text.
  /// - Returns: 0 when the verdict cannot be kept.
  private mutating func learn(
    _ code: UInt32, _ pool: TextPool, by test: TextTest, _ folded: TextFoldings.Folded?,
    orElse check: Check, _ memo: inout VerdictMemo
  ) throws(ColumnFailure) -> UInt8 {
    if case .probe(let probe) = test, let verdict = probe.verdict(code, pool, folded) {
      return memo.set(code, verdict)
    }
    do throws(EvaluationError) {
      let verdict = try context.ask(check, .string(pool.text(code)))
      return memo.set(code, verdict) ?? 0
    } catch {
      throw .evaluation(error)
    }
  }

  private mutating func evaluate(
    _ lists: FieldColumn.Lists, _ state: LeafState, _ block: Int, _ rows: UInt64
  ) throws(ColumnFailure) -> UInt64 {
    guard let element = state.leaf.element else {
      return try each(state, block, rows) { lists.value(at: $0) }
    }
    var verdicts: UInt64 = 0
    try rows.forEachRow { (place, bit) throws(ColumnFailure) in
      let row = block * 64 + place
      for place in Int(lists.starts[row])..<Int(lists.starts[row + 1])
      where try holds(lists.codes[place], lists.pool, element, state, bit) == element.isAny {
        // One element decides: of ANY one that fulfils it, of ALL one that does not.
        if element.isAny { verdicts |= bit }
        return
      }
      if !element.isAny { verdicts |= bit }
    }
    return verdicts
  }

  /// The verdict on an element of a list.
  @inline(__always)
  private mutating func holds(
    _ code: UInt32, _ pool: TextPool, _ element: ColumnLeaf.Element, _ state: LeafState,
    _ bit: UInt64
  ) throws(ColumnFailure) -> Bool {
    var known = state.elements[code]
    if known == 0 {
      known = try learn(code, pool, by: element.texts, nil, orElse: element.check, &state.elements)
    }
    if known == 0 { return try ask(element.check, .string(pool.text(code)), bit) }
    if !VerdictMemo.isPlain(known) { remark(state.elements.remarks(known), bit) }
    return VerdictMemo.holds(known)
  }
}
