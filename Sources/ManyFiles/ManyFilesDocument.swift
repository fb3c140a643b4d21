import Files
import Foundation
import Synchronization
package import TableModel

/// Several files as one document.
package struct ManyFilesDocument: TableDocument {
  package let name: String
  private let list: FileList
  private let form: ConcatenatedTable.Form
  private let open: Opener
  private let current: Current

  /// Opens one of the files.
  package typealias Opener = @Sendable (String) throws(DataError) -> any TableDocument

  /// The files of the table that is shown.
  private final class Current: Sendable {
    let handle: ConcatenatedTable.Handle
    let first: ShapedTable
    init(_ handle: ConcatenatedTable.Handle, _ first: ShapedTable) {
      (self.handle, self.first) = (handle, first)
    }
  }

  /// Opens the first file that can be read.
  ///
  /// - Parameters:
  ///   - names: files, folders and patterns.
  ///   - form: how the files follow each other.
  ///   - waits: whether all files are opened before the first is shown.
  ///   - isInterrupted: true ends the waiting.
  /// - Throws: what is wrong with a name, or with the first file where none can be read.
  package init(
    _ names: [String], as form: ConcatenatedTable.Form, waits: Bool = false,
    isInterrupted: () -> Bool = { false }, open: @escaping Opener
  ) throws(DataError) {
    let list = try FileList(names)
    (self.list, self.form, self.open) = (list, form, open)
    let (first, others) = (list.titles.first ?? "", list.paths.count - 1)
    if names.count == 1 {
      name = names[0].split(separator: "/").last.map(String.init) ?? names[0]
    } else {
      name = "\(first) and \(others) \(others == 1 ? "other" : "others")"
    }
    current = try Self.begin(list, form, nil, open)
    // Small files are there before anybody looks.
    let series = current.handle.series
    Pause.upTo(waits ? .max : Self.moment) { !series.snapshot().isComplete && !isInterrupted() }
  }

  /// How long further files are waited for before the first is shown, in milliseconds.
  private static let moment = 50

  private static func begin(
    _ list: FileList, _ form: ConcatenatedTable.Form, _ shape: Shape?, _ open: @escaping Opener
  ) throws(DataError) -> Current {
    let shaped = First()
    let series = try FileSeries(list) { path throws(DataError) in
      let document = try open(path)
      let table = try document.table(shape: shape)
      if table.isRecord, form == .rows, document.fitsInMemory {
        var row = try document.table(shape: Shape())
        row.explanation = "one record: one row"
        shaped.keep(row)
        return (row.source, document.remarks)
      }
      let remark = remark(on: table, beside: shaped, form)
      return (table.source, document.remarks + [remark].compactMap(\.self))
    }
    let handle = ConcatenatedTable.Handle(series)
    guard let first = shaped.table else { throw .notFound(file: list.paths.first ?? "") }
    return Current(handle, first)
  }

  /// What is said of a file whose rows are fields of one record where others have lists, or the other
  /// way around.
  private static func remark(
    on table: ShapedTable, beside shaped: First, _ form: ConcatenatedTable.Form
  ) -> String? {
    let way = "whose fields are rows here (--as rows makes it one row)"
    switch (form, table.isRecord, shaped.keep(table).isRecord) {
    case (.rows, true, _): return "one record, too large for one row: its fields are rows"
    case (.sections, true, false): return "one record, \(way)"
    case (.sections, false, true) where table.source.counts().rows.known > 0:
      return shaped.isNotedNow() ? "unlike it, the first file is one record, \(way)" : nil
    default: return nil
    }
  }

  package var paths: [String] { list.paths }

  package var format: String {
    list.paths.count == 1 ? "1 file" : "\(list.paths.count) files"
  }

  package var remarks: [String] { list.remarks }

  package var savingRemark: String? { "the records of several files are written as one" }

  package var hasChanged: Bool { current.handle.series.hasChanged }

  package func table(shape: Shape?) throws(DataError) -> ShapedTable {
    let current = shape == nil ? current : try Self.begin(list, form, shape, open)
    let first = current.first
    let how = form == .rows ? "one list of all files" : "a section for each file"
    let isOfRecords = first.isRecord && form == .sections && list.paths.count > 1
    let record = isOfRecords ? " (--as rows makes it one row)" : ""
    return ShapedTable(
      source: ConcatenatedTable(current.handle, form), shape: first.shape,
      explanation: "\(how); the first: \(first.explanation)\(record)",
      alternatives: first.alternatives)
  }
}

/// The table of the first file that was opened, with its shape.
private final class First: Sendable {
  private let kept = Guarded<ShapedTable?>(nil)
  private let isNoted = Atomic<Bool>(false)

  var table: ShapedTable? { kept.withLock { $0 } }

  /// Whether this is the first time that something is said of it.
  func isNotedNow() -> Bool { !isNoted.exchange(true, ordering: .relaxed) }

  /// Keeps a table unless there is one; gives the one that is kept.
  @discardableResult
  func keep(_ table: ShapedTable) -> ShapedTable {
    kept.withLock { kept in
      kept = kept ?? table
      return kept ?? table
    }
  }
}

