import Synchronization

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

  private let known = Mutex<[UInt8: Folded]>([:])

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
