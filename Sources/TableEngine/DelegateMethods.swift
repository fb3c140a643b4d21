/// What the delegate of a table on a scroll view implements; each method is optional.
///
/// Only the policy `ketable` looks at it: the other policies stand for tables whose delegate is
/// always asked.
package struct DelegateMethods: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let didSelectRow = DelegateMethods(rawValue: 1)
  package static let willDisplayCell = DelegateMethods(rawValue: 2)
  package static let heightForRow = DelegateMethods(rawValue: 4)

  package static let all: DelegateMethods = [.didSelectRow, .willDisplayCell, .heightForRow]

  /// The methods by their names, in order.
  package static let named: [(name: String, method: DelegateMethods)] = [
    ("didSelectRow", .didSelectRow), ("willDisplayCell", .willDisplayCell),
    ("heightForRow", .heightForRow),
  ]
}

extension EngineConfiguration {
  /// The height of rows, in points, when the delegate is not asked for it.
  package static let scrollViewRowHeight = 50

  /// True where the delegate of a table on a scroll view lacks a method.
  package func lacks(_ method: DelegateMethods) -> Bool {
    policy == .ketable && !delegate.contains(method)
  }
}
