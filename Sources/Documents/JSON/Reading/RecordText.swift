import TableModel

/// The values of a mapped document, read out of their text one by one.
///
/// What is read is checked: text that is no JSON gives an error with its place in the file.
struct RecordText: Sendable {
  let file: MappedFile

  private var bytes: UnsafePointer<UInt8> { file.bytes }

  /// A place before a value, its key included, or inside a container.
  func cursor(at offset: Int) -> ByteCursor {
    ByteCursor(bytes, offset: offset, end: file.count)
  }

  /// The key of the child that begins at an offset; nil in an array.
  func key(at offset: Int) -> String? {
    var cursor = cursor(at: offset)
    cursor.skipBlanks()
    guard cursor.keyedValue() != nil else { return nil }
    let end = JSONText.endOfString(from: cursor.offset, to: file.count, of: bytes)
    return JSONText.string(in: cursor.offset..<end, of: bytes)
  }

  /// Where the value of the child that begins at an offset stands, after its key.
  func valueStart(at offset: Int) -> Int {
    var cursor = cursor(at: offset)
    cursor.skipBlanks()
    return cursor.keyedValue() ?? cursor.offset
  }

  /// The value that begins at an offset.
  ///
  /// - Throws: `DataError.malformed` or `.tooDeep` with the place; `.shape` for one that is too
  ///   large to be held in memory at once.
  func value(at start: Int) throws(DataError) -> Value {
    try value(in: start..<end(ofValueAt: start))
  }

  /// The end of the value that begins at an offset, checked.
  ///
  /// - Parameter limit: how long it may be, in bytes.
  func end(ofValueAt start: Int, limit: Int = WholeValue.limit) throws(DataError) -> Int {
    var walker = JSONWalker(bytes, from: start, end: file.count)
    do {
      repeat {
        try walker.walk(to: walker.offset + 1 << 20)
        guard walker.offset - start <= limit else { throw WholeValue.tooLarge }
      } while !walker.hasEnded
      return walker.offset
    } catch let error as JSONWalker.Failure {
      throw located(error)
    } catch let error as DataError {
      throw error
    } catch {
      throw .changedUnderneath(file: file.path)
    }
  }

  func located(_ failure: JSONWalker.Failure) -> DataError {
    file.isDamaged
      ? .changedUnderneath(file: file.path) : FileText(file: file).error(for: failure)
  }

  /// The value whose checked text is a range.
  func value(in range: Range<Int>) throws(DataError) -> Value {
    var reader = JSONReader(SourceText(file: file.path, bytes: file.copy(range)))
    reader.position = 0
    return try reader.readValue()
  }
}
