import DataSources
import Foundation

/// The file that keeps how far somebody has come: `lessons.json`.
///
/// It is replaced as a whole, so at any moment the old one or the new one is there, and under a
/// lock, so that what another shell writes about other lessons is kept. An empty file is as good as
/// none.
package struct LessonProgressFile: Sendable, Hashable {
  package let path: String

  package init(path: String) { self.path = path }

  /// The file of this user; nil when there is no home.
  package static func standard(environment: [String: String]) -> LessonProgressFile? {
    StateFolder.path(of: "lessons.json", environment: environment).map(LessonProgressFile.init)
  }

  /// What the file holds; nothing when there is none.
  package func load() throws(LessonProgressError) -> LessonProgress {
    let opened = try StateFile(path: path).openForReading { code in
      LessonProgressError.unreadable(path: path, reason: StateFile.reason(code))
    }
    guard let opened else { return LessonProgress() }
    let data: Data
    do {
      data =
        try FileHandle(fileDescriptor: opened, closeOnDealloc: true).readToEnd() ?? Data()
    } catch {
      throw .unreadable(path: path, reason: SystemMessage.text(of: error))
    }
    if data.isEmpty { return LessonProgress() }
    struct Head: Decodable { var version: Int }
    let head = try? JSONDecoder().decode(Head.self, from: data)
    if let head, head.version > LessonProgress.currentVersion {
      throw .newer(path: path, version: head.version)
    }
    guard var progress = try? JSONDecoder().decode(LessonProgress.self, from: data) else {
      throw .damaged(path: path)
    }
    progress.lessons = progress.lessons.mapValues(\.withinLimits)
    return progress
  }

  /// Keeps what was reached in a lesson. Makes the file (0600) and its folders (0700) if needed.
  ///
  /// - Returns: something to tell: a damaged file was put aside.
  package func save(_ entry: LessonProgress.Entry, of lesson: String) throws(LessonProgressError)
    -> LessonProgressError?
  {
    let file = StateFile(path: path)
    var remark: LessonProgressError?
    try file.change(unwritable) { _ throws(LessonProgressError) in
      var progress = LessonProgress()
      do throws(LessonProgressError) {
        progress = try load()
      } catch {
        guard case .damaged = error else { throw error }
        remark = .replaced(path: path, kept: try putAside())
      }
      progress.lessons[lesson] = entry
      do {
        try file.replace(with: Self.bytes(of: progress))
      } catch {
        throw .unwritable(path: path, reason: SystemMessage.text(of: error))
      }
    }
    return remark
  }

  private func unwritable(_ code: Int32) -> LessonProgressError {
    .unwritable(path: path, reason: StateFile.reason(code))
  }

  private static func bytes(of progress: LessonProgress) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(progress))
  }

  /// Keeps what a damaged file holds under another name that is free. The file itself stays where
  /// it is, and locked, until it is replaced.
  private func putAside() throws(LessonProgressError) -> String {
    let names = [path + ".damaged"] + (2...99).map { "\(path).damaged-\($0)" }
    let free = names.first { !FileManager.default.fileExists(atPath: $0) }
    guard let free else {
      throw .unwritable(path: path, reason: "it is damaged, and so are 99 older ones beside it")
    }
    do {
      let kept = try FileReplacement(free, replacing: false, mode: 0o600)
      try kept.write(Array(try Data(contentsOf: URL(filePath: path))))
      try kept.finish()
    } catch {
      throw .unwritable(path: path, reason: SystemMessage.text(of: error))
    }
    return free
  }
}
