import Documents
import Files
import Foundation
import ShellCore

/// How far somebody has come in the lessons.
package struct LessonProgress: Sendable, Hashable, Codable {
  package var version = LessonProgress.currentVersion
  package var lessons: [String: Entry] = [:]
  /// The lesson that was played last.
  package var last: String?

  static let currentVersion = 1

  package struct Entry: Sendable, Hashable, Codable {
    /// The step to go on with, from 0.
    package var step = 0
    package var isFinished = false
    /// The fewest commands that a task was solved with, by the task's step.
    package var commands: [String: Int] = [:]

    package init() {}

    /// The same with numbers that no lesson exceeds: a file may hold any.
    var withinLimits: Entry {
      var entry = self
      entry.step = min(max(0, step), Self.limit)
      entry.commands = commands.mapValues { min(max(0, $0), Self.limit) }
      if entry.commands.count > Self.limit { entry.commands = [:] }
      return entry
    }

    private static let limit = 100_000
  }

  package init() {}

  /// The lesson to go on with: the one that was left in its middle; else the first one behind it that
  /// is not finished, and at last the first one of all.
  func next(of names: [String]) -> String? {
    func isOpen(_ name: String) -> Bool { lessons[name]?.isFinished != true }
    if let last, let entry = lessons[last], !entry.isFinished { return last }
    let place = last.flatMap { names.firstIndex(of: $0) } ?? 0
    return names[place...].first(where: isOpen) ?? names.first(where: isOpen) ?? names.first
  }
}

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
    defer { close(opened) }
    let data: Data
    do {
      data = Data(try FileBytes.contents(ofDescriptor: opened, path))
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
  /// - Returns: a warning: a damaged file was put aside.
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
      progress.last = lesson
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
      try kept.write(try FileBytes.contents(of: path))
      try kept.finish()
    } catch {
      throw .unwritable(path: path, reason: SystemMessage.text(of: error))
    }
    return free
  }
}

/// What is wrong with the file of progress.
package enum LessonProgressError: Error, Sendable, Hashable {
  case unreadable(path: String, reason: String)
  case unwritable(path: String, reason: String)
  /// It is not progress in lessons.
  case damaged(path: String)
  /// - Parameter kept: where it lies now.
  case replaced(path: String, kept: String)
  case newer(path: String, version: Int)
}

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
