package import Arranging
package import CommandLanguage
import Documents
package import PredicateLanguage
import Rendering
package import Results
import Saving
package import TableModel

/// A field that a question about all records is asked about, with what is to be said of it.
package struct AskedField {
  /// From the records, or from what stands around them: `$section.age`.
  package var path: FieldPath
  package var notices: [String] = []

  package init(path: FieldPath, notices: [String] = []) {
    (self.path, self.notices) = (path, notices)
  }

  /// The level that the field belongs to; nil for one of the records.
  package var level: OuterLevel? { OuterLevel(at: path) }
}

/// An expression of a line, whose keys have found the levels that they belong to.
package struct AskedExpression {
  package let expression: ValueExpression
  /// What `$document` is a record of; nil for the table's own.
  package let document: (any TableSource)?
  /// What is to be said of its keys.
  package let notices: [String]
}

/// The records that a question is asked of: those of the innermost level that it names.
package struct AskedRecords: Sendable {
  package let table: ArrangedTable
  package let columns: ColumnStore
  /// The paths of the fields from there.
  package let paths: [FieldPath]
  /// How the table comes about, so that some of its records can be shown in the same way.
  package let source: any TableSource
  package let arrangement: Arrangement
  package let shape: Shape
  /// The memory that columns may take, in bytes.
  package let budget: Int
  /// The column store of the level that was asked: a level gets a new one when its data changes.
  let levelColumns: ColumnStore

  /// The level whose records are asked; nil for the innermost ones.
  package var recordLevel: OuterLevel? { (source as? OuterTable)?.level }

  /// What is to be said of a field that stands around the records that are asked: its value comes up
  /// again with each of them. Nil for their own fields.
  package func remark(onRepeated path: FieldPath) -> String? {
    guard let level = OuterLevel(at: path), ScreenKey(path) == nil else { return nil }
    let unit = recordLevel?.rawValue ?? "record"
    let place = level == .document ? level.plural : "its \(level.rawValue)"
    return "`\(path)` counts once for each \(unit) in \(place)"
  }

  /// Answers a question, until it is done or the user interrupts.
  package func answer<T>(
    in workspace: Workspace, _ body: (Self, @escaping Checkpoint) throws(DataError) -> T
  ) throws(CommandError) -> T {
    do {
      return try body(self, workspace.environment.counting(source))
    } catch {
      throw CommandError(error)
    }
  }

  /// The different values of a field.
  package func distinct(
    _ field: FieldPath, most: Int = .max, in workspace: Workspace
  ) throws(CommandError) -> DistinctValues {
    try answer(in: workspace) { asked, checkpoint throws(DataError) in
      try asked.table.distinct(
        field, most: most, from: asked.columns, budget: asked.budget, checkpoint: checkpoint)
    }
  }

  /// The records that a filter lets through, arranged as all are.
  package func table(
    of filter: RecordFilter, in workspace: Workspace
  ) throws(CommandError) -> ShapedTable {
    var arrangement = arrangement
    arrangement.filters.append(filter)
    let isInterrupted = workspace.environment.isInterrupted
    return try answer(in: workspace) { asked, checkpoint throws(DataError) in
      let table = try ArrangedTable(
        base: asked.source, arrangement: arrangement, columns: asked.columns,
        budget: asked.budget, isInterrupted: isInterrupted, checkpoint: checkpoint)
      let derived = (asked.source as? DerivedTable)?.fields
      return ShapedTable(
        source: derived.map { DerivedTable(table.underived, $0) } ?? table,
        shape: shape, explanation: "records of a line of a result")
    }
  }
}

extension Level {
  /// The records that a question about fields is asked of.
  package func asked(_ fields: [AskedField], in workspace: Workspace) throws(CommandError)
    -> AskedRecords
  {
    do {
      return try records(
        for: fields, workspace.preferences.memoryBudget,
        workspace.environment.counting(shaped.source))
    } catch {
      throw CommandError(error)
    }
  }

  /// The fields of the levels around the records, from the outermost one inwards: the document is the file,
  /// also where a value of it was pushed.
  package func outerSchemas(in workspace: Workspace)
    throws(CommandError) -> [(level: OuterLevel, schema: Schema)]
  {
    let counting = workspace.environment.counting(shaped.source)
    var schemas: [(OuterLevel, Schema)] = []
    for outer in OuterLevel.outwards.reversed() {
      let owner = outer == .document ? workspace.levels.first ?? self : self
      guard owner.shaped.source.outerLevels.contains(outer) else { continue }
      do {
        let table = try OuterTable(outer, of: owner.ungrouped(counting))
        let schema = try table?.schema(checkpoint: counting)
        if let schema, !schema.fields.isEmpty { schemas.append((outer, schema)) }
      } catch {
        throw CommandError(error)
      }
    }
    return schemas
  }

