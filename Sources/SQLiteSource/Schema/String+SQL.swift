extension String {
  /// The text as a name in SQL, whatever characters or keywords it holds.
  var sqlName: String { "\"" + replacing("\"", with: "\"\"") + "\"" }
}
