import Synchronization

/// The bytes of texts in words of eight: steps without a loop for those of a text's end.
enum TextWords {
  /// Visits pairs of words that together hold every byte of a text, some of them twice, so
  /// that texts of one length differ if and only if these words do.
  ///
  /// - Complexity: O(bytes / 16).
  @inline(__always)
  static func forEachPair(_ text: UnsafeRawBufferPointer, _ visit: (UInt64, UInt64) -> Void) {
    guard text.count >= 8 else {
      if !text.isEmpty { visit(short(text), 0) }
      return
    }
    let last = text.count &- 8
    // Most texts are of a few words: one way for all of them is the easiest to foresee.
    if text.count <= 32 {
      visit(word(text, 0), word(text, min(8, last)))
      visit(word(text, max(8, last) &- 8), word(text, last))
    } else {
      for offset in stride(from: 0, to: last &- 8, by: 16) {
        visit(word(text, offset), word(text, offset &+ 8))
      }
      visit(word(text, last &- 8), word(text, last))
    }
  }

  /// - Complexity: O(bytes / 8).
  @inline(__always)
  static func areASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var seen: UInt64 = 0
    forEachPair(UnsafeRawBufferPointer(text)) { seen |= $0 | $1 }
    return seen & 0x8080_8080_8080_8080 == 0
  }

  /// True when two texts of the same length are the same.
  ///
  /// - Complexity: O(bytes / 8).
  @inline(__always)
  static func areEqual(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    guard a.count >= 8 else { return a.isEmpty || short(a) == short(b) }
    let last = a.count &- 8
    var difference = word(a, last) ^ word(b, last)
    if a.count <= 32 {
      let (second, third) = (min(8, last), max(8, last) &- 8)
      difference |= word(a, 0) ^ word(b, 0)
      difference |= word(a, second) ^ word(b, second)
      difference |= word(a, third) ^ word(b, third)
    } else {
      for offset in stride(from: 0, to: last, by: 8) {
        difference |= word(a, offset) ^ word(b, offset)
      }
    }
    return difference == 0
  }

  @inline(__always)
  private static func word(_ text: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    text.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  /// All bytes of a text that has one to seven of them.
  @inline(__always)
  private static func short(_ text: UnsafeRawBufferPointer) -> UInt64 {
    if text.count >= 4 {
      let last = text.loadUnaligned(fromByteOffset: text.count &- 4, as: UInt32.self)
      return UInt64(text.loadUnaligned(as: UInt32.self)) | UInt64(last) &<< 32
    }
    return UInt64(text[0]) | UInt64(text[text.count / 2]) &<< 8
      | UInt64(text[text.count &- 1]) &<< 16
  }
}

/// A word for each row of a column, worked out when it is first wanted and then kept: the beginning
/// of what the rows are sorted by.
package final class KeptWords: Sendable {
  private let known = Guarded<[UInt64]?>(nil)
  private let beginning = Guarded<Int?>(nil)

  package init() {}

  var byteCount: Int { known.withLock { 8 * ($0?.count ?? 0) } }

  /// The words; who wants them first makes them.
  package func words(
    _ make: () throws(DataError) -> [UInt64]
  ) throws(DataError) -> [UInt64] {
    if let words = known.withLock({ $0 }) { return words }
    let words = try make()
    known.withLock { $0 = words }
    return words
  }

  /// How many bytes all that is sorted has in common at the start, found out once.
  package func commonBeginning(_ find: () -> Int) -> Int {
    if let count = beginning.withLock({ $0 }) { return count }
    let count = find()
    beginning.withLock { $0 = count }
    return count
  }
}

