package import Files
import Foundation
package import TableModel

/// Texts that come from a pipe or out of a compressed file are shown as soon as a first screen of them
/// is there; the rest arrives behind the prompt.
extension DocumentOpener {
  /// Opens what comes from a descriptor that is open already, such as standard input.
  ///
  /// - Parameters:
  ///   - name: stands for it in titles and errors.
  ///   - isInterrupted: asked while something is waited for; true ends the waiting.
  package static func open(
    descriptor: Int32, name: String, format: FileFormat? = nil,
    among formats: FileFormats = .standard, options: StreamOptions = StreamOptions(),
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(DataError) -> any TableDocument {
    if FileBytes.isDevice(descriptor) {
      let bytes = try FileBytes.contents(
        ofDescriptor: descriptor, name, isInterrupted: isInterrupted)
      return try open(bytes: bytes, name: name, format: format, among: formats)
    }
    let input = InputDescriptor(descriptor)
    return try open(
      input, path: name, name: name, format: format, among: formats, options: options,
      isInterrupted: isInterrupted, file: nil)
  }

  /// Opens a file that is compressed, or a pipe with a name; nil for any other.
  static func stream(
    path: String, name: String, format: FileFormat?, among formats: FileFormats,
    options: StreamOptions, isInterrupted: @escaping @Sendable () -> Bool
  ) throws(DataError) -> (any TableDocument)? {
    guard FileBytes.isPipe(path) || FileBytes.isCompressed(path) else { return nil }
    let descriptor = InputDescriptor(try FileBytes.opened(path, isInterrupted))
    return try open(
      descriptor, path: path, name: name, format: format, among: formats, options: options,
      isInterrupted: isInterrupted,
      file: ReadFile(path: path, stamp: FileStamp(descriptor: descriptor.number)))
  }

  /// - Parameter file: the file that it is; nil for what has no name.
  private static func open(
    _ descriptor: InputDescriptor, path: String, name: String, format: FileFormat?,
    among formats: FileFormats, options: StreamOptions,
    isInterrupted: @escaping @Sendable () -> Bool, file: ReadFile?
  ) throws(DataError) -> any TableDocument {
    let size = FileStamp(descriptor: descriptor.number)?.size
    let arriving = try ArrivingText(
      path: path, limit: options.limit, size: size, isInterrupted: isInterrupted)
    let place = StayingInFile.Place(
      path: path, name: name, isStated: format != nil, file: MappedFile(arriving))
    arriving.start(DecodedInput(DescriptorInput(descriptor, path: path)))
    let document = try document(place, arriving, format, formats, waits: options.waits)
    return StreamedDocument(document, arriving, file: file)
  }
}

extension DocumentOpener {
  /// What may come in this time is waited for, as long as it is no more than a file that is checked
  /// as a whole; in nanoseconds.
  private static let moment: UInt64 = 20_000_000

  private static func document(
    _ place: StayingInFile.Place, _ arriving: ArrivingText, _ format: FileFormat?,
    _ formats: FileFormats, waits: Bool
  ) throws(DataError) -> any TableDocument {
    if waits { try arriving.wait() }
    let start = DispatchTime.now().uptimeNanoseconds
    var enough = DocumentHead.sizes.lowerBound
    var tried = 0
    while !arriving.isOver {
      try arriving.wait { text in
        let isLate = DispatchTime.now().uptimeNanoseconds &- start >= moment
        return text.count >= smallestFile || (text.count >= enough && isLate)
          || (text.count > tried && text.isQuiet)
      }
      if arriving.isOver { break }
      tried = arriving.count
      if let document = growing(place, format, formats) { return document }
      // What can't be shown while it arrives is waited for.
      if tried >= DocumentHead.sizes.upperBound { try arriving.wait() }
      enough = max(enough, tried) * 4
    }
    guard let failure = arriving.report.failure else {
      return try arrived(place, arriving, format, formats)
    }
    guard failure != .cancelled, let document = growing(place, format, formats) else {
      throw failure
    }
    return document
  }

