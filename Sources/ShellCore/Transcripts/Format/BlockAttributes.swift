package import Rendering
package import TableEngine

/// What stands in braces behind a fence's first word.
package struct BlockAttributes: Sendable, Hashable {
  package enum Role: String, Sendable, Hashable {
    case demo
    case setup
    case task
    case quiz
  }

  package enum Color: String, Sendable, Hashable, CaseIterable {
    case never
    /// Colours are printed as `{b;cyan}x{/}`.
    case tags
  }

  /// How a lesson tells that its task is done.
  package enum Check: Sendable, Hashable {
    case output
    case state
    case predicate(String)
  }

  /// A fact about the machine, or its opposite.
  package struct Condition: Sendable, Hashable {
    package var key: Key
    package var isNegated: Bool

    package enum Key: String, Sendable, Hashable, CaseIterable {
      case linux
      case macos
      case ci
      /// The program itself is there to be started.
      case executable
    }
  }

  package var role = Role.demo
  package var isSkipped = false
  package var condition: Condition?
  package var size: Size?
  /// The block starts with nothing open.
  package var isFresh = false
  /// Errors need no `?` line.
  package var continuesOnError = false
  package var color = Color.never
  /// What `view` prints in this block.
  package var layers: [PictureLayer] = []
  package var par: Int?
  /// The command of a task's solution whose state has to be passed on the way, from 1.
  package var via: Int?
  package var check: Check?
  package var name: String?

  package init() {}
}
