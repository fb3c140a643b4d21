package import Arranging
package import Asking
import Synchronization
package import TableModel

/// Where a text was found that was searched for last: asked again of the same table, it is not looked
/// for again. So a line that was tried while it was typed is run at once.
///
/// An object, which copies of a level share: it says something about the data, and nothing of a session.
package final class KeptMatches: Sendable {
  /// What is searched for, as it was asked.
  package struct Key: Sendable, Hashable {
    package var text: String
    package var isQuoted: Bool
    package var isWord: Bool
    package var scope: TextFinder.Scope

    package init(text: String, isQuoted: Bool, isWord: Bool, scope: TextFinder.Scope) {
      (self.text, self.isQuoted) = (text, isQuoted)
      (self.isWord, self.scope) = (isWord, scope)
    }
  }

  private let last = Guarded<(key: Key, table: ArrangedTable, places: [Address])?>(nil)

  package subscript(key: Key, in table: ArrangedTable) -> [Address]? {
    get {
      last.withLock { last in
        last.flatMap { $0.key == key && $0.table.isSame(as: table) ? $0.places : nil }
      }
    }
    set {
      last.withLock { last in last = newValue.map { (key, table, $0) } }
    }
  }
}
