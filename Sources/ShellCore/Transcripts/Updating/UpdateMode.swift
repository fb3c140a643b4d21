/// Which expected output is rewritten.
package enum UpdateMode: String, Sendable, Hashable, CaseIterable {
  case none
  /// Inputs without any expected output.
  case new
  /// Inputs whose output is not as expected, and new ones.
  case failed
  /// Everything, patterns too, as it is printed now.
  case all

  /// - Parameter isNew: true for an input without expected output.
  func applies(to outcome: StepOutcome, isNew: Bool) -> Bool {
    switch (self, outcome) {
    case (.none, _), (_, .broken), (_, .skipped): false
    case (.new, .failed): isNew
    case (.new, .passed), (.failed, .passed): false
    case (.failed, .failed), (.all, _): true
    }
  }
}
