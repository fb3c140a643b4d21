import Arranging
package import CommandLanguage
import Documents
import Rendering
package import Results
import Saving
package import TableModel

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