  private func records(
    for fields: [AskedField], _ budget: Int, _ checkpoint: @escaping Checkpoint
  ) throws(DataError) -> AskedRecords {
    let levels = fields.compactMap(\.level)
    guard let level = levels.min(), levels.count == fields.count,
      let outer = OuterTable(level, of: try ungrouped(checkpoint))
    else {
      return AskedRecords(
        table: shown, columns: columns, paths: fields.map(\.path), source: shaped.source,
        arrangement: arrangement, shape: shaped.shape, budget: budget, levelColumns: self.columns)
    }
    let columns = shown.isIdentity ? self.columns.outer(level) : nil
    return AskedRecords(
      table: ArrangedTable(base: outer), columns: columns ?? ColumnStore(source: outer),
      paths: fields.map { field in
        // What the screen has of them, their records have not.
        field.level == level && ScreenKey(field.path) == nil
          ? FieldPath(Array(field.path.steps.dropFirst())) : field.path
      }, source: outer, arrangement: Arrangement(), shape: Shape(), budget: budget,
      levelColumns: self.columns)
  }

  /// What is shown in the sections of the data, which have records of their own.
  private func ungrouped(_ checkpoint: @escaping Checkpoint) throws(DataError) -> ArrangedTable {
    guard arrangement.grouping != nil else { return shown }
    return try ArrangedTable(
      base: shaped.source, arrangement: Arrangement(filters: arrangement.filters),
      columns: columns, checkpoint: checkpoint)
  }
}

/// An answer that can be opened, with the records that it is about.
package struct Answer: Sendable {
  package let table: ResultTable
  package let asked: AskedRecords
  /// The line that asked.
  package let line: Statement

  package init(table: ResultTable, asked: AskedRecords, line: Statement) {
    (self.table, self.asked, self.line) = (table, asked, line)
  }
}

extension Answer {
  /// Opens the answer one level in.
  ///
  /// - Returns: where that leads, in words.
  package func open(in workspace: inout Workspace) throws(CommandError) -> String {
    let document = ValueDocument(
      name: try workspace.current().document.name, value: table.value, format: "result")
    var level = try Level(
      of: document, table.title, shape: Shape(rows: .itself), in: workspace)
    level.answer = self
    let fields = table.columns.map { column in
      (path: FieldPath(key: column.name), title: column.name, width: GridColumns.Width?.none)
    }
    let source = level.shaped.source
    let columns = try reading { () throws(DataError) in
      try Level.columns(.fields(fields), of: source)
    }
    try level.show(columns: columns, workspace.preferences)
    return level.push(in: &workspace)
  }
}

extension Level {
  /// Opens what a line of a result stands for, one level in.
  ///
  /// - Returns: where that leads, in words; nil where the place is no line of a result.
  package func openLine(
    at address: Address, in workspace: inout Workspace
  ) throws(CommandError) -> String? {
    guard let answer, data.edition == 0, let line = shown.baseAddress(of: address)?.row,
      line < answer.table.count, let way = answer.table.way(line)
    else { return nil }
    switch way {
    case .values(let field):
      let values = try answer.asked.distinct(field, in: workspace)
      let next = Answer(
        table: ResultTable(values, of: field), asked: answer.asked, line: answer.line)
      return try next.open(in: &workspace)
    case .records(let part):
      return try openRecords(of: answer, line, in: &workspace) { name in
        part.filter(name, of: answer.asked.source, budget: answer.asked.budget)
      }
    case .record(let place):
      return try openRecords(of: answer, line, in: &workspace) { name in
        RecordFilter(name) { address, _ in address == place }
      }
    }
  }

  private func openRecords(
    of answer: Answer, _ line: Int, in workspace: inout Workspace, filter: (String) -> RecordFilter
  ) throws(CommandError) -> String {
    let name = answer.table.name(line)
    let shaped = try answer.asked.table(of: filter(name), in: workspace)
    let next = try Level(
      of: RecordsDocument(name: document.name, shaped), name.clipped(to: 24), shape: nil,
      in: workspace)
    return next.push(in: &workspace)
  }

  /// A level on top of the one that is shown, which has no place for what is changed in it.
  fileprivate init(
    of document: any TableDocument, _ title: String, shape: Shape?, in workspace: Workspace
  ) throws(CommandError) {
    let (preferences, checkpoint) = (workspace.preferences, workspace.checkpoint)
    self = try reading { () throws(DataError) in
      try Level(
        document: document, title: title, origin: nil, shape: shape,
        parent: Parent(place: nil, path: .itself), preferences: preferences, checkpoint: checkpoint)
    }
  }

  fileprivate func push(in workspace: inout Workspace) -> String {
    workspace.levels.append(self)
    let way = workspace.breadcrumb.joined(separator: Mark.step)
    return "\(way)\(Mark.dot)\(Words.counts(shown.counts()))"
  }
}
