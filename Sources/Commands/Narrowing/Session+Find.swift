import DataSources
import TableEngine
import TableModel

/// A search that `next` and `previous` go on with.
struct Finder {
  var text: String
  var matches: [Address]
}

extension Session {
  mutating func find(_ call: Invocation) throws(CommandError) -> Output {
    let isOneQuotedText = call.arguments.count == 1 && call[0]?.isWhollyQuoted == true
    let text = isOneQuotedText ? call[0]?.text ?? "" : call.rest().text
    let level = try current()
    let matches = try places(of: TextFinder(text), in: level)
    guard let first = matches.first else {
      throw CommandError(
        .nothing(
          "no record contains '\(text)'",
          hint: "find looks in every field and title, ignoring case"))
    }
    lastFound = Finder(text: text, matches: matches)
    let focus = level.table.focus ?? first
    return try goToMatch(matches.first { $0 > focus } ?? first)
  }

  /// Where a text is found, in the order shown: records, and the first record under a title.
  private func places(of finder: TextFinder, in level: Level) throws(CommandError) -> [Address] {
    let counting = counting(level.shown)
    var count = 0
    var search = ShownTextFinder(finder, in: level.shown.base)
    var titles: Set<ShownTextFinder.Place> = []
    var matches: [Address] = []
    do {
      try level.shown.scan { address, value throws(DataError) in
        count += 1
        try counting(count)
        let origin = level.shown.baseAddress(of: address) ?? address
        guard let place = try search.place(of: origin, value) else { return true }
        if place == .record || titles.insert(place).inserted { matches.append(address) }
        return true
      }
    } catch {
      throw CommandError(error)
    }
    return matches
  }

  mutating func findAgain(forward: Bool) throws(CommandError) -> Output {
    guard let found = lastFound, let first = found.matches.first, let last = found.matches.last
    else {
      throw CommandError(
        .nothing("nothing has been searched for yet", hint: "start with 'find TEXT'"))
    }
    let focus = try current().table.focus ?? first
    let next =
      forward
      ? found.matches.first { $0 > focus } ?? first
      : found.matches.last { $0 < focus } ?? last
    return try goToMatch(next)
  }

  private func goToMatch(_ address: Address) throws(CommandError) -> Output {
    guard let found = lastFound else { return Output() }
    try goTo(address)
    let number = (found.matches.firstIndex(of: address) ?? 0) + 1
    return Output("match \(number) of \(found.matches.count) · \(positionLine)")
  }
}
