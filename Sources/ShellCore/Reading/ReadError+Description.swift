extension ReadError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .invalidUTF8(_, _, let byte): "the text is not valid UTF-8 at byte \(byte)"
    case .nulByte(_, _, let byte): "a NUL character at byte \(byte) is not text"
    case .unclosed(let opener, _, _, _): "this \(Self.name(of: opener)) is never closed"
    case .tooLong(_, _, let limit): "a command is longer than \(limit / 1024 / 1024) MiB"
    case .unreadable(let file?, let reason): "cannot read '\(file)': \(reason)"
    case .unreadable(nil, let reason): "cannot read the input: \(reason)"
    }
  }

  /// `file:line:column` or `file:line`, as far as it is known.
  package var location: String? {
    switch self {
    case .invalidUTF8(let file?, let line, _), .nulByte(let file?, let line, _),
      .tooLong(let file?, let line, _):
      "\(file):\(line)"
    case .unclosed(_, let file?, let line, let column): "\(file):\(line):\(column)"
    default: nil
    }
  }

  /// What to do next, when there is something.
  package var hint: String? {
    switch self {
    case .invalidUTF8: "save the file as UTF-8"
    case .unclosed(let opener, _, _, _): "close it with \(Self.closer(of: opener))"
    default: nil
    }
  }

  private static func name(of opener: Character) -> String {
    switch opener {
    case "\"", "'": "quote"
    case "`": "back-quote"
    case "(": "parenthesis"
    default: "'\(opener)'"
    }
  }

  private static func closer(of opener: Character) -> String {
    switch opener {
    case "(": "')'"
    case "[": "']'"
    case "{": "'}'"
    case "'": "\"'\""
    default: "'\(opener)'"
    }
  }
}
