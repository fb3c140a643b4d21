import Arranging
import Asking
package import CommandLanguage
import Documents
import Rendering
import TableEngine
package import TableModel

extension Workspace {
  /// Opens a file as the only table.
  package mutating func open(
    path: String, options: OpenOptions = OpenOptions(), shape: Shape? = nil,
    at range: Range<Int>? = nil
  ) throws(CommandError) -> Output {
    let before = self
    let output: Output
    do throws(DataError) {
      let path = environment.path(named: path)
      var options = options
      options.hold = preferences.snapshotHold
      options.others = options.others.map(environment.path(named:))
      let document = try environment.open(path, options)
      output = try open(
        document, origin: Level.Origin(path: path, options: options), shape: shape)
    } catch {
      var failure = CommandError(error)
      failure.range = range
      if case .notFound = error { failure.proposal = environment.nearestFile(to: path) }
      throw failure
    }
    if let names = levels.last?.identities?.duplicates, !names.isEmpty {
      self = before
      throw CommandError(.engine(.duplicateIdentities(names)), at: range)
    }
    return output
  }

  /// Opens a document as the only table.
  package mutating func open(
    _ document: any TableDocument, origin: Level.Origin? = nil, shape: Shape? = nil
  ) throws(DataError) -> Output {
    let level = try Level(
      document: document, title: document.name, origin: origin, shape: shape,
      preferences: preferences, checkpoint: checkpoint)
    levels = [level]
    memory.forgetTable()
    history.begin(preferences)
    return Output(
      "opened \(document.name) (\(document.format)): \(level.shaped.explanation)"
        + "\(Mark.dot)\(Words.counts(level.shown.counts()))\(level.shaped.otherWays)"
        + level.unshownFieldsWords
    ).with(document.remarks)
  }
}
