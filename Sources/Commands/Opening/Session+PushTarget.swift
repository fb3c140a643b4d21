import Arranging
import DataSources
import PredicateLanguage
import TableEngine
import TableModel

extension Session {
  /// What `push`, `push ADDRESS`, `push ADDRESS PATH` and `push PATH` name.
  ///
  /// A word is taken for the title of a section first, then for a key of the focused record, and
  /// last for the title of a row.
  func pushTarget(_ call: Invocation) throws(CommandError) -> (Address, FieldPath) {
    guard let first = call[0] else { return (try place(nil), .itself) }
    guard let word = call[1] else { return try pushTarget(first) }
    let address = try place(first)
    guard let path = FieldPath(parsing: word.text) else {
      throw CommandError(
        .badValue(word.text, argument: "key path", expected: "a.b, tags[0] or `odd key`"),
        at: word.range)
    }
    return (address, path)
  }

  private func pushTarget(_ word: Word) throws(CommandError) -> (Address, FieldPath) {
    let resolver = try resolver()
    if word.text.first?.isLetter == true, let path = FieldPath(parsing: word.text),
      !resolver.namesSection(word)
    {
      if let focus = try current().table.focus, try value(at: focus, path) != nil {
        return (focus, path)
      }
      if let row = try? resolver.address(word) { return (row, .itself) }
      return (try place(nil), path)
    }
    do {
      return (try place(word), .itself)
    } catch {
      throw try proposingBlank(error, word)
    }
  }

  private func value(at address: Address, _ path: FieldPath) throws(CommandError) -> Value? {
    let level = try current()
    return try reading { () throws(DataError) in
      try level.shown.value(at: address)?[path: path]
    }
  }

  /// Proposes `push 0.3 user` for `push 0.3.user`.
  private func proposingBlank(_ error: CommandError, _ word: Word) throws(CommandError)
    -> CommandError
  {
    var end = word.raw.endIndex
    while let point = word.raw[..<end].lastIndex(of: ".") {
      end = point
      var head = word
      (head.raw, head.text) = (String(word.raw[..<point]), String(word.raw[..<point]))
      guard let path = FieldPath(parsing: String(word.raw[word.raw.index(after: point)...])),
        let address = try? resolver().address(head), try value(at: address, path) != nil
      else { continue }
      var error = error
      error.proposal = "put a space before the key: 'push \(head.raw) \(path)'"
      return error
    }
    return error
  }

  /// For a name that was not found, says how to get at what a document holds beside the list that
  /// is shown.
  func mentioningWhatIsBeside(_ error: CommandError) -> CommandError {
    guard case .noSuchPlace(_, _, let nearest) = error.reason, nearest.isEmpty,
      error.proposal == nil, let level = levels.last, level.statedShape == nil,
      level.shaped.leavesSomethingBeside
    else { return error }
    var error = error
    error.proposal =
      "this is one list of the document; 'shape --rows SELF' shows what is beside it, too"
    return error
  }
}
