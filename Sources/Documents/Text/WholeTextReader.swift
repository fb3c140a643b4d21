package import Files
package import TableModel

/// A reader that has all of a text in memory, and a place in it.
package protocol WholeTextReader {
  var text: SourceText { get }
  var position: Int { get set }
}

extension WholeTextReader {
  package var byte: UInt8? { position < text.bytes.count ? text.bytes[position] : nil }

  package func stands(_ word: String) -> Bool { text.bytes[position...].starts(with: word.utf8) }

  /// An error about what stands here.
  package func expected(_ wanted: String) -> DataError {
    text.malformed(at: position, "expected \(wanted), found \(text.found(at: position))")
  }

  /// An error about the end that something has not, whose beginning lies above.
  package func expected(_ end: String, toEnd what: String, from start: Int) -> DataError {
    let place = text.place(ofByte: start)
    return expected("\(end) to end the \(what) that begins at \(place.line):\(place.column)")
  }
}
