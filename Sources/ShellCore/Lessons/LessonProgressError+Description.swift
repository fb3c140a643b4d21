extension LessonProgressError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadable(let path, let reason):
      "cannot read the progress of lessons in '\(path)': \(reason)"
    case .unwritable(let path, let reason):
      "cannot keep the progress of lessons in '\(path)': \(reason)"
    case .damaged(let path):
      "'\(path)' is damaged: the lessons begin at their start, and the file is kept"
    case .replaced(let path, let kept):
      "'\(path)' was damaged: it lies in '\(kept)' now, and a new one is begun"
    case .newer(let path, let version):
      "'\(path)' is of a newer program (version \(version)): it is left as it is"
    }
  }
}