/// The files that some names mean: files, folders and patterns.
package struct FileList: Sendable {
  package let paths: [String]
  /// What was left out.
  package let remarks: [String]

  /// No more files than these are opened together.
  private static let most = 100_000

  /// True for a name that stands for several files: a folder, or a pattern that is no file's name.
  ///
  /// - Complexity: one system call.
  package static func isSeveral(_ name: String) -> Bool {
    switch kind(of: name) {
    case S_IFDIR: true
    case nil: name.contains { "*?[".contains($0) }
    default: false
    }
  }

  /// Finds the files. Those that are named stay in their order; those of a folder or a pattern are
  /// sorted by their names, numbers in these by their values. Hidden files and folders inside of
  /// folders are left out.
  ///
  /// - Throws: `DataError.notFound` for a name that means nothing, `DataError.shape` where a pattern
  ///   or a folder has no file.
  /// - Complexity: O(entries of the folders).
  package init(_ names: [String]) throws(DataError) {
    var (paths, folders): ([String], Int) = ([], 0)
    for name in names {
      guard name != "-" else {
        throw .shape(
          message: "standard input can't be one of several files",
          hint: "it comes only once; save it as a file first")
      }
      if Self.isSeveral(name) {
        let isFolder = Self.kind(of: name) == S_IFDIR
        let found = Self.matches(isFolder ? Self.escaped(name) + "/*" : name)
        // A pipe would be waited for; a link that leads nowhere is named as one that can't be read.
        let files = found.filter { Self.kind(of: $0).map { $0 == S_IFREG } ?? true }
        folders += isFolder ? found.count - files.count : 0
        guard !files.isEmpty else { throw Self.nothing(name, isFolder, found.count) }
        paths += files.sorted(by: Self.areInOrder)
      } else {
        guard Self.kind(of: name) != nil || name.contains(":") else { throw .notFound(file: name) }
        paths.append(name)
      }
    }
    guard paths.count <= Self.most else {
      throw .shape(
        message: "\(paths.count) files are more than the \(Self.most) that are opened together",
        hint: "a pattern with more of the name takes fewer: 'logs/2026-*.ndjson'")
    }
    self.paths = paths
    remarks =
      folders == 0
      ? []
      : [
        "\(folders) \(folders == 1 ? "folder" : "folders") inside \(folders == 1 ? "is" : "are") "
          + "left out; a pattern takes their files: 'FOLDER/*/*'"
      ]
  }

  private static func nothing(_ name: String, _ isFolder: Bool, _ folders: Int) -> DataError {
    let inside = folders == 0 ? "" : ", only \(folders) \(folders == 1 ? "folder" : "folders")"
    return .shape(
      message: isFolder
        ? "the folder '\(name)' has no files\(inside)" : "no file matches '\(name)'",
      hint: isFolder
        ? "hidden files are left out; 'FOLDER/*/*' takes the files of folders inside"
        : "* stands for any text, ? for a character, [a-c] for one of these")
  }

  /// The kind of file that a path leads to; nil where there is none.
  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    guard SystemPath.with(path, { stat($0, &status) }) == 0 else { return nil }
    return status.st_mode & S_IFMT
  }

  /// The paths that match a pattern of the shell's.
  private static func matches(_ pattern: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard SystemPath.with(pattern, { glob($0, GLOB_NOSORT, nil, &found) }) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { index in
      found.gl_pathv[index].map { path in
        SystemPath.text(
          of: UnsafeBufferPointer(start: path, count: strlen(path)).map(UInt8.init(bitPattern:)))
      }
    }
  }

  /// A path as a pattern that only it matches.
  private static func escaped(_ path: String) -> String {
    var path = path.hasSuffix("/") ? String(path.dropLast()) : path
    for sign in ["\\", "*", "?", "["] {
      path = path.replacingOccurrences(of: sign, with: "\\" + sign)
    }
    return path
  }
}

// MARK: - Names

extension FileList {
  /// A different name for each file: the paths without the folders that all of them share.
  ///
  /// - Complexity: O(all paths).
  package var titles: [String] {
    let parts = paths.map { $0.split(separator: "/", omittingEmptySubsequences: false) }
    guard let first = parts.first else { return [] }
    var shared = first.count - 1
    for other in parts {
      let same = zip(first, other.dropLast()).prefix { $0 == $1 }.count
      shared = min(shared, same)
    }
    return parts.map { $0.dropFirst(shared).joined(separator: "/") }
  }

  /// Names in the order of their texts, and of the values of the numbers in these: `log2` before
  /// `log10`.
  static func areInOrder(_ a: String, _ b: String) -> Bool {
    var (left, right) = (Substring(a)[...], Substring(b)[...])
    while let x = left.first, let y = right.first {
      guard x.isASCIIDigit, y.isASCIIDigit else {
        if x != y { return x < y }
        left = left.dropFirst()
        right = right.dropFirst()
        continue
      }
      let (m, n) = (left.prefix(while: \.isASCIIDigit), right.prefix(while: \.isASCIIDigit))
      let (p, q) = (m.drop { $0 == "0" }, n.drop { $0 == "0" })
      if p.count != q.count { return p.count < q.count }
      if p != q { return p < q }
      left = left.dropFirst(m.count)
      right = right.dropFirst(n.count)
    }
    return left.isEmpty && right.isEmpty ? a < b : left.isEmpty
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
