package import Files
package import TableModel

/// A format of files: all that the program knows of it, in one value.
///
/// A new format is a folder with its readers and writers and an extension of this type, and an entry
/// in a list of formats (`FileFormats`). Detection, options, messages and completion go by the list:
///
///     extension FileFormat {
///       static let toy = FileFormat(
///         name: "toy", title: "toy lists", one: "a toy list", endings: ["toy"],
///         reading: .text(TextReading { _ in [FileForm("toy list", read: ToyReader.read)] }))
///     }
package struct FileFormat: Sendable {
  /// The word that asks for it: `--format json`.
  package let name: String
  /// What people call its files: `property lists`.
  package let title: String
  /// What people call one of them: `a property list`.
  package let one: String
  /// How the names of its files end, behind the point, in small letters.
  package let endings: [String]
  /// How its files are read; nil for a format that is only written.
  package let reading: Reading?
  /// How it is written; nil for a format that is only read.
  package let writing: FormatWriting?

  package enum Reading: Sendable {
    /// From its bytes, whether they come from a file, a pipe or a command.
    case text(TextReading)
    /// From a file that stays open.
    case file(FileReading)
  }

  package init(
    name: String, title: String, one: String, endings: [String], reading: Reading? = nil,
    writing: FormatWriting? = nil
  ) {
    self.name = name
    self.title = title
    self.one = one
    self.endings = endings
    self.reading = reading
    self.writing = writing
  }

  /// Whether a file's name ends as names of this format do.
  ///
  /// What says how a file is compressed does not count: `a.json.gz` is named as JSON.
  package func isNamed(_ path: String) -> Bool {
    let name = Compression.innerName(path).lowercased()
    return endings.contains { name.hasSuffix("." + $0) }
  }

  /// How its files are opened; nil for formats that are read as text.
  package var file: FileReading? {
    if case .file(let reading)? = reading { reading } else { nil }
  }

  /// The format with what somebody says about how its values are separated; nil for a format
  /// that does not separate values.
  package func stating(_ dialect: StatedDialect) -> FileFormat? {
    guard let reading = text?.stating?(dialect) else { return nil }
    return FileFormat(
      name: name, title: title, one: one, endings: endings, reading: .text(reading),
      writing: writing)
  }

  /// The format with mistakes that somebody wants put up with; itself where it knows none of them.
  fileprivate func tolerating(_ tolerance: Tolerance) -> FileFormat {
    guard let reading = text?.tolerating?(tolerance) else { return self }
    return FileFormat(
      name: name, title: title, one: one, endings: endings, reading: .text(reading),
      writing: writing)
  }

  /// How its text is read; nil for other formats.
  package var text: TextReading? {
    if case .text(let reading)? = reading { reading } else { nil }
  }
}

