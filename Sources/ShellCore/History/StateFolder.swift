/// Where the program keeps what it remembers from one start to the next.
enum StateFolder {
  /// A file of this user: in `$XDG_STATE_HOME/shelf`, else below `~/.local/state`.
  ///
  /// - Returns: nil when there is no home either.
  static func path(of name: String, environment: [String: String]) -> String? {
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
      return state + "/shelf/" + name
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return home + "/.local/state/shelf/" + name
  }
}
