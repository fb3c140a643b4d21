import Asking
package import CommandLanguage
import Documents
package import TableModel

/// Another table that a line names beside the one that is open: of a file, of another part of the
/// document, or of the same database.
package struct OtherTable: Sendable {
  package enum Place: Sendable {
    case file(Word)
    /// The list or dictionary at a path in the document.
    case part(FieldPath, Word)
    /// A table of the database that is open.
    case table(Word)
  }

  package let place: Place
  private let format: String?
  private let table: String?
  /// How a file maps to records; nil to infer it.
  private let shape: Shape?

  package init(_ place: Place, format: String? = nil, table: String? = nil, shape: Shape? = nil) {
    (self.place, self.format, self.table, self.shape) = (place, format, table, shape)
  }

  /// The document that is open, as it is now.
  package struct Opened {
    package var document: any TableDocument
    /// Its file; nil for what was never in one.
    package var path: String?

    package init(_ document: any TableDocument, path: String?) {
      (self.document, self.path) = (document, path)
    }

    fileprivate var isDatabase: Bool {
      path.map { FileFormats.all.fileFormat(of: $0) != nil } ?? false
    }
  }

  package var isOfDocument: Bool { if case .part = place { true } else { false } }

  package var isInDatabase: Bool { if case .table = place { true } else { false } }

  /// Where it stands in the line.
  package var range: Range<Int> {
    switch place {
    case .file(let word), .part(_, let word), .table(let word): word.range
    }
  }

  /// What messages call it.
  package var name: String {
    switch place {
    case .file(let word), .part(_, let word), .table(let word): word.text
    }
  }

  /// Opens it, as `open` does; large files stay where they are.
  ///
  /// - Returns: the table, and what is worth a word about its file.
  package func open(beside opened: Opened, in environment: Environment)
    throws(CommandError) -> (source: any TableSource, remarks: [String])
  {
    do throws(DataError) {
      switch place {
      case .file(let word):
        let path = environment.path(named: word.text)
        let document = try environment.open(path, OpenOptions(format: format, table: table))
        return (try records(of: document), document.remarks)
      case .part(let path, _):
        guard !opened.isDatabase else { break }
        return (try DocumentPart.table(at: path, of: opened.document), [])
      case .table(let word):
        guard opened.isDatabase, let path = opened.path else { break }
        let document = try environment.open(path, OpenOptions(table: word.text))
        return (try document.table(shape: nil).source, [])
      }
    } catch {
      var failure = CommandError(error)
      failure.range = range
      if case .notFound = error { failure.proposal = environment.nearestFile(to: name) }
      throw failure
    }
    throw CommandError(
      .impossible(
        opened.isDatabase ? "a database has tables and no parts" : "no database is open",
        hint: opened.isDatabase
          ? "'in table NAME' looks in another table of it"
          : "'in $document.KEY' looks in a part of the document, 'in FILE' in a file"), at: range)
  }

  private func records(of document: any TableDocument) throws(DataError) -> any TableSource {
    let source = try document.table(shape: shape).source
    guard shape == nil, table == nil, let first = try source.value(at: Address(0, 0)),
      try document.document(inside: first) != nil
    else { return source }
    throw .shape(
      message: "'\(document.name)' is a database of several tables",
      hint: "say which one: --table NAME")
  }
}