extension FileFormat: Hashable {
  package static func == (a: FileFormat, b: FileFormat) -> Bool { a.name == b.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The formats that are known, in the order in which they are named and tried.
package struct FileFormats: Sendable {
  package let list: [FileFormat]

  package init(_ list: [FileFormat]) { self.list = list }

  /// Those that are read or written by this module itself.
  package static let standard = FileFormats([.json, .ndjson, .csv, .tsv, .plist])

  /// Those that can be opened.
  package var readable: [FileFormat] { list.filter { $0.reading != nil } }

  /// Those whose records can be exported.
  package var writable: [FileFormat] { list.filter { $0.writing != nil } }

  /// Those in which a table can be saved.
  package var savable: [FileFormat] { list.filter { $0.writing?.keepsValues ?? false } }

  /// The formats with mistakes that somebody wants put up with.
  package func tolerating(_ tolerance: Tolerance) -> FileFormats {
    tolerance == Tolerance() ? self : FileFormats(list.map { $0.tolerating(tolerance) })
  }

  /// The same list with another format in the place of the one that has its name.
  package func replacing(_ format: FileFormat) -> FileFormats {
    FileFormats(list.map { $0.name == format.name ? format : $0 })
  }

  /// The format of a name.
  package subscript(name: String) -> FileFormat? { list.first { $0.name == name } }

  /// The format whose files are opened in their place that a file is in; nil for a text.
  ///
  /// - Complexity: a read of the file's first bytes for each such format.
  package func fileFormat(of path: String) -> FileFormat? {
    list.first { $0.file?.recognizes(path) ?? false }
  }

  /// An error about a text, with what the text looks like where its name says something else.
  func explaining(_ error: DataError, of name: String, _ text: [UInt8]) -> DataError {
    list.first { $0.isNamed(name) }?.text?.explain?(error, text) ?? error
  }
}

// MARK: - Reading

/// How the text of a format is recognised and read.
package struct TextReading: Sendable {
  /// The forms that a text of this format may be in, the most plausible one first.
  let forms: @Sendable (SourceText) -> [FileForm]
  /// The form of a text that begins as no other format does.
  let signature: @Sendable (SourceText) -> FileForm?
  /// How likely a text is of this format that has neither a signature nor a name that decides.
  let guess: @Sendable (TextHead) -> Likelihood?
  /// Whether the ending of a file's name decides. Where it does not, it is one hint among others.
  let goesByName: Bool
  /// Whether a file without content is one that holds nothing.
  let mayBeEmpty: Bool
  /// Whether a file is bytes rather than text, so that its name alone says what it is.
  let isBinary: Bool
  /// Whether a text may be in another encoding than UTF-8; nil for a format that never is.
  let mayBeEncoded: (@Sendable (SourceText) -> Bool)?
  /// The same format with what somebody says about its separated values; nil for other formats, and
  /// for what can't be said of this one.
  let stating: (@Sendable (StatedDialect) -> TextReading?)?
  /// The same format with mistakes put up with; nil for a format that puts up with none.
  let tolerating: (@Sendable (Tolerance) -> TextReading)?
  /// Beyond how many bytes a file is read only where somebody says that it is in this format, and what
  /// to say of others; nil for formats that are read at any size.
  let unaskedLimit: (bytes: Int, reason: String)?
  /// Adds to an error about a text that is named as one of this format what it looks like.
  let explain: (@Sendable (DataError, [UInt8]) -> DataError)?

  package init(
    goesByName: Bool = true, mayBeEmpty: Bool = false, isBinary: Bool = false,
    unaskedLimit: (bytes: Int, reason: String)? = nil,
    mayBeEncoded: (@Sendable (SourceText) -> Bool)? = nil,
    stating: (@Sendable (StatedDialect) -> TextReading?)? = nil,
    tolerating: (@Sendable (Tolerance) -> TextReading)? = nil,
    explain: (@Sendable (DataError, [UInt8]) -> DataError)? = nil,
    signature: @escaping @Sendable (SourceText) -> FileForm? = { _ in nil },
    guess: @escaping @Sendable (TextHead) -> Likelihood? = { _ in nil },
    forms: @escaping @Sendable (SourceText) -> [FileForm]
  ) {
    self.forms = forms
    self.signature = signature
    self.guess = guess
    self.goesByName = goesByName
    self.mayBeEmpty = mayBeEmpty
    self.isBinary = isBinary
    self.unaskedLimit = unaskedLimit
    self.mayBeEncoded = mayBeEncoded
    self.stating = stating
    self.tolerating = tolerating
    self.explain = explain
  }
}

/// How likely a text is in a format.
package enum Likelihood: Comparable, Sendable {
  case perhaps, likely, certain
}

/// A form in which a format is written: a property list in XML, for example.
package struct FileForm: Sendable {
  /// The name that people know it by.
  package let title: String
  let read: Reader
  /// What else a text may be that is in none of the forms that it might have; nil where it is nothing.
  let lastResort: (@Sendable (SourceText) throws(DataError) -> FileContent?)?
  /// How a large file of this form is shown without reading all of it; nil where that is not known.
  let stays: StayingInFile?

  /// Reads all of a text.
  package typealias Reader = @Sendable (SourceText) throws(DataError) -> FileContent

  init(
    _ title: String, stays: StayingInFile?,
    lastResort: (@Sendable (SourceText) throws(DataError) -> FileContent?)? = nil,
    read: @escaping Reader
  ) {
    self.title = title
    self.read = read
    self.lastResort = lastResort
    self.stays = stays
  }

  /// A form of which all is read at once.
  package init(
    _ title: String, read: @escaping @Sendable (SourceText) throws(DataError) -> Value
  ) {
    self.init(title, stays: nil) { text throws(DataError) in
      FileContent(value: try read(text), title: title)
    }
  }

  /// The same with what was found on the way and is worth a word.
  package init(
    _ title: String,
    noting read: @escaping @Sendable (SourceText) throws(DataError) -> (Value, remarks: [String])
  ) {
    self.init(title, stays: nil) { text throws(DataError) in
      let (value, remarks) = try read(text)
      return FileContent(value: value, title: title, remarks: remarks)
    }
  }
}

extension FileForm {
  /// The form of texts in this one whose values mean something else.
  package func meaning(
    _ title: String,
    _ meaning:
      @escaping @Sendable (Value, SourceText) throws(DataError) -> (
        Value, remarks: [String]
      )
  ) -> FileForm {
    FileForm(title, stays: nil) { text throws(DataError) in
      var content = try read(text)
      let (value, remarks) = try meaning(content.value, text)
      content.value = value
      content.title = title
      content.remarks += remarks
      return content
    }
  }
}

/// How files of a form are opened of which no more is read than is shown.
struct StayingInFile: Sendable {
  /// A file, and whether somebody said that it is in this form.
  struct Place: Sendable {
    let path: String
    let name: String
    let isStated: Bool
    /// A text that arrives, or has arrived, from elsewhere; nil for a file.
    var file: MappedFile?

    /// In bytes; -1 for what is neither a text nor a regular file.
    var size: Int { file?.count ?? MappedFile.size(ofRegularFile: path) }

    func mapped(isSnapshot: Bool = false) throws(DataError) -> MappedFile {
      if let file { return file }
      return try MappedFile(path: path, isSnapshot: isSnapshot)
    }
  }

  /// Whether only texts in UTF-8 can stay in their file: others are converted in memory.
  let needsUTF8: Bool
  /// Whether a text can be shown while it arrives.
  let grows: Bool
  /// Shows a large file before it is checked.
  let large: @Sendable (Place) throws(DataError) -> any TableDocument
  /// Checks a file of medium size as a whole; nil for a form that is read as a value instead.
  let checked: (@Sendable (Place) throws(DataError) -> IndexedDocument)?

  /// A form that is shown through its offset tables.
  init(large: @escaping @Sendable (Place) throws(DataError) -> any TableDocument) {
    (needsUTF8, grows, self.large, checked) = (false, false, large, nil)
  }

  /// A form that is shown through an index of its text.
  ///
  /// - Parameters:
  ///   - isSequence: whether such a file is a sequence of values; nil to find out.
  ///   - text: the text of a file, asked in its notation.
  init(
    needsUTF8: Bool = false, grows: Bool = false, isSequence: @escaping @Sendable (Place) -> Bool?,
    text: @escaping @Sendable (MappedFile) throws(DataError) -> any TextNotation
  ) {
    self.needsUTF8 = needsUTF8
    self.grows = grows
    large = { place throws(DataError) in
      let file = try place.mapped()
      return try IndexedDocument(try text(file), name: place.name, isSequence: isSequence(place))
    }
    checked = { place throws(DataError) in
      let file = try place.mapped(isSnapshot: true)
      return try IndexedDocument(
        checking: try text(file), name: place.name, isSequence: isSequence(place))
    }
  }
}

/// How a file of a format is opened that is not read as text.
package struct FileReading: Sendable {
  /// Whether a file is in this format, by its first bytes or its name.
  package let recognizes: @Sendable (_ path: String) -> Bool
  package let open: Opening

  package typealias Opening =
    @Sendable (
      _ path: String, DatabaseRequest, _ isInterrupted: @escaping @Sendable () -> Bool
    ) throws(DataError) -> any TableDocument

  package init(recognizes: @escaping @Sendable (String) -> Bool, open: @escaping Opening) {
    self.recognizes = recognizes
    self.open = open
  }
}

// MARK: - Writing

/// How a format is written.
package struct FormatWriting: Sendable {
  /// Makes the writer of a whole document; nil for a format of lists.
  package let document: (@Sendable () -> any DocumentWriter)?
  /// Makes the writer of a list of records.
  package let records: @Sendable (RecordWriting) throws(DataError) -> any RecordListWriter
  /// Whether what is read again is what was written, so that a table can be saved in this format.
  package let keepsValues: Bool
  /// Whether the fields of all records have to be known before the first one is written.
  package let needsColumns: Bool
  /// Whether what acts on a terminal is written as escapes.
  package let hasEscapes: Bool

  /// - Parameter keepsValues: false for a format that knows nothing but text.
  package init(
    document: (@Sendable () -> any DocumentWriter)? = nil, keepsValues: Bool = true,
    needsColumns: Bool = false, hasEscapes: Bool = true,
    records: @escaping @Sendable (RecordWriting) throws(DataError) -> any RecordListWriter
  ) {
    self.document = document
    self.records = records
    self.keepsValues = keepsValues
    self.needsColumns = needsColumns
    self.hasEscapes = hasEscapes
  }
}

/// What a writer of records knows beforehand.
package struct RecordWriting: Sendable {
  /// The fields of all records, where the format needs to know them.
  package var columns: [String]
  /// Whether texts that a spreadsheet would run are made harmless.
  package var isSafe: Bool
  /// Whether the records are all of a document, which is to be the same when it is read again: then
  /// it is said where it is not.
  package var isWhole: Bool

  package init(columns: [String] = [], isSafe: Bool = false, isWhole: Bool = false) {
    self.columns = columns
    self.isSafe = isSafe
    self.isWhole = isWhole
  }
}
