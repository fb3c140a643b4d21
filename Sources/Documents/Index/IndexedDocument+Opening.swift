import Foundation
import TableModel

extension IndexedDocument {
  /// Files of JSON from this size on are shown before they are checked.
  static let smallestFile = 1 << 24

  /// From this size on a file is read as bytes and checked; smaller ones are read as values.
  static let smallestChecked = 1 << 18

  /// How much of a file is looked at to find out its format.
  private static let signature = 1 << 16

  /// How a document is written that can stay in its file.
  private enum Form {
    /// Nil where the text has to tell whether it is a sequence.
    case json(isSequence: Bool?)
    /// What may be an old property list as well.
    case perhapsJSON
    case markup
    case binary
  }

  /// Opens a large file of JSON, NDJSON or a property list in XML or binary form.
  ///
  /// - Returns: nil for a file that is small, no regular file, or in another format.
  static func large(
    path: String, name: String, format: DocumentFormat?, from size: Int = smallestFile
  ) throws(DataError) -> (any TableDocument)? {
    guard size <= fileSize(path) else { return nil }
    switch try form(of: path, format) {
    case nil: return nil
    case .binary: return try BinaryDocument(path: path, name: name)
    case .markup:
      return try IndexedDocument(path: path, name: name, isSequence: false, notation: .propertyList)
    case .json(let isSequence):
      return try IndexedDocument(path: path, name: name, isSequence: isSequence)
    case .perhapsJSON: return try? IndexedDocument(path: path, name: name, isSequence: nil)
    }
  }

  /// Opens a file of medium size, checked as a whole, that stays as its bytes.
  ///
  /// Whatever is wrong or unusual is left to the readers of values, so that nothing but the time
  /// tells which way a file has gone.
  ///
  /// - Parameter sizes: those of a file that is opened so.
  /// - Returns: nil for other files, and where a reader of values has to see the file.
  static func checked(
    path: String, name: String, format: DocumentFormat?,
    of sizes: Range<Int> = smallestChecked..<smallestFile
  ) -> IndexedDocument? {
    guard sizes.contains(fileSize(path)), let form = try? form(of: path, format) else { return nil }
    switch form {
    case .binary: return nil
    case .markup:
      return try? IndexedDocument(
        checking: path, name: name, isSequence: false, notation: .propertyList)
    case .json(let isSequence):
      return try? IndexedDocument(checking: path, name: name, isSequence: isSequence)
    case .perhapsJSON:
      return try? IndexedDocument(checking: path, name: name, isSequence: nil)
    }
  }

  private static func head(of path: String) throws(DataError) -> SourceText {
    SourceText(file: path, bytes: try MappedFile(path: path).copy(0..<signature))
  }

  /// The size of a regular file; -1 for everything else.
  private static func fileSize(_ path: String) -> Int {
    var status = stat()
    guard SystemPath.with(path, { stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG
    else { return -1 }
    return Int(status.st_size)
  }

  private static func form(of path: String, _ format: DocumentFormat?) throws(DataError) -> Form? {
    switch format {
    case .json: return .json(isSequence: false)
    case .ndjson: return .json(isSequence: true)
    case .plist: return propertyList(try head(of: path))
    case nil: return try detected(try head(of: path))
    }
  }

  private static func propertyList(_ head: SourceText) -> Form? {
    let forms = FormatDetector(head).propertyListForms()
    if forms == [.binaryPropertyList] { return .binary }
    // Other encodings are converted, which takes a copy in memory.
    return TextDecoding.isUTF8(head) && forms == [.xmlPropertyList] ? .markup : nil
  }

  private static func detected(_ head: SourceText) throws(DataError) -> Form? {
    guard TextDecoding.isUTF8(head) || !FormatDetector(head).mayBeEncodedPropertyList else {
      return nil
    }
    let formats = try FormatDetector(head).candidates()
    switch formats.first {
    case .xmlPropertyList, .binaryPropertyList: return propertyList(head)
    case .ndjson: return .json(isSequence: true)
    case .json: return formats.count == 1 ? .json(isSequence: nil) : .perhapsJSON
    default: return nil
    }
  }
}
