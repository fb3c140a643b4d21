import TableModel

extension FileFormat {
  package static let json = FileFormat(
    name: "json", title: "JSON", one: "JSON",
    endings: ["json", "geojson", "topojson", "webmanifest", "har", "ipynb"],
    reading: .text(
      TextReading(explain: { FormatGuess.hinting($0, $1) }, guess: FileForm.jsonLikelihood) { _ in
        [.json]
      }),
    writing: FormatWriting(document: { JSONDocumentWriter() }) { _ throws(DataError) in
      try ArrayWriter(JSONDocumentWriter())
    })

  /// A value of JSON on each line.
  package static let ndjson = FileFormat(
    name: "ndjson", title: "NDJSON", one: "NDJSON",
    endings: ["ndjson", "jsonl", "ldjson", "jsonlines"],
    reading: .text(TextReading(mayBeEmpty: true) { _ in [.ndjson] }),
    writing: FormatWriting { _ in JSONLinesWriter() })
}

extension FileForm {
  static let json = FileForm(
    "JSON",
    stays: StayingInFile(
      isSequence: { $0.isStated ? false : nil }, text: { RecordText(file: $0) }),
    lastResort: { text throws(DataError) in try severalValues(in: text) },
    read: { text throws(DataError) in
      var repeats: RepeatedKeys?
      let value = try JSONReader.read(text, &repeats)
      return content(value, "JSON", repeats, text)
    })

  static let ndjson = FileForm(
    "NDJSON",
    stays: StayingInFile(isSequence: { _ in true }, text: { RecordText(file: $0) }),
    read: { text throws(DataError) in
      var repeats: RepeatedKeys?
      let values = try NDJSONReader.read(text, &repeats)
      return content(.array(values), "NDJSON", repeats, text)
    })

  /// `{` and `"` begin JSON as well as old property lists: what follows the first word decides.
  @Sendable static func jsonLikelihood(_ head: TextHead) -> Likelihood? {
    switch head.first {
    case UInt8(ascii: "{"), UInt8(ascii: "\""):
      switch head.behindFirstWord {
      case UInt8(ascii: ":"), UInt8(ascii: "}"), UInt8(ascii: ","): .certain
      case UInt8(ascii: "="), UInt8(ascii: ";"): nil
      default: .likely
      }
    case UInt8(ascii: "["): .certain
    case UInt8(ascii: "("): nil
    default: head.format == nil && head.isScalar ? .certain : nil
    }
  }

  /// The title of a sequence of values in a file that does not say to be one.
  static func title(ofSequenceNamed name: String) -> String {
    let isNamedJSON = name.lowercased().hasSuffix(".json")
    return ndjson.title + (isNamedJSON ? " (several values in a .json file)" : "")
  }

  /// The values of a file that holds one value a line; nil when a second value does not begin
  /// on a line of its own.
  private static func severalValues(in text: SourceText) throws(DataError) -> FileContent? {
    guard JSONReader.isFollowedByAnotherLineOfJSON(text) else { return nil }
    var repeats: RepeatedKeys?
    let values = try NDJSONReader.read(text, &repeats)
    return content(.array(values), title(ofSequenceNamed: text.file), repeats, text)
  }

  private static func content(
    _ value: Value, _ title: String, _ repeats: RepeatedKeys?, _ text: SourceText
  ) -> FileContent {
    FileContent(
      value: value, title: title, remarks: repeats.map { [$0.remark(in: text)] } ?? [],
      lone: lone(in: text))
  }

  private static func lone(in text: SourceText) -> (LoneSurrogates, remark: String)? {
    guard let found = text.bytes.withUnsafeBytes(LoneSurrogates.init(in:)) else { return nil }
    let escape = String(decoding: text.bytes[found.first...].prefix(6), as: UTF8.self)
    return (found, found.remark(at: text.place(ofByte: found.first), escape))
  }
}
