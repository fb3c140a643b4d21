import Arranging
import CommandLanguage
import Results
import TableModel
import Workspaces

/// `histogram`: how the numbers or dates of a field are spread.
struct HistogramCommand: ShelfCommand {
  static let declaration = Command(
    "histogram", .look, "count the numbers or dates of a field in ranges",
    parameters: [Parameter("FIELD", .key), Parameter("BINS", .count, optional: true)],
    options: [.limit, .json],
    discussion: """
      Divides the way from the least value to the greatest into about ten ranges of the same width, \
      or about BINS, between round borders, and counts the values in each: those not below `from` \
      and below `to`, which a single range holds as well. Dates are divided at hours, days, weeks, months or years. What is in no \
      range, such as text, null and records without the field, has lines of its own, so that all \
      counts add up to the number of records. `results` opens the lines as a table, and `push` \
      there the records of a range.
      """,
    examples: [
      .init("histogram price", "how prices are spread", on: "catalog.json"),
      .init("histogram Views 5", "about five ranges"),
    ],
    errors: [
      .impossible: "the field has neither numbers nor dates", .nothingToDo: "there are no records",
    ],
    related: ["describe", "summarize", "results"], needs: .everything)

  private static let usualBins = 10
  private static let mostBins = 1000

  private let field: Word
  private let bins: Int
  private let form: AnswerForm

  init(_ call: Invocation) throws(CommandError) {
    field = try call.required(0)
    bins = try call.count(at: 1) ?? Self.usualBins
    form = try AnswerForm(call)
    if !(1...Self.mostBins).contains(bins), let word = call[1] {
      throw CommandError(
        .badValue(word.text, argument: "number of ranges", expected: "1 to 1,000"), at: word.range)
    }
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let field = try workspace.questions.field(field, for: .order)
    let asked = try workspace.current().asked([field], in: workspace)
    let (found, kinds) = try asked.answer(in: workspace) { asked, checkpoint throws(DataError) in
      try asked.table.histogram(
        of: asked.paths[0], bins: bins, from: asked.columns, budget: asked.budget,
        checkpoint: checkpoint)
    }
    guard let found else {
      if kinds.records == 0 {
        throw CommandError(
          .nothing("there are no records to count", hint: "'filter off' if a filter is on"))
      }
      let key = self.field.text
      let dates = "'derive NAME = CAST(\(key), \"NSDate\")' makes dates of texts like 2026-01-31; "
      throw CommandError(
        .impossible(
          "no value of '\(key)' is a number or a date",
          hint: (kinds[.text] > 0 ? dates : "") + "'distinct \(key)' counts values of any kind"),
        at: self.field.range)
    }
    let table = ResultTable(found, of: asked.paths[0])
    let output = Output(table, bars: "count", in: form.room(in: workspace))
      .with(field.notices + remarks(on: found))
      .with(json: ResultJSON.histogram(found, of: field.path))
    return form.give(output, table, of: asked, in: &workspace)
  }

  /// Where nearly all values are in one range, the others are far away.
  private func remarks(on found: Histogram) -> [String] {
    let count = found.bins.reduce(0) { $0 + $1.count }
    guard found.bins.count > 2, count >= 20,
      let bin = found.bins.first(where: { Double($0.count) > 0.95 * Double(count) })
    else { return [] }
    let (lower, upper) = (bin.lower.plainText, bin.upper.plainText)
    return [
      "\(Words.grouped(bin.count)) of \(Words.grouped(count)) values lie between \(lower) and"
        + " \(upper); a filter, or more ranges than \(bins), shows how"
    ]
  }
}
