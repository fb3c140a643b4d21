import CommandLanguage
import Commands
import Foundation
import FuzzHarness
import ShellCore
import TableModel
import Workspaces

@testable import Documents
@testable import Files
@testable import Layouts
@testable import Playing
@testable import PredicateLanguage

extension FuzzTarget {
  /// What people write: predicates, command lines, layouts of cells, pages.
  static let languages = [
    FuzzTarget("predicate", of: ["PredicateLanguage"], mostBytes: 400) { bytes in
      ask(String(decoding: bytes, as: UTF8.self))
    },
    FuzzTarget("line", of: ["CommandLanguage", "ShellCore"], mostBytes: 400) { bytes in
      check(String(decoding: bytes, as: UTF8.self))
    },
    FuzzTarget("layout", of: ["Layouts"]) { bytes in
      let text = SourceText(file: "layout.json", bytes: bytes)
      _ = try? LayoutReader.read(text, name: "input", refusing: ["default"])
    },
    FuzzTarget("page", of: ["Playing"]) { bytes in
      _ = try? Transcript(
        parsing: String(decoding: bytes, as: UTF8.self), file: "page.shelf.md")
    },
  ]

  // MARK: Predicates

  private static let records: [Value] = [
    #"{"n": 1, "name": "Ash", "tags": ["a", "b"], "flag": true, "rec": {"a": 1, "t": "x"}}"#,
    #"{"n": -2.5, "name": "é", "tags": [], "flag": false, "rec": null}"#,
    #"{"n": "7", "name": null, "tags": [1, ["a"]], "list": [{"a": 1}, {"a": "b"}]}"#,
    #"{"name": "", "tags": "a", "n": 1e400}"#, "{}", "5", #""text""#, #"["a", 1]"#,
  ].compactMap { try? JSONReader.read(SourceText(file: "record", bytes: Array($0.utf8))) }

  private static let table = try? ValueDocument(
    name: "records", value: .array(Array(records.prefix(5)))
  ).table(shape: Shape(rows: .itself)).source

  /// A predicate that is read is printed so that it is read again as the same, and says of records in
  /// columns what it says of records.
  private static func ask(_ text: String) {
    let condition: Condition
    do throws(ConditionError) {
      condition = try Condition(parsing: text)
    } catch {
      return require(!error.description.isEmpty, "an error without words")
    }
    let printed = condition.format
    guard let again = try? Condition(parsing: printed) else {
      return require(false, "'\(printed)' is not read again")
    }
    require(again.format == printed, "'\(printed)' is printed as '\(again.format)'")
    for record in records {
      require(
        verdict(condition, record) == verdict(again, record),
        "'\(printed)' is not '\(text)' for \(JSONWriter.text(of: record))")
    }
    askColumns(condition)
  }

  /// - Returns: nil where the record can't be asked.
  private static func verdict(_ condition: Condition, _ record: Value) -> Bool? {
    var context = EvaluationContext()
    return try? condition.evaluate(record, in: &context)
  }

  private static func askColumns(_ condition: Condition) {
    guard let table, !condition.readsPlaces else { return }
    let plan = ColumnPlan(condition)
    guard let columns = try? RecordColumns.read(plan.paths, of: table, limit: .max) else { return }
    var context = EvaluationContext()
    let mask = try? plan.records(in: columns, context: &context) { row, _ throws(DataError) in
      records[row]
    }
    let verdicts = records.prefix(5).map { verdict(condition, $0) }
    guard let mask else {
      return require(verdicts.contains(nil), "columns can't be asked '\(condition.format)'")
    }
    for (row, verdict) in verdicts.enumerated() where verdict != nil {
      require(
        mask.contains(row) == verdict, "columns differ in record \(row) for '\(condition.format)'")
    }
  }

  // MARK: Lines

  /// A line is completed wherever the cursor stands, and what it asks for is read or an error.
  private static func check(_ text: String) {
    var session = Workspace(environment: Memory.environment(until: .now + .milliseconds(500)))
    _ = try? session.run(line: "open catalog.json")
    let completer = Completer(session)
    for cursor in 0...text.utf8.count {
      let completion = completer.completion(of: text, at: cursor)
      require(!completion.candidates.contains { $0.text.isEmpty }, "an empty candidate")
    }
  }
}
