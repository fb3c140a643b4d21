package import Files
package import TableModel

/// Opens documents: finds out their format, reads them and gives them a name.
package enum DocumentOpener {
  /// Opens a file, or the generated table that a `generated:` specification describes.
  ///
  /// - Parameters:
  ///   - format: what the file holds, one that is read as text; nil to find out.
  ///   - formats: those that it may be in.
  ///   - options: what is said about a text that arrives: out of a compressed file, for example.
  ///   - isInterrupted: true ends the reading of a file that is read as a whole.
  package static func open(
    path: String, format: FileFormat? = nil, among formats: FileFormats = .standard,
    options: StreamOptions = StreamOptions(),
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(DataError) -> any TableDocument {
    if path.hasPrefix(GeneratedSpecification.prefix) {
      return GeneratedDocument(specification: try GeneratedSpecification(parsing: path))
    }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    if options.follows, !FileBytes.isPipe(path) {
      return try follow(
        path: path, name: name, format: format, options: options, isInterrupted: isInterrupted)
    }
    if let stream = try stream(
      path: path, name: name, format: format, among: formats, options: options,
      isInterrupted: isInterrupted)
    {
      return stream
    }
    do throws(DataError) {
      if let large = try large(path: path, name: name, format: format, among: formats) {
        return large
      }
    } catch {
      guard let file = try? MappedFile(path: path) else { throw error }
      throw formats.explaining(error, of: name, file.copy(0..<TextHead.reach))
    }
    let sizes = (options.isOneOfMany ? smallestOfMany : smallestChecked)..<smallestFile
    if let checked = checked(
      path: path, name: name, format: format, among: formats, of: sizes)
    {
      return checked
    }
    let (bytes, stamp) = try FileBytes.stamped(path, isInterrupted: isInterrupted) {
      head throws(DataError) in
      guard format == nil else { return }
      try FormatDetector(SourceText(file: path, bytes: head), among: formats).refuseKnownBinary()
    }
    let text = SourceText(file: path, bytes: bytes)
    return try document(text, name: name, format: format, among: formats)
      .read(from: ReadFile(path: path, stamp: stamp))
  }

  /// Opens data that was read already, from standard input for example.
  ///
  /// - Parameters:
  ///   - name: stands for the file in titles and errors.
  ///   - format: what the data holds; nil to find out.
  ///   - formats: those that it may be in.
  package static func open(
    bytes: [UInt8], name: String, format: FileFormat? = nil, among formats: FileFormats = .standard
  ) throws(DataError) -> any TableDocument {
    let text = SourceText(file: name, bytes: bytes)
    return try document(text, name: name, format: format, among: formats)
  }

  /// No script and no layout is longer, in bytes; devices may never end.
  private static let longestText = 64 << 20

  /// The text of a file that is not data, a script for example.
  package static func text(of path: String) throws(DataError) -> String {
    let bytes = try FileBytes.contents(of: path, limit: longestText)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .unreadable(file: path, reason: "it is not UTF-8 text")
    }
    return text
  }

  static func document(
    _ source: SourceText, name: String, format: FileFormat?, among formats: FileFormats
  ) throws(DataError) -> ValueDocument {
    let text = try decoded(source, format: format, among: formats)
    if let reading = format?.text {
      return ValueDocument(try firstReadable(reading.forms(text), text), name: name)
    }
    let candidates = try FormatDetector(text, among: formats).candidates()
    do {
      return ValueDocument(try firstReadable(candidates, text), name: name)
    } catch {
      guard let content = try candidates.first?.lastResort?(text) else {
        throw formats.explaining(error, of: name, text.bytes)
      }
      return ValueDocument(content, name: name)
    }
  }

  /// Tries forms in turn; when none fits, the error of the first, most plausible one counts.
  private static func firstReadable(_ forms: [FileForm], _ text: SourceText)
    throws(DataError) -> FileContent
  {
    var firstError: DataError?
    for form in forms {
      do {
        return try form.read(text)
      } catch {
        firstError = firstError ?? error
      }
    }
    throw firstError ?? .unknownFormat(file: text.file, hint: "no format fits")
  }

  /// Some formats come in more encodings than UTF-8.
  private static func decoded(
    _ text: SourceText, format: FileFormat?, among formats: FileFormats
  ) throws(DataError) -> SourceText {
    let mayBeEncoded =
      format.map { $0.text?.mayBeEncoded != nil }
      ?? FormatDetector(text, among: formats).mayBeEncoded
    return mayBeEncoded ? try TextDecoding.utf8(text) : text
  }
}

