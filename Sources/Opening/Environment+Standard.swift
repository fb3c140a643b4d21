package import CommandLanguage
package import Documents
package import Files
import Foundation
import ManyFiles
import PostgresSource
import SQLiteSource
import Synchronization
import TableModel
import ValueFormats

extension Environment {
  /// The real files of this machine.
  package static let standard = standard { false }

  /// The real files of this machine.
  ///
  /// - Parameters:
  ///   - formats: those that files may be in.
  ///   - isInterrupted: true when the user wants long work to stop.
  package static func standard(
    formats: FileFormats = .all, isInterrupted: @escaping @Sendable () -> Bool
  ) -> Environment {
    Environment(
      open: { path, options throws(DataError) in
        let formats = formats.tolerating(options.tolerance)
        return path == Environment.standardInput
          ? try formats.openStandardInput(options, isInterrupted)
          : try formats.open(path, options, isInterrupted)
      },
      datasets: {
        BundledDatasets.folder().map { ($0, BundledDatasets.summaries.map(\.0)) }
      },
      write: { path, replacing, content in
        let file = try FileReplacement(path, replacing: replacing)
        try content { piece in try file.write(piece) }
        try file.finish()
      },
      read: { path throws(DataError) in try DocumentOpener.text(of: path) },
      list: { FolderEntries.read($0).names },
      entries: { FolderEntries.read($0, startingWith: $1, within: .milliseconds(40)) },
      isInterrupted: isInterrupted)
  }
}

/// Whether standard input was opened: it is there once for the whole program.
private let standardInputIsTaken = Atomic<Bool>(false)

extension FileFormats {
  /// Every format that the program knows, in the order of help and completion.
  package static let all = FileFormats(standard.list + valueFormats + [.sqlite, .postgres])

  fileprivate func openStandardInput(
    _ options: OpenOptions, _ isInterrupted: @escaping @Sendable () -> Bool
  ) throws(DataError) -> any TableDocument {
    let name = "standard input"
    let format = try textFormat(options, path: name)
    // Two readers would each get a part of what comes.
    guard !standardInputIsTaken.exchange(true, ordering: .relaxed) else {
      throw .unreadable(file: name, reason: "it was read already, and comes only once")
    }
    return try DocumentOpener.open(
      descriptor: 0, name: name, format: format, among: self, options: options.stream,
      isInterrupted: isInterrupted)
  }

  fileprivate func open(
    _ path: String, _ options: OpenOptions, _ isInterrupted: @escaping @Sendable () -> Bool
  ) throws(DataError) -> any TableDocument {
    let isServer = PostgresAddress.recognizes(path)
    guard !isServer || options.others.isEmpty else {
      throw .shape(
        message: "a server is opened alone", hint: "'lookup' finds records of another table")
    }
    if !isServer, !options.others.isEmpty || options.form != nil || FileList.isSeveral(path) {
      return try openTogether([path] + options.others, options, isInterrupted)
    }
    if let reading = fileReading(of: path, options.format) {
      guard options.dialect.isSilent else { throw Self.noDialect(path, "a database") }
      guard !options.follows else {
        throw .shape(
          message: "a database can't be followed", hint: "'reload' shows what has changed in it")
      }
      return try reading.open(path, options.request, isInterrupted)
    }
    guard !options.asksForDatabase else {
      throw .shape(
        message: "'\(path)' is not a database",
        hint:
          "--table, --query, --key and --group-by are for databases; 'group by KEY' works everywhere"
      )
    }
    let tolerance = options.tolerance
    guard !options.follows || !(tolerance.isLenient || tolerance.skipsBadLines) else {
      throw .shape(
        message: "a file that is followed is read as JSON's standard has it",
        hint: "without --follow bad lines are left out, and 'reload' shows what has come since")
    }
    return try DocumentOpener.open(
      path: path, format: textFormat(options, path: path), among: self,
      options: options.stream, isInterrupted: isInterrupted)
  }

  /// Opens several files as one document: each as it is opened alone.
  private func openTogether(
    _ names: [String], _ options: OpenOptions, _ isInterrupted: @escaping @Sendable () -> Bool
  ) throws(DataError) -> any TableDocument {
    guard !options.follows else {
      throw .shape(
        message: "one file is followed, not several", hint: "'reload' shows what has come since")
    }
    var single = options
    (single.others, single.form, single.isOneOfMany) = ([], nil, true)
    let alone = single
    return try ManyFilesDocument(
      names, as: options.form ?? .sections, waits: options.waits, isInterrupted: isInterrupted
    ) { path throws(DataError) in
      try open(path, alone, isInterrupted)
    }
  }

  /// How a file is opened that stays open and is not read as text.
  private func fileReading(of path: String, _ name: String?) -> FileReading? {
    if let name { return self[name]?.file }
    return path.hasPrefix(GeneratedSpecification.prefix) ? nil : fileFormat(of: path)?.file
  }

  /// The format that was stated, with what was said of its values; nil where nothing was.
  private func textFormat(_ options: OpenOptions, path: String) throws(DataError) -> FileFormat? {
    let named = try textFormat(named: options.format, path: path)
    guard !options.dialect.isSilent else { return named }
    let own = named ?? list.first { $0.text != nil && $0.isNamed(path) } ?? .csv
    guard let format = own.stating(options.dialect) else { throw Self.noDialect(path, own.one) }
    return format
  }

  private static func noDialect(_ path: String, _ what: String) -> DataError {
    .shape(
      message: "'\(path)' is taken for \(what), which has no separated values",
      hint: "\(Words.list(DialectOption.words.map { "--" + $0 })) are about these;"
        + " --format csv takes a text for them")
  }

  /// The format of a name that was stated; nil where none was.
  private func textFormat(named name: String?, path: String) throws(DataError) -> FileFormat? {
    guard let name else { return nil }
    if let format = self[name], format.text != nil { return format }
    let names = readable.map(\.name).joined(separator: ", ")
    throw .unknownFormat(file: path, hint: "'\(name)' is not a known format; known: \(names)")
  }
}

extension FileFormats {
  /// The formats without those that reach for other machines.
  package var withoutNetwork: FileFormats { replacing(.postgres.refusingServers) }

  /// The formats with somebody to ask for the passwords of servers.
  package func asking(_ ask: @escaping PasswordQuestion) -> FileFormats {
    replacing(.postgres(asking: ask))
  }
}

extension FileFormat {
  fileprivate var refusingServers: FileFormat {
    FileFormat(
      name: name, title: title, one: one, endings: endings,
      reading: .file(
        FileReading(recognizes: PostgresAddress.recognizes) { _, _, _ throws(DataError) in
          throw .shape(message: "servers are refused by --no-network", hint: nil)
        }))
  }
}