  /// Opens a file of lines of JSON that others go on writing to.
  ///
  /// What has come is kept in memory and, beyond 16 MiB, in a file without a name: whatever becomes
  /// of the file, what was shown stays.
  ///
  /// - Throws: `DataError.shape` for a file in another format, and for one without a record, which
  ///   would have to say how the others are read.
  static func follow(
    path: String, name: String, format: FileFormat?, options: StreamOptions,
    isInterrupted: @escaping @Sendable () -> Bool
  ) throws(DataError) -> any TableDocument {
    let hint = "--follow reads NDJSON: a value on each line; open other files without it"
    guard format.map({ $0.name == FileFormat.ndjson.name }) ?? true else {
      throw .shape(message: "only lines of JSON can be followed", hint: hint)
    }
    guard !FileBytes.isCompressed(path) else {
      throw .shape(message: "'\(name)' is compressed, and can't be followed", hint: hint)
    }
    let file = try FollowedFile(path: path)
    let arriving = try ArrivingText(
      path: path, limit: options.limit, size: MappedFile.size(ofRegularFile: path),
      following: file, isInterrupted: isInterrupted)
    let place = StayingInFile.Place(
      path: path, name: name, isStated: true, file: MappedFile(arriving))
    arriving.start(file)
    var enough = DocumentHead.sizes.lowerBound
    while true {
      try arriving.wait { $0.count >= enough || $0.hasCaughtUp(at: $0.count) }
      if let failure = arriving.report.failure { throw failure }
      let isAll = arriving.hasCaughtUp(at: arriving.count)
      guard isAll || arriving.count < DocumentHead.sizes.upperBound else { break }
      if let document = growing(place, .ndjson, FileFormats([.ndjson])) {
        return StreamedDocument(document, arriving, file: nil)
      }
      if isAll { break }
      enough = arriving.count * 4
    }
    guard arriving.count > 0 else {
      throw .shape(
        message: "'\(name)' has no complete line yet", hint: "follow it once its first one is there"
      )
    }
    // What is wrong with the lines is what a reader of all of them finds.
    let bytes = try place.mapped().copy(0..<min(arriving.count, DocumentHead.sizes.upperBound))
    let text = SourceText(file: path, bytes: bytes)
    _ = try FileFormat.ndjson.text?.forms(text).first?.read(text)
    throw .shape(message: "no record of '\(name)' can be shown while more come", hint: hint)
  }

  /// A document that is shown while its text arrives; nil where that can't be, or nothing can be
  /// shown yet.
  private static func growing(
    _ place: StayingInFile.Place, _ format: FileFormat?, _ formats: FileFormats
  ) -> (any TableDocument)? {
    guard let (stays, _) = try? staying(place, format, formats), stays.grows,
      let document = try? stays.large(place) as? IndexedDocument, document.showsBeginning
    else { return nil }
    return document
  }

  /// A document of which all has arrived: as one of a file of its size.
  private static func arrived(
    _ place: StayingInFile.Place, _ arriving: ArrivingText, _ format: FileFormat?,
    _ formats: FileFormats
  ) throws(DataError) -> any TableDocument {
    let file = MappedFile(arriving, isSnapshot: arriving.count < smallestFile)
    var place = place
    place.file = file
    if let large = try large(place, format, formats, from: smallestFile) { return large }
    if let checked = checked(place, format, formats, of: smallestChecked..<smallestFile) {
      return checked
    }
    let head = SourceText(file: place.path, bytes: file.copy(0..<signature))
    if let compression = arriving.report.compression,
      head.bytes.starts(with: BinarySignature.sqlite)
    {
      throw .unknownFormat(
        file: place.path,
        hint: "it holds a SQLite database; unpack it first: \(compression.unpacker) FILE")
    }
    if format == nil { try FormatDetector(head, among: formats).refuseKnownBinary() }
    guard file.count <= FileBytes.limit else {
      throw FileBytes.tooLarge(place.path, FileBytes.limit)
    }
    let text = SourceText(file: place.path, bytes: file.copy(0..<file.count))
    return try document(text, name: place.name, format: format, among: formats)
  }
}

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

  var fitsInMemory: Bool { document.fitsInMemory }

  func table(shape: Shape?) throws(DataError) -> ShapedTable { try document.table(shape: shape) }

  func document(inside value: Value) throws(DataError) -> (any TableDocument)? {
    try document.document(inside: value)
  }
}
