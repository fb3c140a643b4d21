extension Session {
  func record(_ call: Invocation) throws(CommandError) -> Output {
    guard let word = call[0] else { return .next(.record(.tell)) }
    if word.raw == "off" { return .next(.record(.stop)) }
    return .next(.record(.start(file: word.text, replacing: call.has("force"))))
  }
}
