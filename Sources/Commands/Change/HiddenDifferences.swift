import Arranging
import CommandLanguage
import TableEngine
import TableModel
import Workspaces

/// What two versions of the data differ in where an arrangement shows only part of it, or shows it
/// in an order of its own.
struct HiddenDifferences {
  /// In words.
  let words: String

  /// Compares all of the data.
  ///
  /// - Parameter shown: the differences between what is shown, in words.
  /// - Returns: nil where all of the differences are shown.
  /// - Complexity: O(records and items); nothing where the table is not arranged.
  init?(
    from level: Level, to next: (shaped: ShapedTable, shown: ArrangedTable), key: FieldPath?,
    shown: String
  ) throws(CommandError) {
    guard !level.shown.isIdentity else { return nil }
    let old = try TableVersion(of: level.shaped.source, key: key)
    let new = try TableVersion(of: next.shaped.source, key: key)
    let script: TableVersion.Script
    do throws(EngineError) {
      script = try old.script(to: new)
    } catch {
      // A key that is unique among what is shown may stand twice among all.
      words = "what is not shown has '\(key?.description ?? "")' twice and was not compared"
      return
    }
    let (before, after) = (ShownPlaces(level.shown), ShownPlaces(next.shown))
    let all = script.counts
    let count = script.updates.count { update in
      switch update {
      case .delete(let place): before.address(ofBase: place) == nil
      case .insert(let place), .move(_, let place): after.address(ofBase: place) == nil
      default: false
      }
    }
    let hidden = count + script.changed.count { after.address(ofBase: $0) == nil }
    guard hidden > 0 || all != shown else { return nil }
    let rest =
      hidden == 0
      ? "" : ", of which \(hidden) \(hidden == 1 ? "is" : "are") hidden by what the table shows"
    words = "in all of the data: \(all.isEmpty ? "nothing differs" : all)\(rest)"
  }
}
