extension LessonProgressError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadable(let path, let reason):
      "cannot read the progress of lessons in '\(path)': \(reason)"
    case .unwritable(let path, let reason):
      "cannot keep the progress of lessons in '\(path)': \(reason)"
    case .damaged(let path):
      "'\(path)' is damaged: the lessons start from the beginning, and the file is kept"
    case .replaced(let path, let kept):
      "'\(path)' was damaged: it is now in '\(kept)', and a new one was started"
    case .newer(let path, let version):
      "'\(path)' was written by a newer program (version \(version)): it is left as it is"
    }
  }
}
