package import Arranging
package import CommandLanguage
package import PredicateLanguage
import Results
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

  /// What is to be said of a field that stands around the records that are asked: its value comes up
  /// again with each of them. Nil for their own fields.
  package func remark(onRepeated path: FieldPath) -> String? {
    guard let level = OuterLevel(at: path), ScreenKey(path) == nil else { return nil }
    let unit = (source as? OuterTable)?.level.rawValue ?? "record"
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

  /// The fields of the levels around the records, from the outermost one inwards.
  package func outerSchemas(in workspace: Workspace)
    throws(CommandError) -> [(level: OuterLevel, schema: Schema)]
  {
    let counting = workspace.environment.counting(shaped.source)
    var schemas: [(OuterLevel, Schema)] = []
    for outer in OuterLevel.outwards.reversed() where shaped.source.outerLevels.contains(outer) {
      do {
        let schema = try OuterTable(outer, of: ungrouped(counting))?.schema(checkpoint: counting)
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
        arrangement: arrangement, shape: shaped.shape, budget: budget)
    }
    let columns = shown.isIdentity ? self.columns.outer(level) : nil
    return AskedRecords(
      table: ArrangedTable(base: outer), columns: columns ?? ColumnStore(source: outer),
      paths: fields.map { field in
        // What the screen has of them, their records have not.
        field.level == level && ScreenKey(field.path) == nil
          ? FieldPath(Array(field.path.steps.dropFirst())) : field.path
      }, source: outer, arrangement: Arrangement(), shape: Shape(), budget: budget)
  }

  /// What is shown in the sections of the data, which have records of their own.
  private func ungrouped(_ checkpoint: @escaping Checkpoint) throws(DataError) -> ArrangedTable {
    guard arrangement.grouping != nil else { return shown }
    return try ArrangedTable(
      base: shaped.source, arrangement: Arrangement(filters: arrangement.filters),
      columns: columns, checkpoint: checkpoint)
  }
}
