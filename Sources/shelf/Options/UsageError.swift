/// What cannot be done with the arguments, the variables and the streams that the program was given.
struct UsageError: Error, Equatable {
  var message: String
  var hint: String

  init(_ message: String, hint: String) {
    self.message = message
    self.hint = hint
  }

  /// The lines for standard error.
  var text: String { "error: \(message)\n  hint: \(hint)\n" }
}
