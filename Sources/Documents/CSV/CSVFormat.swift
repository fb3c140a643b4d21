import Files
import TableModel

extension FileFormat {
  /// Values with commas, or something else, between them, a record on each line.
  package static let csv = FileFormat(
    name: "csv", title: "CSV", one: "CSV", endings: ["csv"],
    reading: .text(.separated(StatedDialect(), guesses: true)), writing: .separated(by: ","))

  /// The same with tabs.
  package static let tsv = FileFormat(
    name: "tsv", title: "TSV", one: "TSV", endings: ["tsv", "tab"],
    reading: .text(.separated(.tabs, guesses: false)), writing: .separated(by: "\t"))
}

extension StatedDialect {
  fileprivate static let tabs: StatedDialect = {
    var tabs = StatedDialect()
    tabs.delimiter = UInt8(ascii: "\t")
    return tabs
  }()

  /// What is stated here, and else what another one says.
  fileprivate func filled(from other: StatedDialect) -> StatedDialect {
    var filled = self
    filled.delimiter = delimiter ?? other.delimiter
    return filled
  }
}

extension TextReading {
  /// - Parameters:
  ///   - stated: what is known of the dialect.
  ///   - guesses: whether a text may be taken for one of this format that nobody says to be one.
  fileprivate static func separated(_ stated: StatedDialect, guesses: Bool) -> TextReading {
    TextReading(
      mayBeEmpty: true, stating: { separated($0.filled(from: stated), guesses: guesses) },
      guess: { guesses ? CSVSample.likelihood(of: $0) : nil }, forms: { _ in [.separated(stated)] })
  }
}

extension FileForm {
  fileprivate static func separated(_ stated: StatedDialect) -> FileForm {
    FileForm(
      "CSV",
      stays: StayingInFile(
        isSequence: { _ in true },
        text: { file throws(DataError) in try CSVText(file, stated) }),
      read: { text throws(DataError) in try CSVReader.read(text, stated) })
  }
}

extension CSVSample {
  /// Several lines that have the same number of cells are nothing else, unless a bracket comes first.
  fileprivate static func likelihood(of head: TextHead) -> Likelihood? {
    guard head.format == nil, !"{[(<".utf8.contains(head.first) else { return nil }
    return head.text.bytes.withUnsafeBufferPointer { bytes in
      CSVSample(bytes, from: head.text.start, StatedDialect()).isTable ? .certain : nil
    }
  }
}

extension FormatWriting {
  fileprivate static func separated(by delimiter: Unicode.Scalar) -> FormatWriting {
    separated(CSVManner(delimiter: UInt8(ascii: delimiter)))
  }

  fileprivate static func separated(_ manner: CSVManner) -> FormatWriting {
    FormatWriting(needsColumns: true, hasEscapes: false) { records in
      CSVWriter(
        keys: records.columns, manner, isSafe: records.isSafe, reportsLosses: records.isWhole)
    }
  }
}

extension TableDocument {
  /// How the document is saved in a format: separated values keep their delimiter, their line breaks
  /// and their header, or that they have none.
  package func writing(as format: FileFormat) -> FormatWriting? {
    guard var manner, format == .csv || format == .tsv else { return format.writing }
    let tab = UInt8(ascii: "\t")
    if format == .tsv {
      manner.delimiter = tab
    } else if manner.delimiter == tab {
      manner.delimiter = CSVManner().delimiter
    }
    return .separated(manner)
  }

  private var manner: CSVManner? {
    switch self {
    case let document as IndexedDocument: (document.content as? CSVText)?.layout.manner
    case let document as ValueDocument: document.manner
    case let document as StreamedDocument: document.document.manner
    default: nil
    }
  }
}
