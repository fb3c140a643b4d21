/// How the data source obtains the cell that it returns.
package enum DequeueStyle: String, Sendable, Hashable, CaseIterable {
  /// It asks for the place, and a class or a layout file is registered for every identifier: an
  /// empty pool gives a new cell.
  case registered
  /// It asks without a place and nothing is registered: an empty pool gives nothing, and the data
  /// source makes the cell itself.
  case optional
  /// It asks for the place although nothing is registered, which raises an exception even if cells
  /// are pooled.
  case unregistered
  /// As `optional`, but it returns the result as it is; returning nothing raises an exception.
  case forgetful
  /// It makes every cell without a reuse identifier, so that no pool takes any.
  case unnamed
  /// As `registered`, but it asks twice for every cell and returns the second one.
  case leaking
  /// It makes one cell and returns it for every place, which raises an exception at the second one.
  case single
}

extension DequeueStyle {
  /// True where an empty pool gives nothing.
  var givesNothing: Bool { self == .optional || self == .forgetful }

  /// True where a pass has to be checked before it is made.
  var mayFail: Bool { self == .unregistered || self == .forgetful || self == .single }
}
