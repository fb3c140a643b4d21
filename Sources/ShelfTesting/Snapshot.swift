/// What a viewport is compared with.
///
/// A string literal is an inline snapshot: `matches: """ ... """`.
public enum Snapshot: Sendable, Hashable {
  /// The text itself, in the source of the test. An empty one has not been recorded yet.
  case inline(String)
  /// A file in the folder `__Snapshots__` beside the test's source, named after the test's file
  /// and function and, when there are several in one function, by a name of its own.
  case file(named: String? = nil)

  /// A file without a name of its own.
  public static let file = Snapshot.file(named: nil)
}

extension Snapshot: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self = .inline(value) }
}
