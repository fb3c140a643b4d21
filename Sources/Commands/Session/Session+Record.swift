extension Session {
  func record(_ call: Invocation) throws(CommandError) -> Output {
    guard let word = call[0] else { return .next(.record(.tell)) }
    if word.raw == "off" { return .next(.record(.stop)) }
    return .next(.record(.start(file: word.text, replacing: call.has("force"))))
  }

  /// The commands that make the settings of a fresh session those of this one.
  package var settingCommands: [String] {
    changedSettings().map { "set \($0.name) \($0.value)" }
  }
}
