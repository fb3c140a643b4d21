import Files
import TableModel

/// A document whose text came, or still comes, from a pipe, out of a compressed file, or from a file
/// that is followed.
struct StreamedDocument: TableDocument {
  let document: any TableDocument
  private let arriving: ArrivingText
  /// The compressed file; nil for a pipe.
  private let file: ReadFile?

  init(_ document: any TableDocument, _ arriving: ArrivingText, file: ReadFile?) {
    self.document = document
    self.arriving = arriving
    self.file = file
  }

  var name: String { document.name }

  var format: String {
    document.format + (arriving.report.compression.map { " in \($0)" } ?? "")
      + (arriving.followed == nil ? "" : ", followed")
  }

  /// What is noticed about a file that is followed is news of its table.
  var remarks: [String] {
    let remark = arriving.followed == nil ? arriving.report.remark : nil
    return document.remarks + [remark].compactMap(\.self)
  }

  var savingRemark: String? { document.savingRemark }

  /// All that was read is a copy: a change of the file is known, and does no harm.
  var hasChanged: Bool { file?.hasChanged ?? false }

  func table(shape: Shape?) throws(DataError) -> ShapedTable { try document.table(shape: shape) }

  func document(inside value: Value) throws(DataError) -> (any TableDocument)? {
    try document.document(inside: value)
  }
}
