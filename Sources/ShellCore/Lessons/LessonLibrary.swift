import Commands
import Foundation
import TableModel

/// The lessons on this machine.
enum LessonLibrary {
  /// Reads a lesson.
  static func lesson(named name: String) throws(CommandError) -> Lesson {
    guard let folder = BundledLessons.folder() else {
      throw CommandError(
        .impossible(
          "the lessons are not where the program looks for them",
          hint: "name their folder in SHELF_LESSONS"))
    }
    let path = URL(filePath: folder).standardizedFileURL.path + "/" + name + BundledLessons.suffix
    do {
      return Lesson(try TranscriptFile.read(path), name: name)
    } catch {
      throw CommandError(.impossible("\(error.location): \(error.message)", hint: error.hint))
    }
  }

  /// A line a lesson, with how far somebody has come in it.
  static func list(_ progress: LessonProgress) -> [String] {
    let width = BundledLessons.names.map(\.count).max() ?? 0
    return BundledLessons.summaries.map { name, summary in
      let padding = String(repeating: " ", count: width - name.count + 2)
      let entry = progress.lessons[name]
      let mark =
        switch entry {
        case let entry? where entry.isFinished: "\(Mark.dot)done"
        case let entry? where entry.step > 0: "\(Mark.dot)at step \(entry.step + 1)"
        default: ""
        }
      return name + padding + summary + mark
    }
  }
}
