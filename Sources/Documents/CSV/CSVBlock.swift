/// Where a scan of separated values stands, between two bytes.
struct CSVState: Sendable, Hashable {
  /// All ones inside quotes, else zero.
  var inside: UInt64 = 0
  /// One where a quote would open: behind a delimiter or a line break, and behind a quote that
  /// closes, where two of them stand for one that is text.
  var mayOpen: UInt64 = 1
  /// One behind a quote that closes.
  var isClosed: UInt64 = 0
  /// One behind a line break that is not in quotes.
  var isBroken: UInt64 = 1
  /// One behind such a line break that is a carriage return, to which a line feed may belong.
  var isReturned: UInt64 = 0

  /// At the beginning of a record.
  static let record = CSVState()

  /// In the middle of a cell, in quotes or not.
  static func cell(inQuotes: Bool) -> CSVState {
    CSVState(inside: inQuotes ? ~0 : 0, mayOpen: 0, isBroken: 0)
  }
}

/// What stands where in at most 64 bytes of separated values: bit i of a mask stands for byte i.
///
/// Which bytes are in quotes follows from counting quotes, as in JSON, as long as every quote that
/// opens does so where a cell begins. A quote in the middle of a cell is a character like any other:
///
///     6" nails,"a, b"      the first quote opens nothing
///
/// A block with such a quote is gone through byte by byte, so that what a table holds never depends
/// on how fast it was read.
struct CSVBlock {
  /// Delimiters and line breaks that are not in quotes.
  private(set) var delimiters: UInt64
  private(set) var feeds: UInt64
  private(set) var returns: UInt64
  /// Text that stands right behind a quote that closes.
  private(set) var trailing: UInt64 = 0
  /// How many quotes stand where none may open.
  private(set) var literals = 0
  /// Bytes behind a line break, and behind a carriage return.
  private var broken: UInt64 = 0
  private var returned: UInt64 = 0
  /// A bit for each byte that counts.
  private let kept: UInt64

  /// - Parameters:
  ///   - bytes: 64 of them must be readable.
  ///   - length: how many of them count; at least one.
  ///   - state: where the scan stands before them, and then behind them.
  /// - Complexity: a few instructions, unless quotes stand in the middle of cells.
  @inline(__always)
  init(
    _ bytes: UnsafePointer<UInt8>, _ length: Int, _ dialect: CSVDialect, _ state: inout CSVState
  ) {
    let masks = NativeClassifier.cells(bytes, dialect.delimiter)
    kept = ~0 &>> UInt64(truncatingIfNeeded: 64 &- length)
    delimiters = masks.delimiters & kept
    feeds = masks.feeds & kept
    returns = masks.returns & kept
    let quotes = dialect.hasQuotes ? masks.quotes & kept : 0
    let last = UInt64(truncatingIfNeeded: length &- 1)
    let before = state
    var closing: UInt64 = 0
    if quotes | state.inside == 0 {
      trailing = state.isClosed & ~(delimiters | feeds | returns)
    } else {
      closing = leaveOutQuoted(quotes, &state)
      state.inside = 0 &- (state.inside &>> last & 1)
    }
    let breaks = feeds | returns
    state.mayOpen = (delimiters | breaks | closing) &>> last & 1
    state.isClosed = closing &>> last & 1
    state.isBroken = breaks &>> last & 1
    state.isReturned = returns &>> last & 1
    broken = breaks &<< 1 | before.isBroken
    returned = returns &<< 1 | before.isReturned
  }

  /// Where records begin.
  ///
  /// - Parameter countsEmptyLines: whether an empty line is a record, too.
  @inline(__always)
  func starts(countsEmptyLines: Bool) -> UInt64 {
    (countsEmptyLines ? broken & ~(feeds & returned) : broken & ~(feeds | returns)) & kept
  }

  /// Where records end: one line break for each of them.
  @inline(__always)
  func ends(countsEmptyLines: Bool) -> UInt64 {
    countsEmptyLines ? returns | feeds & ~returned : (feeds | returns) & ~broken
  }
}

extension CSVBlock {
  /// Takes what is in quotes out of the masks.
  ///
  /// - Parameter state: gets the mask of what is in quotes, opening quotes included.
  /// - Returns: the quotes that close.
  private mutating func leaveOutQuoted(_ quotes: UInt64, _ state: inout CSVState) -> UInt64 {
    let marks = delimiters | feeds | returns
    var inside = TextState.parities(of: quotes) ^ state.inside
    var closing = quotes & ~inside
    let openable = (marks | closing) &<< 1 | state.mayOpen
    if quotes & inside & ~openable != 0 {
      (inside, closing) = followed(quotes, marks, state)
    }
    trailing = (closing &<< 1 | state.isClosed) & ~(marks | quotes | inside) & kept
    delimiters &= ~inside
    feeds &= ~inside
    returns &= ~inside
    state.inside = inside
    return closing
  }

  /// Follows quotes one by one: which bytes are in quotes, and which quotes close.
  @inline(never)
  private mutating func followed(_ quotes: UInt64, _ marks: UInt64, _ state: CSVState)
    -> (inside: UInt64, closing: UInt64)
  {
    var (inside, closing): (UInt64, UInt64) = (0, 0)
    var (isInside, mayOpen) = (state.inside != 0, state.mayOpen != 0)
    var bit: UInt64 = 1
    while bit & kept != 0 {
      if quotes & bit == 0 {
        if !isInside { mayOpen = marks & bit != 0 }
      } else if isInside {
        (isInside, mayOpen) = (false, true)
        closing |= bit
      } else if mayOpen {
        isInside = true
      } else {
        literals += 1
      }
      if isInside { inside |= bit }
      bit = bit &<< 1
    }
    return (inside, closing)
  }
}
