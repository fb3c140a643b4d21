extension DataError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notFound(let file): "no file '\(file)'"
    case .unreadable(let file, let reason): "cannot read '\(file)': \(reason)"
    case .unknownFormat(let file, _): "'\(file)' is not in a known format"
    case .malformed(_, _, let message, _): message
    case .damaged(_, let byte, let message): "\(message) at byte \(byte)"
    case .tooDeep(_, _, let limit): "nested more than \(limit) levels deep"
    case .shape(let message, _): message
    case .changedUnderneath(let file): "'\(file)' changed while it was open"
    case .cancelled: "cancelled"
    }
  }

  /// What to do next, when there is something.
  package var hint: String? {
    switch self {
    case .unknownFormat(_, let hint): hint
    case .shape(_, let hint): hint
    case .changedUnderneath: "type 'reload' to read it again"
    default: nil
    }
  }

  /// `file:line:column` when the place is known.
  package var location: String? {
    switch self {
    case .malformed(let file, let place, _, _): "\(file):\(place.line):\(place.column)"
    case .tooDeep(let file, let place?, _): "\(file):\(place.line):\(place.column)"
    case .tooDeep(let file, nil, _), .damaged(let file, _, _): file
    default: nil
    }
  }
}
