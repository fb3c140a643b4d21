import Foundation
import TableModel

extension IndexedDocument {
  /// Files of JSON from this size on stay where they are; smaller ones are read and checked whole.
  static let smallestFile = 1 << 24

  /// How much of a file is looked at to find out its format.
  private static let signature = 1 << 16

  /// Opens a large file of JSON, NDJSON or a property list in XML or binary form.
  ///
  /// - Returns: nil for a file that is small, no regular file, or in another format.
  static func large(
    path: String, name: String, format: DocumentFormat?, from size: Int = smallestFile
  ) throws(DataError) -> (any TableDocument)? {
    guard isFile(path, of: size) else { return nil }
    switch format {
    case nil: return try detected(path, name)
    case .plist: return try propertyList(path, name)
    case .json, .ndjson:
      return try IndexedDocument(path: path, name: name, isSequence: format == .ndjson)
    }
  }

  private static func head(of path: String) throws(DataError) -> SourceText {
    SourceText(file: path, bytes: try MappedFile(path: path).copy(0..<signature))
  }

  private static func propertyList(_ path: String, _ name: String)
    throws(DataError) -> (any TableDocument)?
  {
    let head = try head(of: path)
    if FormatDetector(head).propertyListForms() == [.binaryPropertyList] {
      return try BinaryDocument(path: path, name: name)
    }
    // Other encodings are converted, which takes a copy in memory.
    guard TextDecoding.isUTF8(head),
      FormatDetector(head).propertyListForms() == [.xmlPropertyList]
    else { return nil }
    return try IndexedDocument(
      path: path, name: name, isSequence: false, notation: .propertyList)
  }

  private static func isFile(_ path: String, of size: Int) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && Int(status.st_size) >= size
  }

  private static func detected(_ path: String, _ name: String)
    throws(DataError) -> (any TableDocument)?
  {
    let head = try head(of: path)
    guard TextDecoding.isUTF8(head) || !FormatDetector(head).mayBeEncodedPropertyList else {
      return nil
    }
    let formats = try FormatDetector(head).candidates()
    switch formats.first {
    case .xmlPropertyList, .binaryPropertyList: return try propertyList(path, name)
    case .ndjson: return try IndexedDocument(path: path, name: name, isSequence: true)
    case .json where formats.count == 1:
      return try IndexedDocument(path: path, name: name, isSequence: nil)
    case .json: return try? IndexedDocument(path: path, name: name, isSequence: nil)
    default: return nil
    }
  }
}
