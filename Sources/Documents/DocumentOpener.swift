package import TableModel

/// Opens documents: finds out their format, reads them and gives them a name.
package enum DocumentOpener {
  /// Opens a file, or the generated table that a `generated:` specification describes.
  ///
  /// - Parameters:
  ///   - format: what the file holds; nil to find out.
  ///   - isInterrupted: true ends the reading of a file that is read as a whole.
  package static func open(
    path: String, format: DocumentFormat? = nil, isInterrupted: () -> Bool = { false }
  ) throws(DataError) -> any TableDocument {
    if path.hasPrefix(GeneratedSpecification.prefix) {
      return GeneratedDocument(specification: try GeneratedSpecification(parsing: path))
    }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    if let large = try large(path, name, format) { return large }
    if let checked = IndexedDocument.checked(path: path, name: name, format: format) {
      return checked
    }
    let (bytes, stamp) = try FileBytes.stamped(path, isInterrupted: isInterrupted) {
      head throws(DataError) in
      guard format == nil else { return }
      try FormatDetector(SourceText(file: path, bytes: head)).refuseKnownBinary()
    }
    return try document(SourceText(file: path, bytes: bytes), name: name, format: format)
      .read(from: ReadFile(path: path, stamp: stamp))
  }

  private static func large(_ path: String, _ name: String, _ format: DocumentFormat?)
    throws(DataError) -> (any TableDocument)?
  {
    do {
      return try IndexedDocument.large(path: path, name: name, format: format)
    } catch {
      guard FormatDetector.isNamedJSON(name), let file = try? MappedFile(path: path) else {
        throw error
      }
      throw FormatGuess.hinting(error, file.copy(0..<FormatGuess.reach))
    }
  }

  /// Opens data that was read already, from standard input for example.
  ///
  /// - Parameters:
  ///   - name: stands for the file in titles and errors.
  ///   - format: what the data holds; nil to find out.
  package static func open(bytes: [UInt8], name: String, format: DocumentFormat? = nil)
    throws(DataError) -> any TableDocument
  {
    try document(SourceText(file: name, bytes: bytes), name: name, format: format)
  }

  /// No script and no layout is longer, in bytes; devices may never end.
  private static let longestText = 64 << 20

  /// The text of a file that is no data, a script for example.
  package static func text(of path: String) throws(DataError) -> String {
    let bytes = try FileBytes.contents(of: path, limit: longestText)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .unreadable(file: path, reason: "it is not UTF-8 text")
    }
    return text
  }

  private static func document(_ source: SourceText, name: String, format: DocumentFormat?)
    throws(DataError) -> ValueDocument
  {
    let text = try decoded(source, format: format)
    switch format {
    case .json: return try read(text, as: .json, name)
    case .ndjson: return try read(text, as: .ndjson, name)
    case .plist: return try firstReadable(FormatDetector(text).propertyListForms(), text, name)
    case nil: return try detected(text, name)
    }
  }

  private static func detected(_ text: SourceText, _ name: String)
    throws(DataError) -> ValueDocument
  {
    let candidates = try FormatDetector(text).candidates()
    do {
      return try firstReadable(candidates, text, name)
    } catch {
      var repeats: RepeatedKeys?
      guard candidates.first == .json, let values = try severalValues(in: text, &repeats) else {
        throw FormatDetector.isNamedJSON(name) ? FormatGuess.hinting(error, text.bytes) : error
      }
      let isNamedJSON = name.lowercased().hasSuffix(".json")
      let remark = isNamedJSON ? " (several values in a .json file)" : ""
      return ValueDocument(
        name: name, value: .array(values), format: TextFormat.ndjson.name + remark, file: nil,
        remarks: remarks(on: repeats, in: text), lone: lone(in: text))
    }
  }

  /// Tries formats in turn; when none fits, the error of the first, most plausible one counts.
  private static func firstReadable(_ formats: [TextFormat], _ text: SourceText, _ name: String)
    throws(DataError) -> ValueDocument
  {
    var firstError: DataError?
    for format in formats {
      do {
        return try read(text, as: format, name)
      } catch {
        firstError = firstError ?? error
      }
    }
    throw firstError ?? .unknownFormat(file: text.file, hint: "no format fits")
  }

  private static func read(_ text: SourceText, as format: TextFormat, _ name: String)
    throws(DataError) -> ValueDocument
  {
    var repeats: RepeatedKeys?
    let value: Value =
      switch format {
      case .json: try JSONReader.read(text, &repeats)
      case .ndjson: .array(try NDJSONReader.read(text, &repeats))
      case .xmlPropertyList: try XMLPropertyListReader.read(text)
      case .binaryPropertyList: try BinaryPropertyListReader.read(text)
      case .oldPropertyList: try OldPropertyListReader.read(text)
      }
    return ValueDocument(
      name: name, value: value, format: format.name, file: nil,
      remarks: remarks(on: repeats, in: text),
      lone: format == .json || format == .ndjson ? lone(in: text) : nil)
  }

  private static func lone(in text: SourceText) -> (LoneSurrogates, remark: String)? {
    guard let found = text.bytes.withUnsafeBytes(LoneSurrogates.init(in:)) else { return nil }
    let escape = String(decoding: text.bytes[found.first...].prefix(6), as: UTF8.self)
    return (found, found.remark(at: text.place(ofByte: found.first), escape))
  }

  private static func remarks(on repeats: RepeatedKeys?, in text: SourceText) -> [String] {
    repeats.map { [$0.remark(in: text)] } ?? []
  }

  /// The values of a file that holds one value a line; nil when a second value does not begin
  /// on a line of its own.
  private static func severalValues(in text: SourceText, _ repeats: inout RepeatedKeys?)
    throws(DataError) -> [Value]?
  {
    guard JSONReader.isFollowedByAnotherLineOfJSON(text) else { return nil }
    return try NDJSONReader.read(text, &repeats)
  }

  /// Property lists come in more encodings than UTF-8.
  private static func decoded(_ text: SourceText, format: DocumentFormat?)
    throws(DataError) -> SourceText
  {
    guard format == .plist || (format == nil && FormatDetector(text).mayBeEncodedPropertyList)
    else { return text }
    return try TextDecoding.utf8(text)
  }
}