/// The first eight bytes of a column's texts, row by row, made when they are first wanted and then
/// kept: prefixes are found without a look at the texts themselves.
package final class TextHeads: Sendable {
  /// By form; texts that are ASCII have one form only, which stands under nil.
  private let known = Guarded<[UInt8?: [UInt64]]>([:])

  var byteCount: Int { known.withLock { $0.values.reduce(0) { $0 + 8 * $1.count } } }

  /// For each row the beginning of its text, the first byte lowest, filled up with zeros; anything
  /// for rows that are not texts.
  ///
  /// - Parameters:
  ///   - folded: the texts beyond ASCII in another form, and the number of that form; nil for the
  ///     texts as they are.
  /// - Complexity: O(rows) for the first time.
  package func heads(
    of texts: FieldColumn.Texts, folded: (texts: TextFoldings.Folded, form: UInt8)? = nil
  ) -> [UInt64] {
    let folded = folded.flatMap { $0.texts.isEmpty ? nil : $0 }
    return known.withLock { known in
      if let heads = known[folded?.form] { return heads }
      let heads = Self.make(texts.codes, texts.pool, folded?.texts)
      known[folded?.form] = heads
      return heads
    }
  }

  private static func make(
    _ codes: [UInt32], _ pool: TextPool, _ folded: TextFoldings.Folded?
  ) -> [UInt64] {
    guard pool.count > 0 else { return Array(repeating: 0, count: codes.count) }
    return pool.bytes.withUnsafeBufferPointer { bytes in
      pool.starts.withUnsafeBufferPointer { starts in
        codes.map { code in
          if let folded, !pool.isASCII(code), let head = folded.withBytes(code, { head($0) }) {
            return head
          }
          let (start, end) = (Int(starts[Int(code)]), Int(starts[Int(code) &+ 1]))
          if start &+ 8 <= bytes.count {
            let word = UnsafeRawBufferPointer(bytes).loadUnaligned(
              fromByteOffset: start, as: UInt64.self
            ).littleEndian
            // A shift by as many bits as there are gives nothing.
            return word & ((1 << UInt64(8 * min(8, end &- start))) &- 1)
          }
          return head(UnsafeBufferPointer(rebasing: bytes[start..<end]))
        }
      }
    }
  }

  private static func head(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    text.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// The texts of a pool in other forms, each form made when it is first wanted and then kept.
package final class TextFoldings: Sendable {
  /// The folded form of the texts that are not ASCII.
  package struct Folded: Sendable {
    /// Where each form begins; one more than there are forms.
    fileprivate(set) var starts = [0]
    /// For each text that has a form the form's number: the same text has the same one.
    fileprivate(set) var forms: [UInt32] = []
    package fileprivate(set) var bytes: [UInt8] = []
    /// A bit for each text that has a form, and how many have one before each word.
    fileprivate(set) var has: [UInt64] = []
    fileprivate(set) var ranks: [Int] = []

    /// True when all texts are ASCII.
    var isEmpty: Bool { forms.isEmpty }

    /// Where the folded form of a text lies among the bytes; nil for one that is ASCII.
    @inline(__always)
    package func range(_ code: UInt32) -> Range<Int>? {
      let (word, bit) = (Int(code >> 6), UInt64(code & 63))
      guard has[word] >> bit & 1 == 1 else { return nil }
      let rank = ranks[word] + (has[word] & ((1 << bit) &- 1)).nonzeroBitCount
      let place = Int(forms[rank])
      return starts[place]..<starts[place + 1]
    }

    /// Gives the folded bytes of a text to a body; nil for one that is ASCII.
    @inline(__always)
    package func withBytes<T>(_ code: UInt32, _ body: (UnsafeBufferPointer<UInt8>) -> T) -> T? {
      guard let range = range(code) else { return nil }
      return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
    }

    /// Says which form a text has.
    fileprivate mutating func append(_ form: UInt32, of code: UInt32) {
      let word = Int(code >> 6)
      while has.count <= word {
        has.append(0)
        ranks.append(forms.count)
      }
      has[word] |= 1 << UInt64(code & 63)
      forms.append(form)
    }

    /// Adds a form.
    fileprivate mutating func append(_ text: String) {
      bytes.append(contentsOf: text.utf8)
      starts.append(bytes.count)
    }

    /// Makes room for the question about every text.
    fileprivate mutating func finish(count: Int) {
      while has.count * 64 < count {
        has.append(0)
        ranks.append(forms.count)
      }
    }

    fileprivate var byteCount: Int {
      bytes.count + 4 * forms.count + 8 * (starts.count + 2 * has.count)
    }
  }

  private let known = Guarded<[UInt8: Folded]>([:])

  package init() {}

  var byteCount: Int {
    known.withLock { $0.values.reduce(0) { $0 + $1.byteCount } }
  }

  /// The texts of a pool in a form.
  ///
  /// - Parameters:
  ///   - form: the form's number, which always has to mean the same folding.
  ///   - fold: makes the form of one text; ASCII is never asked about.
  ///   - checkpoint: called again and again while a form is made; throws to stop, and nothing is
  ///     kept.
  /// - Complexity: O(bytes that are not ASCII) for a form that is new.
  package func folded<Failure: Error>(
    _ pool: TextPool, form: UInt8, fold: (String) -> String,
    checkpoint: () throws(Failure) -> Void
  ) throws(Failure) -> Folded {
    if let folded = known.withLock({ $0[form] }) { return folded }
    var folded = Folded()
    // Folding is slow, and in a pool that looks nothing up the same text can be there often.
    var originals = TextPool(isLastingly: true)
    for code in 0..<UInt32(pool.count) where !pool.isASCII(code) {
      if folded.forms.count & 0xFFF == 0 { try checkpoint() }
      let form = pool.withBytes(code) { originals.code(of: $0) }
      if Int(form) == folded.starts.count - 1 { folded.append(fold(pool.text(code))) }
      folded.append(form, of: code)
    }
    folded.finish(count: pool.count)
    known.withLock { $0[form] = folded }
    return folded
  }
}
