import TableModel

extension Checker {
  /// The pattern or the unit has to stand in the text: what it says must not change from record to
  /// record.
  mutating func checkDates(_ function: Function, _ arguments: [TermNode]) {
    guard arguments.count == 2 else { return }
    if function == .epoch { needNumber(arguments[0], function.rawValue) }
    guard case .string(let text) = arguments[1].syntax else {
      return report(.patternNeeded(function), arguments[1].span)
    }
    if function == .epoch {
      if EpochUnit(rawValue: text) == nil { report(.unknownUnit(text), arguments[1].span) }
      return
    }
    do throws(DatePatternFault) {
      let fault = try DatePattern(text).readingFault
      if function == .date, let fault { throw fault }
    } catch {
      return report(.badPattern(error), arguments[1].span)
    }
    checkRead(function, arguments, by: text)
  }

  /// A text in the predicate that is no date by its pattern.
  private mutating func checkRead(
    _ function: Function, _ arguments: [TermNode], by pattern: String
  ) {
    guard case .string(let text) = arguments[0].syntax else { return }
    if function == .text { return report(.textOfText(text), arguments[0].span) }
    if (try? DatePattern(pattern))?.instant(of: text) == nil {
      report(.unfitDate(text, pattern: pattern), arguments[0].span)
    }
  }
}
