extension HistoryError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadable(let path, let reason): "cannot read the history '\(path)': \(reason)"
    case .unwritable(let path, let reason): "cannot write the history '\(path)': \(reason)"
    }
  }
}
