import Files
import Foundation
import TableModel

/// What is wrong with a text of JSON, in the words of the reader of small files.
extension FileText {
  /// How much text after a mistake is needed to say what was found.
  private static let lookahead = 64

  /// The error for a failed walk, in the words of the reader of small files: it reads the last
  /// token or two again, inside brackets that stand for all that came before.
  func error(for failure: JSONWalker.Failure) -> DataError {
    if failure.isTooDeep {
      return .tooDeep(
        file: file.path, at: place(ofByte: failure.offset), limit: ValueBuilder.depthLimit)
    }
    let lead = Self.lead(failure)
    var end = min(file.count, failure.offset + Self.lookahead)
    while end < file.count, end > failure.offset, file.bytes[end] & 0xC0 == 0x80 { end -= 1 }
    let quote = lastOpeningQuote(in: failure.anchor..<failure.offset)
    let left = leftOut(of: failure, textAt: quote)
    let text = SourceText(
      file: "",
      bytes: lead + file.copy(failure.anchor..<left.lowerBound) + file.copy(left.upperBound..<end))
    let shift = failure.anchor - lead.count
    do {
      _ = try JSONReader.read(text)
    } catch {
      if case .malformed(_, let place, let message, _) = error {
        let offset = place.byte + shift
        return malformed(
          at: offset < left.lowerBound ? offset : offset + left.count,
          relocated(message, text, quote, shift))
      }
    }
    return malformed(at: failure.offset, "expected JSON")
  }

  /// From this length on the middle of a text is not read once more.
  private static let longText = 1 << 14
  /// How much is read at the beginning and at the end of one that is longer.
  private static let textEnds = 1 << 10

  /// The part of a text's inside that says nothing about a mistake behind it: it was found right.
  ///
  /// - Parameter quote: where the last text before the mistake begins, which may end before it.
  private func leftOut(of failure: JSONWalker.Failure, textAt quote: Int?) -> Range<Int> {
    let none = failure.offset..<failure.offset
    guard let quote, failure.offset - quote > Self.longText,
      JSONText.endOfString(from: quote, to: failure.offset, of: file.bytes) == failure.offset
    else { return none }
    let first = quote + 1
    // The rest must not begin within a character or an escape.
    for end in failure.offset - Self.textEnds..<failure.offset - Self.textEnds / 2
    where file.bytes[end] & 0xC0 != 0x80 && file.bytes[end - 1] != UInt8(ascii: "\\") {
      return first..<end
    }
    return none
  }

  private static func lead(_ failure: JSONWalker.Failure) -> [UInt8] {
    var lead = failure.kinds.map { $0 ? "{\"\":" : "[" }.joined()
    if !failure.isOpening { lead += "\"\"" }
    return Array(lead.utf8)
  }

  /// Corrects a message that names the place of an opening quote, so that it means the one in the
  /// file.
  ///
  /// - Parameter quote: the last one in the file before the mistake.
  /// - Complexity: O(offset of the quote), however many quotes there are.
  private func relocated(
    _ message: String, _ text: SourceText, _ quote: Int?, _ shift: Int
  ) -> String {
    let words = "that begins at "
    guard let quote, let found = message.range(of: words) else { return message }
    let rest = message[found.upperBound...]
    let number = rest.prefix { $0 != "," }
    let place = text.place(ofByte: quote - shift)
    guard "\(place.line):\(place.column)" == number else { return message }
    let real = self.place(ofByte: quote)
    return message[..<found.upperBound] + "\(real.line):\(real.column)"
      + rest.dropFirst(number.count)
  }

  /// Where the last text of a part begins, which itself begins outside of texts: the one that does
  /// not end, if there is one.
  private func lastOpeningQuote(in range: Range<Int>) -> Int? {
    var (last, offset): (Int?, Int) = (nil, range.lowerBound)
    while offset < range.upperBound {
      if file.bytes[offset] == UInt8(ascii: "\"") {
        last = offset
        offset = JSONText.endOfString(from: offset, to: range.upperBound, of: file.bytes)
      } else {
        offset += 1
      }
    }
    return last
  }

  /// The first mistake of the text, for a scan that has met one at or after it.
  ///
  /// - Complexity: O(offset).
  func structureError(at offset: Int, isSequence: Bool) -> DataError {
    var verification = Verification(file: file, isSequence: isSequence) { _ in false }
    do {
      while try verification.advance(by: 1 << 24) {}
    } catch {
      return error
    }
    return malformed(at: offset, "expected a bracket that fits")
  }
}