extension ValueDocument {
  fileprivate init(_ content: FileContent, name: String) {
    self = ValueDocument(
      name: name, value: content.value, format: content.title, file: nil,
      remarks: content.remarks + [content.lone?.remark].compactMap(\.self),
      savingRemark: content.savingRemark(name)
    ).written(in: content.manner)
  }
}

// MARK: - Files that stay where they are

extension DocumentOpener {
  /// Files from this size on are shown before they are checked.
  static let smallestFile = 1 << 24

  /// From this size on a file is read as bytes and checked; smaller ones are read as values.
  static let smallestChecked = 1 << 18

  /// The same for one of many files: indexing takes a tenth of the time that reading values takes.
  private static let smallestOfMany = 1 << 12

  /// How much of a file is looked at to find out its format.
  static let signature = 1 << 16

  /// Opens a large file of a form that can stay in its file.
  ///
  /// - Returns: nil for a file that is small, no regular file, or in another form.
  static func large(
    path: String, name: String, format: FileFormat?, among formats: FileFormats = .standard,
    from size: Int = smallestFile
  ) throws(DataError) -> (any TableDocument)? {
    let place = StayingInFile.Place(path: path, name: name, isStated: format != nil)
    return try large(place, format, formats, from: size)
  }

  static func large(
    _ place: StayingInFile.Place, _ format: FileFormat?, _ formats: FileFormats, from size: Int
  ) throws(DataError) -> (any TableDocument)? {
    guard size <= place.size, let (stays, isSure) = try staying(place, format, formats) else {
      return nil
    }
    return isSure ? try stays.large(place) : try? stays.large(place)
  }

  /// Opens a file of medium size, checked as a whole, that stays as its bytes.
  ///
  /// Whatever is wrong or unusual is left to the readers of values, so that only the time it takes
  /// shows which way a file has gone.
  ///
  /// - Parameter sizes: those of a file that is opened so.
  /// - Returns: nil for other files, and where a reader of values has to see the file.
  static func checked(
    path: String, name: String, format: FileFormat?, among formats: FileFormats = .standard,
    of sizes: Range<Int>
  ) -> IndexedDocument? {
    let place = StayingInFile.Place(path: path, name: name, isStated: format != nil)
    return checked(place, format, formats, of: sizes)
  }

  static func checked(
    _ place: StayingInFile.Place, _ format: FileFormat?, _ formats: FileFormats,
    of sizes: Range<Int>
  ) -> IndexedDocument? {
    guard sizes.contains(place.size), let (stays, _) = try? staying(place, format, formats) else {
      return nil
    }
    return try? stays.checked?(place)
  }

  /// How a file can stay where it is, and whether no other form is as plausible.
  static func staying(
    _ place: StayingInFile.Place, _ format: FileFormat?, _ formats: FileFormats
  ) throws(DataError) -> (StayingInFile, isSure: Bool)? {
    let head = SourceText(file: place.path, bytes: try place.mapped().copy(0..<signature))
    let isUTF8 = TextDecoding.isUTF8(head)
    let forms: [FileForm]
    if let reading = format?.text {
      forms = reading.forms(head)
    } else {
      let detector = FormatDetector(head, among: formats)
      guard isUTF8 || !detector.mayBeEncoded else { return nil }
      forms = try detector.candidates()
    }
    guard let stays = forms.first?.stays, isUTF8 || !stays.needsUTF8 else { return nil }
    return (stays, forms.count == 1)
  }
}
